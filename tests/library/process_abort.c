// expect: FALSE(abort)
// engines: reference explicit order lazy impact
/* Handlers of atexit are not called. */
#include <assert.h>
#include <stdlib.h>
static void never(void) { assert(0); }
int main(void) {
  atexit(never);
  abort();
}
// SPDX-License-Identifier: Apache-2.0
