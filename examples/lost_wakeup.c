// expect: FALSE(deadlock)
// The waiter looks at the flag before it takes the lock. If the signal is sent in between, nobody is
// there to hear it, and the waiter sleeps forever.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static atomic_int finished;

static void *work(void *unused) {
  (void)unused;
  finished = 1;
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&done);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  if (!finished) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&done, &lock);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(worker, NULL);
}
// SPDX-License-Identifier: Apache-2.0
