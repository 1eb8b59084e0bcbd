/* SPDX-License-Identifier: Apache-2.0 */
/* What GCC writes into a preprocessed file and clang does not accept. */
#ifndef FRONTEND_GNU_C_H
#define FRONTEND_GNU_C_H

#include <stdbool.h>

struct text;

struct gnu_c {
  bool is_gnu89;   /* `extern inline` has its old meaning, by the headers in the file */
  bool has_macros; /* its declarations do */
};

/* Rewrites it in place, so that every other token stays in its line and column. Still reads line
 * markers. `types` gets the declarations that the result needs before it. `is_arm`: long double has
 * 128 bits. */
struct gnu_c gnu_c_rewrite(char *source, bool is_arm, bool is_cplusplus, struct text *types);

#endif
