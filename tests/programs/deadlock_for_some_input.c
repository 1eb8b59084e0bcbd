// expect: FALSE(deadlock)
// engines: explicit
// properties: deadlock
/* A thread waits for ever if the number is negative. */
#include <pthread.h>
#include <semaphore.h>

int __VERIFIER_nondet_int(void);

static sem_t ready;
static int input;

static void *post(void *unused) {
  if (input >= 0)
    sem_post(&ready);
  return unused;
}

int main(void) {
  input = __VERIFIER_nondet_int();
  sem_init(&ready, 0, 0);
  pthread_t thread;
  pthread_create(&thread, 0, post, 0);
  sem_wait(&ready);
  pthread_join(thread, 0);
}
// SPDX-License-Identifier: Apache-2.0
