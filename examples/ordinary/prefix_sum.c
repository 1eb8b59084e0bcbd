// Prefix sums: each thread adds up its block, one thread computes where the blocks begin, and then all of them write
// the sums. Barriers separate the three steps.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 4
#define LENGTH 1000

static long values[LENGTH], sums[LENGTH];
static long block_sums[THREADS], offsets[THREADS];
static pthread_barrier_t step;

static void wait_for_others(void) {
  int result = pthread_barrier_wait(&step);
  if (result != 0 && result != PTHREAD_BARRIER_SERIAL_THREAD) {
    fprintf(stderr, "pthread_barrier_wait: %s\n", strerror(result));
    exit(1);
  }
}

static void *scan_block(void *argument) {
  int block = *(int *)argument;
  int begin = LENGTH * block / THREADS;
  int end = LENGTH * (block + 1) / THREADS;
  long sum = 0;
  for (int i = begin; i < end; i++)
    sum += values[i];
  block_sums[block] = sum;
  wait_for_others();
  if (block == 0) {
    offsets[0] = 0;
    for (int i = 1; i < THREADS; i++)
      offsets[i] = offsets[i - 1] + block_sums[i - 1];
  }
  wait_for_others();
  sum = offsets[block];
  for (int i = begin; i < end; i++) {
    sum += values[i];
    sums[i] = sum;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  int blocks[THREADS];
#ifdef BUG
  int error = pthread_barrier_init(&step, NULL, THREADS + 1);
#else
  int error = pthread_barrier_init(&step, NULL, THREADS);
#endif
  if (error != 0) {
    fprintf(stderr, "pthread_barrier_init: %s\n", strerror(error));
    return 1;
  }
  for (int i = 0; i < LENGTH; i++)
    values[i] = i % 10;
  for (int i = 0; i < THREADS; i++) {
    blocks[i] = i;
    error = pthread_create(&threads[i], NULL, scan_block, &blocks[i]);
    if (error != 0) {
      fprintf(stderr, "pthread_create: %s\n", strerror(error));
      exit(1);
    }
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&step);
  for (int i = 1; i < LENGTH; i++)
    assert(sums[i] == sums[i - 1] + values[i]);
  printf("%ld\n", sums[LENGTH - 1]);
  return 0;
}
