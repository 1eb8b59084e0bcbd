/* SPDX-License-Identifier: Apache-2.0 */
/* Scheduling and naming of threads: the models let every order of steps happen, whatever policies,
 * priorities and processors a program asks for. Requests are validated as POSIX demands, succeed as
 * for a privileged user, and can be asked for again; they have no effect. */
#define _GNU_SOURCE
#include "any.h"
#include "thread.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <time.h>

int sched_yield(void) { return 0; }
int pthread_yield_model(void) __asm__("pthread_yield");
int pthread_yield_model(void) { return 0; }

static int is_real_time(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR; }

static int is_known(int policy) {
  return is_real_time(policy) || policy == SCHED_OTHER || policy == SCHED_BATCH ||
         policy == SCHED_IDLE;
}

static int fail(int error) {
  errno = error;
  return -1;
}

int sched_get_priority_max(int policy) {
  return is_known(policy) ? (is_real_time(policy) ? 99 : 0) : fail(EINVAL);
}

int sched_get_priority_min(int policy) {
  return is_known(policy) ? (is_real_time(policy) ? 1 : 0) : fail(EINVAL);
}

static int refuse(int policy, int priority) {
  if (!is_known(policy))
    return EINVAL;
  int least = is_real_time(policy) ? 1 : 0, most = is_real_time(policy) ? 99 : 0;
  return priority < least || priority > most ? EINVAL : 0;
}

/* Was ever a policy other than the usual one set? Threads created after that may have inherited it.
 */
static unsigned char policies_differ;

void __library_thread_schedule(struct thread *thread, int policy, int priority) {
  thread->policy = (unsigned char)policy;
  thread->priority = (unsigned char)priority;
  thread->knows_policy = 1;
  if (policy != SCHED_OTHER)
    policies_differ = 1;
}

static int set_parameters(struct thread *thread, int policy, int priority) {
  int refused = refuse(policy, priority);
  if (refused)
    return refused;
  __heddle_atomic_begin();
  __library_thread_schedule(thread, policy, priority);
  __heddle_atomic_end();
  return 0;
}

static void get_parameters(const struct thread *thread, int *policy, int *priority) {
  __heddle_atomic_begin();
  if (!thread->knows_policy && policies_differ)
    __heddle_unsupported("scheduling parameters that a thread may have inherited");
  int found_policy = thread->policy, found_priority = thread->priority;
  __heddle_atomic_end();
  *policy = found_policy;
  *priority = found_priority;
}

/* To Linux a process is a thread: 0 is the running one. */
static struct thread *find_process(pid_t process) {
  if (process)
    __heddle_unsupported("scheduling of a process by number");
  return __heddle_self();
}

int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameters) {
  int refused = set_parameters(find_process(process), policy, parameters->sched_priority);
  return refused ? fail(refused) : 0;
}

int sched_getscheduler(pid_t process) {
  int policy, priority;
  get_parameters(find_process(process), &policy, &priority);
  return policy;
}

int sched_setparam(pid_t process, const struct sched_param *parameters) {
  int policy, priority;
  get_parameters(find_process(process), &policy, &priority);
  int refused = set_parameters(find_process(process), policy, parameters->sched_priority);
  return refused ? fail(refused) : 0;
}

int sched_getparam(pid_t process, struct sched_param *parameters) {
  int policy;
  get_parameters(find_process(process), &policy, &parameters->sched_priority);
  return 0;
}

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters) {
  int refused = thread_check_alive(thread);
  return refused ? refused
                 : set_parameters((struct thread *)thread, policy, parameters->sched_priority);
}

int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *parameters) {
  int refused = thread_check_alive(thread);
  if (!refused)
    get_parameters((struct thread *)thread, policy, &parameters->sched_priority);
  return refused;
}

int pthread_setschedprio(pthread_t thread, int priority) {
  int refused = thread_check_alive(thread), policy, old;
  if (refused)
    return refused;
  get_parameters((struct thread *)thread, &policy, &old);
  return set_parameters((struct thread *)thread, policy, priority);
}

static int concurrency;

int pthread_getconcurrency(void) { return __atomic_load_n(&concurrency, __ATOMIC_SEQ_CST); }

int pthread_setconcurrency(int level) {
  if (level < 0)
    return EINVAL;
  __atomic_store_n(&concurrency, level, __ATOMIC_SEQ_CST);
  return 0;
}

/* Names are not kept: they would be part of every state. */
int pthread_setname_np(pthread_t thread, const char *name) {
  for (unsigned length = 0; name[length]; length++)
    if (length == 15)
      return ERANGE;
  return thread_check_alive(thread);
}

/* So any name may be found. */
int pthread_getname_np(pthread_t thread, char *name, size_t size) {
  if (size < 16)
    return ERANGE;
  int refused = thread_check_alive(thread);
  if (refused)
    return refused;
  __library_any_bytes(name, 15);
  name[15] = '\0';
  return 0;
}

/* Linux's encoding of a thread's processor-time clock needs no more than being distinct. */
int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) {
  int refused = thread_check_alive(thread);
  if (!refused)
    *clock = CLOCK_THREAD_CPUTIME_ID;
  return refused;
}

/* There is no fork, so the handlers are never called. */
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) {
  (void)prepare, (void)parent, (void)child;
  return 0;
}
