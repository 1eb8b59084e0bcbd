// expect: FALSE(lock)
/* A condition variable must be destroyed before it is initialised again. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
static struct {
  int data;
  pthread_cond_t condition;
} shared;
int main(void) {
  pthread_cond_init(&shared.condition, NULL);
  pthread_cond_init(&shared.condition, NULL);
}
// SPDX-License-Identifier: Apache-2.0
