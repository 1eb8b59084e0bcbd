// Adds up an array. Each thread has a part of it, described by a struct of its own.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define LENGTH 1000
#define THREADS 3

struct part {
  pthread_t thread;
  const int *numbers;
  size_t begin, end; // without the end
  long sum;
};

static void *add(void *argument) {
  struct part *part = argument;
  long sum = 0;
#ifdef BUG
  for (size_t i = part->begin; i <= part->end; i++)
    sum += part->numbers[i];
#else
  for (size_t i = part->begin; i < part->end; i++)
    sum += part->numbers[i];
#endif
  part->sum = sum;
  return NULL;
}

static long parallel_sum(const int *numbers, size_t length) {
  struct part parts[THREADS];
  size_t size = length / THREADS;
  for (int i = 0; i < THREADS; i++) {
    parts[i].numbers = numbers;
    parts[i].begin = (size_t)i * size;
    parts[i].end = i == THREADS - 1 ? length : parts[i].begin + size;
    if (pthread_create(&parts[i].thread, NULL, add, &parts[i]) != 0) {
      fprintf(stderr, "cannot create thread %d\n", i);
      exit(1);
    }
  }
  long sum = 0;
  for (int i = 0; i < THREADS; i++) {
    if (pthread_join(parts[i].thread, NULL) != 0) {
      fprintf(stderr, "cannot join thread %d\n", i);
      exit(1);
    }
    sum += parts[i].sum;
  }
  return sum;
}

int main(void) {
  int *numbers = malloc(LENGTH * sizeof *numbers);
  if (numbers == NULL) {
    perror("malloc");
    return 1;
  }
  for (int i = 0; i < LENGTH; i++)
    numbers[i] = i + 1;
  long sum = parallel_sum(numbers, LENGTH);
  printf("%ld\n", sum);
  assert(sum == LENGTH * (LENGTH + 1L) / 2);
  free(numbers);
  return 0;
}
