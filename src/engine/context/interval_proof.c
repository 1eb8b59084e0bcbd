/* SPDX-License-Identifier: Apache-2.0 */
/* Assumes intervals, and collects the values that a search under these assumptions writes. If they
 * are within the intervals, the assumptions hold: otherwise, the first write of an execution
 * outside an interval would be one that the search has seen. If not, the intervals are widened and
 * the search restarts. The first intervals come from a short search that knows only initial values
 * and ignores errors. */
#include "engine/context/interval_proof.h"

#include "engine/context/intervals.h"
#include "engine/context/search.h"

#include <string.h>

enum {
  MOST_NODES = 30000, /* of all searches */
  NODES_OF_GUESS = 1000,
  MOST_SEARCHES = 8,
  CAREFUL_SEARCHES = 4, /* then an interval that still grows becomes all numbers */
};

/* The steps of counters on the way from a node to another one, or to an end (NO_NODE). */
struct way {
  uint32_t from, to;
  uint32_t first, count; /* of steps */
};

struct interval_proof {
  struct tree_listener listener; /* first: it is the listener of the tree */
  struct tree tree;
  struct intervals intervals;
  VECTOR(struct way) ways;
  VECTOR(struct interval_step) steps;
  struct map summed; /* threads whose steps are summed up */
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
  ((struct interval_proof *)listener)->was_cut = true;
  return true;
}

static void note_arrival(struct tree_listener *listener, uint32_t from, uint32_t to) {
  struct interval_proof *proof = (struct interval_proof *)listener;
  struct way way = {from, to, (uint32_t)proof->steps.count, (uint32_t)proof->intervals.steps.count};
  vector_append(&proof->steps, proof->intervals.steps.items, way.count);
  proof->intervals.steps.count = 0;
  vector_push(&proof->ways, way);
}

struct interval_order {
  VECTOR(uint32_t) ways;
};

/* Sorts ways such that those to a node come before those from it. False: there is a cycle. */
static bool sort_ways(const struct interval_proof *proof, struct interval_order *order) {
  size_t nodes = proof->tree.nodes.count, ways = proof->ways.count;
  uint32_t *first = memory_allocate((nodes + 1) * sizeof *first); /* way from a node */
  uint32_t *next = memory_allocate((ways + 1) * sizeof *next);
  uint32_t *missing = memory_allocate_zeroed((nodes + 1) * sizeof *missing);
  memset(first, 0xff, (nodes + 1) * sizeof *first);
  for (uint32_t i = 0; i < ways; i++) {
    struct way way = proof->ways.items[i];
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
      uint32_t to = proof->ways.items[at].to;
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

/* The largest sums of steps along any path, of one thread or of all (NO_THREAD). */
static struct counter_steps sum_steps(const struct interval_proof *proof,
                                      const struct interval_order *order, uint32_t interval,
                                      uint32_t thread) {
  size_t nodes = proof->tree.nodes.count;
  struct counter_steps *sums = memory_allocate_zeroed((nodes + 1) * sizeof *sums);
  struct counter_steps all = {0, 0};
  for (size_t i = 0; i < order->ways.count; i++) {
    struct way way = proof->ways.items[order->ways.items[i]];
    struct counter_steps sum = way.from == NO_NODE ? (struct counter_steps){0, 0} : sums[way.from];
    for (uint32_t j = way.first; j < way.first + way.count; j++) {
      struct interval_step step = proof->steps.items[j];
      if (step.interval == interval && (thread == NO_THREAD || step.thread == thread))
        sum = counter_steps_sum(sum, counter_step((struct range){step.by, step.by}));
    }
    if (way.to != NO_NODE)
      sums[way.to] = counter_steps_hull(sums[way.to], sum);
    all = counter_steps_hull(all, sum);
  }
  memory_release(sums);
  return all;
}

static struct interval_sum *sum_of(struct interval *interval, uint32_t thread) {
  for (size_t i = 0; i < interval->sums.list.count; i++)
    if (interval->sums.list.items[i].thread == thread)
      return &interval->sums.list.items[i];
  vector_push(&interval->sums.list, (struct interval_sum){thread, {0, 0}});
  return &vector_last(&interval->sums.list);
}

/* Likewise, widens the sums of steps of single threads. */
static bool widen_sums(struct interval_proof *proof, const struct interval_order *order,
                       uint32_t number) {
  struct interval *interval = &proof->intervals.list.items[number];
  int64_t highest = intervals_highest(interval);
  bool holds = interval->has_sums && highest <= interval->highest;
  if (!interval->has_sums || highest > interval->highest)
    interval->highest = highest;
  interval->has_sums = true;
  for (size_t i = 0; i < proof->steps.count; i++) {
    struct interval_step step = proof->steps.items[i];
    if (step.interval != number || step.by <= 0 || map_get(&proof->summed, step.thread, NULL))
      continue;
    struct interval_sum *sum = sum_of(interval, step.thread);
    map_set(&proof->summed, step.thread, 0);
    struct counter_steps steps = {sum_steps(proof, order, number, step.thread).up, 0};
    holds &= counter_steps_include(sum->steps, steps);
    sum->steps = counter_steps_hull(sum->steps, steps);
  }
  map_release(&proof->summed);
  return holds;
}

static bool widen_interval(struct interval_proof *proof, const struct interval_order *order,
                           uint32_t number, unsigned search) {
  struct interval *interval = &proof->intervals.list.items[number];
  bool stays = !interval->has_step || (!interval->step.low && !interval->step.high);
  bool counts = stays || order;
  struct counter_steps steps = {0, 0};
  if (!stays && order)
    steps = sum_steps(proof, order, number, NO_THREAD);
  struct range written =
      counts ? intervals_written(interval, steps) : range_full(interval->size * 8);
  bool sums_hold = true;
  if (order && counts && search < CAREFUL_SEARCHES)
    sums_hold = widen_sums(proof, order, number);
  else if (interval->has_sums)
    sums_hold = interval->has_sums = false;
  if (search > 0 && intervals_include(interval->written, written))
    return sums_hold;
  if (search >= CAREFUL_SEARCHES)
    interval->written = range_full(interval->size * 8);
  else
    interval->written = search ? range_hull(interval->written, written) : written;
  interval->all = range_hull(interval->initial, interval->written);
  return false;
}

/* True: the assumptions hold. Otherwise, widens them. */
static bool widen_intervals(struct interval_proof *proof, unsigned search) {
  struct interval_order order = {0};
  bool is_acyclic = sort_ways(proof, &order), holds = true;
  for (uint32_t i = 0; i < proof->intervals.list.count; i++)
    if (!proof->intervals.list.items[i].is_dropped)
      holds &= widen_interval(proof, is_acyclic ? &order : NULL, i, search);
  vector_release(&order.ways);
  return holds;
}

static bool drops_some(const struct intervals *intervals) {
  for (size_t i = 0; i < intervals->list.count; i++)
    if (intervals->list.items[i].is_dropped)
      return true;
  return false;
}

static void forget_dropped(struct intervals *intervals) {
  size_t count = 0;
  for (size_t i = 0; i < intervals->list.count; i++)
    if (intervals->list.items[i].is_dropped)
      vector_release(&intervals->list.items[i].sums.list);
    else
      intervals->list.items[count++] = intervals->list.items[i];
  intervals->list.count = count;
}

static enum tree_end search(struct interval_proof *proof, const struct task *task,
                            size_t most_nodes) {
  struct tree_manner manner = {
      .is_reduced = true, .checks_guards = true, .goes_beyond = true, .most_nodes = most_nodes};
  const char *limit;
  enum tree_end end;
  tree_init(&proof->tree, task, &proof->listener, &manner);
  proof->was_cut = false;
  proof->ways.count = proof->steps.count = 0;
  intervals_begin(&proof->intervals, &proof->tree.concretizer.context);
  tree_set_overlay(&proof->tree, &proof->intervals);
  do
    end = tree_search(&proof->tree, &limit);
  while (end == TREE_EXHAUSTED && !drops_some(&proof->intervals) && tree_deepen(&proof->tree));
  return end;
}

enum attempt { ATTEMPT_PROVES, ATTEMPT_FAILS, ATTEMPT_AGAIN };

static enum attempt judge(struct interval_proof *proof, enum tree_end end, unsigned number) {
  if (drops_some(&proof->intervals)) {
    forget_dropped(&proof->intervals);
    return proof->intervals.list.count ? ATTEMPT_AGAIN : ATTEMPT_FAILS;
  }
  bool is_complete =
      end == TREE_EXHAUSTED && !proof->was_cut && !proof->tree.cut.in_step && !*proof->tree.unknown;
  if (number > 0 && !is_complete)
    return ATTEMPT_FAILS;
  if (!widen_intervals(proof, number))
    return ATTEMPT_AGAIN;
  return ATTEMPT_PROVES;
}

static bool is_suitable(const struct task *task) {
  property_set properties = task->properties;
  return task->por == POR_FULL && !property_in(PROPERTY_RACE, properties) &&
         !property_in(PROPERTY_DEADLOCK, properties) && !property_in(PROPERTY_LEAK, properties) &&
         !property_in(PROPERTY_MEMCLEANUP, properties);
}

/* Limits the proof to half of the time that is left. */
static void limit_time(struct limits *limits) {
  double all = limits_planned_seconds(limits), used = clock_seconds() - limits->start;
  if (all > 0)
    limits->seconds = used + (all > used ? all - used : 0) / 2;
}

bool interval_proof_succeeds(const struct task *task, struct result *result) {
  struct interval_proof proof = {
      .listener = {.error = note_error, .cut = note_cut, .arrived = note_arrival},
      .nodes_left = MOST_NODES};
  if (!is_suitable(task))
    return false;
  intervals_init(&proof.intervals, task->program);
  enum attempt attempt = proof.intervals.list.count ? ATTEMPT_AGAIN : ATTEMPT_FAILS;
  struct task limited = *task;
  limit_time(&limited.limits);
  unsigned count = 0;
  for (; attempt == ATTEMPT_AGAIN && count < MOST_SEARCHES; count++) {
    bool guesses = count == 0;
    limited.properties = guesses ? 0 : task->properties;
    enum tree_end end = search(&proof, &limited, guesses ? NODES_OF_GUESS : proof.nodes_left);
    attempt = judge(&proof, end, count);
    size_t nodes = proof.tree.nodes.count;
    proof.nodes_left = nodes < proof.nodes_left ? proof.nodes_left - nodes : 1;
    intervals_end(&proof.intervals);
    tree_release(&proof.tree);
  }
  result_add_statistic(result, "interval proof nodes", (double)(MOST_NODES - proof.nodes_left));
  vector_release(&proof.ways);
  vector_release(&proof.steps);
  intervals_release(&proof.intervals);
  return attempt == ATTEMPT_PROVES;
}
