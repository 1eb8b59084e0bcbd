/* SPDX-License-Identifier: Apache-2.0 */
/* A block that grows keeps what was in it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int *p;
int x;
void *t(void *a) {
  x = 1;
  return a;
}
int main(void) {
  pthread_t id;
  p = malloc(4);
  if (!p)
    return 0;
  *p = 7;
  pthread_create(&id, 0, t, 0);
  int *q = realloc(p, 8);
  if (!q)
    return 0;
  q[1] = 1;
  assert(x == 0 || q[0] != 7);
  pthread_join(id, 0);
  free(q);
  return 0;
}
