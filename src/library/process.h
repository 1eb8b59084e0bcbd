/* SPDX-License-Identifier: Apache-2.0 */
/* Ends of a program that the models share. */
#ifndef LIBRARY_PROCESS_H
#define LIBRARY_PROCESS_H

/* What exit does. Models call this one: a call of exit is one of the user's. */
_Noreturn void __library_exit(int code);
/* Ends the program as abort does, but violates nothing: for use after an error that was reported,
 * and where a program expresses an assumption by abort. */
_Noreturn void __library_end_quietly(void);

#endif
