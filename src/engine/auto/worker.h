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
  int answer, words;   /* descriptors: the result, and stderr; -1: closed */
  struct text message; /* the part of the result that has been read */
  struct text line;    /* its latest line on stderr: its progress, if shown */
  bool is_held;
};

/* False: no process was created, see errno. */
bool worker_start(struct worker *worker, const struct engine *engine, const struct task *task);
void worker_hold(struct worker *worker);
void worker_go_on(struct worker *worker);
void worker_interrupt(struct worker *worker); /* asks it to end and report */
void worker_kill(struct worker *worker);

/* Reads available output. `pass_on` receives complete lines of stderr. True: the result is
 * complete, or will not come. */
bool worker_read(struct worker *worker, void (*pass_on)(void *context, const char *line),
                 void *context);
/* Waits for the process after worker_read returned true, or after worker_kill. Fills in the
 * result; UNKNOWN and how the process ended if it has not reported one. */
void worker_collect(struct worker *worker, const struct program *program, const struct board *board,
                    struct result *result);

/* What it has reported so far: only the partial result and the board are valid. The caller releases
 * the result. */
void worker_peek(const struct worker *worker, const struct program *program,
                 const struct board *board, struct result *result);
size_t worker_memory(const struct worker *worker); /* resident bytes */

#endif
