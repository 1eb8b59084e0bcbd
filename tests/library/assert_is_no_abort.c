// expect: TRUE
// properties: abort
/* A failing assertion violates reach only. */
#include <assert.h>
int main(void) { assert(0); }
// SPDX-License-Identifier: Apache-2.0
