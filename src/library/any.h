/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that is filled from outside the program. */
#ifndef LIBRARY_ANY_H
#define LIBRARY_ANY_H

#include <stddef.h>

void __library_any_bytes(void *to, size_t size);
/* A text of one to seven letters. */
enum { LONGEST_ANY_NAME = 7 };
void __library_any_name(char to[LONGEST_ANY_NAME + 1]);
/* Reads every byte of what is sent out of the program. */
void __library_look_at(const void *from, size_t size);

#endif
