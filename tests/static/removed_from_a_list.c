// SPDX-License-Identifier: Apache-2.0
// property: memory,race,lock
// Threads insert nodes into a list, look for them, and remove them from its middle.
// With -DRACE: a node is freed that is still in the list.
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 20
#endif
struct node {
  struct node *next;
  int key;
};

static struct node *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void insert(int key) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    abort();
  node->key = key;
  pthread_mutex_lock(&lock);
  node->next = list;
  list = node;
  pthread_mutex_unlock(&lock);
}

static void erase(int key) {
  pthread_mutex_lock(&lock);
  struct node *before = NULL, *node = list;
  while (node && node->key != key) {
    before = node;
    node = node->next;
  }
  if (node) {
    if (before)
      before->next = node->next;
#ifndef RACE
    else
      list = node->next;
#endif
  }
  pthread_mutex_unlock(&lock);
  free(node);
}

static int is_there(int key) {
  int found = 0;
  pthread_mutex_lock(&lock);
  for (struct node *node = list; node; node = node->next)
    found |= node->key == key;
  pthread_mutex_unlock(&lock);
  return found;
}

static void *work(void *argument) {
  int *number = argument, key = *number;
  free(number);
  insert(key);
  if (is_there(key))
    erase(key);
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) {
    int *number = malloc(sizeof *number);
    if (!number)
      abort();
    *number = 1;
    pthread_create(&thread[i], NULL, work, number);
  }
}
