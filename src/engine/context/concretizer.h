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
  /* Branches are explored only if the solver says that they are possible. Else both ways, and what
   * is impossible shows at the end of the interleaving. */
  bool checks_guards;
  struct number_finder finder;
  const bool *is_beyond; /* is a loop? */
  /* Of the step being taken: */
  enum unclear unclear;
  bool is_infeasible; /* it turned out that nothing leads here */
  bool is_cut;        /* it was ended because a loop went iteration too often */
};

void concretizer_init(struct concretizer *concretizer, bool checks_guards, const char *backend,
                      const struct limits *limits, const bool *is_beyond, struct state **state);
void concretizer_release(struct concretizer *concretizer);
/* Before a step of a thread. */
void concretizer_begin_step(struct concretizer *concretizer, uint32_t thread);
/* What a value is to be from now on, as chooser.concretize; what is open is asked of the answers.
 */
bool concretizer_choose(struct concretizer *concretizer, struct answers *answers,
                        struct value value, unsigned width, bool only_looks, uint64_t *bits);
/* machine.is_small_choice: can the value only be as many numbers as are tried? */
bool concretizer_is_small_choice(struct machine *machine, struct value value);
/* Can the facts of the state hold together? True also if the solver cannot tell. */
bool concretizer_is_feasible(struct concretizer *concretizer, const struct state *state);

#endif
