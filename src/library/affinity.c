/* SPDX-License-Identifier: Apache-2.0 */
/* The processors that threads may run on: remembered, inherited, and returned by sched_getcpu. They
 * do not affect the interleavings. */
#define _GNU_SOURCE
#include "system.h"
#include "thread.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned long long all_processors(void) {
  long count = __library_processors();
  return count == MOST_PROCESSORS ? ~0ull : (1ull << count) - 1;
}

/* Sizes are in bytes; processors from the 64th on do not exist. */
static int set_processors(struct thread *thread, size_t size, const cpu_set_t *set) {
  unsigned long long wanted = 0;
  __heddle_copy(&wanted, set, size < sizeof wanted ? size : sizeof wanted);
  wanted &= all_processors();
  if (wanted == 0)
    return EINVAL;
  __heddle_atomic_begin();
  thread->processors = wanted;
  __heddle_atomic_end();
  return 0;
}

static int get_processors(struct thread *thread, size_t size, cpu_set_t *set) {
  if (size < sizeof(unsigned long long))
    return EINVAL;
  __heddle_atomic_begin();
  unsigned long long found = thread->processors;
  __heddle_atomic_end();
  if (found == 0)
    found = all_processors();
  __heddle_fill(set, 0, size);
  __heddle_copy(set, &found, sizeof found);
  return 0;
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
  int refused = thread_check_alive(thread);
  return refused ? refused : set_processors((struct thread *)thread, size, set);
}

int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
  int refused = thread_check_alive(thread);
  return refused ? refused : get_processors((struct thread *)thread, size, set);
}

/* To Linux a process is a thread: 0 is the running one. */
static struct thread *find_thread(pid_t process) {
  if (process != 0 && process != gettid())
    __heddle_unsupported("processors of another process or thread by number");
  return __heddle_self();
}

static int fail(int error) {
  if (error == 0)
    return 0;
  errno = error;
  return -1;
}

int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set) {
  return fail(set_processors(find_thread(process), size, set));
}

int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
  return fail(get_processors(find_thread(process), size, set));
}

TELLS_THREADS_APART int sched_getcpu(void) {
  struct thread *self = __heddle_self();
  int number = (int)(__heddle_nondet_u8() % (unsigned)__library_processors());
  __heddle_atomic_begin();
  unsigned long long allowed = self->processors;
  __heddle_atomic_end();
  __heddle_assume(allowed == 0 || (allowed >> number & 1));
  return number;
}

TELLS_THREADS_APART int getcpu(unsigned *processor, unsigned *node) {
  if (processor != NULL)
    *processor = (unsigned)sched_getcpu();
  if (node != NULL)
    *node = 0;
  return 0;
}

/* What the macros of <sched.h> call. */
int __sched_cpucount(size_t size, const cpu_set_t *set) {
  const unsigned char *bytes = (const unsigned char *)set;
  int count = 0;
  for (size_t i = 0; i < size; i++)
    count += __builtin_popcount(bytes[i]);
  return count;
}

cpu_set_t *__sched_cpualloc(size_t count) { return malloc(CPU_ALLOC_SIZE(count)); }

void __sched_cpufree(cpu_set_t *set) { free(set); }
