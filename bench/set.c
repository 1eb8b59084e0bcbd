/* SPDX-License-Identifier: Apache-2.0 */
/* Children report through files without a name, which never block. */
#include "set.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

bool set_read(struct task_set *set, const char *path) {
  bool fine = task_set_add(set, path);
  if (!fine)
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
  return fine;
}

bool task_load(const char *path, struct task_file *task, struct program **program,
               struct frontend_times *times) {
  if (task_file_read(path, task, NULL) != STATUS_OK)
    return false;
  struct frontend_options options = {
      .files = task->files,
      .file_count = task->file_count,
      .data_model = task->data_model,
  };
  return frontend_load(&options, program, times) == STATUS_OK;
}

struct child {
  pid_t process; /* 0: done */
  FILE *report;
  struct finding finding;
};

static void start(struct child *child, const char *path, task_work work, void *context) {
  child->report = tmpfile();
  fflush(NULL);
  child->process = child->report ? fork() : -1;
  if (child->process < 0) {
    perror("bench");
    exit(1);
  }
  if (child->process == 0) {
    bool fine = work(path, context, child->report);
    fflush(NULL);
    _exit(fine ? 0 : 1);
  }
}

/* Waits for any child and keeps what it reported. */
static void collect(struct child *children, size_t count) {
  int status;
  pid_t process = wait(&status);
  for (size_t i = 0; i < count; i++) {
    struct child *child = &children[i];
    if (child->process != process)
      continue;
    child->process = 0;
    child->finding.finished = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    rewind(child->report);
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, child->report)) > 0;)
      text_add_bytes(&child->finding.report, buffer, n);
    if (WIFSIGNALED(status))
      text_format(&child->finding.report, "signal: %s\n", strsignal(WTERMSIG(status)));
    fclose(child->report);
  }
}

void task_set_run(const struct task_set *set, unsigned jobs, task_work work,
                  task_conclusion conclude, void *context) {
  struct child *children = memory_allocate_zeroed(set->paths.count * sizeof *children);
  size_t started = 0, running = 0;
  for (size_t next = 0; next < set->paths.count; next++) {
    while (started <= next || children[next].process != 0) {
      while (running < jobs && started < set->paths.count) {
        start(&children[started], set->paths.items[started], work, context);
        started++;
        running++;
      }
      if (children[next].process != 0) {
        collect(children, started);
        running--;
      }
    }
    conclude(set->paths.items[next], context, &children[next].finding);
    text_release(&children[next].finding.report);
  }
  memory_release(children);
}
