/* Spans are assumed, and a search gathers what is written if they hold. If that is within them they
 * hold: otherwise, of all writes of an execution that are not, the first one is one that the search
 * has seen. Else they are widened and the search begins anew. What to begin with is guessed by a
 * short search that knows only what variables hold initially and looks for no errors. */
#include "engine/context/overlook.h"

#include "engine/context/spans.h"
#include "engine/context/tree.h"

#include <string.h>

enum {
  MOST_NODES = 30000, /* of all searches */
  NODES_OF_GUESS = 1000,
  MOST_SEARCHES = 8,
  CAREFUL_SEARCHES = 4, /* then a span that still grows becomes all numbers */
};

/* Where steps of counters were taken: on the way from a node to another, or to an end (NO_NODE). */
struct way {
  uint32_t from, to;
  uint32_t first, count; /* of steps */
};

struct overlook {
  struct tree_listener listener; /* first: it is the listener of the tree */
  struct tree tree;
  struct spans spans;
  VECTOR(struct way) ways;
  VECTOR(struct span_step) steps;
  struct map summed; /* threads whose steps have been */
  size_t nodes_left;
  bool was_cut;
};

static bool note_error(struct tree_listener *listener, uint32_t edge) {
  (void)listener;
  (void)edge;
  return true;
}

static bool note_cut(struct tree_listener *listener, uint32_t node) {
  (void)node;
  ((struct overlook *)listener)->was_cut = true;
  return true;
}

static void note_arrival(struct tree_listener *listener, uint32_t from, uint32_t to) {
  struct overlook *overlook = (struct overlook *)listener;
  struct way way = {from, to, (uint32_t)overlook->steps.count,
                    (uint32_t)overlook->spans.steps.count};
  for (uint32_t i = 0; i < way.count; i++)
    vector_push(&overlook->steps, overlook->spans.steps.items[i]);
  overlook->spans.steps.count = 0;
  vector_push(&overlook->ways, way);
}

/* The ways in an order in which those to a node come before those from it. False: there is none. */
struct order {
  VECTOR(uint32_t) ways;
};

static bool sort_ways(const struct overlook *overlook, struct order *order) {
  size_t nodes = overlook->tree.nodes.count, ways = overlook->ways.count;
  uint32_t *first = memory_allocate((nodes + 1) * sizeof *first); /* way from a node */
  uint32_t *next = memory_allocate((ways + 1) * sizeof *next);
  uint32_t *missing = memory_allocate_zeroed((nodes + 1) * sizeof *missing);
  memset(first, 0xff, (nodes + 1) * sizeof *first);
  for (uint32_t i = 0; i < ways; i++) {
    struct way way = overlook->ways.items[i];
    if (way.to != NO_NODE && way.from != NO_NODE)
      missing[way.to]++;
    if (way.from == NO_NODE) {
      vector_push(&order->ways, i);
      continue;
    }
    next[i] = first[way.from];
    first[way.from] = i;
  }
  VECTOR(uint32_t) ready = {0};
  for (uint32_t i = 0; i < nodes; i++)
    if (!missing[i])
      vector_push(&ready, i);
  while (ready.count)
    for (uint32_t at = first[vector_pop(&ready)]; at != UINT32_MAX; at = next[at]) {
      uint32_t to = overlook->ways.items[at].to;
      vector_push(&order->ways, at);
      if (to != NO_NODE && !--missing[to])
        vector_push(&ready, to);
    }
  vector_release(&ready);
  memory_release(first);
  memory_release(next);
  memory_release(missing);
  return order->ways.count == ways;
}

/* The largest sums of steps up and down on any way from the beginning, of one thread or all
 * (NO_THREAD); false: they overflow. */
static bool sum_steps(const struct overlook *overlook, const struct order *order, uint32_t span,
                      uint32_t thread, int64_t *down, int64_t *up) {
  size_t nodes = overlook->tree.nodes.count;
  struct range *sums = memory_allocate_zeroed((nodes + 1) * sizeof *sums);
  bool fits = true;
  *down = *up = 0;
  for (size_t i = 0; i < order->ways.count; i++) {
    struct way way = overlook->ways.items[order->ways.items[i]];
    struct range sum = way.from == NO_NODE ? (struct range){0, 0} : sums[way.from];
    for (uint32_t j = way.first; j < way.first + way.count; j++) {
      struct span_step step = overlook->steps.items[j];
      int64_t *end = step.by < 0 ? &sum.low : &sum.high;
      if (step.span == span && (thread == NO_THREAD || step.thread == thread))
        fits &= !__builtin_add_overflow(*end, step.by, end);
    }
    if (way.to != NO_NODE)
      sums[way.to] = range_hull(sums[way.to], sum);
    *down = sum.low < *down ? sum.low : *down;
    *up = sum.high > *up ? sum.high : *up;
  }
  memory_release(sums);
  return fits;
}

static struct span_sum *sum_of(struct span *span, uint32_t thread) {
  for (size_t i = 0; i < span->sums.list.count; i++)
    if (span->sums.list.items[i].thread == thread)
      return &span->sums.list.items[i];
  vector_push(&span->sums.list, (struct span_sum){thread, 0});
  return &vector_last(&span->sums.list);
}

/* The same as widen_span of the sums of steps of single threads. They do not overflow, as all of
 * them together do not. */
static bool widen_sums(struct overlook *overlook, const struct order *order, uint32_t number) {
  struct span *span = &overlook->spans.list.items[number];
  int64_t highest = spans_highest(span);
  bool holds = span->has_sums && highest <= span->highest;
  if (!span->has_sums || highest > span->highest)
    span->highest = highest;
  span->has_sums = true;
  for (size_t i = 0; i < overlook->steps.count; i++) {
    struct span_step step = overlook->steps.items[i];
    if (step.span != number || step.by <= 0 || map_get(&overlook->summed, step.thread, NULL))
      continue;
    struct span_sum *sum = sum_of(span, step.thread);
    int64_t down, up;
    map_set(&overlook->summed, step.thread, 0);
    sum_steps(overlook, order, number, step.thread, &down, &up);
    holds &= up <= sum->up;
    sum->up = up > sum->up ? up : sum->up;
  }
  map_release(&overlook->summed);
  return holds;
}

static bool widen_span(struct overlook *overlook, const struct order *order, uint32_t number,
                       unsigned search) {
  struct span *span = &overlook->spans.list.items[number];
  int64_t down = 0, up = 0;
  bool counts = !span->has_step || (!span->step.low && !span->step.high) ||
                (order && sum_steps(overlook, order, number, NO_THREAD, &down, &up));
  struct range written = counts ? spans_written(span, down, up) : range_full(span->size * 8);
  bool sums_hold = true;
  if (order && counts && search < CAREFUL_SEARCHES)
    sums_hold = widen_sums(overlook, order, number);
  else if (span->has_sums)
    sums_hold = span->has_sums = false;
  if (search > 0 && spans_include(span->written, written))
    return sums_hold;
  if (search >= CAREFUL_SEARCHES)
    span->written = range_full(span->size * 8);
  else
    span->written = search ? range_hull(span->written, written) : written;
  span->all = range_hull(span->initial, span->written);
  return false;
}

/* True: what was assumed holds. Else more is assumed. */
static bool widen_spans(struct overlook *overlook, unsigned search) {
  struct order order = {0};
  bool is_acyclic = sort_ways(overlook, &order), holds = true;
  for (uint32_t i = 0; i < overlook->spans.list.count; i++)
    if (!overlook->spans.list.items[i].is_dropped)
      holds &= widen_span(overlook, is_acyclic ? &order : NULL, i, search);
  vector_release(&order.ways);
  return holds;
}

static bool drops_some(const struct spans *spans) {
  for (size_t i = 0; i < spans->list.count; i++)
    if (spans->list.items[i].is_dropped)
      return true;
  return false;
}

static void forget_dropped(struct spans *spans) {
  size_t count = 0;
  for (size_t i = 0; i < spans->list.count; i++)
    if (spans->list.items[i].is_dropped)
      vector_release(&spans->list.items[i].sums.list);
    else
      spans->list.items[count++] = spans->list.items[i];
  spans->list.count = count;
}

static enum tree_end search(struct overlook *overlook, const struct task *task, size_t most_nodes) {
  struct tree_manner manner = {
      .is_reduced = true, .checks_guards = true, .goes_beyond = true, .most_nodes = most_nodes};
  const char *limit;
  enum tree_end end;
  tree_init(&overlook->tree, task, &overlook->listener, &manner);
  overlook->was_cut = false;
  overlook->ways.count = overlook->steps.count = 0;
  spans_begin(&overlook->spans, &overlook->tree.oracle.context);
  tree_veil(&overlook->tree, &overlook->spans);
  do
    end = tree_search(&overlook->tree, &limit);
  while (end == TREE_EXHAUSTED && !drops_some(&overlook->spans) && tree_deepen(&overlook->tree));
  return end;
}

enum attempt { ATTEMPT_PROVES, ATTEMPT_FAILS, ATTEMPT_AGAIN };

static enum attempt judge(struct overlook *overlook, enum tree_end end, unsigned number) {
  if (drops_some(&overlook->spans)) {
    forget_dropped(&overlook->spans);
    return overlook->spans.list.count ? ATTEMPT_AGAIN : ATTEMPT_FAILS;
  }
  bool is_complete = end == TREE_EXHAUSTED && !overlook->was_cut && !overlook->tree.cut_in_step &&
                     !*overlook->tree.unknown;
  if (number > 0 && !is_complete)
    return ATTEMPT_FAILS;
  if (!widen_spans(overlook, number))
    return ATTEMPT_AGAIN;
  return ATTEMPT_PROVES;
}

static bool is_suitable(const struct task *task) {
  property_set properties = task->properties;
  return task->por == POR_FULL && !property_in(PROPERTY_RACE, properties) &&
         !property_in(PROPERTY_DEADLOCK, properties) && !property_in(PROPERTY_LEAK, properties) &&
         !property_in(PROPERTY_MEMCLEANUP, properties);
}

/* Half of what is left. */
static void limit_time(struct limits *limits) {
  if (limits->seconds > 0) {
    double used = clock_seconds() - limits->start;
    limits->seconds = used + (limits->seconds - used) / 2;
  }
}

bool overlook_proves(const struct task *task, struct result *result) {
  struct overlook overlook = {
      .listener = {.error = note_error, .cut = note_cut, .arrived = note_arrival},
      .nodes_left = MOST_NODES};
  if (!is_suitable(task))
    return false;
  spans_init(&overlook.spans, task->program);
  enum attempt attempt = overlook.spans.list.count ? ATTEMPT_AGAIN : ATTEMPT_FAILS;
  struct task limited = *task;
  limit_time(&limited.limits);
  unsigned count = 0;
  for (; attempt == ATTEMPT_AGAIN && count < MOST_SEARCHES; count++) {
    bool guesses = count == 0;
    limited.properties = guesses ? 0 : task->properties;
    enum tree_end end = search(&overlook, &limited, guesses ? NODES_OF_GUESS : overlook.nodes_left);
    attempt = judge(&overlook, end, count);
    size_t nodes = overlook.tree.nodes.count;
    overlook.nodes_left = nodes < overlook.nodes_left ? overlook.nodes_left - nodes : 1;
    spans_end(&overlook.spans);
    tree_release(&overlook.tree);
  }
  result_add_statistic(result, "overlooking nodes", (double)(MOST_NODES - overlook.nodes_left));
  vector_release(&overlook.ways);
  vector_release(&overlook.steps);
  spans_release(&overlook.spans);
  return attempt == ATTEMPT_PROVES;
}
