/* SPDX-License-Identifier: Apache-2.0 */
/* Two pipes lead from a worker to its parent, both non-blocking: one for the result, one for
 * stderr, so that the output of several workers does not mix. */
#include "engine/auto/worker.h"

#include "engine/cut.h"
#include "engine/message.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUT_OF_MEMORY = 3, NO_PARENT = 5 }; /* exit codes */
enum { LONGEST_LINE = 4096 };

static void end_without_memory(void) { _exit(OUT_OF_MEMORY); }

/* The parent reports crashes. AddressSanitizer reports some itself, with more detail. */
static void crash_as_usual(void) {
  signal(SIGABRT, SIG_DFL);
#ifndef __SANITIZE_ADDRESS__
  signal(SIGSEGV, SIG_DFL);
  signal(SIGBUS, SIG_DFL);
#endif
}

static bool write_all(int file, const char *bytes, size_t count) {
  while (count) {
    ssize_t written = write(file, bytes, count);
    if (written < 0 && errno != EINTR)
      return false;
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    }
  }
  return true;
}

/* Writes partial results and answers to the pipe, before the result. */
struct partial_writer {
  struct partial_result_listener listener; /* first: it is the listener of the task */
  int answer;
};

static void write_partial(struct partial_result_listener *listener, const struct result *result) {
  const struct partial_writer *writer = (const struct partial_writer *)listener;
  struct text lines = {0};
  partial_result_write(&lines, &result->partial);
  if (result->board)
    board_write(&lines, result->board);
  if (lines.length && !write_all(writer->answer, lines.data, lines.length))
    _exit(NO_PARENT);
  text_release(&lines);
}

__attribute__((noreturn)) static void run_engine_and_exit(const struct engine *engine,
                                                          const struct task *task, pid_t parent,
                                                          int answer, int words) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int nowhere = open("/dev/null", O_WRONLY); /* the parent reports the verdict */
  if (getppid() != parent || dup2(words, STDERR_FILENO) < 0 || dup2(nowhere, STDOUT_FILENO) < 0)
    _exit(NO_PARENT);
  crash_as_usual();
  memory_set_exhausted_handler(end_without_memory);
  struct result result = {.verdict = VERDICT_UNKNOWN};
  struct partial_writer writer = {.listener = {write_partial}, .answer = answer};
  struct task own = *task;
  own.listener = &writer.listener;
  uint32_t cut = task->keeps_proven ? 0 : cut_proven(&own);
  engine_run(engine, &own, &result);
  if (cut)
    result_add_statistic(&result, "edges cut", cut);
  struct text message = {0};
  message_write(&message, task->program, &result);
  _exit(write_all(answer, message.data, message.length) ? 0 : NO_PARENT);
}

bool worker_start(struct worker *worker, const struct engine *engine, const struct task *task) {
  int answer[2], words[2];
  if (pipe2(answer, O_CLOEXEC) != 0)
    return false;
  if (pipe2(words, O_CLOEXEC) != 0) {
    close(answer[0]);
    close(answer[1]);
    return false;
  }
  fflush(NULL);
  *worker = (struct worker){.answer = answer[0], .words = words[0]};
  pid_t parent = getpid();
  worker->process = fork();
  if (worker->process == 0)
    run_engine_and_exit(engine, task, parent, answer[1], words[1]);
  int error = errno;
  close(answer[1]);
  close(words[1]);
  if (worker->process < 0) {
    close(answer[0]);
    close(words[0]);
    errno = error;
    return false;
  }
  setpgid(worker->process,
          worker->process); /* parent and child both do it, so that it is done in time */
  fcntl(worker->answer, F_SETFL, O_NONBLOCK);
  fcntl(worker->words, F_SETFL, O_NONBLOCK);
  return true;
}

void worker_hold(struct worker *worker) {
  kill(-worker->process, SIGSTOP);
  worker->is_held = true;
}

void worker_go_on(struct worker *worker) {
  kill(-worker->process, SIGCONT);
  worker->is_held = false;
}

void worker_interrupt(struct worker *worker) {
  kill(-worker->process, SIGINT);
  worker_go_on(worker);
}

void worker_kill(struct worker *worker) { kill(-worker->process, SIGKILL); }

/* False: the end of the file is reached. */
static bool read_some(int file, char *bytes, size_t most, size_t *count) {
  ssize_t got = read(file, bytes, most);
  *count = got > 0 ? (size_t)got : 0;
  return got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR));
}

/* Collects the present line. A carriage return restarts it; the terminal's code to clear it is
 * dropped. */
static void add_words(struct worker *worker, const char *bytes, size_t count,
                      void (*pass_on)(void *context, const char *line), void *context) {
  static const char clear[] = "\033[K";
  struct text *line = &worker->line;
  for (size_t i = 0; i < count; i++) {
    if (bytes[i] == '\n')
      pass_on(context, text_get(line));
    if (bytes[i] == '\n' || bytes[i] == '\r' || line->length == LONGEST_LINE)
      text_release(line);
    if (bytes[i] != '\n' && bytes[i] != '\r')
      text_add_bytes(line, &bytes[i], 1);
    if (line->length == sizeof clear - 1 && strcmp(line->data, clear) == 0)
      text_release(line);
  }
}

static void close_at_end(int *file, bool goes_on) {
  if (!goes_on) {
    close(*file);
    *file = -1;
  }
}

bool worker_read(struct worker *worker, void (*pass_on)(void *context, const char *line),
                 void *context) {
  char bytes[8192];
  size_t count = 1;
  while (worker->words >= 0 && count) {
    close_at_end(&worker->words, read_some(worker->words, bytes, sizeof bytes, &count));
    add_words(worker, bytes, count, pass_on, context);
  }
  count = 1;
  while (worker->answer >= 0 && count) {
    close_at_end(&worker->answer, read_some(worker->answer, bytes, sizeof bytes, &count));
    text_add_bytes(&worker->message, bytes, count);
  }
  return worker->answer < 0;
}

static void explain_end(struct result *result, int status) {
  if (WIFSIGNALED(status))
    result_set_unknown(result, "ended by signal %d (%s)", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
  else if (WEXITSTATUS(status) == OUT_OF_MEMORY)
    result_set_unknown(result, "memory");
  else
    result_set_unknown(result, "ended without a result, exit code %d", WEXITSTATUS(status));
}

void worker_collect(struct worker *worker, const struct program *program, const struct board *board,
                    struct result *result) {
  int status = 0;
  while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR)
    ;
  close_at_end(&worker->answer, worker->answer < 0);
  close_at_end(&worker->words, worker->words < 0);
  if (!message_read(text_get(&worker->message), program, board, result) || !WIFEXITED(status) ||
      WEXITSTATUS(status) != 0) {
    struct result left = {.partial = result->partial, .board = result->board};
    result->board = NULL;
    result_release(result);
    *result = left;
    explain_end(result, status);
  }
  text_release(&worker->message);
  text_release(&worker->line);
}

void worker_peek(const struct worker *worker, const struct program *program,
                 const struct board *board, struct result *result) {
  struct text lines = {0};
  const char *last = worker->message.length ? strrchr(worker->message.data, '\n') : NULL;
  if (last) /* only whole lines */
    text_add_bytes(&lines, worker->message.data, (size_t)(last + 1 - worker->message.data));
  message_read(text_get(&lines), program, board, result);
  text_release(&lines);
}

size_t worker_memory(const struct worker *worker) {
  return memory_of_process((int)worker->process).resident;
}
