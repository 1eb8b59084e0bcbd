// expect: UNKNOWN(use of what library_version, which is not defined, returns at tests/programs/undefined_result_is_printed.c:9)
// properties: memory
/* Also by way of a variable. */
#include <stdio.h>
const char *library_version(void);
static const char *version;
static void keep(void) { version = library_version(); }
int main(void) {
  puts((keep(), version));
}
// SPDX-License-Identifier: Apache-2.0
