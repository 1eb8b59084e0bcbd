/* SPDX-License-Identifier: Apache-2.0 */
/* Tells on stderr where the threads of an execution are that does not end. */
#ifndef CLI_WHEREABOUTS_H
#define CLI_WHEREABOUTS_H

#include "semantics/machine.h"

struct blocks;

struct whereabouts {
  struct listener listener; /* first: give this to the machine */
  const struct blocks *blocks;
  double start, next_time; /* when it tells where they are */
  uint64_t edges;
};

/* It tells first after some seconds, then after ever longer times. */
void whereabouts_begin(struct whereabouts *whereabouts, const struct blocks *blocks);
/* Of an execution that was stopped. */
void whereabouts_tell(const struct whereabouts *whereabouts, const struct state *state);

#endif
