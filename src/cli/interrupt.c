/* A first Ctrl-C asks the run to stop, which it does within some thousand steps; a second one does
 * not wait. Memory is watched by the run itself (limits_check); the system's limit on the address
 * space is there for the single allocation that is too large. */
#include "cli/interrupt.h"

#include "base/memory.h"
#include "cli/exit_code.h"
#include "cli/options.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;
static const char *out_of_memory_words;
static double process_start;

static void say(int file, const char *text) {
  ssize_t written = write(file, text, strlen(text));
  (void)written; /* nothing is left to do about a failure here */
}

static void handle_interrupt(int number) {
  (void)number;
  if (interrupted) {
    say(STDOUT_FILENO, "UNKNOWN(interrupted)\n");
    _exit(EXIT_UNKNOWN);
  }
  interrupted = 1;
}

static void handle_crash(int number) {
  say(STDERR_FILENO,
      number == SIGABRT ? "heddle: internal error" : "heddle: internal error (crash)");
  say(STDERR_FILENO, ", please report it with the command and the input files\n");
  _exit(EXIT_INTERNAL);
}

static void handle_exhausted_memory(void) {
  fflush(stdout);
  fputs("heddle: out of memory\n", stderr);
  if (out_of_memory_words)
    say(STDOUT_FILENO, out_of_memory_words);
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

bool interrupt_happened(void) { return interrupted != 0; }

static size_t memory_of_machine(void) {
  return (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
}

struct limits interrupt_limits(const struct options *options) {
  return (struct limits){
      .seconds = options->time,
      .memory = options->memory ? (size_t)options->memory << 20 : memory_of_machine() / 4 * 3,
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
