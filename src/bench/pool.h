/* SPDX-License-Identifier: Apache-2.0 */
/* Runs several child processes at a time, each under its own limits of wall time and memory. A
 * child that crashes or uses too much affects only itself. */
#ifndef BENCH_POOL_H
#define BENCH_POOL_H

#include <stdbool.h>
#include <stddef.h>

struct pool_limits {
  double seconds;  /* of wall time; 0: none */
  double patience; /* seconds beyond that for a process which knows the limit and will end */
  size_t memory;   /* resident bytes of a process and its descendants; 0: none */
};

enum pool_stop { STOP_NOT, STOP_TIME, STOP_MEMORY }; /* why the pool ended a process */

struct pool_outcome {
  int status; /* as waitpid gives it */
  enum pool_stop stop;
  double wall, cpu; /* seconds, descendants included */
  size_t memory;    /* at the peak, bytes */
};

enum pool_event { POOL_TICK, POOL_ENDED, POOL_INTERRUPTED };

/* Receives what a process prints, on stdout or stderr, line by line. */
typedef void (*pool_line)(void *owner, const char *line);

/* One pool at a time: until it is destroyed SIGINT, SIGTERM and SIGHUP are its events. */
struct pool *pool_create(size_t jobs, const struct pool_limits *limits, pool_line on_line);
/* Asks all processes to end, and makes them a little later: then pool_wait tells of each. */
void pool_stop(struct pool *pool);
/* No process may be running. */
void pool_destroy(struct pool *pool);

bool pool_has_room(const struct pool *pool);
size_t pool_running(const struct pool *pool);
/* `arguments` ends with NULL. False: no process could be made, as errno says. */
bool pool_start(struct pool *pool, void *owner, const char *program, const char *const *arguments);
/* Waits for a process to end, a signal to heddle, or this many seconds. */
enum pool_event pool_wait(struct pool *pool, double seconds, void **owner,
                          struct pool_outcome *outcome);

#endif
