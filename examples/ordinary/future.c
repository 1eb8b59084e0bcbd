// Futures: async() computes a function in a thread of its own; get() waits for the result and frees the future.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUESTIONS 100

struct future {
  pthread_mutex_t lock;
  pthread_cond_t is_set;
  int has_value;
  long value;
  long (*function)(long);
  long argument;
};

static void set(struct future *f, long value) {
  pthread_mutex_lock(&f->lock);
  f->value = value;
  f->has_value = 1;
#ifdef BUG
  pthread_mutex_unlock(&f->lock);
  pthread_cond_signal(&f->is_set);
#else
  pthread_cond_signal(&f->is_set);
  pthread_mutex_unlock(&f->lock);
#endif
}

static void *run(void *argument) {
  struct future *f = argument;
  set(f, f->function(f->argument));
  return NULL;
}

static struct future *async(long (*function)(long), long argument) {
  struct future *f = malloc(sizeof *f);
  pthread_attr_t detached;
  pthread_t thread;
  if (f == NULL) {
    perror("malloc");
    exit(EXIT_FAILURE);
  }
  pthread_mutex_init(&f->lock, NULL);
  pthread_cond_init(&f->is_set, NULL);
  f->has_value = 0;
  f->function = function;
  f->argument = argument;
  pthread_attr_init(&detached);
  pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
  int error = pthread_create(&thread, &detached, run, f);
  pthread_attr_destroy(&detached);
  if (error != 0) // then the caller computes it
    run(f);
  return f;
}

static long get(struct future *f) {
  pthread_mutex_lock(&f->lock);
  while (!f->has_value)
    pthread_cond_wait(&f->is_set, &f->lock);
  long value = f->value;
  pthread_mutex_unlock(&f->lock);
  pthread_cond_destroy(&f->is_set);
  pthread_mutex_destroy(&f->lock);
  free(f);
  return value;
}

static long collatz(long number) {
  long steps = 0;
  while (number != 1) {
    number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    steps++;
  }
  return steps;
}

int main(void) {
  struct future *futures[QUESTIONS];
  long longest = 0, of = 0;
  for (int i = 0; i < QUESTIONS; i++)
    futures[i] = async(collatz, i + 1);
  for (int i = 0; i < QUESTIONS; i++) {
    long steps = get(futures[i]);
    if (steps > longest) {
      longest = steps;
      of = i + 1;
    }
  }
  printf("%ld takes %ld steps\n", of, longest);
  assert(longest == 118 && of == 97);
  return 0;
}
