// expect: TRUE
/* Once it is destroyed, an object may be initialised again. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t mutex;
static pthread_cond_t condition;
static pthread_barrier_t barrier;
static pthread_rwlock_t lock;
static pthread_spinlock_t spin;
static sem_t semaphore;
int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_init(&mutex, NULL);
    pthread_cond_init(&condition, NULL);
    pthread_barrier_init(&barrier, NULL, 1);
    pthread_rwlock_init(&lock, NULL);
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    sem_init(&semaphore, 0, 0);
    pthread_mutex_destroy(&mutex);
    pthread_cond_destroy(&condition);
    pthread_barrier_destroy(&barrier);
    pthread_rwlock_destroy(&lock);
    pthread_spin_destroy(&spin);
    sem_destroy(&semaphore);
  }
}
// SPDX-License-Identifier: Apache-2.0
