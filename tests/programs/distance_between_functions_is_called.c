// expect: FALSE(reach)
// properties: reach
// engines: reference explicit lazy
// Which function is called depends on an input, and only the numbers show that it may be the other one.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int shared;

static void sets(void) { shared = 1; }
static void asserts(void) { assert(shared == 0); }

static void *calls(void *argument) {
  uintptr_t other = __VERIFIER_nondet_uchar() & 1;
  void (*chosen)(void) =
      (void (*)(void))((uintptr_t)sets + other * ((uintptr_t)asserts - (uintptr_t)sets));
  chosen();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, calls, 0);
  shared = 2;
  pthread_join(thread, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
