/* SPDX-License-Identifier: Apache-2.0 */
/* C11's <threads.h>, on top of the models of POSIX, as glibc has it: mtx_t and cnd_t are their
 * mutexes and condition variables, and a thrd_t is the address of the thread's record too. What C11
 * leaves undefined (locking a held mutex that is not recursive, unlocking one that is not held,
 * joining twice, …) is undefined in POSIX as well, and reported as there. */
#define _GNU_SOURCE
#include "mutex.h"

#include <errno.h>
#include <sched.h>
#include <threads.h>

_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "a mtx_t is a mutex");
_Static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t), "a cnd_t is a condition variable");

static int translate(int error) {
  switch (error) {
  case 0:
    return thrd_success;
  case EBUSY:
    return thrd_busy;
  case ETIMEDOUT:
    return thrd_timedout;
  case ENOMEM:
    return thrd_nomem;
  default:
    return thrd_error;
  }
}

static void run(void *record, void *start, void *argument) {
  struct thread *self = record;
  int result = ((thrd_start_t)start)(argument);
  if (result)
    self->result = (void *)(__INTPTR_TYPE__)result;
  __library_thread_finish(self);
}

int thrd_create(thrd_t *thread, thrd_start_t start, void *argument) {
  if (__heddle_fault("thrd_create"))
    return thrd_nomem;
  __heddle_atomic_begin();
  struct thread *record = __heddle_spawn(run, (void *)start, argument), *self = __heddle_self();
  if (self->blocked_signals)
    record->blocked_signals = self->blocked_signals;
  *thread = (thrd_t)record;
  __heddle_atomic_end();
  return thrd_success;
}

_Noreturn void thrd_exit(int result) { pthread_exit((void *)(__INTPTR_TYPE__)result); }

JOINS_THREAD int thrd_join(thrd_t thread, int *result) {
  if (!result)
    return translate(__library_thread_join((struct thread *)thread, 0));
  void *value;
  int error = __library_thread_join((struct thread *)thread, &value);
  if (!error)
    *result = (int)(__INTPTR_TYPE__)value;
  return translate(error);
}

int thrd_detach(thrd_t thread) { return translate(pthread_detach(thread)); }
TELLS_THREADS_APART thrd_t thrd_current(void) { return (thrd_t)__heddle_self(); }
TELLS_THREADS_APART int thrd_equal(thrd_t first, thrd_t second) { return first == second; }
void thrd_yield(void) {}

/* Time passes as it likes: any other thread may run for any time before this one goes on. */
int thrd_sleep(const struct timespec *duration, struct timespec *remaining) {
  (void)remaining;
  return duration->tv_sec < 0 || time_is_invalid(duration) ? -2 : 0;
}

int mtx_init(mtx_t *object, int type) {
  mutex_begin((struct mutex *)object, 0, type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : 0, 0);
  return thrd_success;
}

TAKES_LOCK int mtx_lock(mtx_t *object) {
  return translate(pthread_mutex_lock((pthread_mutex_t *)object));
}

TRIES_LOCK int mtx_trylock(mtx_t *object) {
  return translate(pthread_mutex_trylock((pthread_mutex_t *)object));
}

TRIES_LOCK int mtx_timedlock(mtx_t *object, const struct timespec *until) {
  return translate(pthread_mutex_timedlock((pthread_mutex_t *)object, until));
}

/* C11 knows no error number here: also for a recursive mutex the thread must hold it. */
GIVES_LOCK int mtx_unlock(mtx_t *object) {
  int error = pthread_mutex_unlock((pthread_mutex_t *)object);
  if (error == EPERM)
    __heddle_error("lock", "unlock of a mutex that the thread does not hold");
  return translate(error);
}

DESTROYS_LOCK void mtx_destroy(mtx_t *object) { pthread_mutex_destroy((pthread_mutex_t *)object); }

int cnd_init(cnd_t *object) { return translate(pthread_cond_init((pthread_cond_t *)object, 0)); }

int cnd_signal(cnd_t *object) { return translate(pthread_cond_signal((pthread_cond_t *)object)); }

int cnd_broadcast(cnd_t *object) {
  return translate(pthread_cond_broadcast((pthread_cond_t *)object));
}

WAITS_WITH_LOCK int cnd_wait(cnd_t *object, mtx_t *mutex) {
  return translate(pthread_cond_wait((pthread_cond_t *)object, (pthread_mutex_t *)mutex));
}

WAITS_WITH_LOCK int cnd_timedwait(cnd_t *object, mtx_t *mutex, const struct timespec *until) {
  return translate(
      pthread_cond_timedwait((pthread_cond_t *)object, (pthread_mutex_t *)mutex, until));
}

void cnd_destroy(cnd_t *object) { pthread_cond_destroy((pthread_cond_t *)object); }

int tss_create(tss_t *key, tss_dtor_t destructor) {
  return translate(pthread_key_create(key, destructor));
}

void tss_delete(tss_t key) { pthread_key_delete(key); }
void *tss_get(tss_t key) { return pthread_getspecific(key); }
int tss_set(tss_t key, void *value) { return translate(pthread_setspecific(key, value)); }

CALLS_ONCE void call_once(once_flag *flag, void (*routine)(void)) {
  pthread_once((pthread_once_t *)flag, routine);
}
