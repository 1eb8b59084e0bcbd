// Conway's game of life on a torus. Each thread computes a band of rows; barriers separate the generations.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 32
#define THREADS 4
#define GENERATIONS 1000

typedef unsigned char grid[SIZE][SIZE];

static grid grids[2];
static grid *current = &grids[0], *next = &grids[1];
static pthread_barrier_t barrier;

static int neighbours(const grid *g, int row, int column) {
  int count = 0;
  for (int i = -1; i <= 1; i++)
    for (int j = -1; j <= 1; j++)
      if (i != 0 || j != 0)
        count += (*g)[(row + i + SIZE) % SIZE][(column + j + SIZE) % SIZE];
  return count;
}

static void compute_rows(int from, int to) {
  for (int row = from; row < to; row++) {
    for (int column = 0; column < SIZE; column++) {
      int count = neighbours(current, row, column);
      (*next)[row][column] = count == 3 || (count == 2 && (*current)[row][column]);
    }
  }
}

static void *run(void *argument) {
  int band = *(int *)argument;
  int from = band * SIZE / THREADS;
  int to = (band + 1) * SIZE / THREADS;
  for (int generation = 0; generation < GENERATIONS; generation++) {
    compute_rows(from, to);
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
      grid *old = current;
      current = next;
      next = old;
    }
#ifndef BUG
    pthread_barrier_wait(&barrier);
#endif
  }
  return NULL;
}

static void print(const grid *g) {
  for (int row = 0; row < SIZE; row++) {
    for (int column = 0; column < SIZE; column++)
      putchar((*g)[row][column] ? '#' : '.');
    putchar('\n');
  }
}

int main(void) {
  static const int glider[][2] = {{0, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}};
  pthread_t threads[THREADS];
  int bands[THREADS];
  for (size_t i = 0; i < sizeof glider / sizeof glider[0]; i++)
    (*current)[glider[i][0]][glider[i][1]] = 1;
  int error = pthread_barrier_init(&barrier, NULL, THREADS);
  if (error != 0) {
    fprintf(stderr, "pthread_barrier_init: %s\n", strerror(error));
    return 1;
  }
  for (int i = 0; i < THREADS; i++) {
    bands[i] = i;
    error = pthread_create(&threads[i], NULL, run, &bands[i]);
    if (error != 0) {
      fprintf(stderr, "pthread_create: %s\n", strerror(error));
      exit(1);
    }
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&barrier);
  print(current);
  return 0;
}
