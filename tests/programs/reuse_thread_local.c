// SPDX-License-Identifier: Apache-2.0
// The address of errno stands for the thread, in computed form: a later thread has the same one.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>

static uintptr_t owner;

static uintptr_t self(void) { return ~(uintptr_t)&errno; }

static void *take(void *unused) {
  owner = self(); /* and forgets to give it back */
  return unused;
}

static void *enter(void *unused) {
  assert(owner != self());
  return unused;
}

static void run(void *(*start)(void *)) {
  pthread_t thread;
  pthread_create(&thread, NULL, start, NULL);
  pthread_join(thread, NULL);
}

int main(void) {
  run(take);
  run(enter);
  return 0;
}
