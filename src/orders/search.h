/* SPDX-License-Identifier: Apache-2.0 */
/* Which orders a program needs. `orders_weaken` answers for a program that is right,
 * `orders_repair` for one that is broken and would be right with stronger orders or more fences.
 *
 * Both look for the cheapest setting that is right: the cheapest one that hits all wrong settings
 * known so far (cheapest.h) is judged (trial.h); if it is broken, the execution that shows it is
 * replayed under stronger and stronger orders, as long as it still breaks the program, and the
 * strongest settings that it breaks are wrong ones to hit. In between, a setting that is known to
 * be right is made weaker slot by slot, so that there is something to show when time is over.
 *
 * In the end each single weakening of the answer is broken by an execution that was replayed under
 * exactly that setting. As weaker orders only add executions, no setting below the answer is right:
 * it is minimal. If no attempt was left undecided, no setting at all that costs less is right. */
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
