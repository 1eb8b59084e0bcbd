// SPDX-License-Identifier: Apache-2.0
// Locks that are chosen by a hash of the address, and a cache keyed by the address, with a tag, whose entries are removed with the object:
// whatever address comes back, nothing goes wrong.
// expect: TRUE
// properties: reach
// engines: reference explicit auto
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static uintptr_t cached;
static int value;

static unsigned hash(const int *object) { return ((uintptr_t)object >> 4) % 2; }

static uintptr_t key(const int *object) { return (uintptr_t)object | 1; }

static void *work(void *unused) {
  int *object = malloc(sizeof *object);
  pthread_mutex_t *lock = &locks[hash(object)];
  pthread_mutex_lock(lock);
  *object = 1;
  pthread_mutex_unlock(lock);
  free(object);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  for (int i = 0; i < 3; i++) {
    int *object = malloc(sizeof *object);
    *object = i;
    assert(cached != key(object));
    cached = key(object);
    value = i;
    assert(value == *object);
    cached = 0;
    free(object);
  }
  pthread_join(thread, NULL);
  return 0;
}
