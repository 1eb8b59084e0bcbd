// SPDX-License-Identifier: Apache-2.0
// property: memory,race,lock
// Threads take nodes with data of their own out of a list, and free both.
// With -DRACE: all nodes have the same data.
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 20
#endif
struct node {
  struct node *next;
  int *data;
};

static struct node *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int *make(void) {
  int *data = calloc(1, sizeof *data);
  if (!data)
    abort();
  return data;
}

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  struct node *node = list;
  if (node)
    list = node->next;
  pthread_mutex_unlock(&lock);
  if (node) {
    ++*node->data;
    free(node->data);
    free(node);
  }
  return unused;
}

int main(void) {
  pthread_t thread[THREADS];
  int *data = NULL;
  for (int i = 0; i < THREADS; i++) {
    struct node *node = calloc(1, sizeof *node);
    if (!node)
      abort();
#ifdef RACE
    if (!data)
#endif
      data = make();
    node->data = data;
    node->next = list;
    list = node;
  }
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, NULL);
}
