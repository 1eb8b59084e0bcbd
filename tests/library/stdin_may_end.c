// expect: FALSE(reach)
// properties: reach
#include <assert.h>
#include <stdio.h>
int main(void) { assert(getc(stdin) != EOF); }
// SPDX-License-Identifier: Apache-2.0
