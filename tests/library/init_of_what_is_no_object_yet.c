// expect: TRUE
/* Memory that is used again, zeroed or copied, and static initialisers do not count as initialised. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
struct pair {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  sem_t semaphore;
};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct pair first, second;
static void initialise(struct pair *pair) {
  pthread_mutex_init(&pair->mutex, NULL);
  pthread_cond_init(&pair->condition, NULL);
  sem_init(&pair->semaphore, 0, 1);
}
int main(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_init(&mutex, NULL);
  for (int i = 0; i < 2; i++) {
    struct pair local, *block = malloc(sizeof *block);
    initialise(&local);
    initialise(block);
    free(block);
  }
  initialise(&first);
  second = first;
  initialise(&second);
  memset(&first, 0, sizeof first);
  initialise(&first);
}
// SPDX-License-Identifier: Apache-2.0
