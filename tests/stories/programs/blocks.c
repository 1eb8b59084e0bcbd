/* Blocks that come from a function around malloc, an access in front of one of them, and a clock whose result is not
 * used. */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct ring {
  unsigned head;
  int cells[4];
};

static int *table;

static void *xmalloc(size_t size) {
  void *p = malloc(size);
  if (!p)
    exit(1);
  return p;
}

static void *rotate(void *argument) {
  struct ring *ring = argument;
  time_t now;
  time(&now);
  int at = now % 3 == 1 ? -2 : 1;
  table[at] = ring->cells[ring->head % 4];
  return NULL;
}

int main(void) {
  table = xmalloc(4 * sizeof *table);
  struct ring *ring = xmalloc(sizeof *ring);
  ring->head = 1;
  ring->cells[1] = 7;
  pthread_t thread;
  pthread_create(&thread, NULL, rotate, ring);
  pthread_join(thread, NULL);
  free(ring);
  free(table);
}
// SPDX-License-Identifier: Apache-2.0
