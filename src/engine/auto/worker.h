/* SPDX-License-Identifier: Apache-2.0 */
/* An engine in its own process. It can be stopped, continued and killed at any time, and its crash
 * affects only itself. It leads a process group, so that Ctrl-C reaches only its parent, and dies
 * with the parent. */
#ifndef ENGINE_AUTO_WORKER_H
#define ENGINE_AUTO_WORKER_H

#include "base/text.h"
#include "engine/engine.h"

#include <sys/types.h>

struct worker {
  pid_t process;
  int answer, words;   /* descriptors: the result, and what it prints on stderr; -1: at its end */
  struct text message; /* what has come of the result */
  struct text line;    /* what it printed last: its progress, when that is shown */
  bool is_held;
};

/* False: there is no process, as errno says. */
bool worker_start(struct worker *worker, const struct engine *engine, const struct task *task);
void worker_hold(struct worker *worker);
void worker_go_on(struct worker *worker);
void worker_interrupt(struct worker *worker); /* asks it to end with what it has */
void worker_kill(struct worker *worker);

/* Reads what is there. `pass_on` receives complete lines of stderr. True: the result has come, or
 * will not. */
bool worker_read(struct worker *worker, void (*pass_on)(void *context, const char *line),
                 void *context);
/* When worker_read said true, or after worker_kill: waits for the process, and fills in the result,
 * UNKNOWN and how it ended if it has none to give. */
void worker_collect(struct worker *worker, const struct program *program, struct result *result);

size_t worker_memory(const struct worker *worker); /* resident bytes */

#endif
