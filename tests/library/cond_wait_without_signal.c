// expect: FALSE(deadlock)
/* Only a spurious wake-up could free the waiter: it counts as blocked. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int main(void) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&changed, &mutex);
}
// SPDX-License-Identifier: Apache-2.0
