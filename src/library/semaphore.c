/* SPDX-License-Identifier: Apache-2.0 */
/* Semaphores; named_semaphores.c finds them by name. What is kept is the value plus one, so that zero
 * means: never initialised.
 *
 * Misuse, from POSIX.1-2017: using a semaphore that was never initialised or was destroyed and
 * destroying one on which threads are blocked are undefined: lock errors. Anybody may post, so
 * no thread holds a semaphore. A time-out can come at any time, so a timed wait never waits. The values that sem_getvalue and a failing wait read do not synchronise with their writers: POSIX does not list the
 * former among the functions that synchronise memory, and leaves it open for calls that fail. */
#define _GNU_SOURCE
#include "initialised.h"
#include "thread.h"

#include <errno.h>
#include <semaphore.h>

struct semaphore {
  unsigned more; /* the value plus one */
  unsigned mark; /* of initialisation */
};

enum { DESTROYED = 0xffffffffu, VALUE_MOST = 0x7fffffff };

_Static_assert(sizeof(struct semaphore) <= sizeof(sem_t), "must fit glibc's type");

static int fail(int error) {
  errno = error;
  return -1;
}

int sem_init(sem_t *object, int shared, unsigned value) {
  (void)shared;
  if (value > VALUE_MOST)
    return fail(EINVAL);
  struct semaphore *semaphore = (struct semaphore *)object;
  unsigned mark = mark_of(semaphore);
  if (mark) {
    if (semaphore->mark == mark && semaphore->more && semaphore->more != DESTROYED)
      __heddle_error("lock", "initialisation of a semaphore that is initialised already");
    semaphore->mark = mark;
  }
  semaphore->more = value + 1;
  return 0;
}

/* Not usable semaphores do not make a thread wait, so that it can report them. */
static int positive_or_cancelled(void *object, heddle_word self) {
  return thread_is_cancelled((struct thread *)self) || ((struct semaphore *)object)->more != 1;
}

/* Lowers the value if it is positive; returns what was found. Only who lowers it is ordered with
 * those who raised it. In an atomic section. */
static unsigned lower(struct semaphore *semaphore) {
  unsigned more = seen_unordered(semaphore->more);
  if (more == 0 || more == DESTROYED)
    __heddle_error("lock", "wait for a semaphore that is destroyed or was never initialised");
  else if (more > 1)
    __atomic_fetch_sub(&semaphore->more, 1, __ATOMIC_SEQ_CST);
  return more;
}

int sem_wait(sem_t *object) {
  struct semaphore *semaphore = (struct semaphore *)object;
  struct thread *self = __heddle_self();
  __heddle_atomic_begin();
  int cancelled = thread_is_cancelled(self);
  if (!cancelled) {
    __heddle_block_until(positive_or_cancelled, semaphore, (heddle_word)self);
    unsigned found = lower(semaphore);
    cancelled = found == 1 && thread_is_cancelled(self);
  }
  __heddle_atomic_end();
  if (cancelled)
    __library_thread_cancel(self);
  return 0;
}

static int try_to_lower(sem_t *object, int otherwise) {
  __heddle_atomic_begin();
  unsigned found = lower((struct semaphore *)object);
  __heddle_atomic_end();
  return found == 1 ? fail(otherwise) : 0;
}

int sem_trywait(sem_t *object) { return try_to_lower(object, EAGAIN); }

int sem_timedwait(sem_t *object, const struct timespec *until) {
  pthread_testcancel();
  return try_to_lower(object, time_is_invalid(until) ? EINVAL : ETIMEDOUT);
}

int sem_clockwait(sem_t *object, clockid_t clock, const struct timespec *until) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
    return fail(EINVAL);
  return sem_timedwait(object, until);
}

int sem_post(sem_t *object) {
  struct semaphore *semaphore = (struct semaphore *)object;
  unsigned more = __atomic_fetch_add(&semaphore->more, 1, __ATOMIC_SEQ_CST);
  if (more == 0 || more == DESTROYED) {
    __heddle_error("lock", "post to a semaphore that is destroyed or was never initialised");
  } else if (more > VALUE_MOST) {
    __atomic_fetch_sub(&semaphore->more, 1, __ATOMIC_SEQ_CST);
    return fail(EOVERFLOW);
  }
  return 0;
}

int sem_getvalue(sem_t *object, int *value) {
  unsigned more = seen_unordered(((struct semaphore *)object)->more);
  if (more == 0 || more == DESTROYED) {
    __heddle_error("lock", "value of a semaphore that is destroyed or was never initialised");
    return fail(EINVAL);
  }
  *value = (int)(more - 1);
  return 0;
}

int sem_destroy(sem_t *object) {
  unsigned more =
      __atomic_exchange_n(&((struct semaphore *)object)->more, DESTROYED, __ATOMIC_SEQ_CST);
  if (more == 0 || more == DESTROYED) {
    __heddle_error("lock", "destroy of a semaphore that is destroyed or was never initialised");
    return fail(EINVAL);
  }
  return 0;
}
