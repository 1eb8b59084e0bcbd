/* SPDX-License-Identifier: Apache-2.0 */
/* Well-known functions that a program calls without declaring them: assert without its header, and
 * those by which benchmark programs communicate with a verifier. C assumes that such a function
 * returns int; heddle gives clang its real declaration instead. */
#ifndef FRONTEND_UNDECLARED_H
#define FRONTEND_UNDECLARED_H

#include <stdbool.h>

struct text;

/* Declarations, on one line, of those that the text of a C file seems to call without declaring
 * them. Clang refuses the file with these declarations if it declares one of the functions itself,
 * and it warns where one is used. So if clang accepts the file, they mean what those of
 * undeclared_find mean. Nothing if the file includes others or has pragmas. */
void undeclared_guess(const char *source, struct text *declarations);
/* Declarations of those that clang complained about in `diagnostics`, on one line; `names` gets
 * them separated by commas. Both stay empty if there are none. Returns whether undeclared_guess
 * had not declared all of them. */
bool undeclared_find(const char *diagnostics, struct text *declarations, struct text *names);

#endif
