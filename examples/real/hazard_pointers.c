// expect: TRUE
// bug 1: FALSE(memory)  the reader does not look again after it has published its pointer
// bug 2: FALSE(memory)  the writer looks for readers before it unlinks
// bug 3: FALSE(memory)  the reader withdraws its pointer before the last use
//
// Hazard pointers: a reader publishes which node it is about to use, and looks whether it is still linked; a
// writer frees an unlinked node only if nobody has published it, and keeps it otherwise.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif
enum { READERS = 2 };

struct node {
  int value;
};

static _Atomic(struct node *) head;
static _Atomic(struct node *) hazards[READERS];

static struct node *make(int value) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    abort();
  node->value = value;
  return node;
}

static struct node *protect(int reader) {
  for (;;) {
    struct node *node = head;
    hazards[reader] = node;
#if BUG != 1
    if (node != head)
      continue;
#endif
    return node;
  }
}

static void *read_value(void *argument) {
  int reader = *(int *)argument;
  struct node *node = protect(reader);
#if BUG == 3
  hazards[reader] = NULL;
  assert(node->value > 0);
#else
  assert(node->value > 0);
  hazards[reader] = NULL;
#endif
  return NULL;
}

static bool is_in_use(const struct node *node) {
  for (int i = 0; i < READERS; i++)
    if (hazards[i] == node)
      return true;
  return false;
}

/* The old node if it has to be kept for later. */
static struct node *replace(int value) {
#if BUG == 2
  struct node *old = head;
  bool used = is_in_use(old);
  head = make(value);
#else
  struct node *old = atomic_exchange(&head, make(value));
  bool used = is_in_use(old);
#endif
  if (used)
    return old;
  free(old);
  return NULL;
}

int main(void) {
  pthread_t readers[READERS];
  int numbers[READERS] = {0, 1};
  head = make(1);
  for (int i = 0; i < READERS; i++)
    pthread_create(&readers[i], NULL, read_value, &numbers[i]);
  struct node *kept = replace(2);
  for (int i = 0; i < READERS; i++)
    pthread_join(readers[i], NULL);
  free(kept);
  free(head);
  return 0;
}
