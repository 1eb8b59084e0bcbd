/* SPDX-License-Identifier: Apache-2.0 */
/* Limits, priorities and names of the machine. Limits are arbitrary at first; what the program sets is
 * what it reads afterwards. */
#define _GNU_SOURCE
#include "any.h"
#include "errors.h"
#include "heddle.h"
#include "text.h"

#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <unistd.h>

static int fail(int error) {
  *__errno_location() = error;
  return -1;
}

/* In units of a byte, a second and so on; the soft limit is at most the hard one. */
struct limit {
  unsigned long long soft, hard;
  int is_known;
};

static struct limit limits[RLIM_NLIMITS];

static const unsigned long long unlimited = ~0ull;

static unsigned long long any_limit(unsigned long long most) {
  unsigned long long limit = __heddle_nondet_u64();
  return limit <= most ? limit : most;
}

/* In an atomic section. */
static struct limit *limit_of(int resource) {
  struct limit *limit = &limits[resource];
  if (!limit->is_known) {
    limit->hard = any_limit(unlimited);
    limit->soft = any_limit(limit->hard);
    limit->is_known = 1;
  }
  return limit;
}

static int get_limit(int resource, unsigned long long *soft, unsigned long long *hard) {
  if (resource < 0 || resource >= RLIM_NLIMITS)
    return fail(ERROR_INVAL);
  __heddle_atomic_begin();
  const struct limit *limit = limit_of(resource);
  *soft = limit->soft;
  *hard = limit->hard;
  __heddle_atomic_end();
  return 0;
}

/* Raising the hard limit needs a privilege, which the program may have. */
static int set_limit(int resource, unsigned long long soft, unsigned long long hard) {
  if (resource < 0 || resource >= RLIM_NLIMITS || soft > hard)
    return fail(ERROR_INVAL);
  __heddle_atomic_begin();
  struct limit *limit = limit_of(resource);
  int is_refused = hard > limit->hard && __heddle_nondet_bool();
  if (!is_refused)
    *limit = (struct limit){soft, hard, 1};
  __heddle_atomic_end();
  return is_refused ? fail(ERROR_PERM) : 0;
}

/* The type of the limits of getrlimit has 32 or 64 bits, and all bits set mean that there is none. */
#define LIMITS(kind, number, get, set)                                                             \
  int get(__rlimit_resource_t resource, kind *to) {                                                \
    unsigned long long soft, hard;                                                                 \
    if (get_limit((int)resource, &soft, &hard) != 0)                                               \
      return -1;                                                                                   \
    to->rlim_cur = soft > (number)-1 ? (number)-1 : (number)soft;                                  \
    to->rlim_max = hard > (number)-1 ? (number)-1 : (number)hard;                                  \
    return 0;                                                                                      \
  }                                                                                                \
  int set(__rlimit_resource_t resource, const kind *from) {                                        \
    return set_limit((int)resource, from->rlim_cur == (number)-1 ? unlimited : from->rlim_cur,     \
                     from->rlim_max == (number)-1 ? unlimited : from->rlim_max);                   \
  }
typedef struct rlimit small_limit;
typedef struct rlimit64 large_limit;
LIMITS(small_limit, rlim_t, getrlimit, setrlimit)
LIMITS(large_limit, rlim64_t, getrlimit64, setrlimit64)

int getdtablesize(void) { return 1024; }

/* The priority is arbitrary at first; lower ones than before need no privilege. Other processes and
 * users may be gone. */
static int priority_and_20; /* 0: not known; else the priority and 21 */

static int get_priority(void) {
  __heddle_atomic_begin();
  if (priority_and_20 == 0)
    priority_and_20 = (int)(__heddle_nondet_u8() % 40) + 1;
  int result = priority_and_20 - 21;
  __heddle_atomic_end();
  return result;
}

static int set_priority(int priority) {
  int clamped = priority < -20 ? -20 : priority > 19 ? 19 : priority;
  int is_refused = clamped < get_priority() && __heddle_nondet_bool();
  if (is_refused)
    return 0;
  __heddle_atomic_begin();
  priority_and_20 = clamped + 21;
  __heddle_atomic_end();
  return 1;
}

int getpriority(__priority_which_t which, id_t who) {
  if (which != PRIO_PROCESS && which != PRIO_PGRP && which != PRIO_USER)
    return fail(ERROR_INVAL);
  if (which == PRIO_PROCESS && who == 0)
    return get_priority();
  if (__heddle_nondet_bool())
    return fail(ERROR_SRCH);
  return (int)(__heddle_nondet_u8() % 40) - 20;
}

int setpriority(__priority_which_t which, id_t who, int priority) {
  if (which != PRIO_PROCESS && which != PRIO_PGRP && which != PRIO_USER)
    return fail(ERROR_INVAL);
  if (which != PRIO_PROCESS || who != 0)
    return __heddle_nondet_bool() ? fail(ERROR_SRCH) : 0;
  return set_priority(priority) ? 0 : fail(ERROR_ACCES);
}

int nice(int change) {
  int priority = get_priority();
  int wanted = change > 40 ? 40 : change < -40 ? -40 : change;
  return set_priority(priority + wanted) ? get_priority() : fail(ERROR_PERM);
}

/* Ticks that only grow, one clock for all four. */
clock_t times(struct tms *to) {
  static unsigned last;
  __heddle_atomic_begin();
  last += __heddle_nondet_u8();
  clock_t now = (clock_t)(last & __INT_MAX__);
  __heddle_atomic_end();
  if (to != NULL) {
    clock_t user = now / 2;
    *to = (struct tms){.tms_utime = user, .tms_stime = now - user};
  }
  return now;
}

static void name_something(char *to, size_t size) {
  size_t length = __heddle_nondet_u8() % 8;
  for (size_t i = 0; i < length && i + 1 < size; i++)
    to[i] = (char)('a' + __heddle_nondet_u8() % 26);
}

int uname(struct utsname *to) {
  __heddle_fill(to, 0, sizeof *to);
  __heddle_copy(to->sysname, "Linux", 6);
  __heddle_copy(to->machine, sizeof(void *) == 8 ? "x86_64" : "i686", sizeof(void *) == 8 ? 7 : 5);
  name_something(to->nodename, sizeof to->nodename);
  name_something(to->release, sizeof to->release);
  name_something(to->version, sizeof to->version);
  return 0;
}

int sysinfo(struct sysinfo *to) {
  __heddle_fill(to, 0, sizeof *to);
  to->totalram = 1 << 30;
  to->freeram = __heddle_nondet_u32() % ((1 << 30) + 1);
  to->procs = (unsigned short)(__heddle_nondet_u16() | 1);
  to->uptime = (long)(__heddle_nondet_u32() & __INT_MAX__);
  to->mem_unit = 1;
  return 0;
}

int getloadavg(double *to, int count) {
  for (int i = 0; i < count && i < 3; i++)
    to[i] = (double)__heddle_nondet_u16() / 256;
  return count < 3 ? count : 3;
}

long gethostid(void) { return (int)__heddle_nondet_u32(); }

/* Of a file: what a usual file system of Linux has. */
static long limit_of_files(int name) {
  switch (name) {
  case _PC_LINK_MAX:
    return 65000;
  case _PC_MAX_CANON:
  case _PC_MAX_INPUT:
  case _PC_NAME_MAX:
    return 255;
  case _PC_PATH_MAX:
  case _PC_PIPE_BUF:
    return 4096;
  case _PC_CHOWN_RESTRICTED:
  case _PC_NO_TRUNC:
    return 1;
  case _PC_2_SYMLINKS:
    return 1;
  case _PC_FILESIZEBITS:
    return 64;
  case _PC_VDISABLE:
    return 0;
  case _PC_SYMLINK_MAX:
  case _PC_SYNC_IO:
  case _PC_ASYNC_IO:
  case _PC_PRIO_IO:
    return -1;
  default:
    if (name >= 0 && name < _PC_2_SYMLINKS)
      __heddle_unsupported("this limit of files (pathconf)");
    return fail(ERROR_INVAL);
  }
}

long fpathconf(int descriptor, int name) {
  return descriptor < 0 ? fail(ERROR_BADF) : limit_of_files(name);
}

long pathconf(const char *path, int name) {
  __library_read_text(path);
  return __heddle_nondet_bool() ? fail(ERROR_NOENT) : limit_of_files(name);
}

/* glibc's PTHREAD_STACK_MIN and its like. */
long __sysconf(int name);
long __sysconf(int name) { return sysconf(name); }
