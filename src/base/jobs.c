/* SPDX-License-Identifier: Apache-2.0 */
#include "base/jobs.h"

#include "base/file.h"
#include "base/vector.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK_INTERVAL = 50 }; /* between looks at the limits, in milliseconds */

/* A job that runs: its process, and files in memory that it shares with this one. */
struct running_job {
  size_t number;
  pid_t process;
  int end, bytes, messages; /* `end` becomes readable when the process ends */
};

struct job_pool {
  const struct job_list *list;
  VECTOR(struct running_job) running;
  VECTOR(struct pollfd) polled;
};

static bool write_all(int file, const struct text *text) {
  for (size_t done = 0; done < text->length;) {
    ssize_t count = write(file, text->data + done, text->length - done);
    if (count < 0 && errno != EINTR)
      return false;
    done += count > 0 ? (size_t)count : 0;
  }
  return true;
}

/* A group of its own, so that what it starts ends with it. */
_Noreturn static void run_and_exit(const struct job_list *list, const struct running_job *job) {
  struct text bytes = {0};
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  signal(SIGABRT, SIG_DFL);
  signal(SIGSEGV, SIG_DFL);
  signal(SIGBUS, SIG_DFL);
  if (dup2(job->messages, STDERR_FILENO) < 0)
    _exit(STATUS_BAD_INPUT);
  enum status status = list->run(list->context, job->number, &bytes);
  fflush(stderr);
  _exit(write_all(job->bytes, &bytes) ? (int)status : STATUS_BAD_INPUT);
}

static void close_files(const struct running_job *job) {
  int files[] = {job->end, job->bytes, job->messages};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (files[i] >= 0)
      close(files[i]);
}

/* False: there is no process for it. */
static bool start(struct job_pool *pool, size_t number) {
  struct running_job job = {.number = number,
                            .end = -1,
                            .bytes = memfd_create("answer", MFD_CLOEXEC),
                            .messages = memfd_create("messages", MFD_CLOEXEC)};
  fflush(NULL);
  job.process = job.bytes >= 0 && job.messages >= 0 ? fork() : -1;
  if (job.process == 0)
    run_and_exit(pool->list, &job);
  if (job.process > 0) {
    setpgid(job.process, job.process);
    job.end = pidfd_open(job.process, 0);
  }
  if (job.end >= 0) {
    vector_push(&pool->running, job);
    return true;
  }
  if (job.process > 0) {
    kill(-job.process, SIGKILL);
    waitpid(job.process, NULL, 0);
  }
  close_files(&job);
  return false;
}

static void read_back(int file, struct text *text) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  file_read(path, text);
}

/* The job has ended. */
static void collect(struct job_pool *pool, size_t index) {
  struct running_job job = pool->running.items[index];
  struct job_answer answer = {.status = STATUS_BAD_INPUT};
  int ended = 0;
  pool->running.items[index] = vector_last(&pool->running);
  pool->running.count--;
  while (waitpid(job.process, &ended, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(ended))
    answer.status = (enum status)WEXITSTATUS(ended);
  read_back(job.bytes, &answer.bytes);
  read_back(job.messages, &answer.messages);
  close_files(&job);
  pool->list->take(pool->list->context, job.number, &answer);
  text_release(&answer.bytes);
  text_release(&answer.messages);
}

/* Waits a moment for jobs to end. */
static void wait_for_some(struct job_pool *pool) {
  pool->polled.count = 0;
  vector_each (job, &pool->running)
    vector_push(&pool->polled, (struct pollfd){.fd = job->end, .events = POLLIN});
  if (poll(pool->polled.items, pool->polled.count, LOOK_INTERVAL) <= 0)
    return;
  for (size_t i = pool->running.count; i-- > 0;)
    if (pool->polled.items[i].revents)
      collect(pool, i);
}

static void kill_all(struct job_pool *pool) {
  vector_each (job, &pool->running) {
    kill(-job->process, SIGKILL);
    waitpid(job->process, NULL, 0);
    close_files(job);
  }
  pool->running.count = 0;
}

/* In this process, if there is none for it. */
static void run_here(const struct job_list *list, size_t number) {
  struct job_answer answer = {0};
  answer.status = list->run(list->context, number, &answer.bytes);
  list->take(list->context, number, &answer);
  text_release(&answer.bytes);
}

enum status jobs_run(const struct job_list *list) {
  struct job_pool pool = {.list = list};
  size_t most = list->processes ? list->processes : 1, next = 0;
  enum status status = STATUS_OK;
  const char *reason;
  while (status == STATUS_OK && (next < list->count || pool.running.count)) {
    for (; next < list->count && pool.running.count < most; next++)
      if (!start(&pool, next))
        run_here(list, next);
    wait_for_some(&pool);
    if (list->limits)
      status = limits_check(list->limits, &reason);
  }
  kill_all(&pool);
  vector_release(&pool.running);
  vector_release(&pool.polled);
  return status;
}
