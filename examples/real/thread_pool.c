// expect: TRUE
// bug 1: FALSE(deadlock)  destroy wakes one worker, not all
// bug 2: FALSE(deadlock)  destroy sets the flag without the lock, between a worker's test and its wait
// bug 3: FALSE(memory)  destroy frees the pool before the workers have left it
//
// A thread pool: a queue of tasks, workers that wait for them, and a destroy that lets the workers finish
// what is queued. The harness submits two tasks to two workers and destroys the pool.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif
enum { WORKERS = 2 };

struct task {
  void (*run)(void *);
  void *argument;
  struct task *next;
};

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct task *first, **last;
  atomic_bool stopping;
  pthread_t workers[WORKERS];
};

static struct task *take(struct pool *pool) {
  struct task *task = pool->first;
  if (task) {
    pool->first = task->next;
    if (!pool->first)
      pool->last = &pool->first;
  }
  return task;
}

static void *work(void *argument) {
  struct pool *pool = argument;
  for (;;) {
    pthread_mutex_lock(&pool->lock);
    while (!pool->first && !pool->stopping)
      pthread_cond_wait(&pool->changed, &pool->lock);
    struct task *task = take(pool);
    pthread_mutex_unlock(&pool->lock);
    if (!task)
      return NULL;
    task->run(task->argument);
    free(task);
  }
}

static struct pool *pool_create(void) {
  struct pool *pool = malloc(sizeof *pool);
  if (!pool)
    abort();
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->changed, NULL);
  pool->first = NULL;
  pool->last = &pool->first;
  pool->stopping = false;
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&pool->workers[i], NULL, work, pool);
  return pool;
}

static void pool_submit(struct pool *pool, void (*run)(void *), void *argument) {
  struct task *task = malloc(sizeof *task);
  if (!task)
    abort();
  *task = (struct task){run, argument, NULL};
  pthread_mutex_lock(&pool->lock);
  *pool->last = task;
  pool->last = &task->next;
  pthread_cond_signal(&pool->changed);
  pthread_mutex_unlock(&pool->lock);
}

static void pool_destroy(struct pool *pool) {
#if BUG == 2
  pool->stopping = true;
  pthread_cond_broadcast(&pool->changed);
#else
  pthread_mutex_lock(&pool->lock);
  pool->stopping = true;
#if BUG == 1
  pthread_cond_signal(&pool->changed);
#else
  pthread_cond_broadcast(&pool->changed);
#endif
  pthread_mutex_unlock(&pool->lock);
#endif
#if BUG == 3
  pthread_t workers[WORKERS];
  for (int i = 0; i < WORKERS; i++)
    workers[i] = pool->workers[i];
  free(pool);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(workers[i], NULL);
#else
  for (int i = 0; i < WORKERS; i++)
    pthread_join(pool->workers[i], NULL);
  pthread_cond_destroy(&pool->changed);
  pthread_mutex_destroy(&pool->lock);
  free(pool);
#endif
}

static atomic_int done;

static void count(void *argument) { done += *(int *)argument; }

int main(void) {
  int one = 1, two = 2;
  struct pool *pool = pool_create();
  pool_submit(pool, count, &one);
  pool_submit(pool, count, &two);
  pool_destroy(pool);
  assert(done == 3);
  return 0;
}
