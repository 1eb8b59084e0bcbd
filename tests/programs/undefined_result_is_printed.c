// expect: UNKNOWN(use of the result of the undefined function library_version at tests/programs/undefined_result_is_printed.c:10)
// properties: memory
// engines: explicit
/* Also by way of a variable. */
#include <stdio.h>
const char *library_version(void);
static const char *version;
static void keep(void) { version = library_version(); }
int main(void) {
  puts((keep(), version));
}
// SPDX-License-Identifier: Apache-2.0
