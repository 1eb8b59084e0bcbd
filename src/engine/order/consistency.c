/* SPDX-License-Identifier: Apache-2.0 */
/* Turns models into execution graphs, and violated axioms into clauses. A clause names everything
 * that a violation depends on: that the actions are executed, that accesses are to the same
 * location or not, reads-from, and the order of writes. */
#include "engine/order/consistency.h"

#include "semantics/axioms.h"

#include <string.h>

enum { MOST_REASONS = 32 }; /* violations of one axiom that one model gives clauses for */

void consistency_leave_mixed(struct formula *formula, const uint32_t *pieces) {
  struct order_run *run = formula->run;
  for (uint32_t i = 0; i < run->log.events.count; i++) {
    const struct order_event *event = &run->log.events.items[i];
    if (pieces[i] == event->size)
      continue;
    struct incompleteness mixed = {.condition = event->guard,
                                   .node = event->node,
                                   .mixed = true,
                                   .what = "accesses of different sizes overlap",
                                   .rest = ", which rc11 says nothing about",
                                   .edge = event->edge};
    vector_push(&run->outcomes.incomplete, mixed);
  }
}

void consistency_prepare(struct formula *formula, const struct places *places) {
  struct order_run *run = formula->run;
  const struct order_event *events = run->log.events.items;
  formula->fences =
      arena_allocate(run->arena, (run->log.fences.count + 1) * sizeof *formula->fences);
  for (size_t i = 0; i < run->log.fences.count; i++)
    formula->fences[i] = formula_literal(formula, run->log.fences.items[i].guard);
  formula->successes =
      arena_allocate(run->arena, (run->log.events.count + 1) * sizeof *formula->successes);
  for (size_t i = 0; i < run->log.events.count; i++)
    formula->successes[i] =
        events[i].succeeds ? formula_literal(formula, events[i].succeeds) : LITERAL_TRUE;
  for (size_t i = 0; i < run->instances.count; i++)
    for (size_t j = 0; j < places->touching[i].count && !formula_is_stopped(formula); j++)
      for (size_t k = 0; k < j; k++) {
        uint32_t a = places->touching[i].items[k], b = places->touching[i].items[j];
        if (events[a].writes && events[b].writes && places_may_overlap(&events[a], &events[b]))
          formula_event_before(formula, a, b);
      }
}

/* The event or fence of an action of the graph. */
struct action_origin {
  uint32_t event; /* or NO_EVENT */
  uint32_t fence; /* if there is no event */
  uint32_t node;
};

/* A condition that holds in the model: a literal is true, or two events are to the same place or to
 * different ones. A clause forbids the conditions up to the last one. */
struct conflict_part {
  int literal; /* 0: a condition on places */
  uint32_t a, b;
  bool is_same, is_last;
};

struct consistency_check {
  struct formula *formula;
  const struct order_run *run;
  struct event_graph graph;
  VECTOR(struct action_origin) origins; /* per action */
  uint32_t *actions;                    /* per event; INITIAL_WRITE: none */
  uint32_t *marks;                      /* per fence: its action, if it is executed */
  struct map locations;                 /* by address */
  VECTOR(struct conflict_part) parts;
  VECTOR(struct relation_pair) pairs; /* of actions that race in the model, in both directions */
  VECTOR(int) races;                  /* per pair: its literal */
  size_t next_pair;
};

static const struct order_event *event_at(const struct consistency_check *check, uint32_t number) {
  return &check->run->log.events.items[number];
}

static bool is_executed(const struct consistency_check *check, uint32_t event) {
  return formula_value(check->formula, check->formula->guards.items[event]);
}

static uint32_t location_of(struct consistency_check *check, const struct order_event *event) {
  uint64_t address = term_is_constant(event->address)
                         ? event->address->value
                         : solver_term_value(check->formula->solver, event->address);
  uint64_t known;
  if (map_get(&check->locations, address, &known))
    return (uint32_t)known;
  map_set(&check->locations, address, check->graph.locations.count);
  vector_push(&check->graph.locations,
              (struct action_location){.address = address, .size = event->size});
  return (uint32_t)check->graph.locations.count - 1;
}

static bool is_compound(const struct edge *edge) { return operation_is(edge->op, IS_UPDATE); }

/* The memory order in the model, which for a compare-exchange depends on its success. In the
 * library, only what is declared relaxed is relaxed. */
static enum memory_order order_of(const struct consistency_check *check, uint32_t number) {
  const struct order_event *event = event_at(check, number);
  enum memory_order order = event_graph_order_of(
      event->edge, formula_value(check->formula, check->formula->successes[number]));
  if (!event->in_section || (event->is_of_library && order == ORDER_RELAXED))
    return order;
  return event->writes ? ORDER_RELEASE : ORDER_ACQUIRE;
}

static void add_action(struct consistency_check *check, struct memory_action action,
                       struct action_origin origin, uint32_t *counts) {
  action.thread = check->run->log.nodes.items[origin.node].thread;
  action.index = counts[action.thread]++;
  action.unit = origin.node;
  vector_push(&check->graph.actions, action);
  vector_push(&check->origins, origin);
}

/* An access whose value is known matters only to races: its action only has a place in its
 * thread. */
static void add_known(struct consistency_check *check, uint32_t number, uint32_t *counts) {
  const struct order_event *event = event_at(check, number);
  check->actions[number] = (uint32_t)check->graph.actions.count;
  add_action(check,
             (struct memory_action){
                 .kind = ACTION_CHOICE, .in_section = event->in_section, .source = INITIAL_WRITE},
             (struct action_origin){number, 0, event->node}, counts);
}

static void add_access(struct consistency_check *check, uint32_t number, uint32_t *counts) {
  const struct order_event *event = event_at(check, number);
  uint32_t last = (uint32_t)check->graph.actions.count - 1;
  bool follows_read = check->graph.actions.count && event->writes &&
                      check->graph.actions.items[last].kind == ACTION_READ &&
                      check->graph.actions.items[last].edge == event->edge &&
                      check->origins.items[last].node == event->node;
  struct memory_action action = {.kind = event->writes ? ACTION_WRITE : ACTION_READ,
                                 .order = order_of(check, number),
                                 .in_section = event->in_section,
                                 .is_exclusive = !event->writes && is_compound(event->edge),
                                 .is_rmw = follows_read && is_compound(event->edge),
                                 .location = location_of(check, event),
                                 .source = INITIAL_WRITE,
                                 .edge = event->edge,
                                 .user_edge = event->edge};
  check->actions[number] = (uint32_t)check->graph.actions.count;
  add_action(check, action, (struct action_origin){number, 0, event->node}, counts);
}

/* The fences of a node with sequence numbers from `first` to before `end`. */
static void add_fences(struct consistency_check *check, uint32_t node, uint32_t first, uint32_t end,
                       uint32_t *counts) {
  for (uint32_t i = 0; i < check->run->log.fences.count; i++) {
    const struct order_fence *fence = &check->run->log.fences.items[i];
    if (fence->node != node || fence->sequence < first || fence->sequence >= end ||
        !formula_value(check->formula, check->formula->fences[i]))
      continue;
    struct memory_action action = {
        .kind = ACTION_CHOICE, .in_section = fence->in_section, .source = INITIAL_WRITE};
    if (fence->kind == FENCE) {
      action.kind = ACTION_FENCE;
      action.order = fence->edge->fence.order;
    }
    check->marks[i] = (uint32_t)check->graph.actions.count;
    add_action(check, action, (struct action_origin){NO_EVENT, i, node}, counts);
  }
}

/* Adds the actions node by node, which is program order. */
static void add_actions(struct consistency_check *check) {
  const struct order_run *run = check->run;
  uint32_t *counts = memory_allocate_zeroed((run->log.threads.count + 1) * sizeof *counts);
  const uint32_t *first = check->formula->first_event, *events = check->formula->events;
  for (uint32_t node = 0; node < run->log.nodes.count; node++) {
    uint32_t next = 0; /* sequence number */
    for (uint32_t i = first[node]; i < first[node + 1]; i++) {
      check->actions[events[i]] = INITIAL_WRITE;
      add_fences(check, node, next, events[i] + 1, counts);
      next = events[i] + 1;
      if (!is_executed(check, events[i]))
        continue;
      if (event_at(check, events[i])->is_known)
        add_known(check, events[i], counts);
      else
        add_access(check, events[i], counts);
    }
    add_fences(check, node, next, UINT32_MAX, counts);
  }
  memory_release(counts);
}

static void add_threads(struct consistency_check *check) {
  for (size_t i = 0; i < check->run->log.threads.count; i++) {
    const struct order_thread *thread = &check->run->log.threads.items[i];
    struct action_thread_start start = {i ? thread->creator : 0, 0, 0, NO_TWIN};
    for (size_t j = 0; i && j < check->graph.actions.count; j++) {
      const struct order_node *node = &check->run->log.nodes.items[check->origins.items[j].node];
      if (node->thread == thread->creator && node->position < thread->spawn_position)
        start.after++;
    }
    vector_push(&check->graph.threads, start);
  }
}

static void add_sources(struct consistency_check *check) {
  vector_each (reading, &check->formula->readings) {
    const struct read_source *source = formula_source(check->formula, reading);
    uint32_t action = check->actions[reading->event];
    if (source && action != INITIAL_WRITE && source->write != FROM_START)
      check->graph.actions.items[action].source = check->actions[source->write];
  }
}

static int order_literal(const struct consistency_check *check, uint32_t a, uint32_t b) {
  return formula_event_before(check->formula, check->origins.items[a].event,
                              check->origins.items[b].event);
}

static void add_part(struct consistency_check *check, struct conflict_part part) {
  if (part.literal || part.a != part.b)
    vector_push(&check->parts, part);
}

static void add_literal(struct consistency_check *check, int literal) {
  if (literal != LITERAL_TRUE)
    add_part(check, (struct conflict_part){.literal = literal});
}

static void end_conflict(struct consistency_check *check) {
  add_part(check, (struct conflict_part){.literal = LITERAL_TRUE, .is_last = true});
}

/* Adds the condition that the action is executed, unless it is an initial write. */
static void add_execution(struct consistency_check *check, size_t element) {
  if (element >= check->graph.actions.count)
    return;
  const struct action_origin *origin = &check->origins.items[element];
  add_literal(check, origin->event == NO_EVENT ? check->formula->fences[origin->fence]
                                               : check->formula->guards.items[origin->event]);
}

static void add_places(struct consistency_check *check, size_t from, size_t to, bool is_same) {
  size_t count = check->graph.actions.count;
  if (from < count && to < count && check->origins.items[from].event != NO_EVENT &&
      check->origins.items[to].event != NO_EVENT)
    add_part(check, (struct conflict_part){.a = check->origins.items[from].event,
                                           .b = check->origins.items[to].event,
                                           .is_same = is_same});
}

static void add_step(struct consistency_check *check, uint32_t from, uint32_t to) {
  add_execution(check, from);
  add_execution(check, to);
  add_places(check, from, to, true);
  add_literal(check, order_literal(check, from, to));
}

/* Forbids three writes in a cycle: each tournament with a cycle has one of length three. */
static bool forbid_circle(struct consistency_check *check, const struct action_numbers *writes) {
  const uint32_t *items = writes->items;
  bool found = false;
  for (size_t i = 0; i < writes->count && !found; i++)
    for (size_t j = 0; j < writes->count && !found; j++)
      for (size_t k = 0; k < writes->count && !found; k++) {
        if (i == j || j == k || i == k ||
            !formula_value(check->formula, order_literal(check, items[i], items[j])) ||
            !formula_value(check->formula, order_literal(check, items[j], items[k])) ||
            !formula_value(check->formula, order_literal(check, items[k], items[i])))
          continue;
        add_step(check, items[i], items[j]);
        add_step(check, items[j], items[k]);
        add_step(check, items[k], items[i]);
        end_conflict(check);
        found = true;
      }
  return found;
}

/* Sorts the writes of each location. False: their order has a cycle. */
static bool order_writes(struct consistency_check *check) {
  bool is_ordered = true;
  for (size_t i = 0; i < check->graph.actions.count; i++)
    if (check->graph.actions.items[i].kind == ACTION_WRITE)
      vector_push(&check->graph.locations.items[check->graph.actions.items[i].location].order,
                  (uint32_t)i);
  for (size_t i = 0; i < check->graph.locations.count; i++) {
    struct action_numbers *writes = &check->graph.locations.items[i].order;
    for (size_t j = 1; j < writes->count; j++)
      for (size_t k = j;
           k > 0 && formula_value(check->formula,
                                  order_literal(check, writes->items[k], writes->items[k - 1]));
           k--) {
        uint32_t other = writes->items[k];
        writes->items[k] = writes->items[k - 1];
        writes->items[k - 1] = other;
      }
    is_ordered &= !forbid_circle(check, writes);
  }
  return is_ordered;
}

static bool is_named(const struct relation_fact *fact, const char *name) {
  return strlen(name) == fact->length && memcmp(fact->name, name, fact->length) == 0;
}

/* Adds the condition that a compare-exchange succeeds, or fails, as in the model: its memory
 * order depends on it. */
static void add_success(struct consistency_check *check, size_t element) {
  if (element >= check->graph.actions.count)
    return;
  uint32_t read = check->origins.items[element].event;
  if (read == NO_EVENT ||
      (event_at(check, read)->in_section && !event_at(check, read)->is_of_library))
    return;
  int success = check->formula->successes[read];
  add_literal(check, formula_value(check->formula, success) ? success : -success);
}

/* Adds the condition that the read takes its value from its source in the model. */
static void add_reading(struct consistency_check *check, size_t read) {
  uint32_t event = check->origins.items[read].event;
  vector_each (reading, &check->formula->readings) {
    if (reading->event == event)
      add_literal(check, formula_source(check->formula, reading)->chosen);
  }
}

static void add_fact(struct consistency_check *check, const struct relation_fact *fact) {
  size_t count = check->graph.actions.count;
  add_execution(check, fact->from);
  add_execution(check, fact->to);
  if (is_named(fact, "rf"))
    add_reading(check, fact->to);
  else if (is_named(fact, "loc"))
    add_places(check, fact->from, fact->to, fact->holds);
  else if (is_named(fact, "mo") && fact->from < count && fact->to < count)
    add_step(check, (uint32_t)fact->from, (uint32_t)fact->to);
  else if (fact->from == fact->to)
    add_success(check, fact->from);
}

/* The location of an initial write is that of the model. The facts relate actions to it because
 * they access this location, so the conflict also says that these actions access the same place. */
static void add_initial_places(struct consistency_check *check, const struct relation_fact *facts,
                               size_t count) {
  size_t actions = check->graph.actions.count;
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < i; j++) {
      size_t first = facts[i].from >= actions ? facts[i].from : facts[i].to;
      size_t other = facts[i].from >= actions ? facts[i].to : facts[i].from;
      size_t partner = facts[j].from == first ? facts[j].to : facts[j].from;
      if (first >= actions && (facts[j].from == first || facts[j].to == first))
        add_places(check, other, partner, true);
    }
}

static void add_conflict(void *context, const struct relation_fact *facts, size_t count) {
  struct consistency_check *check = context;
  for (size_t i = 0; i < count; i++)
    add_fact(check, &facts[i]);
  add_initial_places(check, facts, count);
  end_conflict(check);
}

/* Called for each ordered pair, in the order of `pairs`. */
static void add_order(void *context, const struct relation_fact *facts, size_t count) {
  struct consistency_check *check = context;
  while (!check->pairs.items[check->next_pair].is_related)
    check->next_pair++;
  add_literal(check, check->races.items[check->next_pair++]);
  add_conflict(check, facts, count);
}

static void add_pair(struct consistency_check *check, size_t from, size_t to, int literal) {
  vector_push(&check->pairs, (struct relation_pair){from, to, false});
  vector_push(&check->races, literal);
}

/* Refutes races of which one access happens before the other. */
static void refute_races(struct consistency_check *check) {
  const struct formula *formula = check->formula;
  vector_each (race, &formula->goals.races) {
    if (!formula_value(formula, race->literal))
      continue;
    size_t a = check->actions[race->a - check->run->log.events.items];
    size_t b = check->actions[race->b - check->run->log.events.items];
    add_pair(check, a, b, race->literal);
    add_pair(check, b, a, race->literal);
  }
}

/* Refutes pairs of an access and the end of its object that happens-before orders. */
static void refute_outlived(struct consistency_check *check) {
  const struct formula *formula = check->formula;
  vector_each (pair, &formula->goals.outlived) {
    if (!formula_value(formula, pair->literal))
      continue;
    size_t mark = check->marks[pair->mark];
    size_t access =
        pair->event == NO_EVENT ? check->marks[pair->other] : check->actions[pair->event];
    if (pair->may_be_before)
      add_pair(check, access, mark, pair->literal);
    if (pair->may_be_after)
      add_pair(check, mark, access, pair->literal);
  }
}

/* Adds the clauses, once the model is no longer needed. */
static size_t add_clauses(struct consistency_check *check) {
  struct formula *formula = check->formula;
  struct terms *terms = formula->run->terms;
  VECTOR(int) clause = {0};
  size_t count = 0;
  vector_each (part, &check->parts) {
    int literal = part->literal;
    if (!literal) {
      literal = formula_literal(formula, term_apply(terms, OP_EQ, event_at(check, part->a)->address,
                                                    event_at(check, part->b)->address, NULL));
      literal = part->is_same ? literal : -literal;
    }
    vector_push(&clause, -literal);
    if (!part->is_last)
      continue;
    formula_add_clause(formula, clause.items, clause.count);
    formula->order_clauses++;
    clause.count = 0;
    count++;
  }
  vector_release(&clause);
  return count;
}

bool consistency_refine(struct formula *formula, bool with_races) {
  const struct order_run *run = formula->run;
  struct consistency_check check = {.formula = formula, .run = run};
  check.actions = memory_allocate((run->log.events.count + 1) * sizeof *check.actions);
  check.marks = memory_allocate((run->log.fences.count + 1) * sizeof *check.marks);
  add_actions(&check);
  add_threads(&check);
  add_sources(&check);
  bool is_ordered = order_writes(&check);
  size_t found = is_ordered
                     ? axioms_explain(&check.graph, MEMORY_RC11, MOST_REASONS, add_conflict, &check)
                     : 1;
  if (!found && with_races)
    refute_races(&check);
  else if (!found)
    refute_outlived(&check);
  axioms_explain_order(&check.graph, check.pairs.items, check.pairs.count, add_order, &check);
  size_t count = add_clauses(&check);
  event_graph_release(&check.graph);
  vector_release(&check.origins);
  vector_release(&check.parts);
  vector_release(&check.pairs);
  vector_release(&check.races);
  map_release(&check.locations);
  memory_release(check.actions);
  memory_release(check.marks);
  return count != 0;
}
