/* Symbolic values along an interleaving: every arbitrary number of the program is a symbol, and
 * what is assumed of symbols are the facts of the state, the guards of the paper. The oracle tells
 * what a term can be under them. It has one incremental solver: a term is encoded once, and the
 * facts of a state are assumptions of a check, so that interleavings with a common beginning share
 * all of it. */
#ifndef ENGINE_CONTEXT_ORACLE_H
#define ENGINE_CONTEXT_ORACLE_H

#include "base/limits.h"
#include "engine/context/choices.h"
#include "semantics/chooser.h"
#include "semantics/value_domain.h"

enum unclear {
  UNCLEAR_NOTHING,
  UNCLEAR_TOO_MANY, /* a term that has to be a number can be too many */
  UNCLEAR_SOLVER,   /* the solver gave up */
};

/* The numbers a term can be, ascending. None: the facts contradict each other. */
struct number_set {
  VECTOR(uint64_t) numbers;
  enum unclear unclear;
};

struct term_variables {
  uint32_t first, count; /* in oracle.variables; UINT32_MAX: not looked for yet */
};

struct oracle {
  struct chooser chooser; /* first: the chooser of the machine is the oracle */
  struct choices choices; /* of the step being taken */
  struct value_context context;
  /* Branches are explored only if the solver says that they are possible. Else both ways, and what
   * is impossible shows at the end of the interleaving. */
  bool checks_guards;
  const char *backend;
  const struct limits *limits;
  const bool *is_beyond; /* is a loop? */
  struct solver *solver;
  struct interner *questions; /* facts and a term; numbers the sets */
  VECTOR(uint32_t) relevant;  /* the facts of a question */
  VECTOR(uint32_t) variables;
  VECTOR(struct term_variables) variables_by_term; /* by id */
  VECTOR(uint64_t) marks;                          /* by variable: when it was last marked */
  uint64_t mark;
  VECTOR(struct number_set) sets;
  /* Of the step being taken: */
  enum unclear unclear;
  bool is_infeasible;      /* it turned out that nothing leads here */
  bool is_cut;             /* it was ended because a loop went round too often */
  uint64_t undecided;      /* how often there was more than one possibility, in all */
  uint64_t retired_checks; /* of solvers left behind */
  double retired_seconds;
};

void oracle_init(struct oracle *oracle, bool checks_guards, const char *backend,
                 const struct limits *limits, const bool *is_beyond, struct state **state);
void oracle_release(struct oracle *oracle);
/* Before a step of a thread. */
void oracle_begin_step(struct oracle *oracle, uint32_t thread);
/* Can the facts of the state hold together? True also if the solver cannot tell. */
bool oracle_is_feasible(struct oracle *oracle, const struct state *state);
uint64_t oracle_checks(const struct oracle *oracle);
double oracle_seconds(const struct oracle *oracle);

#endif
