/* SPDX-License-Identifier: Apache-2.0 */
/* Deadlocks. The places of a deadlock are the waits of a cycle of threads, each waiting for what
 * the next one holds, or, where no thread can continue, the waits for what no thread holds
 * (semantics/deadlock.c). So a wait is proven in two steps:
 *
 * 1. What the thread waits for is held by another thread that has not ended. Of a join, that is the
 *    joined thread. Of a lock, its holder (`is_about_holder`, `are_words_fine`), and no thread ends
 *    with this lock (`outlives_holder`).
 * 2. The wait is on no cycle: there is a graph of all waits of the program, with an edge where a
 *    thread at the first wait may wait for one at the second (`may_wait_for`). A wait that is not
 * in a cycle of this graph is in no cycle of threads; nor is one whose locks are taken in the order
 *    of their addresses (`are_ordered`). */
#include "engine/static/deadlocks.h"

#include "base/bits.h"
#include "engine/static/lock_names.h"
#include "engine/static/locks.h"
#include "engine/static/races.h"
#include "solver/solver.h"

enum { MOST_WAITS = 3000 };

static const struct node *node_at(const struct analysis *analysis, uint32_t node) {
  return &analysis->nodes.items[node];
}

/* The wait in whose condition the node is; NO_NODE: in none. */
static uint32_t condition_of(const struct analysis *analysis, uint32_t node) {
  for (uint32_t at = node; at != NO_NODE; at = node_at(analysis, at)->parent)
    if (node_at(analysis, at)->call && node_at(analysis, at)->call->op == OPERATION_WAIT)
      return at;
  return NO_NODE;
}

/* The function of a lock, a join or pthread_once in which the node is. */
static enum library_effect effect_around(const struct analysis *analysis, uint32_t node) {
  for (uint32_t at = node; at != NO_NODE && node_at(analysis, at)->function->is_library;
       at = node_at(analysis, at)->parent)
    if (node_at(analysis, at)->function->effect != EFFECT_NONE &&
        node_at(analysis, at)->function->effect != EFFECT_HELD)
      return node_at(analysis, at)->function->effect;
  return EFFECT_NONE;
}

void deadlocks_note_wait(struct analysis *analysis, uint32_t node, const struct edge *edge,
                         uint32_t condition, const struct static_state *state) {
  if (!analysis->assessment)
    return;
  if (edge->wait.condition->effect != EFFECT_HELD) {
    assess_fail(analysis, node, edge, PROPERTY_DEADLOCK);
    return;
  }
  struct wait_record wait = {
      .node = node,
      .edge = edge,
      .condition = condition,
      .effect = effect_around(analysis, node),
      .digest = state->digest,
      .holding = state->holding,
      .name = lock_names_name(analysis, node, edge->wait.object),
      .object = lock_names_seen(analysis, static_state_value(analysis, state, edge->wait.object))};
  vector_each (known, &analysis->assessment->waits)
    if (known->node == node && known->edge == edge && known->holding == wait.holding &&
        known->object == wait.object && static_state_same_digest(&known->digest, &wait.digest))
      return;
  vector_push(&analysis->assessment->waits, wait);
}

void deadlocks_note_word(struct analysis *analysis, uint32_t node, estimate address,
                         estimate value) {
  uint32_t condition = analysis->assessment ? condition_of(analysis, node) : NO_NODE;
  if (condition != NO_NODE)
    vector_push(&analysis->assessment->words, (struct wait_word){condition, address, value});
}

void deadlocks_note_end(struct analysis *analysis, const struct static_state *state) {
  if (analysis->assessment)
    analysis->assessment->kept_locks =
        estimate_join(analysis->estimates, analysis->assessment->kept_locks,
                      lock_names_all(analysis, state->holding));
}

struct deadlocks {
  struct analysis *analysis;
  struct teams *teams;
  const struct wait_record *waits;
  size_t count;
  size_t words;     /* of a set of waits */
  uint64_t *edges;  /* sets of waits */
  uint32_t *groups; /* of waits that lead to one another */
  bool *is_intact; /* by wait: the lock was free at first, and only functions of locks changed it */
  bool *is_fine;   /* by wait */
  struct solver *solver;
};

static bool is_join(const struct wait_record *wait) {
  return wait->effect == EFFECT_JOINS || wait->effect == EFFECT_TRIES_JOIN;
}

/* May the joined thread be one of this class? */
static bool may_join(const struct analysis *analysis, const struct wait_record *join,
                     uint32_t class) {
  size_t count;
  const struct estimate_part *parts = estimate_parts(analysis->estimates, join->object, &count);
  bool may = join->object == ESTIMATE_ANY;
  for (size_t i = 0; i < count && !may; i++) {
    const struct space_object *object = &analysis->space.objects.items[parts[i].base];
    may = object->kind == SPACE_RECORD && object->class == class;
  }
  return may;
}

/* A thread that waits for what it holds itself: that is misuse, or no wait, but for read locks of
 * a lock that prefers writers and routines of pthread_once. */
static bool may_wait_for_itself(const struct wait_record *wait) {
  return wait->effect != EFFECT_TAKES && wait->effect != EFFECT_WAITS && !is_join(wait);
}

static struct access_record moment_of(const struct analysis *analysis,
                                      const struct wait_record *wait) {
  return (struct access_record){.class = node_at(analysis, wait->node)->class,
                                .running = wait->digest.running,
                                .created = wait->digest.created,
                                .node = wait->node,
                                .edge = wait->edge};
}

/* Can a thread be at each of these waits at the same time? A common lock excludes it. */
static bool may_meet(const struct deadlocks *search, const struct wait_record *a,
                     const struct wait_record *b) {
  const struct digest *first = &a->digest, *second = &b->digest;
  if (first->locks & (second->locks | second->shared) || first->shared & second->locks)
    return false;
  struct access_record moments[2] = {moment_of(search->analysis, a),
                                     moment_of(search->analysis, b)};
  return assess_may_meet(search->teams, search->analysis, &moments[0], &moments[1]);
}

/* May a thread at the first wait wait for one at the second? */
static bool may_wait_for(const struct deadlocks *search, const struct wait_record *a,
                         const struct wait_record *b) {
  struct analysis *analysis = search->analysis;
  bool is_held = is_join(a) ? may_join(analysis, a, node_at(analysis, b->node)->class)
                            : lock_names_may_be_same(analysis, a->object,
                                                     lock_names_all(analysis, b->holding));
  return is_held && ((a == b && may_wait_for_itself(a)) || may_meet(search, a, b));
}

static void find_edges(struct deadlocks *search) {
  for (size_t i = 0; i < search->count; i++)
    for (size_t j = 0; j < search->count; j++)
      if (may_wait_for(search, &search->waits[i], &search->waits[j]))
        bits_add(&search->edges[i * search->words], (uint32_t)j);
}

/* Whom a thread at a wait may wait for, also by way of others. */
static void close_edges(struct deadlocks *search) {
  for (size_t via = 0; via < search->count; via++)
    for (size_t i = 0; i < search->count; i++)
      if (bits_has(&search->edges[i * search->words], (uint32_t)via))
        for (size_t word = 0; word < search->words; word++)
          search->edges[i * search->words + word] |= search->edges[via * search->words + word];
}

static bool reaches(const struct deadlocks *search, size_t from, size_t to) {
  return bits_has(&search->edges[from * search->words], (uint32_t)to);
}

static bool is_satisfiable(struct deadlocks *search, const struct term *condition) {
  if (!search->solver) {
    search->solver = solver_create("sat");
    solver_set_limits(search->solver, search->analysis->limits);
  }
  int literal = solver_literal(search->solver, condition);
  bool satisfiable = true;
  return solver_check(search->solver, &literal, 1, &satisfiable) != STATUS_OK || satisfiable;
}

/* Is the lock at the first address never above (or below) that at the second? If it is the same
 * one, the thread waits for itself. */
static bool is_before(struct deadlocks *search, const struct place_name *a,
                      const struct place_name *b, bool is_strict) {
  struct terms *terms = search->analysis->program->terms;
  if (!a->term || !b->term || a->term->width != b->term->width ||
      (a->node != b->node && a->node != NO_NODE && b->node != NO_NODE))
    return false;
  return !is_satisfiable(search,
                         term_apply(terms, is_strict ? OP_ULE : OP_ULT, b->term, a->term, NULL));
}

/* The thread at the second wait, for which one at the first may wait: does it wait for a lock above
 * (below) all those that it holds and that the first one may wait for? */
static bool goes_up(struct deadlocks *search, const struct wait_record *a,
                    const struct wait_record *b, bool is_down) {
  struct analysis *analysis = search->analysis;
  const struct lock_names *holding = b->holding;
  if (is_join(a) || is_join(b) || !holding ||
      lock_names_may_be_same(analysis, a->object, holding->others))
    return false;
  bool is_strict = may_wait_for_itself(b);
  for (uint32_t i = 0; i < holding->count; i++) {
    const struct place_name *held = &holding->list[i].name;
    if (lock_names_may_be_same(analysis, a->object, holding->list[i].address) &&
        !(is_down ? is_before(search, &b->name, held, is_strict)
                  : is_before(search, held, &b->name, is_strict)))
      return false;
  }
  return true;
}

/* Of threads that wait for each other in a cycle, each holds a lock that the one before waits for,
 * and waits itself for one that lies above. So the cycle would lead ever higher. */
static bool are_ordered(struct deadlocks *search, size_t member, bool is_down) {
  for (size_t i = 0; i < search->count; i++)
    for (size_t j = 0; j < search->count; j++)
      if (search->groups[i] == search->groups[member] &&
          search->groups[j] == search->groups[member] &&
          may_wait_for(search, &search->waits[i], &search->waits[j]) &&
          !goes_up(search, &search->waits[i], &search->waits[j], is_down))
        return false;
  return true;
}

static void judge_cycles(struct deadlocks *search) {
  for (size_t i = 0; i < search->count; i++)
    search->groups[i] = UINT32_MAX;
  for (size_t i = 0; i < search->count; i++) {
    if (search->groups[i] != UINT32_MAX || !reaches(search, i, i))
      continue;
    for (size_t j = i; j < search->count; j++)
      if (reaches(search, i, j) && reaches(search, j, i))
        search->groups[j] = (uint32_t)i;
    bool is_fine = are_ordered(search, i, false) || are_ordered(search, i, true);
    for (size_t j = i; j < search->count; j++)
      if (search->groups[j] == i)
        search->is_fine[j] &= is_fine;
  }
}

/* No thread ends while it holds the lock. */
static bool outlives_holder(struct analysis *analysis, const struct wait_record *wait) {
  return !lock_names_may_be_same(analysis, wait->object, analysis->assessment->kept_locks);
}

/* Numbers that no thread's record lies at, and with which nothing waits at a mutex. */
static bool is_small(struct analysis *analysis, estimate value, bool is_zero) {
  struct range range;
  return estimate_range(analysis->estimates, value, &range) && range.low >= 0 &&
         range.high < (is_zero ? 1 : ESTIMATE_LOWEST_ADDRESS);
}

/* Is the store made by the library's code about locks? */
static bool is_about_lock(const struct analysis *analysis, uint32_t node) {
  enum library_effect effect = effect_around(analysis, node);
  return effect != EFFECT_NONE && effect < EFFECT_JOINS;
}

/* Does no other code store anything to the word but small numbers, before other threads can see
 * it and while the thread does not hold the lock? */
static bool is_only_initialised(struct analysis *analysis, const struct estimate_part *word,
                                bool is_zero) {
  vector_each (store, &analysis->assessment->stores) {
    struct estimate_part part = {store->object, 0, store->low, store->end - (int64_t)store->size,
                                 store->step};
    if (is_about_lock(analysis, store->node) || store->edge->op == OPERATION_FREE ||
        !lock_names_may_overlap(analysis, &part, store->size, word, 8))
      continue;
    if (store->is_seen || !is_small(analysis, store->value, is_zero))
      return false;
  }
  return true;
}

static bool begins_as_zero(struct analysis *analysis, const struct estimate_part *word) {
  return analysis->space.objects.items[word->base].kind == SPACE_GLOBAL &&
         is_small(analysis,
                  space_initial_range(&analysis->space, analysis->estimates, word->base, word, 4),
                  true);
}

/* A word that the condition reads, of one of the locks. `is_zero`: it must be zero at first. */
static bool is_word_fine(struct analysis *analysis, const struct wait_word *word, bool is_zero,
                         bool *has_owner) {
  size_t count;
  const struct estimate_part *parts = estimate_parts(analysis->estimates, word->address, &count);
  struct estimate_part list[MOST_PARTS];
  memcpy(list, parts, count * sizeof *list);
  if (word->address == ESTIMATE_ANY)
    return false;
  for (size_t i = 0; i < count; i++) {
    const struct space_object *object = &analysis->space.objects.items[list[i].base];
    if (list[i].base == BASE_NUMBER || list[i].base == BASE_DEAD || list[i].base == BASE_SELF ||
        object->kind == SPACE_RECORD)
      continue; /* an obligation of memory, or the thread that holds the lock */
    if (!is_only_initialised(analysis, &list[i], is_zero) ||
        (is_zero && !begins_as_zero(analysis, &list[i])))
      return false;
  }
  parts = estimate_parts(analysis->estimates, word->value, &count);
  for (size_t i = 0; i < count; i++) {
    const struct space_object *object = &analysis->space.objects.items[parts[i].base];
    bool is_record = parts[i].base == BASE_SELF || object->kind == SPACE_RECORD;
    bool is_number = parts[i].base == BASE_NUMBER && parts[i].low >= 0 &&
                     parts[i].high < ESTIMATE_LOWEST_ADDRESS;
    *has_owner |= is_record;
    if (!is_zero && !is_record && !is_number)
      return false;
  }
  return is_zero || word->value != ESTIMATE_ANY;
}

/* The lock was free at first, and only the functions of locks have changed it since: what it says
 * of its holder is true. Either all its words are zero at first; or, for a mutex, its words are
 * small numbers or name a thread. */
static bool are_words_fine(struct analysis *analysis, const struct wait_record *wait) {
  bool is_fine[2] = {true, true}, has_owner = false, has_words = false;
  vector_each (word, &analysis->assessment->words) {
    if (word->condition != wait->condition)
      continue;
    has_words = true;
    for (unsigned is_zero = 0; is_zero < 2; is_zero++)
      is_fine[is_zero] &= is_word_fine(analysis, word, is_zero, &has_owner);
  }
  return has_words && ((is_fine[0] && has_owner) || is_fine[1]);
}

/* A lock among thread-local variables. */
static bool is_in_record(struct analysis *analysis, estimate lock) {
  size_t count;
  const struct estimate_part *parts = estimate_parts(analysis->estimates, lock, &count);
  for (size_t i = 0; i < count; i++)
    if (analysis->space.objects.items[parts[i].base].kind == SPACE_RECORD)
      return true;
  return false;
}

/* While a thread waits here, is what it waits for held by another one that has not ended? */
static bool is_about_holder(const struct deadlocks *search, size_t wait) {
  return is_join(&search->waits[wait]) ||
         (search->is_intact[wait] && outlives_holder(search->analysis, &search->waits[wait]));
}

/* Are all of these locks intact? What their functions wait for tells. */
static bool are_intact(const struct deadlocks *search, estimate locks) {
  bool is_waited_for = false;
  locks = lock_names_seen(search->analysis, locks);
  for (size_t i = 0; i < search->count; i++) {
    if (!lock_names_may_be_same(search->analysis, search->waits[i].object, locks))
      continue;
    is_waited_for = true;
    if (!search->is_intact[i])
      return false;
  }
  return is_waited_for;
}

static void judge_claims(const struct deadlocks *search) {
  struct analysis *analysis = search->analysis;
  vector_each (claim, &analysis->assessment->lock_claims) {
    const struct node *call = node_at(analysis, claim->call);
    bool is_kept = lock_names_may_be_same(analysis, lock_names_seen(analysis, call->ends),
                                          analysis->assessment->kept_locks);
    if (is_kept || (call->rests_on != ESTIMATE_NONE && !are_intact(search, call->rests_on)))
      assess_give_up(analysis, claim->node, claim->edge, PROPERTY_LOCK);
  }
}

static void judge_waits(struct deadlocks *search) {
  search->edges = memory_allocate_zeroed((search->count * search->words + 1) * sizeof(uint64_t));
  search->groups = memory_allocate_zeroed((search->count + 1) * sizeof(uint32_t));
  for (size_t i = 0; i < search->count; i++) {
    const struct wait_record *wait = &search->waits[i];
    search->is_intact[i] = !is_join(wait) && wait->effect != EFFECT_NONE &&
                           !is_in_record(search->analysis, wait->object) &&
                           are_words_fine(search->analysis, wait);
    search->is_fine[i] = is_about_holder(search, i);
  }
  find_edges(search);
  close_edges(search);
  judge_cycles(search);
  memory_release(search->edges);
  memory_release(search->groups);
}

void deadlocks_judge(struct analysis *analysis, struct teams *teams) {
  struct assessment *assessment = analysis->assessment;
  size_t count = assessment->waits.count;
  struct deadlocks search = {.analysis = analysis,
                             .teams = teams,
                             .waits = assessment->waits.items,
                             .count = count,
                             .words = bits_words(count)};
  search.is_fine = memory_allocate_zeroed(count + 1);
  search.is_intact = memory_allocate_zeroed(count + 1);
  if (count <= MOST_WAITS)
    judge_waits(&search);
  for (size_t i = 0; i < count; i++)
    if (!search.is_fine[i])
      assess_fail(analysis, search.waits[i].node, search.waits[i].edge, PROPERTY_DEADLOCK);
  judge_claims(&search);
  if (search.solver)
    solver_destroy(search.solver);
  memory_release(search.is_fine);
  memory_release(search.is_intact);
}
