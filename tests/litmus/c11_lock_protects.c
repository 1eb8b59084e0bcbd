// expect: TRUE
// expect rc11: TRUE
// engines: graph
/* Data that a mutex protects are as under sc. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void *move(void *unused) {
  pthread_mutex_lock(&mutex);
  a++;
  b--;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t ids[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&ids[i], 0, move, 0);
  pthread_mutex_lock(&mutex);
  assert(a + b == 0);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], 0);
  assert(a == 2 && b == -2);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
