// expect: TRUE
/* A program may end with a failure status. */
#include <stdlib.h>
static void fail(void) { exit(3); }
int main(void) { fail(); }
// SPDX-License-Identifier: Apache-2.0
