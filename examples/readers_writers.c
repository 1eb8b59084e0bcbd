// expect: TRUE
// Two readers may look at the clock at the same time, the writer has it for itself: nobody sees the
// hour of one time with the minute of another. With -DHASTY the writer takes the lock as if it only
// read.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int hour = 9, minute = 59;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  assert(hour * 60 + minute == 599 || hour * 60 + minute == 600);
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void *writer(void *unused) {
#ifdef HASTY
  pthread_rwlock_rdlock(&lock);
#else
  pthread_rwlock_wrlock(&lock);
#endif
  minute = 0;
  hour = 10;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, reader, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_create(&threads[2], NULL, writer, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
