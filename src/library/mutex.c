/* SPDX-License-Identifier: Apache-2.0 */
/* Mutexes of all types, robust ones too.
 *
 * Misuse, from POSIX.1-2017: locking a normal mutex again deadlocks; unlocking one that the thread
 * does not hold, destroying one that is held or waited for, and using one that was destroyed are
 * undefined. These are lock errors; where they are not checked, what glibc does happens.
 * Errorcheck, recursive and robust mutexes give the error numbers POSIX demands. The default type
 * is the normal one, as in glibc. Initialising a mutex looks at what was there before only in
 * variables (initialised.h), as it may be anything; if it was a held mutex, its holder's unlock is
 * the error.
 *
 * A lock that fails is ordered with nothing: POSIX leaves open whether it synchronises memory, and
 * C promises it only of one that succeeds.
 *
 * A time-out can come at any time, so a timed lock takes the mutex if it is free and never waits:
 * what it could see by waiting, it also sees by being called later. */
#define _GNU_SOURCE
#include "mutex.h"

#include <errno.h>
#include <limits.h>

/* Did the holder of a robust mutex end without giving it back? */
static int is_orphaned(const struct mutex *mutex, heddle_word owner) {
  owner &= ~(heddle_word)MUTEX_BITS;
  return mutex->kind & KIND_ROBUST && owner && ((struct thread *)owner)->state & THREAD_ENDED;
}

/* Is there nothing to wait for, be it that the lock succeeds or fails? */
static WAITS_FOR_HOLDER int is_decided(void *object, heddle_word self) {
  struct mutex *mutex = object;
  int is_robust = mutex->kind & KIND_ROBUST;
  heddle_word owner = mutex->owner;
  return owner <= MUTEX_BITS || (owner & ~(heddle_word)MUTEX_BITS) == self ||
         (is_robust && is_orphaned(mutex, owner));
}

static int never(void *object, heddle_word argument) {
  (void)object, (void)argument;
  return 0;
}

/* Takes a mutex that was found not to be free if its holder may lock it again or has died. EBUSY:
 * it may not. In an atomic section. */
static int take_special(struct mutex *mutex, struct thread *self) {
  heddle_word owner = mutex->owner;
  if (owner == MUTEX_DESTROYED) {
    __heddle_error("lock", "lock of a destroyed mutex");
    return EINVAL;
  }
  if (owner == MUTEX_DIRTY)
    return ENOTRECOVERABLE;
  if ((owner & ~(heddle_word)MUTEX_BITS) == (heddle_word)self) {
    if (mutex_type(mutex) != PTHREAD_MUTEX_RECURSIVE)
      return EBUSY;
    if (mutex->count == UINT_MAX)
      return EAGAIN;
    mutex->count++;
    mutex->owner = owner | MUTEX_AGAIN;
    __heddle_acquired(mutex);
    return 0;
  }
  if (!is_orphaned(mutex, owner))
    return EBUSY;
  mutex->count = 0;
  mutex->owner = (heddle_word)self | MUTEX_DIRTY;
  __heddle_acquired(mutex);
  return EOWNERDEAD;
}

/* The common case in one step: it is free. */
static int take_free(struct mutex *mutex, struct thread *self) {
  heddle_word expected = 0;
  if (!__atomic_compare_exchange_n(&mutex->owner, &expected, (heddle_word)self, 0, __ATOMIC_SEQ_CST,
                                   __ATOMIC_RELAXED))
    return 0;
  __heddle_acquired(mutex);
  return 1;
}

int __library_mutex_take(struct mutex *mutex, struct thread *self) {
  __heddle_block_until(is_decided, mutex, (heddle_word)self);
  if (take_free(mutex, self))
    return 0;
  int refused = take_special(mutex, self);
  if (refused != EBUSY)
    return refused;
  if (mutex_type(mutex) == PTHREAD_MUTEX_ERRORCHECK)
    return EDEADLK;
  __heddle_error("lock", "lock of a mutex that the thread holds already");
  __heddle_block_until(never, mutex, 0);
  return EDEADLK;
}

TAKES_LOCK int pthread_mutex_lock(pthread_mutex_t *object) {
  __heddle_atomic_begin();
  int refused = __library_mutex_take((struct mutex *)object, __heddle_self());
  __heddle_atomic_end();
  return refused;
}

/* Does another thread hold it, as far as can be seen without being ordered with that thread? It
 * might have died with a robust one. In an atomic section. */
static int is_of_other(const struct mutex *mutex, const struct thread *self) {
  heddle_word holder = seen_unordered(mutex->owner) & ~(heddle_word)MUTEX_BITS;
  return holder && holder != (heddle_word)self && !(mutex->kind & KIND_ROBUST);
}

TRIES_LOCK int pthread_mutex_trylock(pthread_mutex_t *object) {
  struct mutex *mutex = (struct mutex *)object;
  struct thread *self = __heddle_self();
  if (take_free(mutex, self))
    return 0;
  int refused = EBUSY;
  __heddle_atomic_begin();
  if (!is_of_other(mutex, self))
    refused = mutex->owner || !take_free(mutex, self) ? take_special(mutex, self) : 0;
  __heddle_atomic_end();
  return refused;
}

TRIES_LOCK int pthread_mutex_timedlock(pthread_mutex_t *object, const struct timespec *until) {
  struct mutex *mutex = (struct mutex *)object;
  int refused = pthread_mutex_trylock(object);
  if (refused != EBUSY)
    return refused;
  __heddle_atomic_begin();
  int again = !is_of_other(mutex, __heddle_self()) && mutex_is_held(mutex, __heddle_self()) &&
              mutex_type(mutex) == PTHREAD_MUTEX_ERRORCHECK;
  __heddle_atomic_end();
  return again ? EDEADLK : time_is_invalid(until) ? EINVAL : ETIMEDOUT;
}

TRIES_LOCK int pthread_mutex_clocklock(pthread_mutex_t *object, clockid_t clock,
                                       const struct timespec *until) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
    return EINVAL;
  return pthread_mutex_timedlock(object, until);
}

/* The mutex is not the thread's, or not simply. In an atomic section. */
static int give_special(struct mutex *mutex, struct thread *self) {
  heddle_word owner = mutex->owner;
  if ((owner & ~(heddle_word)MUTEX_BITS) == (heddle_word)self) {
    if (owner & MUTEX_AGAIN) {
      if (!--mutex->count)
        mutex->owner = owner & ~(heddle_word)MUTEX_AGAIN;
      __heddle_released(mutex);
      return 0;
    }
    mutex->owner = MUTEX_DIRTY;
    __heddle_released(mutex);
    return 0;
  }
  if (owner == MUTEX_DESTROYED) {
    __heddle_error("lock", "unlock of a destroyed mutex");
    return EINVAL;
  }
  if (mutex_type(mutex) == PTHREAD_MUTEX_RECURSIVE ||
      mutex_type(mutex) == PTHREAD_MUTEX_ERRORCHECK || mutex->kind & KIND_ROBUST)
    return EPERM;
  if (owner)
    __heddle_error("lock", "unlock of a mutex that another thread holds");
  else
    __heddle_error("lock", "unlock of a mutex that is not locked");
  mutex->owner = 0;
  __heddle_released(mutex);
  return 0;
}

int __library_mutex_give(struct mutex *mutex, struct thread *self) {
  heddle_word expected = (heddle_word)self;
  if (__atomic_compare_exchange_n(&mutex->owner, &expected, 0, 0, __ATOMIC_SEQ_CST,
                                  __ATOMIC_SEQ_CST)) {
    __heddle_released(mutex);
    return 0;
  }
  __heddle_atomic_begin();
  int refused = give_special(mutex, self);
  __heddle_atomic_end();
  return refused;
}

GIVES_LOCK int pthread_mutex_unlock(pthread_mutex_t *object) {
  return __library_mutex_give((struct mutex *)object, __heddle_self());
}

DESTROYS_LOCK int pthread_mutex_destroy(pthread_mutex_t *object) {
  struct mutex *mutex = (struct mutex *)object;
  heddle_word owner = 0;
  if (__atomic_compare_exchange_n(&mutex->owner, &owner, MUTEX_DESTROYED, 0, __ATOMIC_SEQ_CST,
                                  __ATOMIC_SEQ_CST))
    return 0;
  if (owner == MUTEX_DIRTY) {
    __atomic_store_n(&mutex->owner, MUTEX_DESTROYED, __ATOMIC_SEQ_CST);
    return 0;
  }
  if (owner == MUTEX_DESTROYED) {
    __heddle_error("lock", "destroy of a destroyed mutex");
    return EINVAL;
  }
  __heddle_error("lock", "destroy of a locked mutex");
  return EBUSY;
}

int pthread_mutex_consistent(pthread_mutex_t *object) {
  struct mutex *mutex = (struct mutex *)object;
  __heddle_atomic_begin();
  heddle_word owner = mutex->owner;
  int refused =
      mutex->kind & KIND_ROBUST && owner & MUTEX_DIRTY && mutex_is_held(mutex, __heddle_self())
          ? 0
          : EINVAL;
  if (!refused)
    mutex->owner = owner & ~(heddle_word)MUTEX_DIRTY;
  __heddle_atomic_end();
  return refused;
}
