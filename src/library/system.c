/* SPDX-License-Identifier: Apache-2.0 */
/* Queries about the machine and the user. */
#define _GNU_SOURCE
#include "any.h"
#include "heddle.h"
#include "system.h"

#include <stddef.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

/* As many as the machine has, and the same whenever asked: more than 64 make no difference to how
 * threads may interleave. */
long __library_processors(void) {
  static long number;
  __heddle_atomic_begin();
  if (number == 0)
    number = (long)(__heddle_nondet_u8() % MOST_PROCESSORS) + 1;
  long result = number;
  __heddle_atomic_end();
  return result;
}

/* The options of POSIX, as glibc has them on Linux. */
static long option(int name) {
  switch (name) {
  case _SC_ADVISORY_INFO:
  case _SC_ASYNCHRONOUS_IO:
  case _SC_BARRIERS:
  case _SC_CLOCK_SELECTION:
  case _SC_CPUTIME:
  case _SC_FSYNC:
  case _SC_IPV6:
  case _SC_MAPPED_FILES:
  case _SC_MEMLOCK:
  case _SC_MEMLOCK_RANGE:
  case _SC_MEMORY_PROTECTION:
  case _SC_MESSAGE_PASSING:
  case _SC_MONOTONIC_CLOCK:
  case _SC_PRIORITIZED_IO:
  case _SC_PRIORITY_SCHEDULING:
  case _SC_RAW_SOCKETS:
  case _SC_READER_WRITER_LOCKS:
  case _SC_REALTIME_SIGNALS:
  case _SC_SEMAPHORES:
  case _SC_SHARED_MEMORY_OBJECTS:
  case _SC_SPAWN:
  case _SC_SPIN_LOCKS:
  case _SC_SYNCHRONIZED_IO:
  case _SC_THREADS:
  case _SC_THREAD_ATTR_STACKADDR:
  case _SC_THREAD_ATTR_STACKSIZE:
  case _SC_THREAD_CPUTIME:
  case _SC_THREAD_PRIORITY_SCHEDULING:
  case _SC_THREAD_PRIO_INHERIT:
  case _SC_THREAD_PRIO_PROTECT:
  case _SC_THREAD_PROCESS_SHARED:
  case _SC_THREAD_SAFE_FUNCTIONS:
  case _SC_TIMEOUTS:
  case _SC_TIMERS:
  case _SC_VERSION:
    return 200809;
  case _SC_JOB_CONTROL:
  case _SC_SAVED_IDS:
    return 1;
  case _SC_SPORADIC_SERVER:
  case _SC_THREAD_ROBUST_PRIO_INHERIT:
  case _SC_THREAD_ROBUST_PRIO_PROTECT:
  case _SC_THREAD_SPORADIC_SERVER:
  case _SC_TRACE:
  case _SC_TYPED_MEMORY_OBJECTS:
    return -1;
  default:
    __heddle_unsupported("sysconf of this name");
    return -1;
  }
}

/* Where POSIX or Linux fixes the answer it is given; the others are those of a usual Linux. */
long sysconf(int name) {
  switch (name) {
  case _SC_PAGESIZE:
    return 4096;
  case _SC_NPROCESSORS_ONLN:
  case _SC_NPROCESSORS_CONF:
    return __library_processors();
  case _SC_CLK_TCK:
    return 100;
  case _SC_OPEN_MAX:
  case _SC_GETPW_R_SIZE_MAX:
  case _SC_GETGR_R_SIZE_MAX:
    return 1024;
  case _SC_ARG_MAX:
    return 2097152;
  case _SC_CHILD_MAX:
    return 32768;
  case _SC_IOV_MAX:
    return 1024;
  case _SC_HOST_NAME_MAX:
    return 64;
  case _SC_LOGIN_NAME_MAX:
    return 256;
  case _SC_LINE_MAX:
    return 2048;
  case _SC_NGROUPS_MAX:
    return 65536;
  case _SC_PHYS_PAGES:
    return 262144; /* 1 GiB */
  case _SC_AVPHYS_PAGES:
    return (long)(__heddle_nondet_u32() % 262145);
  case _SC_LEVEL1_DCACHE_LINESIZE:
  case _SC_LEVEL1_ICACHE_LINESIZE:
  case _SC_LEVEL2_CACHE_LINESIZE:
    return 64;
  case _SC_THREAD_STACK_MIN:
    return 16384;
  case _SC_MINSIGSTKSZ:
    return 2048;
  case _SC_THREAD_KEYS_MAX:
    return 1024;
  case _SC_THREAD_DESTRUCTOR_ITERATIONS:
    return 4;
  case _SC_THREAD_THREADS_MAX:
  case _SC_SEM_NSEMS_MAX:
  case _SC_MQ_OPEN_MAX:
  case _SC_TIMER_MAX:
    return -1; /* no limit */
  case _SC_RTSIG_MAX:
    return 32;
  case _SC_MQ_PRIO_MAX:
    return 32768;
  case _SC_SEM_VALUE_MAX:
  case _SC_DELAYTIMER_MAX:
    return __INT_MAX__;
  default:
    return option(name);
  }
}

int get_nprocs(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }

int get_nprocs_conf(void) { return (int)sysconf(_SC_NPROCESSORS_CONF); }

/* The kernel's number of a thread: different ones for different threads that live, and the same
 * whenever a thread asks. Addresses of records are that, and small enough once divided. */
TELLS_THREADS_APART int gettid(void) {
  heddle_word record = (heddle_word)__heddle_self();
  return (int)((sizeof record == 8 ? record >> 41 : record >> 12) & __INT_MAX__);
}

int getrusage(__rusage_who_t who, struct rusage *usage) {
  (void)who;
  __library_any_bytes(usage, sizeof *usage);
  return 0;
}

int gethostname(char *name, size_t size) {
  for (size_t i = 0; i < size && i < 8; i++)
    name[i] = i + 1 == size || i == 7 ? '\0' : (char)('a' + __heddle_nondet_u8() % 26);
  return 0;
}
