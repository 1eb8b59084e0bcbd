/* SPDX-License-Identifier: Apache-2.0 */
/* Child processes that run other programs. What such a program does is not known: it ends at any time,
 * in any way. A process that never started one has none to wait for. */
#define _GNU_SOURCE
#include "descriptors.h"
#include "errors.h"
#include "heddle.h"
#include "reused.h"
#include "stream.h"
#include "text.h"

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct stream *tmpfile(void);
int fclose(struct stream *stream);

/* Children for which the program has not waited yet; those of popen are not among them. */
struct child {
  struct child *next;
  pid_t process;
};

static struct child *children;

/* In an atomic section. */
static void add_child(struct child *fresh) {
  pid_t process = (pid_t)(__heddle_nondet_u32() % 4194303) + 2;
  for (const struct child *at = children; at != NULL; at = at->next)
    __heddle_assume(at->process != process);
  __heddle_assume(process != getpid());
  *fresh = (struct child){children, process};
  children = fresh;
}

/* An exit status, or the signal that ended the child. */
static int any_status(void) {
  unsigned char what = __heddle_nondet_u8();
  return __heddle_nondet_bool() ? what << 8 : what % 64 + 1;
}

/* Where the child is that a call waits for; it leads to NULL if there is none. Any child may end first,
 * and those of a process group may be some or none. In an atomic section. */
static struct child **find_child(pid_t process) {
  struct child **at = &children;
  if (process > 0) {
    while (*at != NULL && (*at)->process != process)
      at = &(*at)->next;
    return at;
  }
  while (*at != NULL && (process != -1 || (*at)->next != NULL) && __heddle_nondet_bool())
    at = &(*at)->next;
  return at;
}

/* Returns the child that has ended, 0 if none has yet, or -1 if there is none. In an atomic section. */
static pid_t take_child(pid_t process, int options) {
  struct child **at = find_child(process), *found = *at;
  if (found == NULL)
    return -1;
  if ((options & WNOHANG) != 0 && __heddle_nondet_bool())
    return 0;
  pid_t ended = found->process;
  *at = found->next;
  free_block(found);
  return ended;
}

pid_t wait4(pid_t process, int *status, int options, struct rusage *usage) {
  pthread_testcancel();
  __heddle_atomic_begin();
  pid_t ended = take_child(process, options);
  __heddle_atomic_end();
  if (ended <= 0)
    return ended == 0 ? 0 : __library_fail(ERROR_CHILD);
  if (status != NULL)
    *status = any_status();
  if (usage != NULL)
    getrusage(RUSAGE_CHILDREN, usage);
  return ended;
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
  __heddle_atomic_begin();
  struct child *fresh = allocate_block(sizeof *fresh, sizeof(void *), KEPT_BLOCK);
  add_child(fresh);
  pid_t process = fresh->process;
  __heddle_atomic_end();
  if (child != NULL)
    *child = process;
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
