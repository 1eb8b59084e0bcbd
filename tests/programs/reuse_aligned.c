// SPDX-License-Identifier: Apache-2.0
// A server without an end looks at the lowest bits of addresses, which tell only how memory is aligned, and at the
// distance of two addresses in one block. Freed addresses need not be remembered for that, so there are few states.
// expect: TRUE
// properties: reach
// engines: reference explicit auto
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int served;

static void *serve(void *unused) {
  for (;;) {
    char *block = malloc(32), *end = block + 32;
    assert((uintptr_t)block % 16 == 0 && ((uintptr_t)block & 7) == 0);
    assert(end - block == 32);
    free(block);
    served = !served;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, serve, NULL);
  pthread_join(thread, NULL);
  return 0;
}
