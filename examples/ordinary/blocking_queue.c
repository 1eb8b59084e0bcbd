// A blocking queue with a capacity, for several producers and consumers. It can be closed; then consumers get what is
// left, and NULL.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define PRODUCERS 3
#define CONSUMERS 2
#define ITEMS 1000
#define CAPACITY 10

struct queue {
  pthread_mutex_t mutex;
  pthread_cond_t changed; // something was put or taken, or the queue was closed
  void **items;
  size_t capacity, first, count;
  bool closed;
};

static struct queue *queue_new(size_t capacity) {
  struct queue *q = calloc(1, sizeof *q);
  if (q == NULL)
    return NULL;
  q->items = calloc(capacity, sizeof *q->items);
  if (q->items == NULL) {
    free(q);
    return NULL;
  }
  q->capacity = capacity;
  pthread_mutex_init(&q->mutex, NULL);
  pthread_cond_init(&q->changed, NULL);
  return q;
}

static void queue_delete(struct queue *q) {
  pthread_cond_destroy(&q->changed);
  pthread_mutex_destroy(&q->mutex);
  free(q->items);
  free(q);
}

static void queue_put(struct queue *q, void *item) {
  pthread_mutex_lock(&q->mutex);
  while (q->count == q->capacity)
    pthread_cond_wait(&q->changed, &q->mutex);
  q->items[(q->first + q->count++) % q->capacity] = item;
  pthread_cond_broadcast(&q->changed);
  pthread_mutex_unlock(&q->mutex);
}

static void *queue_take(struct queue *q) {
  void *item = NULL;
  pthread_mutex_lock(&q->mutex);
  while (q->count == 0 && !q->closed)
    pthread_cond_wait(&q->changed, &q->mutex);
  if (q->count > 0) {
    item = q->items[q->first];
    q->first = (q->first + 1) % q->capacity;
    q->count--;
    pthread_cond_broadcast(&q->changed);
  }
  pthread_mutex_unlock(&q->mutex);
  return item;
}

static void queue_close(struct queue *q) {
  pthread_mutex_lock(&q->mutex);
  q->closed = true;
#ifdef BUG
  pthread_cond_signal(&q->changed);
#else
  pthread_cond_broadcast(&q->changed);
#endif
  pthread_mutex_unlock(&q->mutex);
}

static void *produce(void *argument) {
  struct queue *q = argument;
  for (long i = 1; i <= ITEMS; i++) {
    long *item = malloc(sizeof *item);
    if (item == NULL) {
      perror("malloc");
      exit(1);
    }
    *item = i;
    queue_put(q, item);
  }
  return NULL;
}

static void *consume(void *argument) {
  struct queue *q = argument;
  long sum = 0;
  for (long *item = queue_take(q); item != NULL; item = queue_take(q)) {
    sum += *item;
    free(item);
  }
  return (void *)sum;
}

static pthread_t start(void *(*function)(void *), void *argument) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, function, argument) != 0) {
    fprintf(stderr, "cannot create a thread\n");
    exit(1);
  }
  return thread;
}

int main(void) {
  pthread_t producers[PRODUCERS], consumers[CONSUMERS];
  struct queue *q = queue_new(CAPACITY);
  if (q == NULL) {
    perror("queue_new");
    return 1;
  }
  for (int i = 0; i < PRODUCERS; i++)
    producers[i] = start(produce, q);
  for (int i = 0; i < CONSUMERS; i++)
    consumers[i] = start(consume, q);
  for (int i = 0; i < PRODUCERS; i++)
    pthread_join(producers[i], NULL);
  queue_close(q);
  long sum = 0;
  for (int i = 0; i < CONSUMERS; i++) {
    void *part;
    pthread_join(consumers[i], &part);
    sum += (long)part;
  }
  queue_delete(q);
  assert(sum == PRODUCERS * (ITEMS * (ITEMS + 1L) / 2));
  return 0;
}
