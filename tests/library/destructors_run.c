// expect: FALSE(reach)
#include <assert.h>
__attribute__((destructor)) static void finish(void) { assert(0); }
int main(void) {}
// SPDX-License-Identifier: Apache-2.0
