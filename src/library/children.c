/* SPDX-License-Identifier: Apache-2.0 */
/* Child processes that run other programs. What such a program does is not known: it ends at any time,
 * in any way. A process that never started one has none to wait for. */
#define _GNU_SOURCE
#include "descriptors.h"
#include "errors.h"
#include "heddle.h"
#include "stream.h"
#include "text.h"

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

struct stream *tmpfile(void);
int fclose(struct stream *stream);

static unsigned children; /* for which the program has not waited yet */

static pid_t any_process(void) { return (pid_t)(__heddle_nondet_u32() % 4194303) + 2; }

static void add_child(void) {
  __heddle_atomic_begin();
  children++;
  __heddle_atomic_end();
}

/* An exit status, or the signal that ended the child. */
static int any_status(void) {
  unsigned char what = __heddle_nondet_u8();
  return __heddle_nondet_bool() ? what << 8 : what % 64 + 1;
}

static int has_child(void) {
  __heddle_atomic_begin();
  int found = children != 0;
  __heddle_atomic_end();
  return found;
}

pid_t wait4(pid_t process, int *status, int options, struct rusage *usage) {
  pthread_testcancel();
  if (!has_child())
    return __library_fail(ERROR_CHILD);
  if (process > 0 && __heddle_nondet_bool())
    return __library_fail(ERROR_CHILD); /* it is none of the children */
  if ((options & WNOHANG) != 0 && __heddle_nondet_bool())
    return 0;
  __heddle_atomic_begin();
  int is_there = children != 0; /* another thread may have waited meanwhile */
  children -= is_there ? 1 : 0;
  __heddle_atomic_end();
  if (!is_there)
    return __library_fail(ERROR_CHILD);
  if (status != NULL)
    *status = any_status();
  if (usage != NULL)
    getrusage(RUSAGE_CHILDREN, usage);
  return process > 0 ? process : any_process();
}

pid_t wait3(int *status, int options, struct rusage *usage) { return wait4(-1, status, options, usage); }

pid_t waitpid(pid_t process, int *status, int options) { return wait4(process, status, options, NULL); }

pid_t wait(int *status) { return wait4(-1, status, 0, NULL); }

/* The arguments and the environment are only read. */
static void read_texts(char *const list[]) {
  if (list != NULL)
    for (; *list != NULL; list++)
      __library_read_text(*list);
}

static int start(pid_t *child, const char *path, char *const arguments[], char *const environment[]) {
  __library_read_text(path);
  read_texts(arguments);
  read_texts(environment);
  if (__heddle_nondet_bool())
    return __heddle_nondet_bool() ? ERROR_NOENT : ERROR_ACCES;
  add_child();
  if (child != NULL)
    *child = any_process();
  return 0;
}

int posix_spawn(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
  (void)actions, (void)attributes;
  return start(child, path, arguments, environment);
}

int posix_spawnp(pid_t *child, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
  (void)actions, (void)attributes;
  return start(child, file, arguments, environment);
}

/* Pipes to commands are streams like files: what is read from one is arbitrary. */
struct stream *popen(const char *command, const char *mode) {
  __library_read_text(command);
  if (mode[0] != 'r' && mode[0] != 'w') {
    __library_fail(ERROR_INVAL);
    return NULL;
  }
  if (__heddle_fault("popen")) {
    __library_fail(ERROR_MFILE);
    return NULL;
  }
  return tmpfile();
}

int pclose(struct stream *stream) {
  if (fclose(stream) != 0)
    return -1;
  return any_status();
}
