// expect: TRUE
// properties: reach,race,deadlock,memory,lock,division
#include <assert.h>
#include <stdlib.h>
static void never(void) { assert(0); }
int main(void) {
  atexit(never);
  abort();
}
// SPDX-License-Identifier: Apache-2.0
