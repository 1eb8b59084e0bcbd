// SPDX-License-Identifier: Apache-2.0
// A hash table by address: whichever bucket an object has, it has the same every time.
// expect: TRUE
// properties: reach,race
// engines: reference explicit auto
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  struct node *next;
};

static struct node *table[16];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static unsigned hash(const struct node *node) { return (uintptr_t)node >> 4 & 15; }

static void insert(struct node *node) {
  pthread_mutex_lock(&lock);
  node->next = table[hash(node)];
  table[hash(node)] = node;
  pthread_mutex_unlock(&lock);
}

static int find(const struct node *node) {
  int found = 0;
  pthread_mutex_lock(&lock);
  for (const struct node *other = table[hash(node)]; other; other = other->next)
    found |= other == node;
  pthread_mutex_unlock(&lock);
  return found;
}

static void *work(void *unused) {
  struct node *node = malloc(sizeof *node);
  insert(node);
  assert(find(node));
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
