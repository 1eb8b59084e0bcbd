/* SPDX-License-Identifier: Apache-2.0 */
/* Spin locks. The object is an int: 0 is free, else it holds a mark of the holder. All zero is a
 * free lock, as in glibc, although POSIX demands initialisation.
 *
 * Misuse, from POSIX.1-2017: locking what the thread holds, unlocking what it does not hold,
 * destroying a lock that is held and using one that was destroyed are undefined: lock errors. A
 * thread that spins counts as waiting. A lock that fails is ordered with nothing. */
#define _GNU_SOURCE
#include "initialised.h"
#include "thread.h"

#include <errno.h>

enum { DESTROYED = 1 };

/* Records of threads differ in the upper half of their addresses or, where threads are known by
 * numbers, in the lower one. Neither half of an address is odd. */
static int holder_mark(heddle_word thread) { return (int)((unsigned long long)thread >> 32 ^ thread); }

static int mark_of_self(void) { return holder_mark((heddle_word)__heddle_self()); }

static WAITS_FOR_HOLDER int is_decided(void *object, heddle_word self) {
  int value = *(pthread_spinlock_t *)object;
  return !value || value == holder_mark(self) || value == DESTROYED;
}

static int never(void *object, heddle_word argument) {
  (void)object, (void)argument;
  return 0;
}

static int exchange(pthread_spinlock_t *lock, int expected, int desired) {
  __atomic_compare_exchange_n(lock, &expected, desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
  return expected;
}

int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
  (void)shared;
  if (mark_of((void *)lock) && *lock && *lock != DESTROYED)
    __heddle_error("lock", "initialisation of a spin lock that is held");
  *lock = 0;
  return 0;
}

TAKES_LOCK int pthread_spin_lock(pthread_spinlock_t *lock) {
  int refused = 0;
  __heddle_atomic_begin();
  __heddle_block_until(is_decided, (void *)lock, (heddle_word)__heddle_self());
  int found = exchange(lock, 0, mark_of_self());
  if (!found) {
    __heddle_acquired((void *)lock);
  } else if (found == DESTROYED) {
    __heddle_error("lock", "lock of a destroyed spin lock");
    refused = EINVAL;
  } else {
    __heddle_error("lock", "lock of a spin lock that the thread holds already");
    __heddle_block_until(never, (void *)lock, 0);
  }
  __heddle_atomic_end();
  return refused;
}

TRIES_LOCK int pthread_spin_trylock(pthread_spinlock_t *lock) {
  int found = exchange(lock, 0, mark_of_self());
  if (!found) {
    __heddle_acquired((void *)lock);
    return 0;
  }
  if (found == DESTROYED)
    __heddle_error("lock", "lock of a destroyed spin lock");
  return EBUSY;
}

GIVES_LOCK int pthread_spin_unlock(pthread_spinlock_t *lock) {
  int mark = mark_of_self(), found = exchange(lock, mark, 0);
  if (found != mark) {
    __heddle_error("lock", "unlock of a spin lock that the thread does not hold");
    __atomic_store_n(lock, 0, __ATOMIC_SEQ_CST);
  }
  __heddle_released((void *)lock);
  return 0;
}

DESTROYS_LOCK int pthread_spin_destroy(pthread_spinlock_t *lock) {
  int found = exchange(lock, 0, DESTROYED);
  if (found == DESTROYED)
    __heddle_error("lock", "destroy of a destroyed spin lock");
  else if (found)
    __heddle_error("lock", "destroy of a locked spin lock");
  return 0;
}
