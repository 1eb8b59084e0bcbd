// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(reach)
// properties: reach
// engines: explicit reference
// A thread that another one than main created has higher addresses. One that is only kept as a hash
// need not come back.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t hash(const void *block) { return (uintptr_t)block * 31; }

static void *allocating(void *unused) {
  void *block = malloc(8);
  uintptr_t before = hash(block);
  free(block);
  block = malloc(8);
  assert(hash(block) == before);
  free(block);
  return unused;
}

static void *creating(void *unused) {
  pthread_t thread;
  pthread_create(&thread, NULL, allocating, NULL);
  pthread_join(thread, NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, creating, NULL);
  pthread_join(thread, NULL);
  return 0;
}
