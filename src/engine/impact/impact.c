/* SPDX-License-Identifier: Apache-2.0 */
/* The impact engine: lazy abstraction with interpolants for threads, after Wachter, Kroening and
 * Ouaknine, "Verifying Multi-threaded Software with Impact" (algorithms 1 and 2 in Kroening's
 * tutorial "Verification of Concurrent Software"). It unwinds an abstract reachability tree, whose
 * labels must imply that no error can be reached. An infeasible path to an error yields
 * interpolants, which strengthen the labels along it. An earlier node at the same location covers a
 * node whose label implies its own: nothing new follows the covered node. When every node is
 * expanded or covered, the labels are an invariant that proves the program.
 *
 * With partial-order reduction, only monotonic paths are unwound, on which adjacent actions that
 * commute are in the order of their threads. A covering node is then also expanded with what would
 * have been expanded at the node it covers. The paper makes an exception for actions that close a
 * loop. It is not needed, since every finite path has an equivalent monotonic one.
 *
 * The control location of the paper is a location here (locations.h): cells with few numbers belong
 * to it, so that pointers and locks need no formulas. When a cell turns out to hold many numbers,
 * it becomes symbolic, and the tree is built again. */
#include "engine/confirmed.h"
#include "engine/engine.h"

#include "engine/impact/interpolate.h"
#include "engine/impact/proof.h"
#include "engine/traits.h"
#include "semantics/open.h"

#include <stdio.h>

enum { MOST_FORCED = 4 }; /* attempts to force a cover of a node */

/* How blocks, arrays and copies with symbolic sizes are treated; tried in this order. */
enum sizes {
  SIZES_FEW,    /* tries the smallest sizes, in the hope that there are no others */
  SIZES_OPEN,   /* uses symbolic ends, and havocs an object that is written at a symbolic index */
  SIZES_FOLLOW, /* keeps the latest of these writes */
  SIZES_SMALL   /* tries the smallest sizes to find errors, and omits the others */
};

struct impact_run {
  const struct task *task;
  struct result *result;
  struct cells cells;
  struct candidates candidates;
  struct entailment entailment;
  struct deducer deducer;
  struct map inputs;
  struct locations locations;
  struct invariants invariants;
  struct art tree;
  bool without_claims, is_over;
  enum sizes sizes;
  bool changes_sizes; /* the tree must be rebuilt with other sizes */
  bool has_few_sizes; /* SIZES_FEW: it was proven that there are no other sizes */
  bool leaves_sizes;  /* SIZES_SMALL: some executions were omitted, … */
  char left[512];     /* … so there is no proof, for this reason */
  uint64_t attempts, refinements, interpolants, forced, skipped;
  uint64_t taken; /* waiting nodes that were taken */
  double last_progress;
};

static void end_unknown(struct impact_run *run, const char *reason) {
  if (!run->is_over)
    snprintf(run->result->reason, sizeof run->result->reason, "%s", reason);
  run->result->verdict = VERDICT_UNKNOWN;
  run->is_over = true;
}

/* Requests a new tree with these sizes. `reason`: why there is no proof so far. */
static void restart_with_sizes(struct impact_run *run, enum sizes sizes, const char *reason) {
  run->sizes = sizes;
  run->changes_sizes = true;
  snprintf(run->left, sizeof run->left, "%s", reason);
}

static bool has_ended(const struct impact_run *run) { return run->is_over || run->changes_sizes; }

static struct art_node *node_of(struct impact_run *run, uint32_t number) {
  return &run->tree.nodes.items[number];
}

/* Does the knowledge at the node imply the label? */
static bool implies_label(struct impact_run *run, uint32_t number, const struct premises *label) {
  struct premises known = {0};
  invariants_add_known(&run->invariants, node_of(run, number), &known);
  bool all = entailment_implies_all(&run->entailment, &known, label);
  vector_release(&known);
  return all;
}

/* SKIP: does an equivalent path move the thread before the action that led to the node? */
static bool skips_thread(struct impact_run *run, uint32_t number, const struct stand *stand) {
  const struct art_node *node = node_of(run, number);
  if (run->task->por == POR_NONE || node->parent == NO_NODE ||
      stand->number >= node->action->move.thread)
    return false;
  const struct standpoint *before =
      locations_get(&run->locations, node_of(run, node->parent)->location);
  bool was_ready = false;
  for (size_t i = 0; i < before->stands.count; i++)
    was_ready |=
        before->stands.items[i].number == stand->number && before->stands.items[i].is_ready;
  for (size_t i = 0; was_ready && i < stand->actions.count; i++)
    if (!actions_commute(&stand->actions.items[i], node->action))
      return false;
  return was_ready;
}

/* Selects the threads to expand at a node. */
static void find_wanted(struct impact_run *run, uint32_t number) {
  if (node_of(run, number)->wanted.count)
    return;
  const struct standpoint *location =
      locations_get(&run->locations, node_of(run, number)->location);
  vector_each (stand, &location->stands) {
    bool skipped = stand->is_ready && skips_thread(run, number, stand);
    run->skipped += skipped;
    vector_push(&node_of(run, number)->wanted, stand->is_ready && !skipped);
    vector_push(&node_of(run, number)->expanded, false);
  }
}

/* Covers a node. Threads that were wanted there are now expanded at the covering node. */
static void cover_node(struct impact_run *run, uint32_t number, uint32_t coverer) {
  find_wanted(run, number);
  find_wanted(run, coverer);
  art_cover(&run->tree, number, coverer);
  const struct art_node *covered = node_of(run, number);
  struct art_node *covering = node_of(run, coverer);
  for (size_t i = 0; i < covered->wanted.count; i++)
    if (covered->wanted.items[i] && !covering->wanted.items[i]) {
      covering->wanted.items[i] = true;
      art_wait(&run->tree, coverer);
    }
}

static void begin_interpolation(struct impact_run *run, struct interpolation *interpolation,
                                const struct route *route) {
  interpolation_init(interpolation, &run->tree, &run->locations, &run->invariants, &run->deducer,
                     route);
}

static uint32_t depth_of(struct impact_run *run, uint32_t number) {
  uint32_t depth = 0;
  for (; number != NO_NODE; number = node_of(run, number)->parent)
    depth++;
  return depth;
}

/* NO_NODE: there is none. */
static uint32_t nearest_common_ancestor(struct impact_run *run, uint32_t a, uint32_t b) {
  uint32_t at_a = depth_of(run, a), at_b = depth_of(run, b);
  for (; at_a > at_b; at_a--)
    a = node_of(run, a)->parent;
  for (; at_b > at_a; at_b--)
    b = node_of(run, b)->parent;
  while (a != b) {
    a = node_of(run, a)->parent;
    b = node_of(run, b)->parent;
  }
  return a;
}

static bool is_route_possible(struct impact_run *run, const struct route *route) {
  return !route->is_impossible && entailment_allows(&run->entailment, &route->facts, &route->facts);
}

/* FORCE-COVER: shows that the label of the coverer holds at the node, assuming the label of their
 * nearest common ancestor. */
static bool force_cover(struct impact_run *run, uint32_t number, uint32_t coverer) {
  struct route route;
  struct interpolation interpolation;
  route_init(&route, &run->locations, &run->inputs, &run->tree,
             nearest_common_ancestor(run, number, coverer), number);
  begin_interpolation(run, &interpolation, &route);
  size_t last = route.moments.count - 1;
  const struct premises *label = &node_of(run, coverer)->label;
  bool shown = is_route_possible(run, &route);
  for (size_t i = 0; shown && i < label->count; i++)
    shown = interpolation_holds(&interpolation, last, label->items[i]);
  for (size_t i = 0; shown && i < label->count; i++)
    shown = interpolation_show(&interpolation, label->items[i]);
  if (shown) {
    run->interpolants += interpolation_apply(&interpolation);
    run->forced++;
  }
  interpolation_release(&interpolation);
  route_release(&route);
  return shown;
}

/* CLOSE: only older nodes may cover, so that covering terminates. */
static void close_node(struct impact_run *run, uint32_t number, bool forces) {
  unsigned tried = 0;
  const struct nodes_at *at = &run->tree.at.items[node_of(run, number)->location];
  for (size_t i = 0; i < at->count && at->items[i] < number; i++) {
    uint32_t other = at->items[i];
    if (art_is_covered(&run->tree, other))
      continue;
    if (art_is_covered(&run->tree, number))
      return;
    const struct premises *label = &node_of(run, other)->label;
    if (implies_label(run, number, label) ||
        (forces && tried++ < MOST_FORCED && force_cover(run, number, other) &&
         !art_is_covered(&run->tree, other) &&
         implies_label(run, number, &node_of(run, other)->label))) {
      cover_node(run, number, other);
      return;
    }
  }
}

/* Executes the path to an error with concrete inputs. */
static void confirm_error(struct impact_run *run, const struct route *route) {
  struct explorer *explorer = &run->locations.symbolic.explorer;
  struct result *result = run->result;
  struct confirmation confirmation =
      result_confirmation(run->task, run->entailment.session.backend);
  struct path path = {0};
  route_path(route, &path);
  enum confirm_answer answer = result_confirm(result, &confirmation, explorer, &path);
  if (answer == CONFIRM_INFEASIBLE)
    snprintf(result->reason, sizeof result->reason, "%s", CONFIRM_FAILED);
  path_release(&path);
  confirmation_release(&confirmation);
}

/* An error was neither excluded nor confirmed: can other sizes help, or may the error be
 * omitted? */
static bool changes_sizes(struct impact_run *run, const struct action *action, const char *reason) {
  bool is_left = action->is_of_unknown_size && run->sizes == SIZES_SMALL;
  run->leaves_sizes |= is_left;
  if (is_left)
    return true;
  if (action->is_of_unknown_size && run->sizes == SIZES_FEW)
    restart_with_sizes(run, SIZES_OPEN, reason);
  else if (run->sizes == SIZES_OPEN || run->sizes == SIZES_FOLLOW)
    restart_with_sizes(run, run->sizes + 1, reason);
  return run->changes_sizes;
}

static void decide_error(struct impact_run *run, const struct route *route,
                         const struct action *action) {
  if (action->outcome == OUTCOME_VIOLATION)
    confirm_error(run, route);
  if (action->outcome == OUTCOME_VIOLATION && run->result->verdict == VERDICT_FALSE) {
    run->is_over = true;
    return;
  }
  char reason[sizeof run->left];
  snprintf(reason, sizeof reason, "%s",
           action->outcome == OUTCOME_VIOLATION ? run->result->reason : action->reason);
  if (!changes_sizes(run, action, reason))
    end_unknown(run, reason);
}

static void give_up_or_change(struct impact_run *run, const char *reason) {
  bool tries_sizes = run->sizes == SIZES_FEW && run->locations.symbolic.tries_sizes;
  if (tries_sizes || run->sizes == SIZES_OPEN || run->sizes == SIZES_FOLLOW)
    restart_with_sizes(run, run->sizes + 1, reason);
  else
    end_unknown(run, reason);
}

/* REFINE: is the path to the error possible? If not, strengthens the labels along it. */
static void refine_path(struct impact_run *run, uint32_t number, const struct action *error) {
  struct route route;
  struct interpolation interpolation;
  route_init(&route, &run->locations, &run->inputs, &run->tree, NO_NODE, number);
  route_extend(&route, NO_NODE, error);
  run->refinements++;
  if (is_route_possible(run, &route)) {
    decide_error(run, &route, error);
    route_release(&route);
    return;
  }
  if (error->is_of_unknown_size && run->invariants.met_size) {
    run->has_few_sizes = run->changes_sizes = true; /* so compute all invariants */
    route_release(&route);
    return;
  }
  candidates_derive(&run->candidates);
  begin_interpolation(run, &interpolation, &route);
  if (interpolation_refute(&interpolation))
    run->interpolants += interpolation_apply(&interpolation);
  else
    give_up_or_change(run, "no interpolants found for an impossible path");
  for (size_t i = 0; i < interpolation.list.count && !has_ended(run); i++)
    if (!art_is_covered(&run->tree, interpolation.list.items[i].node))
      close_node(run, interpolation.list.items[i].node, false);
  interpolation_release(&interpolation);
  route_release(&route);
}

/* Is the action possible where the label holds? */
static bool is_possible(struct impact_run *run, uint32_t number, const struct action *action) {
  struct premises premises = {0};
  vector_append(&premises, action->facts.items, action->facts.count);
  if (number != NO_NODE)
    invariants_add_known(&run->invariants, node_of(run, number), &premises);
  bool possible = entailment_allows(&run->entailment, &premises, &action->facts);
  vector_release(&premises);
  return possible;
}

static void take_action(struct impact_run *run, uint32_t number, const struct action *action) {
  if (!is_possible(run, number, action))
    return;
  switch (action->outcome) {
  case OUTCOME_STEPPED:
    art_add(&run->tree, number, action);
    break;
  case OUTCOME_EXITED:
  case OUTCOME_PRUNED:
    break;
  case OUTCOME_VIOLATION:
  case OUTCOME_UNSUPPORTED:
  case OUTCOME_LIMIT:
    refine_path(run, number, action);
    break;
  }
}

/* Visits a location, and gathers candidates if it is the first time. */
static void visit_location(struct impact_run *run, uint32_t number) {
  bool is_known = run->locations.list.items[number].is_known;
  const struct standpoint *location = locations_get(&run->locations, number);
  for (size_t i = 0; !is_known && i < location->stands.count; i++)
    invariants_note(&run->invariants, &location->stands.items[i].actions);
}

static void look_at_limits(struct impact_run *run) {
  const char *reason;
  if ((run->taken++ % 16 == 0 || limits_are_over(&run->task->limits)) &&
      limits_check(&run->task->limits, &reason) != STATUS_OK)
    end_unknown(run, reason);
}

/* EXPAND: takes all actions of the wanted threads at a node. */
static void expand_node(struct impact_run *run, uint32_t number) {
  uint32_t at = node_of(run, number)->location;
  visit_location(run, at);
  if (run->cells.grew)
    return;
  find_wanted(run, number);
  for (size_t i = 0; i < node_of(run, number)->wanted.count; i++) {
    if (!node_of(run, number)->wanted.items[i] || node_of(run, number)->expanded.items[i])
      continue;
    node_of(run, number)->expanded.items[i] = true;
    const struct actions *actions = &run->locations.list.items[at].stands.items[i].actions;
    for (size_t j = 0; j < actions->count && !has_ended(run); j++) {
      take_action(run, number, &actions->items[j]);
      look_at_limits(run);
    }
  }
}

static void show_progress(struct impact_run *run) {
  double now = clock_seconds();
  if (!run->task->progress || now - run->last_progress < 0.2)
    return;
  run->last_progress = now;
  fprintf(stderr,
          "\rimpact: attempt %llu, %zu locations, %zu nodes, %zu waiting, %llu interpolants ",
          (unsigned long long)run->attempts, run->locations.list.count, run->tree.nodes.count,
          run->tree.waiting.count, (unsigned long long)run->interpolants);
}

/* The paper's MAIN: unwinds until the tree is complete, there is a verdict, or the tree must be
 * rebuilt. */
static void unwind_tree(struct impact_run *run) {
  for (size_t i = 0; i < run->locations.starts.count && !has_ended(run) && !run->cells.grew; i++)
    take_action(run, NO_NODE, &run->locations.starts.items[i]);
  uint32_t number;
  while (!has_ended(run) && !run->cells.grew && !run->locations.has_too_many &&
         !locations_violate_claim(&run->locations) && (number = art_take(&run->tree)) != NO_NODE) {
    if (!art_is_covered(&run->tree, number)) {
      visit_location(run, node_of(run, number)->location);
      if (!run->cells.grew)
        close_node(run, number, true);
    }
    if (!run->cells.grew && !art_is_covered(&run->tree, number))
      expand_node(run, number);
    show_progress(run);
    look_at_limits(run);
  }
}

static void say_proven(struct impact_run *run) {
  if (run->leaves_sizes) {
    end_unknown(run, run->left);
    return;
  }
  if (!proof_is_right(&run->invariants, run->invariants.is_proven ? NULL : &run->tree)) {
    end_unknown(run, "a proof did not pass its check");
    return;
  }
  property_set uncovered = run->task->properties & ~PROPERTIES_OF_STEPS;
  run->result->verdict = VERDICT_TRUE;
  if (!uncovered)
    return;
  end_unknown(
      run,
      "properties other than reach, abort, memory, lock, division and overflow are not covered "
      "by impact");
  run->result->proven = run->task->properties & PROPERTIES_OF_STEPS;
}

/* Builds a tree with the present precision; true: another one is needed. */
static bool build_tree(struct impact_run *run) {
  run->attempts++;
  run->cells.grew = run->changes_sizes = run->leaves_sizes = false;
  const struct task *task = run->task;
  struct question question = {task->program, task->properties & PROPERTIES_OF_STEPS, &task->limits,
                              task->stale_parts};
  locations_init(&run->locations, &question, &run->cells, task->por, run->without_claims);
  struct machine *machine = &run->locations.symbolic.explorer.machine;
  machine->symbolic.opens_sizes = run->sizes == SIZES_OPEN || run->sizes == SIZES_FOLLOW;
  machine->symbolic.open_writes = run->sizes == SIZES_FOLLOW ? OPEN_MOST_WRITES : 0;
  locations_start(&run->locations);
  run->invariants =
      (struct invariants){.locations = &run->locations,
                          .candidates = &run->candidates,
                          .entailment = &run->entailment,
                          .ends_at_sizes = run->sizes == SIZES_FEW && !run->has_few_sizes};
  if (!run->cells.grew)
    invariants_find(&run->invariants, &run->task->limits);
  if (!run->invariants.is_proven && !run->cells.grew)
    unwind_tree(run);
  bool is_violated = locations_violate_claim(&run->locations);
  const char *limit = run->locations.symbolic.explorer.limit;
  bool again = !has_ended(run) && !limit && (run->cells.grew || is_violated);
  run->without_claims |= is_violated;
  if (!has_ended(run) && !again && limit)
    end_unknown(run, limit);
  else if (!has_ended(run) && !again && run->locations.has_too_many)
    give_up_or_change(run, "a step with too many outcomes");
  else if (!has_ended(run) && !again)
    say_proven(run);
  return again || run->changes_sizes;
}

static void end_attempt(struct impact_run *run) {
  art_release(&run->tree);
  invariants_release(&run->invariants);
  locations_release(&run->locations);
  run->tree = (struct art){0};
}

static void add_statistics(const struct impact_run *run) {
  struct result *result = run->result;
  result_add_statistic(result, "attempts", (double)run->attempts);
  result_add_statistic(result, "locations", (double)run->locations.list.count);
  result_add_statistic(result, "nodes", (double)run->tree.nodes.count);
  result_add_statistic(result, "refinements", (double)run->refinements);
  result_add_statistic(result, "interpolants", (double)run->interpolants);
  result_add_statistic(result, "covers", (double)run->tree.covers);
  result_add_statistic(result, "forced covers", (double)run->forced);
  result_add_statistic(result, "covers undone", (double)run->tree.uncovers);
  result_add_statistic(result, "threads skipped", (double)run->skipped);
  result_add_statistic(result, "questions", (double)run->entailment.asked);
  result_add_statistic(result, "solver calls",
                       (double)(run->entailment.session.checks + run->deducer.session.checks));
}

static void run_impact(const struct task *task, struct result *result) {
  struct impact_run run = {.task = task, .result = result};
  cells_init(&run.cells, task->program);
  candidates_init(&run.candidates, &run.cells, false);
  entailment_init(&run.entailment, run.cells.context.terms, task->solver, &task->limits);
  deducer_init(&run.deducer, run.cells.context.terms, task->solver, &task->limits);
  result->verdict = VERDICT_UNKNOWN;
  while (build_tree(&run))
    end_attempt(&run);
  if (task->progress)
    fprintf(stderr, "\r\033[K");
  add_statistics(&run);
  end_attempt(&run);
  map_release(&run.inputs);
  deducer_release(&run.deducer);
  entailment_release(&run.entailment);
  candidates_release(&run.candidates);
  cells_release(&run.cells);
}

/* Other engines decide programs without loops faster. */
static bool is_wanted(const struct traits *traits) { return traits->loops; }

static bool comes_late(const struct traits *traits) {
  (void)traits;
  return true;
}

static const struct decision decisions[] = {
    {MODEL_BIT(MEMORY_SC), PROPERTIES_OF_STEPS, NULL, NULL, NULL}, {0}};

const struct engine engine_impact = {
    .name = "impact",
    .summary = "lazy abstraction with interpolants, also for unbounded loops",
    .comes_late = comes_late,
    .uses = "por solver",
    .models = MODEL_BIT(MEMORY_SC),
    .decisions = decisions,
    .is_wanted = is_wanted,
    .run = run_impact,
};
