// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect rc11: FALSE(deadlock)
// properties: deadlock
// engines: graph auto
/* Each thread takes the other's lock as well if it does not see that the other one has begun. Only a weak memory model
 * lets both of them miss that. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int begun[2];
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *work(void *number) {
  int self = number != 0;
  atomic_store_explicit(&begun[self], 1, memory_order_relaxed);
  int alone = !atomic_load_explicit(&begun[!self], memory_order_relaxed);
  pthread_mutex_lock(&locks[self]);
  if (alone) {
    pthread_mutex_lock(&locks[!self]);
    pthread_mutex_unlock(&locks[!self]);
  }
  pthread_mutex_unlock(&locks[self]);
  return 0;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], 0, work, 0);
  pthread_create(&ids[1], 0, work, locks);
  pthread_join(ids[0], 0);
  pthread_join(ids[1], 0);
  return 0;
}
