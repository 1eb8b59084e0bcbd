// expect: FALSE(reach)
// A consumer that finds the box empty waits until it is told of a parcel. It tests with `if` where it
// should with `while`: being woken up does not mean that the parcel is still there, nor that there
// ever was one. With -DLOOP it is right.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifdef LOOP
#define until_not_empty while
#else
#define until_not_empty if
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int parcels;

static void *consumer(void *unused) {
  pthread_mutex_lock(&lock);
  until_not_empty(parcels == 0) pthread_cond_wait(&arrived, &lock);
  parcels--;
  assert(parcels >= 0);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, consumer, NULL);
  pthread_create(&second, NULL, consumer, NULL);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    parcels++;
    pthread_cond_signal(&arrived);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
