/* SPDX-License-Identifier: Apache-2.0 */
/* syscall: Linux's futexes, and the few other system calls that have a model of their own. Any other
 * is unsupported, by its name where a program is likely to use it.
 *
 * The threads that sleep on some futex are one list through their records, in the order of the
 * records' addresses, so that the order in which they came is not part of the state. Which of those
 * that sleep on a word are woken, or moved to another one, is not specified: any of them. A word
 * has two queues, one for operations with FUTEX_PRIVATE_FLAG and one for those without, as in
 * Linux, where a wake-up without the flag misses a thread that sleeps with it.
 *
 * That the word still has the expected value and that the thread sleeps is one step. A sleeper may
 * wake up spuriously (futex(2): "callers should always conservatively assume that a return value of
 * 0 can mean a spurious wake-up"), but one that only this could free counts as blocked. EINTR comes
 * only if the program has a signal handler that makes system calls return. A time-out can come at
 * any time, whatever clock measures it. Waking does not touch the word, which may be gone.
 *
 * What Linux does and futex(2) does not say, found out on Linux 6: waking zero or fewer threads
 * wakes one; FUTEX_REQUEUE returns how many threads were woken or moved; FUTEX_CLOCK_REALTIME is
 * refused for all operations here but FUTEX_WAIT_BITSET. */
#define _GNU_SOURCE
#include "thread.h"

#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct thread *first_sleeper;

static long fail(int error) {
  errno = error;
  return -1;
}

/* Which queue of which word, as a sleeper's `waits_for`; words are aligned. */
static const void *key_of(heddle_word address, int operation) {
  if (operation & FUTEX_PRIVATE_FLAG)
    address |= 1; /* no computed number: pointer analysis would lose the address */
  return (const void *)address;
}

static void fall_asleep(struct thread *self, const void *key, unsigned bits) {
  thread_list_add(&first_sleeper, self);
  self->waits_for = key;
  if (~bits)
    self->deaf_bits = ~bits;
}

/* Takes a sleeper that follows `before` (the first one if that is null) off the list. */
static void wake_up(struct thread *before, struct thread *sleeper) {
  thread_list_remove(&first_sleeper, before, sleeper);
  if (sleeper->deaf_bits)
    sleeper->deaf_bits = 0;
}

static void wake_oneself(struct thread *self) {
  thread_list_leave(&first_sleeper, self);
  if (self->deaf_bits)
    self->deaf_bits = 0;
}

static int hears(const struct thread *sleeper, const void *key, unsigned bits) {
  return sleeper->waits_for == key && bits & ~sleeper->deaf_bits;
}

/* Of those that sleep in the queue `key`, wakes any `most`, or all if there are fewer; or, if
 * `other_key` is not null, moves them to that queue. Returns how many. In an atomic section. */
static unsigned take_sleepers(const void *key, unsigned bits, unsigned most,
                              const void *other_key) {
  unsigned left = 0;
  for (const struct thread *sleeper = first_sleeper; sleeper; sleeper = sleeper->next_waiter)
    left += hears(sleeper, key, bits);
  unsigned taken = most < left ? most : left, wanted = taken;
  struct thread *before = 0, *next;
  for (struct thread *sleeper = first_sleeper; wanted; sleeper = next) {
    next = sleeper->next_waiter;
    int is_taken = hears(sleeper, key, bits) && (wanted == left-- || __heddle_nondet_bool());
    wanted -= (unsigned)is_taken;
    if (is_taken && !other_key) {
      wake_up(before, sleeper);
    } else {
      if (is_taken && key != other_key)
        sleeper->waits_for = other_key;
      before = sleeper;
    }
  }
  return taken;
}

static int is_woken(void *object, heddle_word argument) {
  (void)object;
  return !((struct thread *)argument)->waits_for;
}

/* Why a sleep ended without a wake-up: an error number, or 0 for a spurious wake-up. */
static int any_excuse(int has_limit) {
  if (has_limit && __heddle_nondet_bool())
    return ETIMEDOUT;
  return __library_signals_interrupt && __heddle_nondet_bool() ? EINTR : 0;
}

static long sleep_on(const unsigned *word, const void *key, unsigned expected, unsigned bits,
                     int has_limit) {
  struct thread *self = __heddle_self();
  int error = 0;
  __heddle_atomic_begin();
  if (*word != expected) {
    error = EAGAIN;
  } else {
    fall_asleep(self, key, bits);
    if (has_limit) {
      __heddle_atomic_end();
      __heddle_atomic_begin();
    } else {
      __heddle_block_until_or_spurious(is_woken, (void *)word, (heddle_word)self);
    }
    if (self->waits_for) {
      wake_oneself(self);
      error = any_excuse(has_limit);
    }
  }
  __heddle_atomic_end();
  return error ? fail(error) : 0;
}

static long wake(const void *key, int count, unsigned bits) {
  __heddle_atomic_begin();
  unsigned woken = take_sleepers(key, bits, count < 1 ? 1 : (unsigned)count, 0);
  __heddle_atomic_end();
  return (long)woken;
}

/* Wakes some, moves others. `word`: what must have the expected value, or null. */
static long requeue(const void *key, int woken_most, int moved_most, const void *other_key,
                    const unsigned *word, unsigned expected) {
  if (woken_most < 0 || moved_most < 0)
    return fail(EINVAL);
  __heddle_atomic_begin();
  int differs = word && *word != expected;
  unsigned taken = 0;
  if (!differs) {
    taken = take_sleepers(key, ~0u, (unsigned)woken_most, 0);
    taken += take_sleepers(key, ~0u, (unsigned)moved_most, other_key);
  }
  __heddle_atomic_end();
  return differs ? fail(EAGAIN) : (long)taken;
}

/* The twelve bits at `shift` as a signed number. */
static int field(unsigned code, unsigned shift) {
  return (int)((code >> shift & 0xfff) ^ 0x800) - 0x800;
}

/* What FUTEX_WAKE_OP puts into the second word. False: no such operation. */
static int changed(unsigned code, unsigned old, unsigned *fresh) {
  unsigned operand = (unsigned)field(code, 12);
  if (code >> 28 & FUTEX_OP_OPARG_SHIFT)
    operand = 1u << (operand & 31);
  switch (code >> 28 & 7) {
  case FUTEX_OP_SET:
    *fresh = operand;
    return 1;
  case FUTEX_OP_ADD:
    *fresh = old + operand;
    return 1;
  case FUTEX_OP_OR:
    *fresh = old | operand;
    return 1;
  case FUTEX_OP_ANDN:
    *fresh = old & ~operand;
    return 1;
  case FUTEX_OP_XOR:
    *fresh = old ^ operand;
    return 1;
  default:
    return 0;
  }
}

/* Does what FUTEX_WAKE_OP found in the second word ask for waking there too? -1: no such
 * comparison. */
static int compares(unsigned code, int old) {
  int operand = field(code, 0);
  switch (code >> 24 & 15) {
  case FUTEX_OP_CMP_EQ:
    return old == operand;
  case FUTEX_OP_CMP_NE:
    return old != operand;
  case FUTEX_OP_CMP_LT:
    return old < operand;
  case FUTEX_OP_CMP_LE:
    return old <= operand;
  case FUTEX_OP_CMP_GT:
    return old > operand;
  case FUTEX_OP_CMP_GE:
    return old >= operand;
  default:
    return -1;
  }
}

static long change_and_wake(const void *key, int most, unsigned *word, const void *other_key,
                            int other_most, unsigned code) {
  unsigned fresh, woken = 0;
  __heddle_atomic_begin();
  unsigned old = *word;
  int is_known = changed(code, old, &fresh);
  if (is_known && fresh != old)
    *word = fresh;
  int wakes_there = is_known ? compares(code, (int)old) : -1;
  if (wakes_there >= 0)
    woken = take_sleepers(key, ~0u, most < 1 ? 1 : (unsigned)most, 0);
  if (wakes_there > 0)
    woken += take_sleepers(other_key, ~0u, other_most < 1 ? 1 : (unsigned)other_most, 0);
  __heddle_atomic_end();
  return wakes_there < 0 ? fail(ENOSYS) : (long)woken;
}

struct short_time {
  long seconds, nanoseconds;
};

struct long_time {
  long long seconds, nanoseconds;
};

static int is_invalid(const void *limit, int is_long) {
  const struct short_time *shorter = limit;
  const struct long_time *longer = limit;
  long long seconds = is_long ? longer->seconds : shorter->seconds;
  long long nanoseconds = is_long ? longer->nanoseconds : shorter->nanoseconds;
  return seconds < 0 || nanoseconds < 0 || nanoseconds > 999999999;
}

#define WORD(list) va_arg(list, heddle_word)

static long wait_with(const unsigned *word, int operation, unsigned expected, va_list rest,
                      int is_long) {
  const void *limit = (const void *)WORD(rest);
  unsigned bits = ~0u;
  if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET) {
    (void)WORD(rest);
    bits = (unsigned)WORD(rest);
  }
  if ((limit && is_invalid(limit, is_long)) || !bits)
    return fail(EINVAL);
  return sleep_on(word, key_of((heddle_word)word, operation), expected, bits, limit != 0);
}

/* Those that get a second count and a second word. */
static long with_two_words(unsigned *word, int operation, int count, va_list rest) {
  int other_count = (int)WORD(rest);
  unsigned *other = (unsigned *)WORD(rest);
  const void *key = key_of((heddle_word)word, operation);
  const void *other_key = key_of((heddle_word)other, operation);
  if ((heddle_word)other % sizeof *other)
    return fail(EINVAL);
  if ((operation & FUTEX_CMD_MASK) == FUTEX_REQUEUE)
    return requeue(key, count, other_count, other_key, 0, 0);
  unsigned last = (unsigned)WORD(rest);
  if ((operation & FUTEX_CMD_MASK) == FUTEX_CMP_REQUEUE)
    return requeue(key, count, other_count, other_key, word, last);
  return change_and_wake(key, count, other, other_key, other_count, last);
}

static long wake_with(heddle_word word, int operation, int count, va_list rest) {
  unsigned bits = ~0u;
  if ((operation & FUTEX_CMD_MASK) == FUTEX_WAKE_BITSET) {
    (void)WORD(rest), (void)WORD(rest);
    bits = (unsigned)WORD(rest);
  }
  return bits ? wake(key_of(word, operation), count, bits) : fail(EINVAL);
}

static long futex(va_list rest, int is_long) {
  unsigned *word = (unsigned *)WORD(rest);
  int operation = (int)WORD(rest), command = operation & FUTEX_CMD_MASK;
  heddle_word value = WORD(rest);
  if (operation & FUTEX_CLOCK_REALTIME && command != FUTEX_WAIT_BITSET)
    return fail(ENOSYS);
  if ((heddle_word)word % sizeof *word)
    return fail(EINVAL);
  switch (command) {
  case FUTEX_WAIT:
  case FUTEX_WAIT_BITSET:
    return wait_with(word, operation, (unsigned)value, rest, is_long);
  case FUTEX_WAKE:
  case FUTEX_WAKE_BITSET:
    return wake_with((heddle_word)word, operation, (int)value, rest);
  case FUTEX_REQUEUE:
  case FUTEX_CMP_REQUEUE:
  case FUTEX_WAKE_OP:
    return with_two_words(word, operation, (int)value, rest);
  case FUTEX_LOCK_PI:
  case FUTEX_LOCK_PI2:
  case FUTEX_UNLOCK_PI:
  case FUTEX_TRYLOCK_PI:
  case FUTEX_WAIT_REQUEUE_PI:
  case FUTEX_CMP_REQUEUE_PI:
    __heddle_unsupported("a futex operation with priority inheritance");
    return -1;
  default:
    return fail(ENOSYS);
  }
}

/* The thread is gone at once: no handlers, no destructors. Joining it gives a null pointer. */
static _Noreturn void end_thread(int code) {
  struct thread *self = __heddle_self();
  __heddle_atomic_begin();
  if (__heddle_alone())
    __heddle_exit(code);
  __atomic_fetch_or(&self->state, THREAD_ENDED, __ATOMIC_SEQ_CST);
  __heddle_finish();
}

/* System calls that programs make in this way because there is, or once was, no function for them.
 */
#define NAMED_CALLS                                                                                \
  NAMED(bpf)                                                                                       \
  NAMED(capget)                                                                                    \
  NAMED(capset)                                                                                    \
  NAMED(clock_gettime)                                                                             \
  NAMED(clock_nanosleep)                                                                           \
  NAMED(clone)                                                                                     \
  NAMED(clone3)                                                                                    \
  NAMED(close)                                                                                     \
  NAMED(close_range)                                                                               \
  NAMED(copy_file_range)                                                                           \
  NAMED(delete_module)                                                                             \
  NAMED(epoll_pwait2)                                                                              \
  NAMED(eventfd2)                                                                                  \
  NAMED(execveat)                                                                                  \
  NAMED(fork)                                                                                      \
  NAMED(futex_waitv)                                                                               \
  NAMED(get_mempolicy)                                                                             \
  NAMED(get_robust_list)                                                                           \
  NAMED(getcpu)                                                                                    \
  NAMED(getdents64)                                                                                \
  NAMED(getrandom)                                                                                 \
  NAMED(init_module)                                                                               \
  NAMED(io_destroy)                                                                                \
  NAMED(io_getevents)                                                                              \
  NAMED(io_setup)                                                                                  \
  NAMED(io_submit)                                                                                 \
  NAMED(io_uring_enter)                                                                            \
  NAMED(io_uring_register)                                                                         \
  NAMED(io_uring_setup)                                                                            \
  NAMED(ioprio_set)                                                                                \
  NAMED(kcmp)                                                                                      \
  NAMED(keyctl)                                                                                    \
  NAMED(kill)                                                                                      \
  NAMED(mbind)                                                                                     \
  NAMED(membarrier)                                                                                \
  NAMED(memfd_create)                                                                              \
  NAMED(mmap)                                                                                      \
  NAMED(move_pages)                                                                                \
  NAMED(mprotect)                                                                                  \
  NAMED(munmap)                                                                                    \
  NAMED(nanosleep)                                                                                 \
  NAMED(open)                                                                                      \
  NAMED(openat)                                                                                    \
  NAMED(openat2)                                                                                   \
  NAMED(perf_event_open)                                                                           \
  NAMED(pidfd_open)                                                                                \
  NAMED(pidfd_send_signal)                                                                         \
  NAMED(pipe2)                                                                                     \
  NAMED(pivot_root)                                                                                \
  NAMED(prctl)                                                                                     \
  NAMED(read)                                                                                      \
  NAMED(renameat2)                                                                                 \
  NAMED(rseq)                                                                                      \
  NAMED(rt_sigaction)                                                                              \
  NAMED(rt_sigprocmask)                                                                            \
  NAMED(rt_sigqueueinfo)                                                                           \
  NAMED(rt_tgsigqueueinfo)                                                                         \
  NAMED(sched_getaffinity)                                                                         \
  NAMED(sched_setaffinity)                                                                         \
  NAMED(sched_setattr)                                                                             \
  NAMED(seccomp)                                                                                   \
  NAMED(set_mempolicy)                                                                             \
  NAMED(set_robust_list)                                                                           \
  NAMED(set_tid_address)                                                                           \
  NAMED(setns)                                                                                     \
  NAMED(signalfd4)                                                                                 \
  NAMED(statx)                                                                                     \
  NAMED(tgkill)                                                                                    \
  NAMED(timer_create)                                                                              \
  NAMED(tkill)                                                                                     \
  NAMED(unshare)                                                                                   \
  NAMED(userfaultfd)                                                                               \
  NAMED(vfork)                                                                                     \
  NAMED(wait4)                                                                                     \
  NAMED(waitid)                                                                                    \
  NAMED(write)

static long refuse(long number) {
  switch (number) {
#define NAMED(name)                                                                                \
  case SYS_##name:                                                                                 \
    __heddle_unsupported("syscall(SYS_" #name ")");                                                \
    break;
    NAMED_CALLS
#undef NAMED
  default:
    __heddle_unsupported("syscall of a number that is not modelled");
  }
  return -1;
}

TELLS_THREADS_APART long syscall(long number, ...) {
  va_list rest;
  long result;
  va_start(rest, number);
  switch (number) {
  case SYS_futex:
    result = futex(rest, 0);
    break;
#if __SIZEOF_POINTER__ == 4
  case SYS_futex_time64:
    result = futex(rest, 1);
    break;
#endif
  case SYS_gettid:
    result = gettid();
    break;
  case SYS_getpid:
    result = getpid();
    break;
  case SYS_sched_yield:
    result = sched_yield();
    break;
  case SYS_exit:
    end_thread((int)WORD(rest));
  case SYS_exit_group:
    _exit((int)WORD(rest));
  default:
    result = refuse(number);
  }
  va_end(rest);
  return result;
}
