/* SPDX-License-Identifier: Apache-2.0 */
/* Threads: creation, end, join, detach.
 *
 * Misuse, from POSIX.1-2017: using a thread id after its lifetime (the thread was joined, or was
 * detached and has ended) is undefined: a memory error, as use of something that was freed. Joining
 * or detaching a thread that is not joinable, joining oneself, and two threads joining one thread
 * are undefined: lock errors; where they are not checked, glibc's error number is returned. Two
 * threads that join each other may get EDEADLK: a deadlock error, else that number.
 * pthread_create fails for lack of resources only with `--faults on`. */
#define _GNU_SOURCE
#include "thread.h"

#include "attribute.h"
#include "process.h"
#include "reused.h"

#include <errno.h>
#include <stdlib.h>

const heddle_size __heddle_record_size = sizeof(struct thread);

static void run(void *record, void *start, void *argument) {
  struct thread *self = record;
  void *result = ((void *(*)(void *))start)(argument);
  if (result)
    self->result = result;
  __library_thread_finish(self);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *),
                   void *argument) {
  const struct attributes *wanted = (const struct attributes *)attributes;
  if (__heddle_fault("pthread_create"))
    return EAGAIN;
  int detached = wanted && wanted->detached, scheduled = wanted && wanted->explicit_scheduling;
  __heddle_atomic_begin();
  look_for_reused(REUSE_RECORDS);
  struct thread *record = __heddle_spawn(run, start, argument), *self = __heddle_self();
  if (self->processors)
    record->processors = self->processors;
  if (self->blocked_signals)
    record->blocked_signals = self->blocked_signals;
  if (detached) {
    record->state = THREAD_DETACHED;
    record->claimed = 1;
  }
  if (scheduled)
    __library_thread_schedule(record, wanted->policy, wanted->priority);
  *thread = (pthread_t)record;
  __heddle_atomic_end();
  return 0;
}

/* The result is not accessible any more: what it points to may have leaked. */
static void forget_result(struct thread *thread) {
  if (thread->result)
    thread->result = 0;
}

/* The lifetime of its id has ended. In an atomic section. */
static void give_back(struct thread *thread) {
  forget_result(thread);
  __heddle_released(thread);
  note_reusable(REUSE_RECORDS);
}

void (*__library_run_destructors)(void);

_Noreturn void __library_thread_finish(struct thread *self) {
  __heddle_atomic_begin();
  if (self->has_specific) {
    void (*run_destructors)(void) = __library_run_destructors;
    self->cancel |= CANCEL_DISABLED;
    __heddle_atomic_end();
    run_destructors();
    __heddle_atomic_begin();
  }
  if (__heddle_alone()) {
    __heddle_atomic_end();
    __library_exit(0);
  }
  if (__atomic_fetch_or(&self->state, THREAD_ENDED, __ATOMIC_SEQ_CST) & THREAD_DETACHED)
    give_back(self);
  __heddle_finish();
}

_Noreturn void __library_thread_unwind(struct thread *self) {
  __pthread_unwind_buf_t *handler = self->cleanup;
  if (!handler)
    __library_thread_finish(self);
  __atomic_fetch_or(&self->cancel, CANCEL_DISABLED, __ATOMIC_SEQ_CST);
  self->cleanup = handler->__pad[0];
  __heddle_longjmp(handler->__cancel_jmp_buf, 1);
}

_Noreturn void pthread_exit(void *result) {
  struct thread *self = __heddle_self();
  if (result)
    self->result = result;
  __library_thread_unwind(self);
}

/* What mostly changes comes last: engine graph gives up on a wait whose last read is an old one. */
static WAITS_FOR_HOLDER int ended_or_cancelled(void *object, heddle_word argument) {
  return thread_is_cancelled((struct thread *)argument) ||
         ((struct thread *)object)->state & THREAD_ENDED;
}

/* Can a thread join the one that created it? Mostly it does not know its id. Then it is not looked
 * at who joins a thread that joins another one, which would tell executions apart. Threads that
 * join each other by ids from variables wait for each other, which POSIX allows. */
static int may_join_creator(void) {
  return __heddle_called("pthread_self") || __heddle_called("thrd_current");
}

/* Why the thread cannot be joined: an error number, or 0. In an atomic section. */
static int refuse_join(const struct thread *other) {
  const struct thread *self = __heddle_self();
  /* Whether it has ended is nothing to look at here: that would tell executions apart. */
  unsigned state = other->claimed ? other->state : 0;
  if (thread_is_over(state)) {
    __heddle_error("memory", "join of a thread that was joined, or detached and has ended");
    return ESRCH;
  }
  if (state & THREAD_DETACHED) {
    __heddle_error("lock", "join of a detached thread");
    return EINVAL;
  }
  if (other == self) {
    __heddle_error("lock", "a thread joins itself");
    return EDEADLK;
  }
  if (other->joiner) {
    __heddle_error("lock", "two threads join one thread");
    return EINVAL;
  }
  if (may_join_creator() && self->joiner == other && !thread_is_cancelled(other)) {
    __heddle_error("deadlock", "two threads join each other");
    return EDEADLK;
  }
  return 0;
}

int __library_thread_join(struct thread *other, void **result) {
  struct thread *self = __heddle_self();
  __heddle_atomic_begin();
  if (thread_is_cancelled(self)) {
    __heddle_atomic_end();
    __library_thread_cancel(self);
  }
  int refused = refuse_join(other);
  if (refused) {
    __heddle_atomic_end();
    return refused;
  }
  other->joiner = self;
  if (self->cancel & CANCEL_DISABLED)
    __heddle_block_until(ended_or_cancelled, other, (heddle_word)self);
  else
    __heddle_block_until_or_cancelled(ended_or_cancelled, other, (heddle_word)self);
  if (thread_is_cancelled(self) && !(other->state & THREAD_ENDED)) {
    other->joiner = 0;
    __heddle_atomic_end();
    __library_thread_cancel(self);
  }
  other->state = THREAD_ENDED | THREAD_JOINED;
  other->claimed = 1;
  void *value = other->result;
  give_back(other);
  __heddle_atomic_end();
  if (result)
    *result = value;
  return 0;
}

JOINS_THREAD int pthread_join(pthread_t thread, void **result) {
  return __library_thread_join((struct thread *)thread, result);
}

/* Joins the thread if it has ended; else returns `otherwise`. */
static int join_if_ended(struct thread *other, void **result, int otherwise) {
  __heddle_atomic_begin();
  int refused = refuse_join(other);
  if (!refused && !(other->state & THREAD_ENDED))
    refused = otherwise;
  if (refused) {
    __heddle_atomic_end();
    return refused;
  }
  other->state = THREAD_ENDED | THREAD_JOINED;
  other->claimed = 1;
  void *value = other->result;
  give_back(other);
  __heddle_atomic_end();
  if (result)
    *result = value;
  return 0;
}

TRIES_TO_JOIN_THREAD int pthread_tryjoin_np(pthread_t thread, void **result) {
  return join_if_ended((struct thread *)thread, result, EBUSY);
}

/* A time-out can come at any time, so a thread that would wait returns at once. */
TRIES_TO_JOIN_THREAD int pthread_timedjoin_np(pthread_t thread, void **result,
                                              const struct timespec *until) {
  if (!until)
    return pthread_join(thread, result);
  pthread_testcancel();
  return join_if_ended((struct thread *)thread, result,
                       time_is_invalid(until) ? EINVAL : ETIMEDOUT);
}

TRIES_TO_JOIN_THREAD int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock,
                                              const struct timespec *until) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
    return EINVAL;
  return pthread_timedjoin_np(thread, result, until);
}

DETACHES_THREAD int pthread_detach(pthread_t thread) {
  struct thread *other = (struct thread *)thread;
  int refused = 0;
  __heddle_atomic_begin();
  unsigned state = other->state;
  if (thread_is_over(state)) {
    __heddle_error("memory", "detach of a thread that was joined, or detached and has ended");
    refused = ESRCH;
  } else if (state & THREAD_DETACHED) {
    __heddle_error("lock", "detach of a detached thread");
    refused = EINVAL;
  } else if (other->joiner) {
    __heddle_error("lock", "detach of a thread that is being joined");
    refused = EINVAL;
  } else {
    other->state = (unsigned char)(state | THREAD_DETACHED);
    other->claimed = 1;
    if (state & THREAD_ENDED)
      give_back(other);
  }
  __heddle_atomic_end();
  return refused;
}

TELLS_THREADS_APART pthread_t pthread_self(void) { return (pthread_t)__heddle_self(); }

TELLS_THREADS_APART int pthread_equal(pthread_t first, pthread_t second) { return first == second; }
