// expect: TRUE
#include <assert.h>
static int ready;
__attribute__((constructor)) static void prepare(void) { ready = 1; }
int main(void) { assert(ready); }
// SPDX-License-Identifier: Apache-2.0
