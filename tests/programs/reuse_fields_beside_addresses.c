// SPDX-License-Identifier: Apache-2.0
// Numbers beside addresses are read, copied and cleared: no address is cut, and every engine may prove it.
// expect: TRUE
// properties: reach
// engines: reference explicit order lazy impact auto
// lp64-only
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct node {
  int count;
  struct node *next;
  short flags;
  pthread_t id;
};

static struct node first, copy;

static void *work(void *argument) {
  struct node *node = argument;
  node->count += node->flags;
  return NULL;
}

int main(void) {
  memset(&first, 0, sizeof first);
  first.next = malloc(sizeof *first.next);
  memset(first.next, 0, sizeof *first.next);
  first.next->flags = 2;
  first.next->next = &first;
  pthread_create(&first.id, NULL, work, first.next);
  pthread_join(first.id, NULL);
  copy = *first.next;
  assert(copy.count == 2 && first.next->flags == 2);
  free(first.next);
  return 0;
}
