/* SPDX-License-Identifier: Apache-2.0 */
/* Barriers. `progress` counts the threads that have arrived. When the last one arrives, it becomes
 * minus the number of threads that still have to leave; threads of the next phase wait until all
 * have left, which no program can observe. POSIX does not specify the serial thread, so any thread
 * of the phase can be it. If only as many threads use a barrier as it waits for, no thread can
 * observe in which order they arrive and leave.
 *
 * Misuse, from POSIX.1-2017: using a barrier that was never initialised or was destroyed, and
 * destroying one on which threads are blocked, are undefined: lock errors. */
#define _GNU_SOURCE
#include "initialised.h"
#include "thread.h"

#include <errno.h>

struct barrier {
  unsigned count; /* of threads that make a round; 0: never initialised; DESTROYED */
  int progress;
  unsigned mark;        /* of initialisation */
  unsigned char serial; /* while threads leave: */
};

/* One of the threads that have not left yet must become the serial thread, or may, as the serial
 * thread can also be one that does not use the result. */
enum { NOT_DUE, MUST_BE_TOLD, MAY_BE_TOLD };

enum { DESTROYED = 0xffffffffu };

_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "must fit glibc's type");

int pthread_barrier_init(pthread_barrier_t *object, const pthread_barrierattr_t *attributes,
                         unsigned count) {
  (void)attributes;
  if (count == 0 || count > 0x7fffffff)
    return EINVAL;
  struct barrier *barrier = (struct barrier *)object;
  unsigned mark = mark_of(barrier);
  if (mark && barrier->mark == mark && barrier->count != DESTROYED)
    __heddle_error("lock", "initialisation of a barrier that is initialised already");
  barrier->mark = mark;
  barrier->progress = 0;
  barrier->serial = NOT_DUE;
  barrier->count = count;
  return 0;
}

static int all_left(void *object, heddle_word argument) {
  (void)argument;
  return ((struct barrier *)object)->progress >= 0;
}

static int all_came(void *object, heddle_word argument) {
  (void)argument;
  return ((struct barrier *)object)->progress < 0;
}

/* One of several threads that leave. In an atomic section. The progress is written last, so a
 * thread that reads it and destroys the barrier comes after all of this. */
static int leave(struct barrier *barrier, int wants_result) {
  int progress = barrier->progress + 1, serial = barrier->serial, is_told = 0;
  if (wants_result)
    is_told = serial && ((serial == MUST_BE_TOLD && !progress) || __heddle_nondet_bool());
  else if (serial)
    serial = MAY_BE_TOLD;
  barrier->serial = is_told || !progress ? NOT_DUE : serial;
  barrier->progress = progress;
  return is_told ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

static int wait(struct barrier *barrier, int wants_result) {
  __heddle_atomic_begin();
  __heddle_block_until_met(all_left, barrier, 0);
  unsigned count = barrier->count;
  if (count == 0 || count == DESTROYED) {
    __heddle_error("lock", "wait at a barrier that is destroyed or was never initialised");
    __heddle_atomic_end();
    return EINVAL;
  }
  if (count == 1) { /* such rounds have nothing to do with one another */
    __heddle_atomic_end();
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  int arrived = barrier->progress + 1, result = 0;
  if (arrived < (int)count) {
    barrier->progress = arrived;
    __heddle_block_until_met(all_came, barrier, count);
    result = leave(barrier, wants_result);
  } else {
    if (wants_result && !__heddle_nondet_bool())
      result = PTHREAD_BARRIER_SERIAL_THREAD;
    else
      barrier->serial = wants_result ? MUST_BE_TOLD : MAY_BE_TOLD;
    barrier->progress = 1 - arrived;
  }
  __heddle_atomic_end();
  return result;
}

int pthread_barrier_wait(pthread_barrier_t *object) { return wait((struct barrier *)object, 1); }

/* The caller does not use whether it is the serial thread. */
int __heddle_discarded_pthread_barrier_wait(pthread_barrier_t *object);
int __heddle_discarded_pthread_barrier_wait(pthread_barrier_t *object) {
  return wait((struct barrier *)object, 0);
}

/* A round that is complete but not left by all is no obstacle: destroying waits for it. */
int pthread_barrier_destroy(pthread_barrier_t *object) {
  struct barrier *barrier = (struct barrier *)object;
  int refused = 0;
  __heddle_atomic_begin();
  __heddle_block_until(all_left, barrier, 0);
  if (barrier->count == 0 || barrier->count == DESTROYED) {
    __heddle_error("lock", "destroy of a barrier that is destroyed or was never initialised");
    refused = EINVAL;
  } else if (barrier->progress) {
    __heddle_error("lock", "destroy of a barrier at which threads wait");
    refused = EBUSY;
  } else {
    barrier->count = DESTROYED;
  }
  __heddle_atomic_end();
  return refused;
}
