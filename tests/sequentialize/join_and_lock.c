/* SPDX-License-Identifier: Apache-2.0 */
/* The second example of "Sequentialization with partial-order reduction": a lock and a join. */
#include <assert.h>
#include <pthread.h>

pthread_t id1;
pthread_mutex_t m;
int x = 0;

void *t1(void *arg) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return ((void *)0);
}

int main(void) {
  pthread_mutex_init(&m, ((void *)0));
  pthread_create(&id1, ((void *)0), t1, ((void *)0));
  pthread_mutex_lock(&m);
  x *= 2;
  pthread_mutex_unlock(&m);
  pthread_join(id1, ((void *)0));
#ifdef CHECKED
  assert(x == 1 || x == 2);
#endif
  return 0;
}
