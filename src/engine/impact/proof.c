/* SPDX-License-Identifier: Apache-2.0 */
/* Checks proofs. */
#include "engine/impact/proof.h"

struct check {
  const struct invariants *invariants;
  const struct locations *locations;
  const struct art *tree;
  struct entailment entailment;
  struct premises premises, goals; /* scratch */
};

static void add_all(struct premises *to, const struct premises *from) {
  vector_append(to, from->items, from->count);
}

static bool all_implied(struct check *check) {
  return entailment_implies_all(&check->entailment, &check->premises, &check->goals);
}

/* Is the action impossible under the premises, or harmless and followed by the formulas? */
static bool is_kept(struct check *check, const struct action *action,
                    const struct premises *behind) {
  add_all(&check->premises, &action->facts);
  if (!entailment_allows(&check->entailment, &check->premises, &check->premises))
    return true;
  check->goals.count = 0;
  for (size_t i = 0; behind && i < behind->count; i++)
    vector_push(&check->goals,
                action_said_before(check->locations->cells, action, behind->items[i]));
  return action->outcome == OUTCOME_EXITED || action->outcome == OUTCOME_PRUNED ||
         (action->outcome == OUTCOME_STEPPED && behind && all_implied(check));
}

/* Does the action lead to a reached location and preserve its invariant? Without a tree, it must
 * not fail either. */
static bool keeps_invariant(struct check *check, const struct premises *before,
                            const struct action *action) {
  const struct invariants *invariants = check->invariants;
  bool is_reached = action->outcome == OUTCOME_STEPPED && action->to < invariants->list.count &&
                    invariants->list.items[action->to].is_reached;
  if (check->tree && action->outcome != OUTCOME_STEPPED)
    return true;
  check->premises.count = 0;
  if (before)
    add_all(&check->premises, before);
  return is_kept(check, action, is_reached ? &invariants->list.items[action->to].holds : NULL);
}

static bool are_invariants_right(struct check *check) {
  const struct locations *locations = check->locations;
  bool right = true;
  for (size_t i = 0; i < locations->starts.count; i++)
    right &= keeps_invariant(check, NULL, &locations->starts.items[i]);
  for (size_t i = 0; right && i < check->invariants->list.count; i++) {
    const struct invariant *invariant = &check->invariants->list.items[i];
    const struct standpoint *location = &locations->list.items[i];
    right &= !invariant->is_reached || location->is_known;
    for (size_t j = 0; invariant->is_reached && j < location->stands.count; j++)
      for (size_t k = 0; right && k < location->stands.items[j].actions.count; k++)
        right &=
            keeps_invariant(check, &invariant->holds, &location->stands.items[j].actions.items[k]);
  }
  return right;
}

static void know_node(struct check *check, const struct art_node *node) {
  check->premises.count = 0;
  invariants_add_known(check->invariants, node, &check->premises);
}

static bool is_action_right(struct check *check, const struct art_node *node,
                            const struct action *action) {
  const struct art_node *child = NULL;
  for (size_t i = 0; !child && i < node->children.count; i++)
    if (check->tree->nodes.items[node->children.items[i]].action == action)
      child = &check->tree->nodes.items[node->children.items[i]];
  know_node(check, node);
  return is_kept(check, action, child ? &child->label : NULL);
}

static bool is_node_right(struct check *check, uint32_t number) {
  const struct art_node *node = &check->tree->nodes.items[number];
  if (node->coverer != NO_NODE) {
    const struct art_node *coverer = &check->tree->nodes.items[node->coverer];
    know_node(check, node);
    check->goals.count = 0;
    add_all(&check->goals, &coverer->label);
    bool includes = coverer->location == node->location;
    for (size_t i = 0; i < node->wanted.count; i++)
      includes &= !node->wanted.items[i] || coverer->expanded.items[i];
    return includes && !art_is_covered(check->tree, node->coverer) && all_implied(check);
  }
  if (art_is_covered(check->tree, number))
    return true;
  const struct standpoint *location = &check->locations->list.items[node->location];
  bool right = node->wanted.count == location->stands.count;
  for (size_t i = 0; right && i < node->wanted.count; i++) {
    right &= node->expanded.items[i] || !node->wanted.items[i];
    for (size_t j = 0; node->expanded.items[i] && j < location->stands.items[i].actions.count; j++)
      right &= is_action_right(check, node, &location->stands.items[i].actions.items[j]);
  }
  return right;
}

/* Checks the labels of the initial nodes. */
static bool are_starts_right(struct check *check) {
  bool right = true;
  vector_each (node, &check->tree->nodes) {
    check->premises.count = 0;
    right &= node->parent != NO_NODE || is_kept(check, node->action, &node->label);
  }
  return right;
}

bool proof_is_right(const struct invariants *invariants, const struct art *tree) {
  struct check check = {.invariants = invariants, .locations = invariants->locations, .tree = tree};
  const struct entailment *like = invariants->entailment;
  entailment_init(&check.entailment, like->terms, like->session.backend, like->session.limits);
  bool right = are_invariants_right(&check) || (tree && !invariants->list.count);
  right = right && (!tree || are_starts_right(&check));
  for (uint32_t i = 0; right && tree && i < tree->nodes.count; i++)
    right = is_node_right(&check, i);
  entailment_release(&check.entailment);
  vector_release(&check.premises);
  vector_release(&check.goals);
  return right;
}
