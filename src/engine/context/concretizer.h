/* SPDX-License-Identifier: Apache-2.0 */
/* Symbolic values along an interleaving. Every input is a symbol, and assumptions about symbols are
 * the facts of the state (the guards of the paper). The concretizer finds the numbers that a term
 * can be under the facts. It has one incremental solver: a term is encoded once, and the facts of a
 * state are assumptions of a query, so interleavings with a common prefix share the encoding. */
#ifndef ENGINE_CONTEXT_CONCRETIZER_H
#define ENGINE_CONTEXT_CONCRETIZER_H

#include "explore/answers.h"
#include "explore/number_finder.h"

struct machine;

struct concretizer {
  struct value_context context; /* first: it is the context of the machine's domain */
  /* Branches are explored only if the solver finds them feasible. Otherwise both directions are,
   * and the end of the interleaving tells which are infeasible. */
  bool checks_guards;
  struct number_finder finder;
  const bool *is_beyond; /* a loop has more iterations than the bound */
  /* Of the step being taken: */
  enum unclear unclear;
  bool is_infeasible; /* its facts cannot hold */
  bool is_cut;        /* a bound on iterations ended it */
};

void concretizer_init(struct concretizer *concretizer, bool checks_guards, const char *backend,
                      const struct limits *limits, const bool *is_beyond, struct state **state);
void concretizer_release(struct concretizer *concretizer);
/* Before a step of a thread. */
void concretizer_begin_step(struct concretizer *concretizer, uint32_t thread);
/* Implements chooser.concretize: decides a number for the value, which an answer selects if there
 * are several. */
bool concretizer_choose(struct concretizer *concretizer, struct answers *answers,
                        struct value value, unsigned width, bool only_looks, uint64_t *bits);
/* machine.symbolic.is_small_choice: can the value only be as many numbers as are tried? */
bool concretizer_is_small_choice(struct machine *machine, struct value value);
/* Can the facts of the state hold together? True also if the solver cannot tell. */
bool concretizer_is_feasible(struct concretizer *concretizer, const struct state *state);

#endif
