/* SPDX-License-Identifier: Apache-2.0 */
/* Solves the formula with a lazy order. A model selects the order of each pair of nodes. If these
 * selections and the preserved program order have cycles, clauses exclude short cycles through each
 * selection, and the solver is called again. A model without cycles is a partial order, each linear
 * extension of which is an execution.
 *
 * Under rc11, a model that violates no axiom (consistency.h) is sorted such that writes come before
 * the reads that take their values. */
#include "engine/order/consistency.h"

#include <string.h>

enum { CYCLES_PER_ROUND = 256 };

struct order_link {
  uint32_t to;
  int literal; /* LITERAL_TRUE: always */
};

struct order_graph {
  struct formula *formula;
  size_t count; /* of nodes */
  bool *executed;
  uint32_t *first; /* per node, in `links`; one more at the end */
  struct order_link *links;
  uint32_t *degrees;
};

static void find_executed(struct order_graph *graph) {
  const struct order_run *run = graph->formula->run;
  for (size_t i = 0; i < run->log.events.count; i++)
    if (!graph->executed[run->log.events.items[i].node])
      graph->executed[run->log.events.items[i].node] =
          formula_value(graph->formula, graph->formula->guards.items[i]);
  for (size_t i = 0; i < run->log.frees.count; i++)
    if (!graph->executed[run->log.frees.items[i].node])
      graph->executed[run->log.frees.items[i].node] =
          solver_term_value(graph->formula->solver, run->log.frees.items[i].guard) != 0;
  for (size_t i = 0; i < graph->formula->ends.count; i++)
    graph->executed[graph->formula->ends.items[i].node] |=
        formula_value(graph->formula, graph->formula->ends.items[i].literal);
}

struct raw_link {
  uint32_t from;
  struct order_link link;
};

struct raw_links {
  struct raw_link *items;
  size_t count, capacity;
};

static void add_link(struct raw_links *links, uint32_t from, uint32_t to, int literal) {
  struct raw_link link = {from, {to, literal}};
  vector_push(links, link);
}

static bool is_axiomatic(const struct formula *formula) {
  return formula->run->memory_model == MEMORY_RC11;
}

/* Links from writes to the reads that take their values. */
static void add_sources(const struct order_graph *graph, struct raw_links *links) {
  struct formula *formula = graph->formula;
  const struct order_event *events = formula->run->log.events.items;
  vector_each (reading, &formula->readings) {
    const struct read_source *source = formula_source(formula, reading);
    uint32_t node = events[reading->event].node;
    if (source && source->write != FROM_START && events[source->write].node != node)
      add_link(links, events[source->write].node, node, source->chosen);
  }
}

static void build_graph(struct order_graph *graph, struct formula *formula) {
  graph->formula = formula;
  graph->count = formula->run->log.nodes.count;
  graph->executed = memory_allocate_zeroed(graph->count);
  find_executed(graph);
  struct raw_links raw = {0};
  vector_each (link, &formula->precedence.links) {
    if (formula_value(formula, link->literal))
      add_link(&raw, link->from, link->to, link->literal);
  }
  for (size_t i = 0; i < formula->precedence.pairs.count && !is_axiomatic(formula); i++) {
    const struct node_pair *pair = &formula->precedence.pairs.items[i];
    if (!pair->is_position && (!graph->executed[pair->a] || !graph->executed[pair->b]))
      continue;
    if (formula_value(formula, pair->literal))
      add_link(&raw, pair->a, pair->b, pair->literal);
    else
      add_link(&raw, pair->b, pair->a, -pair->literal);
  }
  for (size_t i = 0; i < formula->precedence.section_links.count && !formula->precedence.is_eager;
       i++) {
    const struct section_link *link = &formula->precedence.section_links.items[i];
    if (formula_value(formula, link->literal))
      add_link(&raw, link->release, link->acquire, link->literal);
  }
  if (is_axiomatic(formula))
    add_sources(graph, &raw);
  graph->first = memory_allocate_zeroed((graph->count + 2) * sizeof *graph->first);
  graph->links = memory_allocate(raw.count * sizeof *graph->links);
  graph->degrees = memory_allocate_zeroed(graph->count * sizeof *graph->degrees);
  for (size_t i = 0; i < raw.count; i++) {
    graph->first[raw.items[i].from + 2]++;
    graph->degrees[raw.items[i].link.to]++;
  }
  for (size_t i = 0; i < graph->count; i++)
    graph->first[i + 2] += graph->first[i + 1];
  for (size_t i = 0; i < raw.count; i++)
    graph->links[graph->first[raw.items[i].from + 1]++] = raw.items[i].link;
  vector_release(&raw);
}

static void release_graph(struct order_graph *graph) {
  memory_release(graph->executed);
  memory_release(graph->first);
  memory_release(graph->links);
  memory_release(graph->degrees);
}

/* Appends nodes without predecessors to the order, and removes them, as long as there are any.
 * Staying with one thread while possible makes executions with few switches. True: no node is left.
 */
static bool sort_nodes(struct order_graph *graph) {
  const struct order_run *run = graph->formula->run;
  VECTOR(uint32_t) ready = {0};
  size_t count = 0;
  uint32_t thread = 0;
  for (uint32_t i = 0; i < graph->count; i++)
    if (!graph->degrees[i])
      vector_push(&ready, i);
  while (ready.count) {
    size_t pick = ready.count - 1;
    for (size_t i = 0; i < ready.count; i++)
      if (run->log.nodes.items[ready.items[i]].thread == thread)
        pick = i;
    uint32_t node = ready.items[pick];
    ready.items[pick] = vector_last(&ready);
    ready.count--;
    thread = run->log.nodes.items[node].thread;
    count++;
    if (graph->executed[node])
      vector_push(&graph->formula->order, node);
    for (uint32_t i = graph->first[node]; i < graph->first[node + 1]; i++)
      if (--graph->degrees[graph->links[i].to] == 0)
        vector_push(&ready, graph->links[i].to);
  }
  vector_release(&ready);
  return count == graph->count;
}

struct cycle_search {
  uint32_t *components; /* per node: strongly connected components */
  bool *covered;        /* per link: a cycle through it is forbidden */
  uint32_t *parents;    /* per node: the node from which it was reached, */
  uint32_t *links;      /* and by which link */
  uint32_t *queue;      /* with two ends: links without a choice cost nothing */
};

/* Strongly connected components, by Tarjan's algorithm without recursion. */
struct components {
  const struct order_graph *graph;
  uint32_t *numbers;                 /* of the components; NO_NODE: open */
  uint32_t *indices, *lowest, *next; /* per node; `next`: its next link */
  uint32_t *stack, *calls;
  size_t stack_count, call_count;
  uint32_t index, count;
};

static void enter_node(struct components *in, uint32_t node) {
  in->indices[node] = in->lowest[node] = ++in->index;
  in->next[node] = in->graph->first[node];
  in->stack[in->stack_count++] = node;
  in->calls[in->call_count++] = node;
}

static void leave_node(struct components *in, uint32_t node) {
  in->call_count--;
  if (in->call_count) {
    uint32_t caller = in->calls[in->call_count - 1];
    if (in->lowest[node] < in->lowest[caller])
      in->lowest[caller] = in->lowest[node];
  }
  if (in->lowest[node] != in->indices[node])
    return;
  uint32_t member;
  do {
    member = in->stack[--in->stack_count];
    in->numbers[member] = in->count;
  } while (member != node);
  in->count++;
}

static void explore_from(struct components *in, uint32_t root) {
  enter_node(in, root);
  while (in->call_count) {
    uint32_t node = in->calls[in->call_count - 1];
    if (in->next[node] == in->graph->first[node + 1]) {
      leave_node(in, node);
      continue;
    }
    uint32_t to = in->graph->links[in->next[node]++].to;
    if (!in->indices[to])
      enter_node(in, to);
    else if (in->numbers[to] == NO_NODE && in->indices[to] < in->lowest[node])
      in->lowest[node] = in->indices[to];
  }
}

static uint32_t *find_components(const struct order_graph *graph) {
  size_t size = graph->count * sizeof(uint32_t);
  struct components in = {.graph = graph,
                          .numbers = memory_allocate(size),
                          .indices = memory_allocate_zeroed(size),
                          .lowest = memory_allocate(size),
                          .next = memory_allocate(size),
                          .stack = memory_allocate(size),
                          .calls = memory_allocate(size)};
  memset(in.numbers, 0xff, size);
  for (uint32_t i = 0; i < graph->count; i++)
    if (!in.indices[i])
      explore_from(&in, i);
  memory_release(in.indices);
  memory_release(in.lowest);
  memory_release(in.next);
  memory_release(in.stack);
  memory_release(in.calls);
  return in.numbers;
}

/* Finds a path with few choices, within a component. */
static bool find_path(const struct order_graph *graph, struct cycle_search *search, uint32_t from,
                      uint32_t to) {
  memset(search->parents, 0xff, graph->count * sizeof *search->parents);
  size_t capacity = 2 * graph->count + 2, head = graph->count, tail = graph->count;
  search->queue[tail++] = from;
  search->parents[from] = from;
  while (head < tail) {
    uint32_t node = search->queue[head++];
    if (node == to)
      return true;
    for (uint32_t i = graph->first[node]; i < graph->first[node + 1]; i++) {
      const struct order_link *link = &graph->links[i];
      if (search->components[link->to] != search->components[to] ||
          search->parents[link->to] != NO_NODE)
        continue;
      search->parents[link->to] = node;
      search->links[link->to] = i;
      if (link->literal == LITERAL_TRUE && head > 0)
        search->queue[--head] = link->to;
      else if (tail < capacity)
        search->queue[tail++] = link->to;
    }
  }
  return false;
}

static void forbid_cycle(const struct order_graph *graph, struct cycle_search *search,
                         uint32_t from, uint32_t to, int closing) {
  VECTOR(int) clause = {0};
  vector_push(&clause, -closing);
  for (uint32_t node = to; node != from; node = search->parents[node]) {
    const struct order_link *link = &graph->links[search->links[node]];
    search->covered[search->links[node]] = true;
    if (link->literal != LITERAL_TRUE)
      vector_push(&clause, -link->literal);
  }
  formula_add_clause(graph->formula, clause.items, clause.count);
  graph->formula->order_clauses++;
  vector_release(&clause);
}

/* Adds clauses against cycles, such that each choice on a cycle is in one of them. */
static void forbid_cycles(struct order_graph *graph) {
  size_t size = graph->count * sizeof(uint32_t);
  struct cycle_search search = {.components = find_components(graph),
                                .covered = memory_allocate_zeroed(graph->first[graph->count] + 1),
                                .parents = memory_allocate(size),
                                .links = memory_allocate(size),
                                .queue = memory_allocate(2 * size + 2 * sizeof(uint32_t))};
  unsigned found = 0;
  for (uint32_t node = 0; node < graph->count; node++)
    for (uint32_t i = graph->first[node]; i < graph->first[node + 1] && found < CYCLES_PER_ROUND;
         i++) {
      const struct order_link *link = &graph->links[i];
      if (link->literal == LITERAL_TRUE || search.covered[i] ||
          search.components[link->to] != search.components[node] ||
          !find_path(graph, &search, link->to, node))
        continue;
      forbid_cycle(graph, &search, link->to, node, link->literal);
      found++;
    }
  memory_release(search.components);
  memory_release(search.covered);
  memory_release(search.parents);
  memory_release(search.links);
  memory_release(search.queue);
}

/* In the model, does `other` write between `source` and the read? A pair of nodes that was not in
 * the formula has no value yet: it may be so. */
static bool is_between(struct formula *formula, const struct read_candidate *reading,
                       const struct read_source *source, const struct read_source *other) {
  if (!formula_value(formula, formula->guards.items[other->write]) ||
      !formula_value(formula, other->same_place) ||
      formula_value(formula, formula_event_before(formula, reading->event, other->write)))
    return false;
  if (source->write == FROM_START)
    return true;
  size_t known = formula->precedence.pairs.count;
  int before = formula_event_before(formula, other->write, source->write);
  return known != formula->precedence.pairs.count || !formula_value(formula, before);
}

const struct read_source *formula_source(const struct formula *formula,
                                         const struct read_candidate *reading) {
  const struct read_source *sources = formula->sources.items + reading->first_source;
  if (formula_value(formula, formula->guards.items[reading->event]))
    for (uint32_t i = 0; i < reading->source_count; i++)
      if (formula_value(formula, sources[i].chosen))
        return &sources[i];
  return NULL;
}

/* A write that comes between a read and its source. */
struct overwritten {
  const struct read_candidate *reading;
  const struct read_source *source, *other;
};

/* Adds clauses against writes between reads and their sources, if the formula does not exclude
 * them. */
static bool forbid_between(struct formula *formula) {
  VECTOR(struct overwritten) list = {0}; /* clauses are added after all values are read */
  vector_each (reading, &formula->readings) {
    const struct read_source *source = reading->lazy ? formula_source(formula, reading) : NULL;
    const struct read_source *others = formula->sources.items + reading->first_source;
    for (uint32_t i = 0; source && i < reading->source_count; i++)
      if (others[i].write != FROM_START && others[i].write != source->write &&
          is_between(formula, reading, source, &others[i]))
        vector_push(&list, (struct overwritten){reading, source, &others[i]});
  }
  vector_each (item, &list)
    formula_forbid_between(formula, item->reading, item->source, item->other);
  bool found = list.count;
  vector_release(&list);
  return found;
}

/* Orders the nodes of the model, or adds clauses against its cycles. */
static bool order_model(struct formula *formula) {
  struct order_graph graph;
  build_graph(&graph, formula);
  formula->order.count = 0;
  bool is_ordered = sort_nodes(&graph) || is_axiomatic(formula);
  if (!is_ordered)
    forbid_cycles(&graph);
  release_graph(&graph);
  return is_ordered;
}

enum status formula_solve(struct formula *formula, int assumption, bool *satisfiable) {
  for (;; formula->refinements++) {
    enum status status = solver_check(formula->solver, &assumption, 1, satisfiable);
    if (status != STATUS_OK || !*satisfiable)
      return status;
    if (forbid_between(formula))
      continue;
    if (is_axiomatic(formula) &&
        consistency_refine(formula, assumption == formula->goals.some_error))
      continue;
    if (order_model(formula))
      return STATUS_OK;
  }
}
