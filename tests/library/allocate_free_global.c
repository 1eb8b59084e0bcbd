// expect: FALSE(memory)
#include <stdlib.h>
static int x;
int main(void) { free(&x); }
// SPDX-License-Identifier: Apache-2.0
