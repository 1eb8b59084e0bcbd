/* The threading domain composed with a data domain. The threading part of a state is where every
 * thread stands and how it got called (frames), created without bound as the program goes; the data
 * part is what registers and memory hold, in the representation of a value domain
 * (semantics/domain.h). A step is one of the machine, which moves both parts; partitions are made
 * from the threading part alone. Frames belong to threads, so no function is ever cloned. */
#ifndef ENGINE_EXPLICIT_THREADING_H
#define ENGINE_EXPLICIT_THREADING_H

#include "engine/engine.h"
#include "engine/explicit/reach.h"
#include "semantics/store.h"

struct switch_count {
  uint32_t times, last; /* how often the thread changed on the way to a state, and which came last */
};

struct threading {
  struct cpa cpa; /* first: the analysis is the threading */
  const struct task *task;
  struct machine machine;
  struct answers answers;
  struct store *store;
  struct state *state; /* under construction, or being expanded */
  VECTOR(struct switch_count) switches; /* by number of the state, if the order asks for it */
  char unknown[256]; /* why the search cannot end with TRUE, "" if it can */
  /* The error: behind `error_from` and a step of `error_thread` (NO_THREAD: in that very state), with
   * the current answers. */
  uint32_t error_from, error_thread;
};

void threading_init(struct threading *threading, const struct task *task);
void threading_release(struct threading *threading);
/* After REACH_FOUND: the steps that lead to the error and their answers. */
void threading_build_schedule(const struct threading *threading, const struct reach *reach,
                              struct schedule *schedule);

#endif
