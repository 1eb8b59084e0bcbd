/* Two producers and two consumers of a bounded buffer. bench/spin/buffer.pml is the same with one
 * statement for each access to memory and each operation on a semaphore or mutex. */
#include <pthread.h>
#include <semaphore.h>

#ifndef ITEMS
#define ITEMS 3
#endif
enum { SIZE = 2 };

static int cells[SIZE], in, out;
static sem_t empty, full;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *produce(void *argument) {
  for (int i = 1; i <= ITEMS; i++) {
    sem_wait(&empty);
    pthread_mutex_lock(&lock);
    int at = in;
    cells[at] = i;
    in = (at + 1) % SIZE;
    pthread_mutex_unlock(&lock);
    sem_post(&full);
  }
  return argument;
}

static void *consume(void *argument) {
  (void)argument;
  int sum = 0;
  for (int i = 1; i <= ITEMS; i++) {
    sem_wait(&full);
    pthread_mutex_lock(&lock);
    int at = out;
    sum += cells[at];
    out = (at + 1) % SIZE;
    pthread_mutex_unlock(&lock);
    sem_post(&empty);
  }
  return (void *)(long)sum;
}

int main(void) {
  pthread_t threads[3];
  sem_init(&empty, 0, SIZE);
  sem_init(&full, 0, 0);
  pthread_create(&threads[0], 0, consume, 0);
  pthread_create(&threads[1], 0, produce, 0);
  pthread_create(&threads[2], 0, consume, 0);
  produce(0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
}
// SPDX-License-Identifier: Apache-2.0
