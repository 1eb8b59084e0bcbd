// expect: TRUE
// properties: reach
// engines: reference order
// Nodes with fields of different sizes, reached by pointers that another thread wrote.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int number;
  short check;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct node *head;

static void push(int number) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    abort();
  node->number = number;
  node->check = (short)(number + 1);
  pthread_mutex_lock(&mutex);
  node->next = head;
  head = node;
  pthread_mutex_unlock(&mutex);
}

static void *work(void *argument) {
  push(5);
  push(7);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  push(3);
  pthread_mutex_lock(&mutex);
  for (struct node *node = head; node; node = node->next)
    assert(node->check == node->number + 1);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
