// expect: FALSE(deadlock)
#include <pthread.h>
#include <semaphore.h>
pthread_t t[3];
sem_t go;
static void *f(void *x) {
  sem_wait(&go);
  pthread_join(t[((long)x + 1) % 3], 0);
  return 0;
}
int main(void) {
  sem_init(&go, 0, 0);
  for (long i = 0; i < 3; i++)
    pthread_create(&t[i], 0, f, (void *)i);
  for (int i = 0; i < 3; i++)
    sem_post(&go);
  for (;;)
    ;
}
// SPDX-License-Identifier: Apache-2.0
