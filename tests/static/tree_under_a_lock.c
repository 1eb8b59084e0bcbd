// SPDX-License-Identifier: Apache-2.0
// property: memory,race,lock
// Threads insert nodes into a tree and look for them, under a lock.
// With -DRACE: they look for them without the lock.
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 20
#endif
struct node {
  int key;
  struct node *left, *right;
};

static struct node *root;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void insert(int key) {
  struct node *node = calloc(1, sizeof *node);
  if (!node)
    abort();
  node->key = key;
  pthread_mutex_lock(&lock);
  struct node **at = &root;
  while (*at)
    at = key < (*at)->key ? &(*at)->left : &(*at)->right;
  *at = node;
  pthread_mutex_unlock(&lock);
}

static int is_there(int key) {
#ifndef RACE
  pthread_mutex_lock(&lock);
#endif
  struct node *at = root;
  while (at && at->key != key)
    at = key < at->key ? at->left : at->right;
#ifndef RACE
  pthread_mutex_unlock(&lock);
#endif
  return at != NULL;
}

static void *work(void *argument) {
  int key = *(int *)argument;
  insert(key);
  return is_there(key + 1) ? argument : NULL;
}

int main(void) {
  static int keys[THREADS];
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    keys[i] = i;
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, &keys[i]);
}
