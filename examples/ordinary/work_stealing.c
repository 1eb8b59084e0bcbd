// Work stealing: each worker has a deque of ranges under a lock. It works at one end; workers without work steal from
// the other end. A large range is split into halves.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS 3
#define CAPACITY 64
#define NUMBERS 1000
#define SMALL 10

struct range {
  int begin, end;
};

struct deque {
  pthread_mutex_t lock;
  struct range ranges[CAPACITY];
  int top, bottom; // the ranges are at top, …, bottom - 1
};

struct worker {
  pthread_t thread;
  int number;
  long sum;
};

static struct deque deques[WORKERS];
static atomic_int left = NUMBERS; // numbers that are not added yet

static int push(struct deque *d, struct range range) {
  int done = 0;
  pthread_mutex_lock(&d->lock);
  if (d->top == d->bottom)
    d->top = d->bottom = 0;
  if (d->bottom < CAPACITY) {
    d->ranges[d->bottom++] = range;
    done = 1;
  }
  pthread_mutex_unlock(&d->lock);
  return done;
}

static int pop(struct deque *d, struct range *range) {
  pthread_mutex_lock(&d->lock);
  int found = d->top < d->bottom;
  if (found)
    *range = d->ranges[--d->bottom];
  pthread_mutex_unlock(&d->lock);
  return found;
}

static int steal(struct deque *d, struct range *range) {
#ifdef BUG
  int found = d->top < d->bottom;
  pthread_mutex_lock(&d->lock);
#else
  pthread_mutex_lock(&d->lock);
  int found = d->top < d->bottom;
#endif
  if (found)
    *range = d->ranges[d->top++];
  pthread_mutex_unlock(&d->lock);
  return found;
}

static int find_work(struct worker *self, struct range *range) {
  if (pop(&deques[self->number], range))
    return 1;
  for (int i = 1; i < WORKERS; i++)
    if (steal(&deques[(self->number + i) % WORKERS], range))
      return 1;
  return 0;
}

static void *work(void *argument) {
  struct worker *self = argument;
  struct range range;
  while (atomic_load(&left) > 0) {
    if (!find_work(self, &range)) {
      sched_yield();
      continue;
    }
    while (range.end - range.begin > SMALL) {
      int middle = range.begin + (range.end - range.begin) / 2;
      if (!push(&deques[self->number], (struct range){middle, range.end}))
        break;
      range.end = middle;
    }
    for (int i = range.begin; i < range.end; i++)
      self->sum += i;
    atomic_fetch_sub(&left, range.end - range.begin);
  }
  return NULL;
}

int main(void) {
  struct worker workers[WORKERS];
  for (int i = 0; i < WORKERS; i++)
    pthread_mutex_init(&deques[i].lock, NULL);
  if (!push(&deques[0], (struct range){0, NUMBERS}))
    return 1;
  for (int i = 0; i < WORKERS; i++) {
    workers[i].number = i;
    workers[i].sum = 0;
    if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) {
      fprintf(stderr, "cannot create worker %d\n", i);
      exit(1);
    }
  }
  long sum = 0;
  for (int i = 0; i < WORKERS; i++) {
    pthread_join(workers[i].thread, NULL);
    sum += workers[i].sum;
  }
  for (int i = 0; i < WORKERS; i++)
    pthread_mutex_destroy(&deques[i].lock);
  assert(sum == NUMBERS * (NUMBERS - 1L) / 2);
  return 0;
}
