// Merge sort. A call sorts the left half in a thread of its own while it sorts the right half, down to a depth.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH 1000
#define DEPTH 3

struct part {
  int *values;
  int *scratch; // as long as values
  size_t length;
  int depth;
};

static void merge(int *values, size_t middle, size_t length, int *scratch) {
  size_t left = 0, right = middle;
  for (size_t i = 0; i < length; i++) {
    if (right == length || (left < middle && values[left] <= values[right]))
      scratch[i] = values[left++];
    else
      scratch[i] = values[right++];
  }
  memcpy(values, scratch, length * sizeof *values);
}

static void *sort_part(void *argument);

static void sort(int *values, int *scratch, size_t length, int depth) {
  if (length < 2)
    return;
  size_t middle = length / 2;
  struct part left = {values, scratch, middle, depth - 1};
  pthread_t thread;
  int is_started = depth > 0 && pthread_create(&thread, NULL, sort_part, &left) == 0;
  if (!is_started)
    sort(values, scratch, middle, 0);
#ifdef BUG
  sort(values + middle, scratch, length - middle, depth - 1);
#else
  sort(values + middle, scratch + middle, length - middle, depth - 1);
#endif
  if (is_started)
    pthread_join(thread, NULL);
  merge(values, middle, length, scratch);
}

static void *sort_part(void *argument) {
  struct part *part = argument;
  sort(part->values, part->scratch, part->length, part->depth);
  return NULL;
}

int main(void) {
  int *values = malloc(LENGTH * sizeof *values);
  int *scratch = malloc(LENGTH * sizeof *scratch);
  if (values == NULL || scratch == NULL) {
    perror("malloc");
    free(values);
    free(scratch);
    return 1;
  }
  srand(1);
  for (int i = 0; i < LENGTH; i++)
    values[i] = rand() % 10000;
  sort(values, scratch, LENGTH, DEPTH);
  for (int i = 1; i < LENGTH; i++)
    assert(values[i - 1] <= values[i]);
  printf("from %d to %d\n", values[0], values[LENGTH - 1]);
  free(values);
  free(scratch);
  return 0;
}
