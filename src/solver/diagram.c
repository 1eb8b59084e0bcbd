/* SPDX-License-Identifier: Apache-2.0 */
/* BuDDy keeps its table in global variables, reports errors to a hook, and counts references to
 * nodes. All of that is confined to this file.
 *
 * An operation cannot be interrupted. If it collects garbage and finds hardly any, if time is over,
 * or if it gets no memory, it is left by longjmp; the table is then no longer used. */
#include "solver/diagram.h"

#include "base/limits.h"
#include "base/memory.h"

#include <assert.h>
#include <bdd.h>
#include <setjmp.h>

enum {
  FIRST_NODES = 1 << 16,
  MOST_INCREASE = 1 << 20,         /* nodes, when the table grows … */
  LITTLE_INCREASE = 50000,         /* … while the order changes */
  CACHE_RATIO = 4,                 /* one entry of the caches for so many nodes */
  FIRST_REORDERING = 1 << 21,      /* nodes; it takes long */
  MOST_PAIRS = 1000 * 1000 * 1000, /* of variables, in all diagrams that are kept together */
};

struct diagrams {
  bool is_full;
  bool is_broken; /* parts of the table are gone, and BuDDy does not know */
  bool is_busy;   /* in an operation that `escape` leads out of */
  size_t most_nodes;
  size_t reorders_at; /* nodes in use */
  const struct limits *limits;
  long nodes_made; /* since the table was made */
  jmp_buf escape;
};

/* BuDDy's hook has no argument to tell them apart by, and there is one table anyway. */
static struct diagrams *running;

static void note_error(int error) {
  assert(error == BDD_NODENUM || error == BDD_NODES || error == BDD_MEMORY);
  running->is_full = true;
  running->is_broken |= error == BDD_MEMORY;
  if (running->is_busy) /* BuDDy would go on with a table that is smaller than it takes it for */
    longjmp(running->escape, 1);
}

static void count_work(struct diagrams *diagrams) {
  bddStat statistics;
  bdd_stats(&statistics);
  limits_spend(diagrams->limits, (unsigned long)(statistics.produced - diagrams->nodes_made));
  diagrams->nodes_made = statistics.produced;
}

/* After a collection the table is in order, so leaving the operation harms nothing. */
static void note_collection(int is_before, bddGbcStat *statistics) {
  bool is_crowded = (size_t)statistics->nodes >= running->most_nodes / 16 * 15 &&
                    statistics->freenodes < statistics->nodes / 16;
  count_work(running);
  if (is_before || !running->is_busy ||
      (!is_crowded && !(running->limits && limits_are_over(running->limits))))
    return;
  running->is_full = true;
  longjmp(running->escape, 1);
}

struct diagrams *diagrams_create(unsigned variables, size_t most_nodes,
                                 const struct limits *limits) {
  assert(!running);
  struct diagrams *diagrams = memory_allocate_zeroed(sizeof *diagrams);
  diagrams->reorders_at = FIRST_REORDERING;
  diagrams->most_nodes = most_nodes;
  diagrams->limits = limits;
  running = diagrams;
  bdd_init(FIRST_NODES, FIRST_NODES / CACHE_RATIO);
  bdd_error_hook(note_error);
  bdd_gbc_hook(note_collection);
  bdd_setmaxincrease(MOST_INCREASE);
  bdd_setcacheratio(CACHE_RATIO);
  bdd_setvarnum(variables ? (int)variables : 1);
  bdd_setmaxnodenum((int)most_nodes);
  bdd_disable_reorder();
  return diagrams;
}

void diagrams_destroy(struct diagrams *diagrams) {
  if (!diagrams)
    return;
  assert(running == diagrams);
  if (!diagrams->is_broken)
    bdd_done();
  running = NULL;
  memory_release(diagrams);
}

bool diagrams_are_full(const struct diagrams *diagrams) { return diagrams->is_full; }

size_t diagrams_nodes(const struct diagrams *diagrams) {
  (void)diagrams;
  return (size_t)bdd_getnodenum();
}

void diagrams_add_block(struct diagrams *diagrams, unsigned first, unsigned count) {
  (void)diagrams;
  bdd_intaddvarblock((int)first, (int)(first + count - 1), BDD_REORDER_FIXED);
}

bool diagrams_have_grown(struct diagrams *diagrams, size_t kept) {
  double variables = bdd_varnum();
  if (diagrams->is_full || diagrams_nodes(diagrams) < diagrams->reorders_at ||
      (double)kept * variables * variables > MOST_PAIRS)
    return false;
  bdd_gbc();
  return diagrams_nodes(diagrams) >= diagrams->reorders_at;
}

void diagrams_reorder(struct diagrams *diagrams) {
  bdd_setmaxnodenum(
      0); /* BuDDy gives up early if the table may not grow, or grow by much at once */
  bdd_setmaxincrease(LITTLE_INCREASE);
  bdd_enable_reorder();
  bdd_reorder(BDD_REORDER_SIFT);
  bdd_disable_reorder();
  bdd_setmaxincrease(MOST_INCREASE);
  bdd_setmaxnodenum((int)diagrams->most_nodes);
  diagrams->reorders_at = 2 * diagrams_nodes(diagrams);
  if (diagrams->reorders_at < FIRST_REORDERING)
    diagrams->reorders_at = FIRST_REORDERING;
}

/* Takes a reference to a result for the caller. A result below 0 is an error. */
static diagram take(struct diagrams *diagrams, BDD result) {
  count_work(diagrams);
  if (result < 0 || diagrams->is_full) {
    diagrams->is_full = true;
    return DIAGRAM_NONE;
  }
  return bdd_addref(result);
}

/* Returns the result of an operation. */
#define RETURN_RESULT(diagrams, operation)                                                         \
  do {                                                                                             \
    if ((diagrams)->is_full)                                                                       \
      return DIAGRAM_NONE;                                                                         \
    if (setjmp((diagrams)->escape)) {                                                              \
      (diagrams)->is_busy = false;                                                                 \
      return DIAGRAM_NONE;                                                                         \
    }                                                                                              \
    (diagrams)->is_busy = true;                                                                    \
    diagram result_ = take(diagrams, operation);                                                   \
    (diagrams)->is_busy = false;                                                                   \
    return result_;                                                                                \
  } while (0)

diagram diagram_variable(struct diagrams *diagrams, unsigned variable) {
  return take(diagrams, bdd_ithvar((int)variable));
}

diagram diagram_copy(diagram a) { return bdd_addref(a); }

void diagram_release(diagram a) { bdd_delref(a); }

void diagram_replace(diagram *place, diagram by) {
  bdd_delref(*place);
  *place = by;
}

diagram diagram_not(struct diagrams *diagrams, diagram a) { RETURN_RESULT(diagrams, bdd_not(a)); }

diagram diagram_and(struct diagrams *diagrams, diagram a, diagram b) {
  RETURN_RESULT(diagrams, bdd_apply(a, b, bddop_and));
}

diagram diagram_or(struct diagrams *diagrams, diagram a, diagram b) {
  RETURN_RESULT(diagrams, bdd_apply(a, b, bddop_or));
}

diagram diagram_xor(struct diagrams *diagrams, diagram a, diagram b) {
  RETURN_RESULT(diagrams, bdd_apply(a, b, bddop_xor));
}

diagram diagram_minus(struct diagrams *diagrams, diagram a, diagram b) {
  RETURN_RESULT(diagrams, bdd_apply(a, b, bddop_diff));
}

diagram diagram_choose(struct diagrams *diagrams, diagram condition, diagram then,
                       diagram otherwise) {
  RETURN_RESULT(diagrams, bdd_ite(condition, then, otherwise));
}

diagram diagram_cube(struct diagrams *diagrams, const unsigned *variables, size_t count) {
  diagram cube = DIAGRAM_ALL;
  for (size_t i = count; i-- > 0;) { /* from the leaves on, if they come in order */
    diagram variable = diagram_variable(diagrams, variables[i]);
    diagram_replace(&cube, diagram_and(diagrams, cube, variable));
    diagram_release(variable);
  }
  return cube;
}

/* BuDDy takes an empty set of variables for an error in one place and not in the other. */
diagram diagram_exists(struct diagrams *diagrams, diagram a, diagram cube) {
  if (cube == DIAGRAM_ALL)
    return diagram_copy(a);
  RETURN_RESULT(diagrams, bdd_exist(a, cube));
}

diagram diagram_and_exists(struct diagrams *diagrams, diagram a, diagram b, diagram cube) {
  if (cube == DIAGRAM_ALL)
    return diagram_and(diagrams, a, b);
  RETURN_RESULT(diagrams, bdd_appex(a, b, bddop_and, cube));
}

bool diagram_includes(struct diagrams *diagrams, diagram all, diagram some) {
  diagram rest = diagram_minus(diagrams, some, all);
  diagram_release(rest);
  return rest == DIAGRAM_NONE;
}

struct bit_renaming {
  bddPair *pairs;
};

struct bit_renaming *bit_renaming_create(const unsigned *from, const unsigned *to, size_t count) {
  struct bit_renaming *renaming = memory_allocate_zeroed(sizeof *renaming);
  renaming->pairs = bdd_newpair();
  for (size_t i = 0; i < count; i++)
    bdd_setpair(renaming->pairs, (int)from[i], (int)to[i]);
  return renaming;
}

void bit_renaming_destroy(struct bit_renaming *renaming) {
  if (!renaming)
    return;
  bdd_freepair(renaming->pairs);
  memory_release(renaming);
}

diagram diagram_rename(struct diagrams *diagrams, diagram a, struct bit_renaming *renaming) {
  RETURN_RESULT(diagrams, bdd_replace(a, renaming->pairs));
}

unsigned diagram_root(diagram a) { return (unsigned)bdd_var(a); }

diagram diagram_branch(diagram a, bool value) { return value ? bdd_high(a) : bdd_low(a); }

size_t diagram_size(diagram a) { return (size_t)bdd_nodecount(a); }
