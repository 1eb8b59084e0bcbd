/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of axioms.h, and the lookup of names in them. The initial write of each location is an
 * element of its own, after the actions. */
#include "semantics/axioms.h"

#include "semantics/relation.h"

#include <string.h>

/* A row defines a name, or demands something of an expression. */
struct model_row {
  const char *name, *expression;
  enum relation_demand demand;
};

/* Base relations: po (program order), create (from a creator to the threads it creates, and from
 * initial writes to everything), rf, mo, rmw (from the read of a read-modify-write to its write),
 * loc (accesses of one location), unit (actions of one atomic section), int (the same thread),
 * reuse (from the end of freeing a block to the allocation that gets its address).
 * Sets: R, W, F (fences), ATOMIC, ACQ, REL, SC, DRAIN (fences that only drain), X (reads of
 * read-modify-writes), IN (in sections).
 */
static const struct model_row definitions[] = {
    {"fr", "(rf^-1 ; mo) \\ id", DEMAND_NONE},
    {"eco", "(rf | mo | fr)+", DEMAND_NONE},
    {"rs", "[W & ATOMIC] ; (rf ; rmw)*", DEMAND_NONE},
    {"sw", "[REL] ; ([F] ; po)? ; rs ; rf ; [R & ATOMIC] ; (po ; [F])? ; [ACQ]", DEMAND_NONE},
    {"hb", "(po | create | sw | reuse)+", DEMAND_NONE},
    {"scb", "po | (po \\ loc) ; hb ; (po \\ loc) | hb & loc | mo | fr", DEMAND_NONE},
    {"psc_base", "([SC] | [F & SC] ; hb?) ; scb ; ([SC] | hb? ; [F & SC])", DEMAND_NONE},
    {"psc_fence", "[F & SC] ; (hb | hb ; eco ; hb) ; [F & SC]", DEMAND_NONE},
    /* Between sections, and between a section and a single access: what comes first. */
    {"across", "(hb | [IN] ; (rf | mo | fr) | (rf | mo | fr) ; [IN]) \\ unit", DEMAND_NONE},
    /* tso, pso: what drains the buffer of a thread, and so is not overtaken. */
    {"strong", "[X] | [IN] | [W & SC] | [F & SC] | [DRAIN] | rmw^-1 ; rmw", DEMAND_NONE},
    {"kept", "[R] ; po | po ; [W] | strong ; po | po ; strong", DEMAND_NONE},
    {"loosely_kept",
     "[R] ; po | po & loc ; [W] | po ; [W & REL] | po ; [F & REL] ; po ; [W] | strong ; po | po ; "
     "strong",
     DEMAND_NONE},
};

static const struct model_row rc11[] = {
    {"coherence", "hb ; eco?", DEMAND_IRREFLEXIVE},
    {"atomicity", "rmw & (fr ; mo)", DEMAND_EMPTY},
    {"sequential consistency of seq_cst accesses", "psc_base | psc_fence", DEMAND_ACYCLIC},
    {"no values out of thin air", "po | create | rf", DEMAND_ACYCLIC},
    {"atomic sections", "across ; (unit | id)", DEMAND_ACYCLIC},
    {0}};

static const struct model_row sc[] = {{"sequential consistency",
                                       "((po | create | rf | mo | fr) \\ unit) ; (unit | id)",
                                       DEMAND_ACYCLIC},
                                      {"coherence", "(po & loc | rf | mo | fr)", DEMAND_ACYCLIC},
                                      {"atomicity", "rmw & (fr ; mo)", DEMAND_EMPTY},
                                      {0}};

static const struct model_row tso[] = {
    {"coherence", "(po & loc | rf | mo | fr)", DEMAND_ACYCLIC},
    {"atomicity", "rmw & (fr ; mo)", DEMAND_EMPTY},
    {"store buffers", "((kept | create | rf \\ int | mo | fr) \\ unit) ; (unit | id)",
     DEMAND_ACYCLIC},
    {0}};

static const struct model_row pso[] = {
    {"coherence", "(po & loc | rf | mo | fr)", DEMAND_ACYCLIC},
    {"atomicity", "rmw & (fr ; mo)", DEMAND_EMPTY},
    {"store buffers", "((loosely_kept | create | rf \\ int | mo | fr) \\ unit) ; (unit | id)",
     DEMAND_ACYCLIC},
    {0}};

static const struct model_row *const models[] = {
    [MEMORY_SC] = sc,
    [MEMORY_TSO] = tso,
    [MEMORY_PSO] = pso,
    [MEMORY_RC11] = rc11,
};

enum { DEFINITION_COUNT = sizeof definitions / sizeof *definitions };

struct graph_names {
  struct relation_names names; /* first: the names are these */
  const struct event_graph *graph;
  struct bit_relation
      known[DEFINITION_COUNT]; /* definitions that were asked for; bits NULL: not yet */
};

static bool is_initial(const struct graph_names *names, size_t element) {
  return element >= names->graph->actions.count;
}

static const struct memory_action *action_at(const struct graph_names *names, size_t element) {
  return is_initial(names, element) ? NULL : &names->graph->actions.items[element];
}

static bool is_access(const struct memory_action *action) {
  return action->kind == ACTION_READ || action->kind == ACTION_WRITE;
}

static bool is_in_set(const struct graph_names *names, size_t element, const char *set) {
  const struct memory_action *action = action_at(names, element);
  if (!action)
    return strcmp(set, "W") == 0;
  enum memory_order order = action->order;
  if (strcmp(set, "R") == 0)
    return action->kind == ACTION_READ;
  if (strcmp(set, "W") == 0)
    return action->kind == ACTION_WRITE;
  if (strcmp(set, "F") == 0)
    return action->kind == ACTION_FENCE;
  if (strcmp(set, "ATOMIC") == 0)
    return is_access(action) && order != ORDER_PLAIN;
  if (strcmp(set, "ACQ") == 0)
    return action->kind != ACTION_WRITE && action->kind != ACTION_CHOICE && order_acquires(order);
  if (strcmp(set, "REL") == 0)
    return action->kind != ACTION_READ && action->kind != ACTION_CHOICE && order_releases(order);
  if (strcmp(set, "SC") == 0)
    return action->kind != ACTION_CHOICE && order == ORDER_SEQ_CST;
  if (strcmp(set, "DRAIN") == 0)
    return action->kind == ACTION_FENCE && order == ORDER_OF_DRAIN;
  if (strcmp(set, "X") == 0)
    return action->kind == ACTION_READ && action->is_exclusive;
  return strcmp(set, "IN") == 0 && action->in_section;
}

static uint32_t location_of(const struct graph_names *names, size_t element) {
  const struct memory_action *action = action_at(names, element);
  if (!action)
    return (uint32_t)(element - names->graph->actions.count);
  return is_access(action) ? action->location : UINT32_MAX;
}

static bool is_created_before(const struct graph_names *names, const struct memory_action *a,
                              const struct memory_action *b) {
  const struct action_thread_start *start = &names->graph->threads.items[b->thread];
  return b->thread != a->thread && start->creator == a->thread && a->index < start->after;
}

static bool is_before_in_order(const struct graph_names *names, size_t from, size_t to) {
  uint32_t location = location_of(names, from);
  if (!is_in_set(names, from, "W") || !is_in_set(names, to, "W") ||
      location != location_of(names, to))
    return false;
  uint32_t first = is_initial(names, from) ? INITIAL_WRITE : (uint32_t)from;
  uint32_t second = is_initial(names, to) ? INITIAL_WRITE : (uint32_t)to;
  return event_graph_rank(names->graph, location, first) <
         event_graph_rank(names->graph, location, second);
}

static bool is_related(const struct graph_names *names, const char *name, size_t from, size_t to) {
  const struct memory_action *a = action_at(names, from), *b = action_at(names, to);
  if (strcmp(name, "mo") == 0)
    return is_before_in_order(names, from, to);
  if (strcmp(name, "loc") == 0)
    return location_of(names, from) == location_of(names, to) &&
           location_of(names, from) != UINT32_MAX;
  if (strcmp(name, "create") == 0)
    return b && (!a || is_created_before(names, a, b));
  if (strcmp(name, "rf") == 0)
    return b && b->kind == ACTION_READ && b->location == location_of(names, from) &&
           b->source == (a ? (uint32_t)from : INITIAL_WRITE) && is_in_set(names, from, "W");
  if (strcmp(name, "reuse") == 0)
    return a && b && b->kind == ACTION_CHOICE && b->source == (uint32_t)from;
  if (!a || !b || a->thread != b->thread)
    return false;
  if (strcmp(name, "int") == 0)
    return true;
  if (strcmp(name, "po") == 0)
    return a->index < b->index;
  if (strcmp(name, "rmw") == 0)
    return b->kind == ACTION_WRITE && b->is_rmw && a->index + 1 == b->index;
  return strcmp(name, "unit") == 0 && a->in_section && b->in_section && a->unit == b->unit;
}

static bool find_definition(struct graph_names *names, const char *name,
                            struct bit_relation *relation) {
  for (size_t i = 0; i < DEFINITION_COUNT; i++) {
    if (strcmp(definitions[i].name, name) != 0)
      continue;
    if (!names->known[i].bits)
      names->known[i] = relation_evaluate(&names->names, definitions[i].expression);
    memcpy(relation->bits, names->known[i].bits,
           relation->count * relation->words * sizeof(uint64_t));
    return true;
  }
  return false;
}

static bool find(struct relation_names *relation_names, const char *text, size_t length,
                 struct bit_relation *relation) {
  static const char *const bases[] = {"po",  "create", "rf",  "mo",   "rmw",
                                      "loc", "unit",   "int", "reuse"};
  static const char *const sets[] = {"R",   "W",  "F",     "ATOMIC", "ACQ",
                                     "REL", "SC", "DRAIN", "X",      "IN"};
  struct graph_names *names = (struct graph_names *)relation_names;
  char name[32];
  if (length >= sizeof name)
    return false;
  memcpy(name, text, length);
  name[length] = '\0';
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
    if (strcmp(sets[i], name) == 0) {
      for (size_t j = 0; j < relation->count; j++)
        if (is_in_set(names, j, name))
          relation_add(relation, j, j);
      return true;
    }
  for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
    if (strcmp(bases[i], name) == 0) {
      for (size_t from = 0; from < relation->count; from++)
        for (size_t to = 0; to < relation->count; to++)
          if (is_related(names, name, from, to))
            relation_add(relation, from, to);
      return true;
    }
  return find_definition(names, name, relation);
}

static const char *define(struct relation_names *names, const char *name, size_t length) {
  (void)names;
  for (size_t i = 0; i < DEFINITION_COUNT; i++)
    if (strlen(definitions[i].name) == length && memcmp(definitions[i].name, name, length) == 0)
      return definitions[i].expression;
  return NULL;
}

static void begin(struct graph_names *names, const struct event_graph *graph) {
  *names = (struct graph_names){.names = {.find = find,
                                          .define = define,
                                          .count = graph->actions.count + graph->locations.count},
                                .graph = graph};
}

static void end(struct graph_names *names) {
  for (size_t i = 0; i < DEFINITION_COUNT; i++)
    relation_release(&names->known[i]);
}

static bool is_fulfilled(struct graph_names *names, const struct model_row *row) {
  struct bit_relation relation = relation_evaluate(&names->names, row->expression);
  bool fulfilled = row->demand == DEMAND_ACYCLIC       ? relation_is_acyclic(&relation)
                   : row->demand == DEMAND_IRREFLEXIVE ? relation_is_irreflexive(&relation)
                                                       : relation_is_empty(&relation);
  relation_release(&relation);
  return fulfilled;
}

const char *axioms_violated(const struct event_graph *graph, enum memory_model model) {
  struct graph_names names;
  const char *violated = NULL;
  begin(&names, graph);
  for (const struct model_row *row = models[model]; row->name && !violated; row++)
    if (!is_fulfilled(&names, row))
      violated = row->name;
  end(&names);
  return violated;
}

size_t axioms_explain(const struct event_graph *graph, enum memory_model model, size_t most,
                      relation_listener *listener, void *context) {
  struct graph_names names;
  size_t found = 0;
  begin(&names, graph);
  for (const struct model_row *row = models[model]; row->name; row++)
    if (!is_fulfilled(&names, row))
      found +=
          relation_explain(&names.names, row->expression, row->demand, most, listener, context);
  end(&names);
  return found;
}

void axioms_explain_order(const struct event_graph *graph, struct relation_pair *pairs,
                          size_t count, relation_listener *listener, void *context) {
  struct graph_names names;
  begin(&names, graph);
  relation_explain_pairs(&names.names, "hb", pairs, count, listener, context);
  end(&names);
}

static struct bit_relation happens_before(const struct event_graph *graph) {
  struct graph_names names;
  begin(&names, graph);
  struct bit_relation before = relation_evaluate(&names.names, "hb");
  end(&names);
  return before;
}

static bool conflict(const struct memory_action *a, const struct memory_action *b) {
  return is_access(a) && is_access(b) && a->thread != b->thread && a->location == b->location &&
         (a->kind == ACTION_WRITE || b->kind == ACTION_WRITE) &&
         (a->order == ORDER_PLAIN || b->order == ORDER_PLAIN);
}

bool axioms_find_race(const struct event_graph *graph,
                      bool (*skips)(void *context, uint32_t first, uint32_t second), void *context,
                      uint32_t *first, uint32_t *second) {
  struct bit_relation before = happens_before(graph);
  bool found = false;
  for (uint32_t b = 0; b < graph->actions.count && !found; b++)
    for (uint32_t a = 0; a < b && !found; a++)
      if (conflict(&graph->actions.items[a], &graph->actions.items[b]) &&
          !relation_has(&before, a, b) && !relation_has(&before, b, a) &&
          !(skips && skips(context, a, b))) {
        *first = a;
        *second = b;
        found = true;
      }
  relation_release(&before);
  return found;
}

bool axioms_happens_before(const struct event_graph *graph, uint32_t first, uint32_t second) {
  struct bit_relation before = happens_before(graph);
  bool is_before = relation_has(&before, first, second);
  relation_release(&before);
  return is_before;
}
