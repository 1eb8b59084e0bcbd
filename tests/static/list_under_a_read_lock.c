// SPDX-License-Identifier: Apache-2.0
// property: memory,race,lock
// Threads read a list under a lock that they share, and change it through a pointer to the pointer
// to a node. With -DRACE: a reader changes a node.
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 20
#endif
struct node {
  int key, uses;
  struct node *next;
};

static struct node *list;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void insert(int key) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    abort();
  node->key = key;
  node->uses = 0;
  node->next = NULL;
  pthread_rwlock_wrlock(&lock);
  struct node **at = &list;
  while (*at && (*at)->key != key)
    at = &(*at)->next;
  if (*at)
    free(node);
  else
    *at = node;
  pthread_rwlock_unlock(&lock);
}

static void erase(int key) {
  pthread_rwlock_wrlock(&lock);
  struct node **at = &list;
  while (*at && (*at)->key != key)
    at = &(*at)->next;
  struct node *node = *at;
  if (node) {
    *at = node->next;
    free(node);
  }
  pthread_rwlock_unlock(&lock);
}

static int count(int key) {
  int found = 0;
  pthread_rwlock_rdlock(&lock);
  for (struct node *node = list; node; node = node->next) {
    found |= node->key == key;
#ifdef RACE
    node->uses = key;
#endif
  }
  pthread_rwlock_unlock(&lock);
  return found;
}

static void *work(void *unused) {
  insert(1);
  if (count(1))
    erase(1);
  return unused;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, NULL);
}
