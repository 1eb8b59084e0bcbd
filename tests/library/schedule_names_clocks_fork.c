// expect: TRUE
/* Names, clocks and fork handlers are accepted. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static void handler(void) { assert(0); }
int main(void) {
  clockid_t clock;
  assert(pthread_setname_np(pthread_self(), "worker") == 0);
  assert(pthread_setname_np(pthread_self(), "a name that is too long") == ERANGE);
  assert(pthread_getcpuclockid(pthread_self(), &clock) == 0);
  assert(pthread_atfork(handler, handler, handler) == 0);
}
// SPDX-License-Identifier: Apache-2.0
