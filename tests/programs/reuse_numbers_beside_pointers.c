// SPDX-License-Identifier: Apache-2.0
// Numbers that lie next to pointers are no parts of addresses: nobody can tell whether addresses come back, and
// impact, which knows nothing of that, can prove it.
// expect: TRUE
// properties: reach
// engines: reference explicit impact
// lp64-only
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int number;
};

static struct node *head;
static int total;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused) {
  pthread_mutex_lock(&mutex);
  if (head) {
    struct node *node = head;
    head = node->next;
    total += node->number;
    free(node);
  }
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 2; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = head;
    node->number = i;
    head = node;
  }
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  pthread_join(thread, NULL);
  assert(total == 1);
  return 0;
}
