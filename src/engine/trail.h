/* A path of a search over abstract states, followed for real. It is executed twice more. First as
 * the search did it, writing down which number every value was taken to be that had to be one. Then
 * with a symbol for every arbitrary number, along the same threads and numbers: that each value is
 * its number is a constraint on the symbols, and all of them are the path formula. A model of it
 * gives inputs, with which the program is executed on numbers. */
#ifndef ENGINE_TRAIL_H
#define ENGINE_TRAIL_H

#include "engine/engine.h"
#include "semantics/value_domain.h"

struct solver;

struct trail {
  struct chooser
      chooser;          /* first: of the execution that is recorded, then of the one that follows */
  struct ledger ledger; /* see of_ledger */
  struct chooser *real; /* whose answers are recorded */
  VECTOR(uint32_t) steps; /* threads, in the order of their steps: the search adds them */
  struct state *state;
  struct value_context context;
  VECTOR(const struct term *) constraints;
  VECTOR(const struct term *) beyond; /* values that had to be known behind the end of the path */
  bool contradicts;                   /* the numbers are impossible, whatever the symbols are */
};

/* Between these two the search takes its steps again on its machine. */
void trail_begin_recording(struct trail *trail, struct machine *machine);
void trail_end_recording(struct trail *trail, struct machine *machine);
/* Fills in what the path takes: constraints, beyond, contradicts. */
void trail_follow(struct trail *trail, const struct machine *machine);
/* With the inputs of the solver's model of all constraints. True: the result has the violation and
 * the schedule that leads to it; false: result.reason tells. */
bool trail_execute(const struct trail *trail, const struct machine *machine, struct solver *solver,
                   struct result *result);
void trail_release(struct trail *trail);

#endif
