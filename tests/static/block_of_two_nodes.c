// SPDX-License-Identifier: Apache-2.0
// property: memory,race,lock
// A block to which a node leads is taken from the node and freed.
// With -DRACE: a second node leads to it as well, maybe in place of a third one, and is still used.
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 20
#endif
struct node {
  struct node *next;
  int number;
};

static struct node *first, *second, *third;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct node *make(void) {
  struct node *node = calloc(1, sizeof *node);
  if (!node)
    abort();
  return node;
}

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  struct node *node = first->next;
  first->next = NULL;
  pthread_mutex_unlock(&lock);
  free(node);
  pthread_mutex_lock(&lock);
  if (second->next)
    second->next->number++;
  struct node *old = first;
  first = second;
  second = old;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(int count, char **arguments) {
  (void)arguments;
  pthread_t thread[THREADS];
  first = make();
  second = make();
  third = make();
  struct node *node = make();
  first->next = node;
  if (count > 1)
    third->next = first->next;
#ifdef RACE
  else
    second->next = node;
  third->next = NULL;
#endif
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, NULL);
}
