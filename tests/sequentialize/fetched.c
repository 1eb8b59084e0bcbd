/* SPDX-License-Identifier: Apache-2.0 */
/* Each update gives what was there before it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int n;
int u;
void *t(void *arg) {
  int i = atomic_fetch_add(&n, 1), k = atomic_fetch_add(&n, 2);
  u = i * 8 + k;
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, t, (void *)1);
  int a = atomic_fetch_add(&n, 1);
  int b = atomic_fetch_add(&n, 1);
  pthread_join(id, 0);
  assert(b - a == 1 || u != 11);
  assert(b == a + 1);
  return 0;
}
