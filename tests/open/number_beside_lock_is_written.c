// expect: FALSE(reach)
// properties: reach,lock
#include <assert.h>
#include <pthread.h>

struct queue {
  pthread_mutex_t mutex;
  int length;
};
static struct queue queue = {PTHREAD_MUTEX_INITIALIZER, 0};
void resize(struct queue *queue);

int main(void) {
  resize(&queue);
  pthread_mutex_lock(&queue.mutex);
  assert(queue.length == 0);
  pthread_mutex_unlock(&queue.mutex);
}
// SPDX-License-Identifier: Apache-2.0
