/* SPDX-License-Identifier: Apache-2.0 */
/* The machine: arbitrary, but the same whenever asked. */
#ifndef LIBRARY_SYSTEM_H
#define LIBRARY_SYSTEM_H

enum { MOST_PROCESSORS = 64 };

/* From 1 to MOST_PROCESSORS. */
long __library_processors(void);

#endif
