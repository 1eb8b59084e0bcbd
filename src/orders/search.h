/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the memory orders that a program needs. `orders_weaken` is for a correct program,
 * `orders_repair` for an incorrect one that stronger orders or more fences would repair.
 *
 * Both look for the cheapest correct setting (after implicit hitting sets). The cheapest setting
 * that hits all known incorrect settings (cheapest.h) is tried (trial.h). If it is incorrect, its
 * counterexample is replayed under stronger and stronger orders, as long as it still violates a
 * property. The strongest settings that it refutes are new incorrect settings to hit. In between, a
 * setting known to be correct is weakened slot by slot, so that there is a result to show when time
 * is over.
 *
 * At the end, each single weakening of the result is refuted by an execution replayed under exactly
 * that setting. As weaker orders only add executions, no weaker setting is correct: the result is
 * minimal. If no attempt was left undecided, no cheaper setting is correct at all. */
#ifndef ORDERS_SEARCH_H
#define ORDERS_SEARCH_H

#include "orders/trial.h"

/* A slot of the answer with the next weaker order. */
struct orders_weakening {
  size_t slot;
  enum memory_order order;
  enum trial_outcome outcome;       /* TRIED_RIGHT: time was over before it was used */
  const struct counterexample *why; /* if it is broken */
  const char *reason;               /* if it is undecided */
};

struct orders_answer {
  unsigned char *setting;
  bool is_minimal;  /* every weakening is broken */
  bool is_cheapest; /* and nothing that costs less is right */
  VECTOR(struct orders_weakening) weakenings;
  uint64_t changes; /* of orders_repair: slots that have another order */
  struct arena *arena;
};

/* What a setting costs. Weaker orders cost less in every slot, a fence more than an access. In a
 * repair each change comes first. `is_awkward`, if not NULL, tells slots that are to be avoided if
 * others do as well. */
struct orders_price {
  bool counts_changes;
  const struct order_slots *slots;
  const bool *is_awkward;
};

/* The program is right as it is. */
void orders_weaken(struct order_trial *trial, const struct orders_price *price,
                   struct orders_answer *answer);
/* It is broken as it is, and right under another setting, which has orders at least as strong. */
void orders_repair(struct order_trial *trial, const struct orders_price *price,
                   const unsigned char *right, struct orders_answer *answer);
/* All slots as strong as they can be, with or without a fence wherever one could be added. */
void orders_strongest(const struct order_slots *slots, bool with_fences, unsigned char *setting);
void orders_given(const struct order_slots *slots, unsigned char *setting);
void orders_release(struct orders_answer *answer);

#endif
