/* How often the loops that threads are in have gone round on the way to a node: what --unwind
 * bounds. A round in which something was undecided counts in full; one that goes where constants
 * lead it counts a little, so that a loop over a large array does not need a large bound, but one
 * that never ends meets every bound. Nested calls of one function count like rounds of a loop. */
#ifndef ENGINE_CONTEXT_ROUNDS_H
#define ENGINE_CONTEXT_ROUNDS_H

#include "base/map.h"
#include "base/vector.h"
#include "semantics/machine.h"

/* What the rounds of a loop count. */
#define UNITS_PER_ROUND 256u
enum { UNITS_PER_DECIDED_ROUND = 1, UNITS_PER_CALL = 8 };

/* A loop that a frame of a thread is in. */
struct loop_rounds {
  uint32_t thread, depth, head; /* depth: of the frame, from 1 */
  uint32_t units;
  uint32_t is_undecided; /* something was in the current round; a word, as entries are interned */
};

struct rounds {
  struct observer observer;       /* first: it watches the machine take a step */
  const uint64_t *undecided;      /* how often there was more than one possibility, so far */
  uint64_t seen_undecided;        /* of these */
  uint32_t most;                  /* units that a loop may have; UINT32_MAX: any number */
  bool is_beyond;                 /* in the step being taken one has more */
  VECTOR(struct loop_rounds) now; /* while a step is taken: sorted by thread, depth, head */
  struct interner *known;         /* what was kept, by number */
  struct arena *arena;
  struct map loops; /* of functions, where they were needed */
};

void rounds_init(struct rounds *rounds, const uint64_t *undecided, uint32_t most);
void rounds_release(struct rounds *rounds);
/* Continues from kept rounds; 0 are those of the beginning. Afterwards the observer is to be told
 * of the steps. */
void rounds_begin_step(struct rounds *rounds, uint32_t kept);
/* Ends a step of one thread that led to `state`: the number under which its rounds are kept, and
 * the largest count. */
uint32_t rounds_end_step(struct rounds *rounds, const struct state *state, uint32_t *units);
/* Has no loop gone round more often in `less` than in `more`? */
bool rounds_include(const struct rounds *rounds, uint32_t more, uint32_t less);

#endif
