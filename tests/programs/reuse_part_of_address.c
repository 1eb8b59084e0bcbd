// SPDX-License-Identifier: Apache-2.0
// memcpy takes the lower half of an address, while another thread runs.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static unsigned short last;
static int other;

static void *work(void *unused) {
  other = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  unsigned short half;
  pthread_create(&thread, NULL, work, NULL);
  int *block = malloc(4);
  memcpy(&last, &block, sizeof last);
  int *kept = malloc(4);
  free(block);
  block = malloc(4);
  memcpy(&half, &block, sizeof half);
  assert(half != last);
  free(block);
  free(kept);
  pthread_join(thread, NULL);
  return 0;
}
