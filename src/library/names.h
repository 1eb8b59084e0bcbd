/* SPDX-License-Identifier: Apache-2.0 */
/* Names of semaphores and message queues, which processes share. */
#ifndef LIBRARY_NAMES_H
#define LIBRARY_NAMES_H

/* Reads the name, and skips the slashes that it begins with. Returns the error that it deserves: 0,
 * EINVAL if it is empty or contains another slash, ENAMETOOLONG. */
int __library_check_name(const char **name);
/* Are the two texts the same? */
int __library_is_name(const char *text, const char *name);

#endif
