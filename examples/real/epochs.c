// expect: TRUE
// bug 1: FALSE(memory)  the old version is freed at once
// bug 2: FALSE(memory)  a reader announces itself after it has read the pointer
// bug 3: FALSE(memory)  the writer does not wait for a reader of the epoch before
//
// Reclamation by epochs: a reader announces the epoch in which it reads, a writer replaces the version that
// all see, moves the epoch on, and frees the old version once no reader is in an older epoch.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif
enum { READERS = 2, IDLE = 0 };

struct version {
  int left, right;
};

static _Atomic(struct version *) current;
static atomic_uint epoch = 1;
static atomic_uint reading[READERS]; /* the epoch that a reader is in, or IDLE */

static struct version *make(int value) {
  struct version *version = malloc(sizeof *version);
  if (!version)
    abort();
  *version = (struct version){value, value};
  return version;
}

static void synchronize(unsigned before) {
  for (int i = 0; i < READERS; i++) {
#if BUG == 3
    while (reading[i] != IDLE && reading[i] < before)
#else
    while (reading[i] != IDLE && reading[i] <= before)
#endif
      ;
  }
}

static void *read_version(void *argument) {
  int number = *(int *)argument;
#if BUG == 2
  struct version *version = current;
  reading[number] = epoch;
#else
  reading[number] = epoch;
  struct version *version = current;
#endif
  assert(version->left == version->right);
  reading[number] = IDLE;
  return NULL;
}

static void replace(int value) {
  struct version *old = atomic_exchange(&current, make(value));
#if BUG != 1
  synchronize(atomic_fetch_add(&epoch, 1));
#endif
  free(old);
}

int main(void) {
  pthread_t readers[READERS];
  int numbers[READERS] = {0, 1};
  current = make(1);
  for (int i = 0; i < READERS; i++)
    pthread_create(&readers[i], NULL, read_version, &numbers[i]);
  replace(2);
  for (int i = 0; i < READERS; i++)
    pthread_join(readers[i], NULL);
  free(current);
  return 0;
}
