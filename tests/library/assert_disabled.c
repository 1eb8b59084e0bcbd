// expect: TRUE
/* With NDEBUG there is nothing to fail. */
#define NDEBUG
#include <assert.h>
int main(void) { assert(0); }
// SPDX-License-Identifier: Apache-2.0
