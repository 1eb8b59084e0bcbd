/* SPDX-License-Identifier: Apache-2.0 */
/* Thread-specific data. A key's number is used again only where addresses are (heddle.h): then a new
 * key has a fresh number or that of a deleted one, and the values of a deleted key are told from
 * those of its successor by the generation they were set in. Otherwise values of a deleted key need
 * not be found and cleared. Use of a key that was deleted or never created is undefined in POSIX: a
 * memory error; where that is not checked, EINVAL or a null pointer as in glibc. Destructors run in
 * the order of the keys, again up to PTHREAD_DESTRUCTOR_ITERATIONS times while values are left. */
#define _GNU_SOURCE
#include "thread.h"

#include <errno.h>
#include <limits.h>

enum { KEYS = 64 };

static struct {
  unsigned char is_live, generation;
  void (*destructor)(void *);
} keys[KEYS];
static unsigned key_count;

static _Thread_local void *values[KEYS];
static _Thread_local unsigned char generations[KEYS]; /* of the values, if numbers are used again */

/* A number for a new key, in an atomic section. */
static unsigned take_number(void) {
  if (__heddle_reused() & REUSE_KEYS)
    for (unsigned key = 0; key < key_count; key++)
      if (!keys[key].is_live && __heddle_nondet_bool()) {
        keys[key].generation++;
        return key;
      }
  if (key_count == KEYS)
    __heddle_unsupported("more than 64 keys of thread-specific data");
  return key_count++;
}

static void run_destructors(void);

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  if (__heddle_fault("pthread_key_create"))
    return EAGAIN;
  __heddle_atomic_begin();
  unsigned fresh = take_number();
  keys[fresh].is_live = 1;
  keys[fresh].destructor = destructor;
  __library_run_destructors = run_destructors;
  __heddle_atomic_end();
  *key = fresh;
  return 0;
}

static int is_live(pthread_key_t key) {
  return key < KEYS && __atomic_load_n(&keys[key].is_live, __ATOMIC_SEQ_CST);
}

int pthread_key_delete(pthread_key_t key) {
  if (key < KEYS && __atomic_exchange_n(&keys[key].is_live, 0, __ATOMIC_SEQ_CST))
    return 0;
  __heddle_error("memory", "delete of a key that was deleted or never created");
  return EINVAL;
}

/* The running thread's value of a key that is live. */
static void *value_of(unsigned key) {
  if (!(__heddle_reused() & REUSE_KEYS))
    return values[key];
  unsigned char generation = __atomic_load_n(&keys[key].generation, __ATOMIC_SEQ_CST);
  return generations[key] == generation ? values[key] : 0;
}

/* One key's destructor, if it has one and the thread a value. Was there one to call? */
static int destroy_value(unsigned key) {
  void *value = value_of(key);
  if (!value)
    return 0;
  __heddle_atomic_begin();
  void (*destructor)(void *) = keys[key].is_live ? keys[key].destructor : 0;
  __heddle_atomic_end();
  values[key] = 0;
  if (!destructor)
    return 0;
  destructor(value);
  return 1;
}

static void run_destructors(void) {
  int called = 1;
  for (int i = 0; called && i < PTHREAD_DESTRUCTOR_ITERATIONS; i++) {
    unsigned count = __atomic_load_n(&key_count, __ATOMIC_SEQ_CST);
    called = 0;
    for (unsigned key = 0; key < count; key++)
      called |= destroy_value(key);
  }
}

int pthread_setspecific(pthread_key_t key, const void *value) {
  if (!is_live(key)) {
    __heddle_error("memory", "value for a key that was deleted or never created");
    return EINVAL;
  }
  struct thread *self = __heddle_self();
  self->has_specific = 1;
  values[key] = (void *)value;
  if (__heddle_reused() & REUSE_KEYS)
    generations[key] = __atomic_load_n(&keys[key].generation, __ATOMIC_SEQ_CST);
  return 0;
}

void *pthread_getspecific(pthread_key_t key) {
  if (!is_live(key)) {
    __heddle_error("memory", "value of a key that was deleted or never created");
    return 0;
  }
  return value_of(key);
}
