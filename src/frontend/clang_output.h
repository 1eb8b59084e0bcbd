/* SPDX-License-Identifier: Apache-2.0 */
/* What clang says of a file, as heddle passes it on. */
#ifndef FRONTEND_CLANG_OUTPUT_H
#define FRONTEND_CLANG_OUTPUT_H

/* To stderr: what clang complained about. What GCC accepts and clang does not is named as such. */
void clang_output_print(const char *output);
/* Warns of what clang ignored although it changes the meaning of a program. */
void clang_output_warn(const char *output);

#endif
