// expect: FALSE(overflow)
// properties: overflow
#include <limits.h>
#include <stdlib.h>
int main(void) { return abs(INT_MIN) == 0; }
// SPDX-License-Identifier: Apache-2.0
