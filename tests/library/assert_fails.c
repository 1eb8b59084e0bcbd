// expect: FALSE(reach)
/* A failing assertion is an error. */
#include <assert.h>
int main(void) { assert(1 + 1 == 3); }
// SPDX-License-Identifier: Apache-2.0
