// expect: FALSE(memory)
// properties: memory
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t *m;
static void *f(void *a) {
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  return a;
}
int main(void) {
  pthread_t t;
  m = malloc(sizeof *m);
  pthread_mutex_init(m, 0);
  pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  free(m);
  pthread_join(t, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
