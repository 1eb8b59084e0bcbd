// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
// Who only looks whether a lock is taken can count how often a waiting thread takes it again.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int flag;

static void *waits(void *argument) {
  pthread_mutex_lock(&mutex);
  while (!flag)
    pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t thread;
  int held = 0;
  pthread_create(&thread, 0, waits, 0);
  for (int i = 0; i < 3; i++) {
    held += pthread_mutex_trylock(&mutex) != 0;
    if (held != i + 1)
      return 0;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  assert(held < 3);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
