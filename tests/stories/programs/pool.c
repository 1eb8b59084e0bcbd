#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <stdio.h>

struct job {
  void (*run)(void *);
  void *arg;
  struct job *next;
};

struct queue {
  struct job *head, *tail;
  int len;
};

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t cond;
  pthread_t *workers;
  int nworkers;
  struct queue jobs;
  volatile bool stop;
  struct { long done, failed; } stats[2];
};

static void pool_push(struct pool *p, void (*run)(void *), void *arg) {
  struct job *j = malloc(sizeof *j);
  if (!j)
    abort();
  j->run = run;
  j->arg = arg;
  j->next = NULL;
  pthread_mutex_lock(&p->lock);
  if (p->jobs.tail)
    p->jobs.tail->next = j;
  else
    p->jobs.head = j;
  p->jobs.tail = j;
  p->jobs.len++;
  pthread_cond_signal(&p->cond);
  pthread_mutex_unlock(&p->lock);
}

static void *worker(void *arg) {
  struct pool *p = arg;
  for (;;) {
    pthread_mutex_lock(&p->lock);
    while (!p->jobs.head && !p->stop)
      pthread_cond_wait(&p->cond, &p->lock);
    struct job *j = p->jobs.head;
    if (!j) {
      pthread_mutex_unlock(&p->lock);
      return NULL;
    }
    p->jobs.head = j->next;
    if (!p->jobs.head)
      p->jobs.tail = NULL;
    p->jobs.len--;
    pthread_mutex_unlock(&p->lock);
    j->run(j->arg);
    free(j);
    p->stats[0].done++;
  }
}

static struct pool *pool_create(int n) {
  struct pool *pool = calloc(1, sizeof *pool);
  if (!pool)
    abort();
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->cond, NULL);
  pool->nworkers = n;
  pool->workers = malloc(n * sizeof *pool->workers);
  for (int i = 0; i < n; i++)
    pthread_create(&pool->workers[i], NULL, worker, pool);
  return pool;
}

static void pool_destroy(struct pool *pool) {
  pthread_mutex_lock(&pool->lock);
  pool->stop = true;
  pthread_cond_broadcast(&pool->cond);
  pthread_mutex_unlock(&pool->lock);
  for (int i = 0; i < pool->nworkers; i++)
    pthread_join(pool->workers[i], NULL);
  assert(pool->stats[0].done == 2);
  free(pool->workers);
  free(pool);
}

static int sum;
static pthread_mutex_t sum_lock = PTHREAD_MUTEX_INITIALIZER;
static void add(void *arg) {
  pthread_mutex_lock(&sum_lock);
  sum += *(int *)arg;
  pthread_mutex_unlock(&sum_lock);
}

int main(void) {
  int a = 1, b = 2;
  struct pool *pool = pool_create(2);
  pool_push(pool, add, &a);
  pool_push(pool, add, &b);
  pool_destroy(pool);
  printf("%d\n", sum);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
