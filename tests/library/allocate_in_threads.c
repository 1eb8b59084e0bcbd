// expect: TRUE
/* Blocks of different threads do not share bytes. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void *run(void *argument) {
  int *p = malloc(sizeof *p);
  *p = (int)(long)argument;
  return p;
}
int main(void) {
  pthread_t a, b;
  void *p, *q;
  pthread_create(&a, NULL, run, (void *)1);
  pthread_create(&b, NULL, run, (void *)2);
  pthread_join(a, &p);
  pthread_join(b, &q);
  assert(*(int *)p == 1 && *(int *)q == 2);
  free(p);
  free(q);
}
// SPDX-License-Identifier: Apache-2.0
