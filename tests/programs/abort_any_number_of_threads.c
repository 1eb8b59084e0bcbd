// expect: TRUE
// properties: reach,abort
// engines: modular
/* Threads without end, each of which aborts if it finds another one in its section. */
#include <pthread.h>
#include <stdlib.h>
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int inside;
static void *work(void *argument) {
  __VERIFIER_atomic_begin();
  if (inside != 0)
    abort();
  inside = 1;
  inside = 0;
  __VERIFIER_atomic_end();
  return argument;
}
int main(void) {
  pthread_t thread;
  for (;;)
    pthread_create(&thread, NULL, work, NULL);
}
// SPDX-License-Identifier: Apache-2.0
