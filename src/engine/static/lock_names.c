/* SPDX-License-Identifier: Apache-2.0 */
/* Locks held, by name. A lock whose name is lost is one that the thread may hold from then on. */
#include "engine/static/lock_names.h"

#include "analysis/definitions.h"
#include "engine/static/locks.h"
#include "program/uses.h"

enum { DEEPEST = 24, DEEPEST_CHOICE = 3 };

struct naming {
  struct analysis *analysis;
  uint32_t node;
  const struct function *function;
  const struct edge *const *definitions;
  bool leaves; /* parameters stand for the arguments of the call */
  bool fails;
};

static const struct node *node_at(const struct analysis *analysis, uint32_t node) {
  return &analysis->nodes.items[node];
}

static const struct term *assigned(const struct edge *edge, uint32_t reg) {
  for (uint32_t i = 0; edge && edge->op == OPERATION_ASSIGN && i < edge->assign.count; i++)
    if (edge->assign.list[i].target == reg)
      return edge->assign.list[i].value;
  return NULL;
}

struct definer_search {
  uint32_t reg;
  bool is_found;
};

static void look_for_definition(uint32_t number, void *context) {
  struct definer_search *search = context;
  search->is_found |= number == search->reg;
}

static bool defines(const struct edge *edge, uint32_t reg) {
  struct definer_search search = {reg, false};
  edge_visit_definitions(edge, look_for_definition, &search);
  return search.is_found;
}

enum { MOST_STEPS_BACK = 8 };

/* The only edge to a location; NULL: there are several. */
static const struct edge *only_way_to(const struct function *function, uint32_t location) {
  const struct edge *found = NULL;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    if (function->edges[i].to != location)
      continue;
    if (found || location == function->entry)
      return NULL;
    found = &function->edges[i];
  }
  return found;
}

/* The branch after which the only way leads to the edge; NULL: there is none. */
static const struct edge *branch_before(const struct function *function, const struct edge *edge) {
  for (unsigned i = 0; edge && i < MOST_STEPS_BACK; i++) {
    edge = only_way_to(function, edge->from);
    if (edge && edge->op == OPERATION_ASSUME)
      return edge;
  }
  return NULL;
}

/* The two edges that assign to a register where two ways from one branch meet. The first is that on
 * which the condition holds. */
struct alternative {
  const struct term *condition, *values[2];
};

static bool find_alternative(struct analysis *analysis, const struct function *function,
                             uint32_t reg, struct alternative *found) {
  const struct edge *edges[2], *branches[2];
  size_t count = 0;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    if (!defines(&function->edges[i], reg))
      continue;
    if (count < 2) {
      edges[count] = &function->edges[i];
      found->values[count] = assigned(&function->edges[i], reg);
    }
    count++;
  }
  if (count != 2 || !found->values[0] || !found->values[1] || edges[0]->to != edges[1]->to)
    return false;
  for (unsigned i = 0; i < 2; i++)
    branches[i] = branch_before(function, edges[i]);
  if (!branches[0] || !branches[1] || branches[0]->from != branches[1]->from)
    return false;
  found->condition = branches[0]->assume.condition;
  return term_apply(analysis->program->terms, OP_NOT, found->condition, NULL, NULL) ==
         branches[1]->assume.condition;
}

/* Has the register had its value since the call began, or got it at its only definition, or of two
 * where two ways meet? Then a
 * term on such registers has the value that it had where it was assigned
 * (analysis/definitions.h). */
static bool is_settled(const struct naming *naming, const struct term *term, unsigned depth) {
  uint32_t position;
  if (term->kind == TERM_VARIABLE && !naming->definitions[term->value]) {
    struct alternative way;
    return definitions_is_parameter(naming->function, (uint32_t)term->value, &position) ||
           (depth < DEEPEST_CHOICE &&
            find_alternative(naming->analysis, naming->function, (uint32_t)term->value, &way) &&
            is_settled(naming, way.condition, depth + 1) &&
            is_settled(naming, way.values[0], depth + 1) &&
            is_settled(naming, way.values[1], depth + 1));
  }
  for (unsigned i = 0; term->kind == TERM_APPLY && i < term->arity; i++)
    if (!is_settled(naming, term->operands[i], depth))
      return false;
  return true;
}

static const struct term *rewrite(struct naming *naming, const struct term *term, unsigned depth);

static const struct term *rewrite_register(struct naming *naming, const struct term *term,
                                           unsigned depth) {
  uint32_t position;
  const struct term *source = assigned(naming->definitions[term->value], (uint32_t)term->value);
  if (source && source->width == term->width && is_settled(naming, source, 0))
    return rewrite(naming, source, depth + 1);
  struct alternative way;
  if (!naming->definitions[term->value] && is_settled(naming, term, 0) &&
      find_alternative(naming->analysis, naming->function, (uint32_t)term->value, &way))
    return term_apply(
        naming->analysis->program->terms, OP_ITE, rewrite(naming, way.condition, depth + 1),
        rewrite(naming, way.values[0], depth + 1), rewrite(naming, way.values[1], depth + 1));
  if (!naming->leaves)
    return term;
  const struct node *node = node_at(naming->analysis, naming->node);
  if (!definitions_is_parameter(naming->function, (uint32_t)term->value, &position) ||
      position >= node->call->call.argument_count ||
      node->call->call.arguments[position]->width != term->width ||
      (naming->function->is_variadic && position + 1 >= naming->function->parameter_count)) {
    naming->fails = true;
    return term;
  }
  return node->call->call.arguments[position];
}

static const struct term *rewrite(struct naming *naming, const struct term *term, unsigned depth) {
  const struct term *operands[3] = {NULL, NULL, NULL};
  naming->fails |= depth > DEEPEST;
  if (term->kind == TERM_CONSTANT || naming->fails)
    return term;
  if (term->kind == TERM_VARIABLE)
    return rewrite_register(naming, term, depth);
  for (unsigned i = 0; i < term->arity; i++)
    operands[i] = rewrite(naming, term->operands[i], depth + 1);
  return naming->fails ? term : term_rebuild(naming->analysis->program->terms, term, operands);
}

static bool has_registers(const struct term *term) {
  bool has = term->kind == TERM_VARIABLE;
  for (unsigned i = 0; term->kind == TERM_APPLY && i < term->arity && !has; i++)
    has = has_registers(term->operands[i]);
  return has;
}

/* Rewrites the term in its node, or for the caller. False: that is not possible. */
static bool try_rewrite(struct analysis *analysis, struct place_name *name, bool leaves) {
  const struct function *function = node_at(analysis, name->node)->function;
  struct naming naming = {.analysis = analysis,
                          .node = name->node,
                          .function = function,
                          .definitions = analysis_definitions(analysis, function),
                          .leaves = leaves};
  const struct term *term = rewrite(&naming, name->term, 0);
  if (!naming.fails)
    name->term = term;
  return !naming.fails;
}

struct place_name lock_names_name(struct analysis *analysis, uint32_t node,
                                  const struct term *term) {
  struct place_name name = {node, term};
  for (;;) {
    const struct node *at = node_at(analysis, name.node);
    try_rewrite(analysis, &name, false);
    if (!has_registers(name.term))
      return (struct place_name){NO_NODE, name.term};
    /* Several calls of a function that calls itself have registers of the same name. */
    if (node_at(analysis, turns_first(analysis, name.node))->is_recursive)
      return (struct place_name){NO_NODE, NULL};
    if (at->parent == NO_NODE || at->call->op != OPERATION_CALL ||
        !try_rewrite(analysis, &name, true))
      break;
    name.node = at->parent;
  }
  name.node = turns_first(analysis, name.node);
  return name;
}

static int compare(const struct named_lock *a, const struct named_lock *b) {
  if (a->name.node != b->name.node)
    return a->name.node < b->name.node ? -1 : 1;
  uint32_t first = a->name.term->id, second = b->name.term->id;
  return (first > second) - (first < second);
}

static const struct lock_names *intern(struct analysis *analysis,
                                       const struct lock_names *holding) {
  size_t size;
  if (holding->others == ESTIMATE_NONE && !holding->count)
    return NULL;
  uint32_t number = interner_add(analysis->locks.holdings, holding, sizeof *holding, NULL);
  return interner_data(analysis->locks.holdings, number, &size);
}

static struct lock_names copy(const struct lock_names *holding) {
  struct lock_names empty;
  memset(&empty, 0, sizeof empty); /* also what lies between the fields: bytes are compared */
  return holding ? *holding : empty;
}

estimate lock_names_seen(struct analysis *analysis, estimate address) {
  size_t count;
  struct estimate_part list[MOST_PARTS];
  const struct estimate_part *parts = estimate_parts(analysis->estimates, address, &count);
  memcpy(list, parts, count * sizeof *list);
  for (size_t i = 0; i < count; i++) {
    uint32_t public = analysis->space.objects.items[list[i].base].public;
    if (list[i].base > BASE_SELF && public != NO_OBJECT)
      address = estimate_rename(analysis->estimates, address, list[i].base, public);
  }
  uint32_t class = analysis->nodes.items[analysis->visited.node].class;
  return estimate_rename(analysis->estimates, address, BASE_SELF,
                         space_record(&analysis->space, class));
}

static void forget(struct analysis *analysis, struct lock_names *holding, uint32_t index) {
  holding->others =
      estimate_join(analysis->estimates, holding->others, holding->list[index].address);
  memmove(&holding->list[index], &holding->list[index + 1],
          (holding->count - index - 1) * sizeof *holding->list);
  memset(&holding->list[--holding->count], 0, sizeof *holding->list);
}

static void remove_lock(struct lock_names *holding, uint32_t index) {
  memmove(&holding->list[index], &holding->list[index + 1],
          (holding->count - index - 1) * sizeof *holding->list);
  memset(&holding->list[--holding->count], 0, sizeof *holding->list);
}

void lock_names_may_take(struct analysis *analysis, struct static_state *state, estimate address) {
  struct lock_names holding = copy(state->holding);
  holding.others =
      estimate_join(analysis->estimates, holding.others, lock_names_seen(analysis, address));
  state->holding = intern(analysis, &holding);
}

void lock_names_take(struct analysis *analysis, struct static_state *state, struct place_name name,
                     estimate address) {
  struct lock_names holding = copy(state->holding);
  struct named_lock lock;
  memset(&lock, 0, sizeof lock);
  lock.name = name;
  lock.address = lock_names_seen(analysis, address);
  uint32_t at = 0;
  while (name.term && at < holding.count && compare(&holding.list[at], &lock) < 0)
    at++;
  bool is_again = name.term && at < holding.count && !compare(&holding.list[at], &lock);
  if (!name.term || is_again || holding.count == MOST_HELD) {
    lock_names_may_take(analysis, state, address);
    return;
  }
  memmove(&holding.list[at + 1], &holding.list[at], (holding.count - at) * sizeof *holding.list);
  holding.list[at] = lock;
  holding.count++;
  state->holding = intern(analysis, &holding);
}

/* Are both addresses that of the same lock, for certain? */
static bool is_same_lock(struct analysis *analysis, estimate a, estimate b) {
  uint64_t lock = locks_find(analysis, a);
  return lock && lock == locks_find(analysis, b);
}

void lock_names_give(struct analysis *analysis, struct static_state *state, struct place_name name,
                     estimate address) {
  struct lock_names holding = copy(state->holding);
  struct named_lock lock = {name, lock_names_seen(analysis, address)};
  for (uint32_t i = 0; i < holding.count; i++)
    if ((name.term && !compare(&holding.list[i], &lock)) ||
        is_same_lock(analysis, holding.list[i].address, lock.address)) {
      remove_lock(&holding, i);
      break;
    }
  state->holding = intern(analysis, &holding);
}

struct change_search {
  const struct edge *edge;
  const struct term *term;
  bool is_found;
};

static bool mentions(const struct term *term, uint32_t reg) {
  bool is_found = term->kind == TERM_VARIABLE && term->value == reg;
  for (unsigned i = 0; term->kind == TERM_APPLY && i < term->arity && !is_found; i++)
    is_found = mentions(term->operands[i], reg);
  return is_found;
}

static void look_for(uint32_t number, void *context) {
  struct change_search *search = context;
  search->is_found |= mentions(search->term, number);
}

void lock_names_change(struct analysis *analysis, struct static_state *state, uint32_t node,
                       const struct edge *edge) {
  if (!state->holding || !state->holding->count)
    return;
  struct lock_names holding = copy(state->holding);
  uint32_t first = turns_first(analysis, node);
  for (uint32_t i = holding.count; i-- > 0;) {
    struct change_search search = {.edge = edge, .term = holding.list[i].name.term};
    if (holding.list[i].name.node != first)
      continue;
    edge_visit_definitions(edge, look_for, &search);
    if (search.is_found)
      forget(analysis, &holding, i);
  }
  state->holding = intern(analysis, &holding);
}

void lock_names_return(struct analysis *analysis, struct static_state *state, uint32_t node) {
  if (!state->holding || !state->holding->count)
    return;
  struct lock_names holding = copy(state->holding);
  uint32_t first = node == NO_NODE ? NO_NODE : turns_first(analysis, node);
  for (uint32_t i = holding.count; i-- > 0;) {
    uint32_t own = holding.list[i].name.node;
    if (own != NO_NODE && (node == NO_NODE || own == first))
      forget(analysis, &holding, i);
  }
  state->holding = intern(analysis, &holding);
}

const struct lock_names *lock_names_join(struct analysis *analysis, const struct lock_names *a,
                                         const struct lock_names *b) {
  if (a == b)
    return a;
  struct lock_names joined = copy(a), other = copy(b);
  joined.others = estimate_join(analysis->estimates, joined.others, other.others);
  for (uint32_t i = joined.count; i-- > 0;) {
    bool is_both = false;
    for (uint32_t j = other.count; j-- > 0 && !is_both;) {
      is_both = !compare(&joined.list[i], &other.list[j]);
      if (!is_both)
        continue;
      joined.list[i].address =
          estimate_join(analysis->estimates, joined.list[i].address, other.list[j].address);
      remove_lock(&other, j);
    }
    if (!is_both)
      forget(analysis, &joined, i);
  }
  while (other.count)
    forget(analysis, &other, other.count - 1);
  joined.others = estimate_join(analysis->estimates, joined.others, other.others);
  return intern(analysis, &joined);
}

estimate lock_names_all(struct analysis *analysis, const struct lock_names *holding) {
  estimate all = holding ? holding->others : ESTIMATE_NONE;
  for (uint32_t i = 0; holding && i < holding->count; i++)
    all = estimate_join(analysis->estimates, all, holding->list[i].address);
  return all;
}

bool lock_names_may_be_same(struct analysis *analysis, estimate a, estimate b) {
  size_t a_count, b_count;
  if (a == ESTIMATE_NONE || b == ESTIMATE_NONE)
    return false;
  if (a == ESTIMATE_ANY || b == ESTIMATE_ANY)
    return true;
  const struct estimate_part *first = estimate_parts(analysis->estimates, a, &a_count);
  const struct estimate_part *second = estimate_parts(analysis->estimates, b, &b_count);
  for (size_t i = 0; i < a_count; i++)
    for (size_t j = 0; j < b_count; j++)
      if (lock_names_may_overlap(analysis, &first[i], 1, &second[j], 1))
        return true;
  return false;
}

/* Are both objects of one allocation, or the same variable? */
static bool may_be_same_object(const struct analysis *analysis, uint32_t a, uint32_t b) {
  const struct space_object *first = &analysis->space.objects.items[a];
  const struct space_object *second = &analysis->space.objects.items[b];
  bool is_memory = first->kind == SPACE_SLOT || first->kind == SPACE_BLOCK;
  return a == b || (is_memory && first->kind == second->kind && first->edge == second->edge &&
                    first->node == second->node);
}

bool lock_names_may_overlap(const struct analysis *analysis, const struct estimate_part *a,
                            uint32_t a_size, const struct estimate_part *b, uint32_t b_size) {
  struct space_cell cell = {
      .object = a->base, .size = a_size, .offset = a->low, .high = a->high, .step = a->step};
  return a->base > BASE_SELF && b->base > BASE_SELF &&
         may_be_same_object(analysis, a->base, b->base) &&
         space_meet(&cell, b, b_size) != MEETS_NOT;
}

bool lock_names_holds(const struct lock_names *holding, struct place_name name) {
  struct named_lock lock = {.name = name};
  for (uint32_t i = 0; holding && name.term && i < holding->count; i++)
    if (!compare(&holding->list[i], &lock))
      return true;
  return false;
}
