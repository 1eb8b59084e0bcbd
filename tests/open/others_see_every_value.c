// expect: FALSE(reach)
/* An atomic number may have several values during one call. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
void wait_for(atomic_int *flag);

static void *watch(void *unused) {
  int first = flag, second = flag, third = flag;
  assert(!(first == 1 && second == 2 && third == 3));
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, watch, NULL);
  wait_for(&flag);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
