// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// properties: reach,race,deadlock
// engines: explicit graph
// Functions of threads often end without a return statement. What they return does not matter, as
// nobody asks for it.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *add(void *unused) {
  (void)unused;
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, add, 0);
  pthread_create(&u, 0, add, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(count == 2);
}
