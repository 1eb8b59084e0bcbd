/* Who resolves nondeterminism: at random (heddle run), from a record (replay), or one after the
 * other (exhaustive search). A step is a function of the state, the thread and these answers. */
#ifndef SEMANTICS_CHOOSER_H
#define SEMANTICS_CHOOSER_H

#include <stdbool.h>
#include <stdint.h>

struct edge;

struct chooser {
  /* Any number of `width` bits. `edge`: who asks, for messages. */
  uint64_t (*choose)(struct chooser *chooser, unsigned width, const struct edge *edge);
  /* The question is hypothetical: an answer must not be kept in memory. */
  bool only_looks;
};

#endif
