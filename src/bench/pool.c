/* SPDX-License-Identifier: Apache-2.0 */
/* An event loop over the output of the children and a signal descriptor, which also checks the
 * resources that the children use. Each child leads its own process group: Ctrl-C reaches only
 * heddle, and all processes that the child started can be killed with it. */
#include "bench/pool.h"

#include "base/limits.h"
#include "base/process_tree.h"
#include "base/text.h"
#include "base/vector.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

static const double measure_interval = 0.05;
static const double time_to_clean_up = 2; /* between SIGTERM and SIGKILL */
enum { LONGEST_LINE = 1 << 16 };

struct child {
  pid_t process;
  int output;
  void *owner;
  double start;
  double term_at, kill_at; /* when it gets these signals */
  bool has_ended;          /* and `outcome` is complete */
  struct text line;        /* of the output, until its end is read */
  struct pool_outcome outcome;
};

struct pool {
  struct pool_limits limits;
  pool_line on_line;
  size_t jobs, own_peak;
  VECTOR(struct child) children;
  VECTOR(struct pollfd) polled;
  int signals; /* descriptor */
  sigset_t mask_before;
  double measured;
};

static size_t peak_of_heddle(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (size_t)usage.ru_maxrss * 1024;
}

struct pool *pool_create(size_t jobs, const struct pool_limits *limits, pool_line on_line) {
  struct pool *pool = memory_allocate_zeroed(sizeof *pool);
  pool->limits = *limits;
  pool->on_line = on_line;
  pool->jobs = jobs;
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  sigprocmask(SIG_BLOCK, &signals, &pool->mask_before);
  pool->signals = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  assert(pool->signals >= 0);
  return pool;
}

bool pool_has_room(const struct pool *pool) { return pool->children.count < pool->jobs; }
size_t pool_running(const struct pool *pool) { return pool->children.count; }

/* In the child: nothing but system calls. */
static void become(const struct pool *pool, pid_t parent, int output, const char *program,
                   char *const *arguments) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int nothing = open("/dev/null", O_RDONLY);
  if (getppid() != parent || nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 ||
      dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0)
    _exit(127);
  close(nothing);
  sigprocmask(SIG_SETMASK, &pool->mask_before, NULL);
  execv(program, arguments);
  static const char failure[] = "the program cannot be started\n";
  ssize_t written = write(STDERR_FILENO, failure, sizeof failure - 1);
  _exit(written < 0 ? 126 : 127);
}

/* execv promises not to change the arguments, but its type does not say so. */
static char *const *changeable(const char *const *arguments) {
  char *const *result;
  memcpy(&result, &arguments, sizeof result);
  return result;
}

bool pool_start(struct pool *pool, void *owner, const char *program, const char *const *arguments) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return false;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  fflush(NULL);
  pool->own_peak = peak_of_heddle();
  struct child child = {
      .owner = owner, .output = ends[0], .start = clock_seconds(), .kill_at = HUGE_VAL};
  child.term_at = pool->limits.seconds > 0
                      ? child.start + pool->limits.seconds + pool->limits.patience
                      : HUGE_VAL;
  pid_t parent = getpid();
  child.process = fork();
  if (child.process == 0)
    become(pool, parent, ends[1], program, changeable(arguments));
  close(ends[1]);
  if (child.process < 0) {
    int error = errno;
    close(ends[0]);
    errno = error;
    return false;
  }
  setpgid(
      child.process,
      child.process); /* parent and child both do it, so that it is done before either continues */
  vector_push(&pool->children, child);
  return true;
}

static void read_bytes(const struct pool *pool, struct child *child, const char *bytes,
                       size_t count) {
  while (count) {
    const char *newline = memchr(bytes, '\n', count);
    size_t length = newline ? (size_t)(newline - bytes) : count;
    if (child->line.length + length <= LONGEST_LINE)
      text_add_bytes(&child->line, bytes, length);
    if (!newline)
      return;
    pool->on_line(child->owner, text_get(&child->line));
    text_release(&child->line);
    bytes += length + 1;
    count -= length + 1;
  }
}

static void read_output(const struct pool *pool, struct child *child) {
  char buffer[8192];
  ssize_t count;
  while ((count = read(child->output, buffer, sizeof buffer)) > 0)
    read_bytes(pool, child, buffer, (size_t)count);
  if (count == 0 || errno != EAGAIN) {
    close(child->output);
    child->output = -1;
  }
}

static double seconds_of(struct timeval time) {
  return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

static void note_usage(struct child *child, double cpu, size_t memory) {
  child->outcome.cpu = fmax(child->outcome.cpu, cpu);
  if (memory > child->outcome.memory)
    child->outcome.memory = memory;
}

/* Notes how the child ended, if it has. */
static void reap(const struct pool *pool, struct child *child) {
  struct rusage usage;
  if (wait4(child->process, &child->outcome.status, WNOHANG, &usage) != child->process)
    return;
  child->has_ended = true;
  child->outcome.wall = clock_seconds() - child->start;
  kill(-child->process, SIGKILL); /* what it has started and not ended */
  /* The kernel counts what heddle used before the child became another program. */
  size_t peak = (size_t)usage.ru_maxrss * 1024;
  bool is_its_own = peak > pool->own_peak || child->outcome.memory == 0;
  note_usage(child, seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime), is_its_own ? peak : 0);
}

static void stop_child(struct child *child, enum pool_stop why, int number, double now) {
  if (child->outcome.stop == STOP_NOT)
    child->outcome.stop = why;
  process_tree_signal(child->process, number);
  child->term_at = HUGE_VAL;
  child->kill_at = now + time_to_clean_up;
}

static void watch(const struct pool *pool, struct child *child, double now) {
  struct tree_usage usage = process_tree_measure(child->process);
  note_usage(child, usage.cpu, usage.memory);
  if (pool->limits.memory && usage.memory > pool->limits.memory)
    stop_child(child, STOP_MEMORY, SIGKILL, now);
  else if (now >= child->kill_at)
    stop_child(child, STOP_TIME, SIGKILL, now);
  else if (now >= child->term_at)
    stop_child(child, STOP_TIME, SIGTERM, now);
}

/* True: heddle itself is asked to end. */
static bool read_signals(struct pool *pool) {
  bool interrupted = false;
  struct signalfd_siginfo signal;
  while (read(pool->signals, &signal, sizeof signal) == (ssize_t)sizeof signal)
    interrupted |= signal.ssi_signo != SIGCHLD;
  for (size_t i = 0; i < pool->children.count; i++)
    if (!pool->children.items[i].has_ended)
      reap(pool, &pool->children.items[i]);
  return interrupted;
}

static void poll_descriptors(struct pool *pool, double seconds) {
  pool->polled.count = 0;
  vector_push(&pool->polled, (struct pollfd){.fd = pool->signals, .events = POLLIN});
  for (size_t i = 0; i < pool->children.count; i++) /* a negative one is passed over */
    vector_push(&pool->polled,
                (struct pollfd){.fd = pool->children.items[i].output, .events = POLLIN});
  poll(pool->polled.items, pool->polled.count, (int)ceil(fmax(seconds, 0) * 1000));
  for (size_t i = 0; i < pool->children.count; i++)
    if (pool->polled.items[i + 1].revents)
      read_output(pool, &pool->children.items[i]);
}

static void take_out(struct pool *pool, size_t index, void **owner, struct pool_outcome *outcome) {
  struct child *child = &pool->children.items[index];
  if (child->output >= 0)
    read_output(pool, child);
  if (child->output >= 0)
    close(child->output);
  if (child->line.length)
    pool->on_line(child->owner, text_get(&child->line));
  text_release(&child->line);
  *owner = child->owner;
  *outcome = child->outcome;
  *child = vector_pop(&pool->children);
}

enum pool_event pool_wait(struct pool *pool, double seconds, void **owner,
                          struct pool_outcome *outcome) {
  double end = clock_seconds() + seconds;
  for (;;) {
    for (size_t i = 0; i < pool->children.count; i++)
      if (pool->children.items[i].has_ended) {
        take_out(pool, i, owner, outcome);
        return POOL_ENDED;
      }
    double now = clock_seconds();
    if (now >= end)
      return POOL_TICK;
    poll_descriptors(pool, fmin(end, pool->measured + measure_interval) - now);
    if (read_signals(pool))
      return POOL_INTERRUPTED;
    now = clock_seconds();
    if (now < pool->measured + measure_interval)
      continue;
    pool->measured = now;
    for (size_t i = 0; i < pool->children.count; i++)
      if (!pool->children.items[i].has_ended)
        watch(pool, &pool->children.items[i], now);
  }
}

void pool_stop(struct pool *pool) {
  double now = clock_seconds();
  for (size_t i = 0; i < pool->children.count; i++)
    if (!pool->children.items[i].has_ended)
      stop_child(&pool->children.items[i], STOP_TIME, SIGTERM, now);
}

void pool_destroy(struct pool *pool) {
  assert(pool->children.count == 0);
  close(pool->signals);
  vector_release(&pool->children);
  vector_release(&pool->polled);
  sigprocmask(SIG_SETMASK, &pool->mask_before, NULL);
  memory_release(pool);
}
