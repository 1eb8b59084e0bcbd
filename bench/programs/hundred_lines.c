/* A program of a hundred lines as people write them, to measure the way from C to a program with: a
 * pool of workers takes jobs from a queue and adds up their results. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORKERS = 3, JOBS = 8, CAPACITY = 4, NAME_LENGTH = 16 };

struct job {
  int number;
  char name[NAME_LENGTH];
  struct job *next;
};

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
  struct job *first, *last;
  int length, closed;
};

static struct queue queue;
static pthread_mutex_t result_lock = PTHREAD_MUTEX_INITIALIZER;
static long result;

static void queue_init(struct queue *q) {
  memset(q, 0, sizeof *q);
  pthread_mutex_init(&q->lock, NULL);
  pthread_cond_init(&q->not_empty, NULL);
  pthread_cond_init(&q->not_full, NULL);
}

static void queue_put(struct queue *q, struct job *job) {
  pthread_mutex_lock(&q->lock);
  while (q->length == CAPACITY)
    pthread_cond_wait(&q->not_full, &q->lock);
  job->next = NULL;
  if (q->last)
    q->last->next = job;
  else
    q->first = job;
  q->last = job;
  q->length++;
  pthread_cond_signal(&q->not_empty);
  pthread_mutex_unlock(&q->lock);
}

static struct job *queue_take(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  while (!q->first && !q->closed)
    pthread_cond_wait(&q->not_empty, &q->lock);
  struct job *job = q->first;
  if (job) {
    q->first = job->next;
    if (!q->first)
      q->last = NULL;
    q->length--;
    pthread_cond_signal(&q->not_full);
  }
  pthread_mutex_unlock(&q->lock);
  return job;
}

static long square_sum(int n) {
  long sum = 0;
  for (int i = 1; i <= n; i++)
    sum += (long)i * i;
  return sum;
}

static void *work(void *unused) {
  (void)unused;
  for (struct job *job; (job = queue_take(&queue)) != NULL;) {
    long part = square_sum(job->number);
    pthread_mutex_lock(&result_lock);
    result += part;
    pthread_mutex_unlock(&result_lock);
    free(job);
  }
  return NULL;
}

int main(void) {
  pthread_t workers[WORKERS];
  queue_init(&queue);
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&workers[i], NULL, work, NULL);
  for (int i = 0; i < JOBS; i++) {
    struct job *job = malloc(sizeof *job);
    job->number = i;
    snprintf(job->name, sizeof job->name, "job %d", i);
    queue_put(&queue, job);
  }
  pthread_mutex_lock(&queue.lock);
  queue.closed = 1;
  pthread_cond_broadcast(&queue.not_empty);
  pthread_mutex_unlock(&queue.lock);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(workers[i], NULL);
  assert(result == 336);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
