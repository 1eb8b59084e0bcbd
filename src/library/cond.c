/* SPDX-License-Identifier: Apache-2.0 */
/* Condition variables. The threads that wait are a list through their records, in the order of the
 * records' addresses, so that the order in which they came is not part of the state. A signal takes
 * any one of them off the list, a broadcast all; without waiters both are lost. A thread that
 * begins to wait after a signal is not on the list the signal saw, so it cannot take the wake-up.
 *
 * Misuse, from POSIX.1-2017: waiting with a mutex that the thread does not hold, threads waiting at
 * the same time with different mutexes, destroying a condition variable on which threads are
 * blocked and using one that was destroyed are undefined: lock errors. Spurious wake-ups happen,
 * but a waiter that only such a wake-up could free counts as blocked. A cancelled waiter takes the
 * mutex again before its cleanup handlers run, and consumes no signal. */
#define _GNU_SOURCE
#include "initialised.h"
#include "mutex.h"

#include <errno.h>

/* Smaller than glibc's type: only this much of the object is ever touched. */
struct condition {
  struct thread *first; /* of those that wait */
  struct mutex *mutex;  /* with which they wait */
  unsigned mark;        /* of initialisation */
};

_Static_assert(sizeof(struct condition) <= sizeof(pthread_cond_t), "must fit glibc's type");

#define DESTROYED ((struct thread *)2)

static int woken_or_cancelled(void *object, heddle_word argument) {
  struct thread *self = (struct thread *)argument;
  (void)object;
  return thread_is_cancelled(self) || !self->waits_for;
}

/* Puts the thread on the list and gives the mutex back. Returns an error number. */
static int begin_wait(struct condition *condition, struct mutex *mutex, struct thread *self) {
  struct thread *first = condition->first;
  if (first == DESTROYED) {
    __heddle_error("lock", "wait on a destroyed condition variable");
    return EINVAL;
  }
  if (!mutex_is_held(mutex, self)) {
    if (mutex_type(mutex) == PTHREAD_MUTEX_ERRORCHECK || mutex->kind & KIND_ROBUST)
      return EPERM;
    __heddle_error("lock", "wait with a mutex that the thread does not hold");
  }
  if (!first)
    condition->mutex = mutex;
  else if (condition->mutex != mutex)
    __heddle_error("lock", "threads wait on one condition variable with different mutexes");
  int refused = __library_mutex_give(mutex, self);
  if (!refused) {
    thread_list_add(&condition->first, self);
    self->waits_for = condition;
  }
  return refused;
}

enum patience {
  FOREVER,
  UNTIL_SPURIOUS_OR_TIMEOUT,
  UNTIL_TIMEOUT, /* the caller does not use whether it was one */
};

/* A wake-up can be spurious, so that any waiter may go on at any time. If deadlocks are not
 * checked, waiting therefore only releases the mutex for a while. */
static int wait_unwatched(struct mutex *mutex, struct thread *self, enum patience patience) {
  __heddle_atomic_begin();
  int cancelled = thread_is_cancelled(self);
  int refused = cancelled ? 0 : __library_mutex_give(mutex, self);
  __heddle_atomic_end();
  if (cancelled)
    __library_thread_cancel(self);
  if (refused)
    return refused;
  __heddle_atomic_begin();
  cancelled = thread_is_cancelled(self) && __heddle_nondet_bool();
  int late = patience != FOREVER && __heddle_nondet_bool();
  int taken = __library_mutex_take(mutex, self);
  __heddle_atomic_end();
  if (cancelled)
    __library_thread_cancel(self);
  return taken ? taken : late ? ETIMEDOUT : 0;
}

/* A thread that wakes up spuriously leaves the list when it has the mutex again, not before. So all
 * it does between two waits, no other thread comes between, except by signals: if it only looks at its
 * condition, it leaves everything as it was (engine/graph/loops.c makes use of that).
 *
 * No execution is lost. Take one in which the thread leaves earlier. A signal that comes before it
 * has the mutex takes another waiter or is lost. If the thread is still on the list, the signal can
 * take the same waiter, or else this thread, which goes on in the same way. A broadcast takes it
 * too. And a condition variable that is destroyed or used with another mutex meanwhile is misused:
 * the thread need not have woken up. Two kinds of threads must leave first: one that is cancelled,
 * as it must not consume a signal, and one whose result tells of a time-out. */
static int wait(pthread_cond_t *object, struct mutex *mutex, enum patience patience) {
  struct condition *condition = (struct condition *)object;
  struct thread *self = __heddle_self();
  if (!__heddle_watching())
    return __atomic_load_n(&condition->first, __ATOMIC_SEQ_CST) == DESTROYED
               ? EINVAL
               : wait_unwatched(mutex, self, patience);
  __heddle_atomic_begin();
  if (thread_is_cancelled(self)) {
    __heddle_atomic_end();
    __library_thread_cancel(self);
  }
  int refused = begin_wait(condition, mutex, self);
  if (refused) {
    __heddle_atomic_end();
    return refused;
  }
  if (patience == FOREVER) {
    __heddle_block_until_or_spurious(woken_or_cancelled, condition, (heddle_word)self);
  } else {
    __heddle_atomic_end();
    __heddle_atomic_begin();
  }
  int cancelled = 0, is_late = 0;
  if (self->waits_for) {
    cancelled = thread_is_cancelled(self);
    is_late = !cancelled && patience == UNTIL_SPURIOUS_OR_TIMEOUT && __heddle_nondet_bool();
    if (cancelled || patience == UNTIL_SPURIOUS_OR_TIMEOUT)
      thread_list_leave(&condition->first, self);
  }
  int taken = __library_mutex_take(mutex, self);
  if (self->waits_for)
    thread_list_leave(&condition->first, self);
  __heddle_atomic_end();
  if (cancelled)
    __library_thread_cancel(self);
  return taken ? taken : is_late ? ETIMEDOUT : 0;
}

WAITS_WITH_LOCK int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  return wait(condition, (struct mutex *)mutex, FOREVER);
}

WAITS_WITH_LOCK int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                           const struct timespec *until) {
  if (time_is_invalid(until))
    return EINVAL;
  return wait(condition, (struct mutex *)mutex, UNTIL_SPURIOUS_OR_TIMEOUT);
}

/* Whether it was a time-out or a spurious wake-up only the result tells. */
int __heddle_discarded_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                              const struct timespec *until);
WAITS_WITH_LOCK
int __heddle_discarded_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                              const struct timespec *until) {
  if (time_is_invalid(until))
    return EINVAL;
  return wait(condition, (struct mutex *)mutex, UNTIL_TIMEOUT);
}

WAITS_WITH_LOCK
int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *until) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
    return EINVAL;
  return pthread_cond_timedwait(condition, mutex, until);
}

/* A signal wakes no thread, since waiting threads may wake up at any time; but the memory must be
 * there. */
static int touch(const struct condition *condition) {
  (void)__atomic_load_n(&condition->first, __ATOMIC_SEQ_CST);
  return 0;
}

int pthread_cond_signal(pthread_cond_t *object) {
  struct condition *condition = (struct condition *)object;
  if (!__heddle_watching())
    return touch(condition);
  __heddle_atomic_begin();
  struct thread *before = 0, *waiter = condition->first;
  if (waiter == DESTROYED) {
    __heddle_error("lock", "signal of a destroyed condition variable");
  } else if (waiter) {
    for (struct thread *next; (next = waiter->next_waiter) && __heddle_nondet_bool();) {
      before = waiter;
      waiter = next;
    }
    thread_list_remove(&condition->first, before, waiter);
  }
  __heddle_atomic_end();
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t *object) {
  struct condition *condition = (struct condition *)object;
  if (!__heddle_watching())
    return touch(condition);
  __heddle_atomic_begin();
  struct thread *waiter = condition->first;
  if (waiter == DESTROYED)
    __heddle_error("lock", "broadcast of a destroyed condition variable");
  else
    while (waiter) {
      thread_list_remove(&condition->first, 0, waiter);
      waiter = condition->first;
    }
  __heddle_atomic_end();
  return 0;
}

int pthread_cond_init(pthread_cond_t *object, const pthread_condattr_t *attributes) {
  struct condition *condition = (struct condition *)object;
  unsigned mark = mark_of(condition);
  (void)attributes;
  if (mark && condition->mark == mark && condition->first != DESTROYED)
    __heddle_error("lock", "initialisation of a condition variable that is initialised already");
  condition->first = 0;
  condition->mutex = 0;
  if (mark)
    condition->mark = mark;
  return 0;
}

int pthread_cond_destroy(pthread_cond_t *object) {
  struct condition *condition = (struct condition *)object;
  struct thread *first = 0;
  if (__atomic_compare_exchange_n(&condition->first, &first, DESTROYED, 0, __ATOMIC_SEQ_CST,
                                  __ATOMIC_SEQ_CST))
    return 0;
  if (first == DESTROYED) {
    __heddle_error("lock", "destroy of a destroyed condition variable");
    return EINVAL;
  }
  __heddle_error("lock", "destroy of a condition variable on which threads wait");
  return EBUSY;
}
