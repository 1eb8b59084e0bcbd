/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that a program calls without declaring them although everybody knows what they are:
 * assert without its header, and those by which benchmark programs talk to a verifier. C takes such
 * a function for one that returns int and gets what is written; its real declaration is given to
 * clang instead. */
#ifndef FRONTEND_UNDECLARED_H
#define FRONTEND_UNDECLARED_H

struct text;

/* Declarations of those that clang complained about in `diagnostics`, on one line; `names` gets
 * them separated by commas. Both stay empty if there are none. */
void undeclared_find(const char *diagnostics, struct text *declarations, struct text *names);

#endif
