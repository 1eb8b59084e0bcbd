// expect: FALSE(reach)
// properties: reach
// engines: reference order explicit lazy
// Nothing but the numbers shows that the thread writes what else only main uses.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static char near[100], far[100];
static uintptr_t distance;

static void *writes(void *argument) {
  near[distance] = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  far[0] = 0;
  distance = (uintptr_t)far - (uintptr_t)near;
  pthread_create(&thread, 0, writes, 0);
  assert(far[0] == 0);
  pthread_exit(0);
}
// SPDX-License-Identifier: Apache-2.0
