// expect: TRUE
#include <assert.h>
#include <pthread.h>

struct queue {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int length;
};
static struct queue queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
void resize(struct queue *queue);

int main(void) {
  resize(&queue);
  pthread_mutex_lock(&queue.mutex);
  queue.length = 1;
  pthread_cond_signal(&queue.changed);
  pthread_mutex_unlock(&queue.mutex);
}
// SPDX-License-Identifier: Apache-2.0
