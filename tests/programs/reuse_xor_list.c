// SPDX-License-Identifier: Apache-2.0
// A list whose nodes keep the xor of the addresses of their neighbours. A cursor keeps such a link while another
// thread removes the last node and appends a new one, and takes the new node for the old one.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  uintptr_t link;
  int number;
};

static struct node *head, *tail;

static struct node *append(int number) {
  struct node *node = malloc(sizeof *node);
  node->number = number;
  node->link = (uintptr_t)tail;
  if (tail)
    tail->link ^= (uintptr_t)node;
  tail = node;
  return node;
}

static void *replace_last(void *unused) {
  free(tail);
  tail = head;
  head->link = 0;
  append(3);
  return unused;
}

int main(void) {
  pthread_t thread;
  head = append(1);
  append(2);
  uintptr_t cursor = head->link ^ (uintptr_t)head;
  pthread_create(&thread, NULL, replace_last, NULL);
  pthread_join(thread, NULL);
  if ((cursor ^ (uintptr_t)head) == head->link)
    assert(tail->number == 2);
  return 0;
}
