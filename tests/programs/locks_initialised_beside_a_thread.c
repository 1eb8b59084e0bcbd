// expect: TRUE
// expect rc11: TRUE
// engines: graph
/* A mutex of each kind and a read-write lock are initialised while another thread exists, which uses them when it is
 * told that they are ready. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <threads.h>
static pthread_mutex_t mutex;
static mtx_t recursive;
static pthread_rwlock_t shared;
static atomic_int are_ready;
static int x, y, z;
static void *work(void *unused) {
  if (!atomic_load_explicit(&are_ready, memory_order_acquire))
    return unused;
  pthread_mutex_lock(&mutex);
  x++;
  pthread_mutex_unlock(&mutex);
  mtx_lock(&recursive);
  mtx_lock(&recursive);
  y++;
  mtx_unlock(&recursive);
  mtx_unlock(&recursive);
  pthread_rwlock_rdlock(&shared);
  assert(z == 0 || z == 1);
  pthread_rwlock_unlock(&shared);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_init(&mutex, NULL);
  mtx_init(&recursive, mtx_plain | mtx_recursive);
  pthread_rwlock_init(&shared, NULL);
  atomic_store_explicit(&are_ready, 1, memory_order_release);
  pthread_mutex_lock(&mutex);
  x++;
  pthread_mutex_unlock(&mutex);
  mtx_lock(&recursive);
  y++;
  mtx_unlock(&recursive);
  pthread_rwlock_wrlock(&shared);
  z++;
  pthread_rwlock_unlock(&shared);
  pthread_join(thread, NULL);
  assert(x == y);
}
// SPDX-License-Identifier: Apache-2.0
