/* SPDX-License-Identifier: Apache-2.0 */
/* The first Ctrl-C asks the run to stop, which it does within some thousand steps. The second one
 * ends it immediately. A timer ends a run that does not stop in time because it is in a long
 * computation that does not check its limits. The run itself checks its memory (limits_check); the
 * system's limit on the address space catches single allocations that are too large. */
#include "cli/interrupt.h"

#include "base/memory.h"
#include "cli/exit_code.h"
#include "cli/options.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;
static const char *out_of_memory_words;
static double process_start;

static void write_text(int file, const char *text) {
  ssize_t written = write(file, text, strlen(text));
  (void)written; /* nothing is left to do about a failure here */
}

/* What a handler says when it ends the process. Each is complete before `guard` points to it. */
struct last_words {
  int file;
  const char *on_time, *on_interrupt;
  int code;
};
static const struct last_words as_unknown = {STDOUT_FILENO,
                                             "UNKNOWN(time, before the search began)\n",
                                             "UNKNOWN(interrupted)\n", EXIT_UNKNOWN};
static const struct last_words as_stopped = {
    STDERR_FILENO, "heddle: the execution was stopped: time\n",
    "heddle: the execution was stopped: interrupted\n", EXIT_UNKNOWN};
static const struct last_words *_Atomic guard; /* NULL: a first signal is not followed by an end */
static timer_t timer, processor_timer; /* the latter counts the processor time of this process */
static bool has_timer, has_processor_timer;

/* For a run to stop by itself and say how far it came. */
static const double patience = 0.8;

/* Two sets of documents, of which one may be in use by a handler. */
enum { MOST_DOCUMENTS = 2 };
struct document_set {
  struct last_document list[MOST_DOCUMENTS];
  size_t count;
};
static struct document_set document_sets[2];
static struct document_set *_Atomic documents; /* NULL: none */
static pid_t document_writer;                  /* and not one of the processes that it started */
static int kept_stdout = -1;

/* As every function here that handlers call, async-signal-safe. */
static void write_documents(enum interrupt_cause cause) {
  const struct document_set *set = documents;
  for (size_t i = 0; set && getpid() == document_writer && i < set->count; i++) {
    const struct last_document *document = &set->list[i];
    int file = document->path ? open(document->path, O_WRONLY | O_CREAT | O_TRUNC, 0666)
                              : interrupt_stdout();
    if (file >= 0 && document->texts[cause].data)
      write_text(file, document->texts[cause].data);
  }
}

static void set_timer(timer_t which, double seconds) {
  struct itimerspec span = {0};
  span.it_value.tv_sec = (time_t)seconds;
  span.it_value.tv_nsec = (long)((seconds - (double)span.it_value.tv_sec) * 1e9);
  timer_settime(which, 0, &span, NULL);
}

static void start_timer(double seconds) {
  if (has_timer)
    set_timer(timer, seconds);
}

static void stop_timers(void) {
  start_timer(0);
  if (has_processor_timer)
    set_timer(processor_timer, 0);
}

static void end_now(void) {
  const struct last_words *words = guard ? guard : &as_unknown;
  write_documents(interrupted ? INTERRUPT_SIGNAL : INTERRUPT_TIME);
  write_text(words->file, interrupted ? words->on_interrupt : words->on_time);
  _exit(words->code);
}

static void handle_interrupt(int number) {
  (void)number;
  if (interrupted)
    end_now();
  interrupted = 1;
  if (guard)
    start_timer(patience);
}

static void handle_timer(int number) {
  (void)number;
  end_now();
}

static void handle_crash(int number) {
  write_text(STDERR_FILENO,
             number == SIGABRT ? "heddle: internal error" : "heddle: internal error (crash)");
  write_text(STDERR_FILENO, ", please report it with the command and the input files\n");
  _exit(EXIT_INTERNAL);
}

static void handle_exhausted_memory(void) {
  const struct last_words *words = guard;
  fflush(stdout);
  fputs("heddle: out of memory\n", stderr);
  write_documents(INTERRUPT_MEMORY);
  if (words && words->code == EXIT_FALSE) { /* --all has found something */
    write_text(words->file, words->on_time);
    _exit(words->code);
  }
  if (out_of_memory_words)
    write_text(STDOUT_FILENO, out_of_memory_words);
  _exit(EXIT_UNKNOWN);
}

static void catch_signal(int number, void (*handler)(int), int flags) {
  struct sigaction action = {0};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

void interrupt_start_clock(void) { process_start = clock_seconds(); }

void interrupt_install(void) {
  interrupt_start_clock();
  catch_signal(SIGINT, handle_interrupt, SA_RESTART);
  catch_signal(SIGTERM, handle_interrupt, SA_RESTART);
  catch_signal(SIGALRM, handle_timer, SA_RESTART);
  catch_signal(SIGABRT, handle_crash, 0);
#ifndef __SANITIZE_ADDRESS__    /* which has more to say about a crash */
  static char stack[64 * 1024]; /* the usual one may be what overflowed */
  stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternative, NULL);
  catch_signal(SIGSEGV, handle_crash, SA_ONSTACK);
  catch_signal(SIGBUS, handle_crash, SA_ONSTACK);
#endif
  memory_set_exhausted_handler(handle_exhausted_memory);
}

/* Before the search, as nothing of what stdout buffers is written by a handler. */
static void watch(const struct limits *limits, const struct last_words *words) {
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
  fflush(stdout);
  guard = words;
  has_timer = has_timer || timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
  double left = limits->start + limits->seconds - clock_seconds();
  if (interrupted)
    start_timer(patience);
  else if (limits->seconds > 0)
    start_timer(patience + (left > 0 ? left : 0));
  if (limits->processor_seconds <= 0)
    return;
  has_processor_timer =
      has_processor_timer || timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &processor_timer) == 0;
  left = limits_processor_seconds_left(limits, limits->processor_seconds);
  if (has_processor_timer)
    set_timer(processor_timer, patience + left);
}

void interrupt_guard_check(const struct limits *limits) { watch(limits, &as_unknown); }
void interrupt_guard_run(const struct limits *limits) { watch(limits, &as_stopped); }

static void replace_words(const char *on_time, const char *on_interrupt, int code) {
  static struct last_words others[2]; /* one may be in use */
  static size_t next;
  others[next] = (struct last_words){STDOUT_FILENO, on_time, on_interrupt, code};
  guard = &others[next];
  next = !next;
}

void interrupt_guard_found(const char *verdict) { replace_words(verdict, verdict, EXIT_FALSE); }

bool interrupt_guard_search(const char *on_time, const char *on_interrupt) {
  if (!guard || guard->code == EXIT_FALSE)
    return false;
  replace_words(on_time, on_interrupt, EXIT_UNKNOWN);
  return true;
}

void interrupt_keep_stdout(void) {
  fflush(stdout);
  kept_stdout = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  dup2(STDERR_FILENO, STDOUT_FILENO);
}

int interrupt_stdout(void) { return kept_stdout >= 0 ? kept_stdout : STDOUT_FILENO; }

void interrupt_set_documents(const struct last_document *list, size_t count) {
  struct document_set *old = documents;
  struct document_set *set = old == &document_sets[0] ? &document_sets[1] : &document_sets[0];
  set->count = count;
  for (size_t i = 0; i < count; i++)
    set->list[i] = list[i];
  document_writer = getpid();
  documents = count ? set : NULL;
  for (size_t i = 0; old && i < old->count; i++)
    for (size_t j = 0; j < INTERRUPT_CAUSES; j++)
      text_release(&old->list[i].texts[j]);
}

void interrupt_end_time(void) {
  if (!interrupted)
    stop_timers();
}

void interrupt_unguard(void) {
  stop_timers();
  guard = NULL;
}

bool interrupt_happened(void) { return interrupted != 0; }

static size_t memory_of_machine(void) {
  return (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
}

struct limits interrupt_limits(const struct options *options) {
  static struct work work; /* of this process; an engine that runs in its own has a copy */
  work.most = options->limits.work;
  return (struct limits){
      .seconds = options->limits.time,
      .processor_seconds = options->limits.cpu_time,
      .root = getpid(),
      .memory = options->limits.memory ? (size_t)options->limits.memory << 20
                                       : memory_of_machine() / 4 * 3,
      .work = &work,
      .start = process_start,
      .cancelled = &interrupted,
  };
}

void interrupt_limit_memory(const struct limits *limits, const char *last_words) {
  out_of_memory_words = last_words;
#ifndef __SANITIZE_ADDRESS__ /* whose shadow memory needs the whole address space */
  struct process_memory used = memory_of_process(0);
  size_t left = limits->memory > used.resident ? limits->memory - used.resident : 0;
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0)
    return;
  limit.rlim_cur = used.mapped + left;
  if (limit.rlim_cur < limit.rlim_max)
    setrlimit(RLIMIT_AS, &limit);
#else
  (void)limits;
#endif
}
