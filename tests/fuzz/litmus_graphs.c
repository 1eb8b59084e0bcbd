/* SPDX-License-Identifier: Apache-2.0 */
/* Random litmus tests of atomic accesses, and by brute force how many execution graphs they have:
 *
 *   litmus_graphs SEED program        the program in C
 *   litmus_graphs SEED sc|tso|pso|rc11   the number of its graphs
 *
 * and whether an outcome is possible, the values of all reads and the last ones of all locations:
 *
 *   litmus_graphs SEED program OUTCOME   the program, with an assertion that it does not happen
 *   litmus_graphs SEED MODEL OUTCOME     TRUE: it does not; else FALSE
 *
 * OUTCOME is a number, by which one is drawn.
 *
 * All reads-from relations and modification orders are tried; the axioms of the memory model say
 * which of them are executions. */
#include "semantics/axioms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 3, MOST_ACCESSES = 7, LOCATIONS = 2 };

struct generator {
  uint64_t random;
};

/* Of each action that is a read the value, and the last value of each location. */
struct outcome {
  bool is_set;
  int values[4 * MOST_ACCESSES], last[LOCATIONS];
};

static uint32_t draw(struct generator *g, uint32_t below) {
  g->random = g->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((g->random >> 33) % below);
}

static const char *const order_names[] = {
    [ORDER_RELAXED] = "relaxed", [ORDER_ACQUIRE] = "acquire", [ORDER_RELEASE] = "release",
    [ORDER_ACQ_REL] = "acq_rel", [ORDER_SEQ_CST] = "seq_cst"};

static void add(struct event_graph *graph, uint32_t thread, struct memory_action action) {
  action.thread = thread;
  action.source = INITIAL_WRITE;
  action.index = 0;
  for (size_t i = 0; i < graph->actions.count; i++)
    action.index += graph->actions.items[i].thread == thread;
  action.unit = action.index;
  vector_push(&graph->actions, action);
}

static void add_access(struct generator *g, struct event_graph *graph, uint32_t thread,
                       uint32_t value) {
  static const enum memory_order reads[] = {ORDER_RELAXED, ORDER_ACQUIRE, ORDER_SEQ_CST};
  static const enum memory_order writes[] = {ORDER_RELAXED, ORDER_RELEASE, ORDER_SEQ_CST};
  uint32_t kind = draw(g, 9), location = draw(g, LOCATIONS);
  if (kind < 4) {
    add(graph, thread, (struct memory_action){ACTION_READ, reads[draw(g, 3)], .location = location});
  } else if (kind < 8) {
    add(graph, thread,
        (struct memory_action){ACTION_WRITE, writes[draw(g, 3)], .location = location, .value = value});
  } else {
    enum memory_order order = (enum memory_order)(ORDER_RELAXED + draw(g, 5));
    add(graph, thread,
        (struct memory_action){ACTION_READ, order, .location = location, .is_exclusive = true});
    add(graph, thread, (struct memory_action){ACTION_WRITE, order, .location = location, .is_rmw = true});
  }
}

static void make(struct generator *g, struct event_graph *graph) {
  uint32_t threads = 2 + draw(g, 2), left = MOST_ACCESSES;
  for (uint32_t i = 0; i < LOCATIONS; i++)
    vector_push(&graph->locations, (struct action_location){.address = i, .size = 4});
  for (uint32_t i = 0; i < threads; i++) {
    vector_push(&graph->threads, (struct action_thread_start){i, 0, 0, NO_TWIN});
    uint32_t count = 1 + draw(g, 3);
    for (uint32_t j = 0; j < count && left; j++, left--) {
      if (draw(g, 4) == 0)
        add(graph, i,
            (struct memory_action){.kind = ACTION_FENCE,
                            .order = (enum memory_order)(ORDER_ACQUIRE + draw(g, 4))});
      add_access(g, graph, i, 10 * i + j + 1);
    }
  }
}

/* What a write leaves, by who reads from whom; a read-modify-write that reads from itself in the end
 * leaves anything. */
static int value_of(const struct event_graph *graph, uint32_t write, unsigned depth) {
  if (write == INITIAL_WRITE || depth > graph->actions.count)
    return 0;
  const struct memory_action *action = &graph->actions.items[write];
  return action->is_rmw ? value_of(graph, graph->actions.items[write - 1].source, depth + 1) + 100
                        : (int)action->value;
}

static struct outcome outcome_of(const struct event_graph *graph) {
  struct outcome outcome = {.is_set = true};
  for (size_t i = 0; i < graph->actions.count; i++)
    if (graph->actions.items[i].kind == ACTION_READ)
      outcome.values[i] = value_of(graph, graph->actions.items[i].source, 0);
  for (size_t i = 0; i < LOCATIONS; i++) {
    const struct action_numbers *order = &graph->locations.items[i].order;
    outcome.last[i] = order->count ? value_of(graph, order->items[order->count - 1], 0) : 0;
  }
  return outcome;
}

/* Any write of the location, or the initial one. */
static uint32_t draw_write(struct generator *g, const struct event_graph *graph, uint32_t location) {
  uint32_t writes[4 * MOST_ACCESSES], count = 0;
  writes[count++] = INITIAL_WRITE;
  for (uint32_t i = 0; i < graph->actions.count; i++)
    if (graph->actions.items[i].kind == ACTION_WRITE && graph->actions.items[i].location == location)
      writes[count++] = i;
  return writes[draw(g, count)];
}

static struct outcome draw_outcome(struct generator *g, struct event_graph *graph) {
  for (size_t i = 0; i < graph->actions.count; i++)
    if (graph->actions.items[i].kind == ACTION_READ)
      graph->actions.items[i].source = draw_write(g, graph, graph->actions.items[i].location);
  for (uint32_t i = 0; i < LOCATIONS; i++) {
    uint32_t last;
    do
      last = draw_write(g, graph, i);
    while (last == INITIAL_WRITE && draw(g, 4));
    if (last != INITIAL_WRITE)
      vector_push(&graph->locations.items[i].order, last);
  }
  struct outcome outcome = outcome_of(graph);
  for (uint32_t i = 0; i < LOCATIONS; i++)
    graph->locations.items[i].order.count = 0;
  return outcome;
}

static bool is_outcome(const struct event_graph *graph, const struct outcome *outcome) {
  struct outcome found = outcome_of(graph);
  return memcmp(found.values, outcome->values, sizeof found.values) == 0 &&
         memcmp(found.last, outcome->last, sizeof found.last) == 0;
}

static void print_action(const struct event_graph *graph, size_t number, bool notes) {
  const struct memory_action *action = &graph->actions.items[number];
  if (notes && action->kind == ACTION_READ)
    printf("  seen[%zu] =", number);
  const char *order = order_names[action->order];
  char place = action->location ? 'y' : 'x';
  if (action->kind == ACTION_FENCE)
    printf("  atomic_thread_fence(memory_order_%s);\n", order);
  else if (action->kind == ACTION_READ && action->is_exclusive)
    printf("  atomic_fetch_add_explicit(&%c, 100, memory_order_%s);\n", place, order);
  else if (action->kind == ACTION_READ)
    printf("  atomic_load_explicit(&%c, memory_order_%s);\n", place, order);
  else if (!action->is_rmw)
    printf("  atomic_store_explicit(&%c, %d, memory_order_%s);\n", place, (int)action->value, order);
}

static void print_assertion(const struct event_graph *graph, const struct outcome *outcome) {
  printf("  assert(!(x == %d && y == %d", outcome->last[0], outcome->last[1]);
  for (size_t i = 0; i < graph->actions.count; i++)
    if (graph->actions.items[i].kind == ACTION_READ)
      printf(" && seen[%zu] == %d", i, outcome->values[i]);
  puts("));");
}

static void print_program(const struct event_graph *graph, const struct outcome *outcome) {
  puts("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y;");
  if (outcome->is_set)
    printf("static int seen[%zu];\n", graph->actions.count);
  for (uint32_t i = 0; i < graph->threads.count; i++) {
    printf("static void *thread%u(void *unused) {\n", i);
    for (size_t j = 0; j < graph->actions.count; j++)
      if (graph->actions.items[j].thread == i)
        print_action(graph, j, outcome->is_set);
    puts("  return unused;\n}");
  }
  printf("int main(void) {\n  pthread_t ids[%d];\n", MOST_THREADS);
  for (uint32_t i = 0; i < graph->threads.count; i++)
    printf("  pthread_create(&ids[%u], 0, thread%u, 0);\n", i, i);
  for (uint32_t i = 0; i < graph->threads.count && outcome->is_set; i++)
    printf("  pthread_join(ids[%u], 0);\n", i);
  if (outcome->is_set)
    print_assertion(graph, outcome);
  puts("  return 0;\n}");
}

/* The half of a read-modify-write has the order that it can have. */
static void split_orders(struct event_graph *graph) {
  for (size_t i = 0; i < graph->actions.count; i++) {
    struct memory_action *action = &graph->actions.items[i];
    if (action->kind == ACTION_READ && action->order == ORDER_RELEASE)
      action->order = ORDER_RELAXED;
    if (action->kind == ACTION_WRITE && action->order == ORDER_ACQUIRE)
      action->order = ORDER_RELAXED;
  }
}

static unsigned long count_reads(struct event_graph *graph, enum memory_model model, size_t next,
                                 const struct outcome *outcome) {
  while (next < graph->actions.count && graph->actions.items[next].kind != ACTION_READ)
    next++;
  if (next == graph->actions.count)
    return (!outcome->is_set || is_outcome(graph, outcome)) && axioms_violated(graph, model) == NULL;
  unsigned long count = 0;
  struct memory_action *read = &graph->actions.items[next];
  read->source = INITIAL_WRITE;
  count += count_reads(graph, model, next + 1, outcome);
  for (uint32_t i = 0; i < graph->actions.count; i++)
    if (graph->actions.items[i].kind == ACTION_WRITE &&
        graph->actions.items[i].location == read->location) {
      read->source = i;
      count += count_reads(graph, model, next + 1, outcome);
    }
  return count;
}

/* All orders of the writes from number `next` on: each is inserted anywhere. */
static unsigned long count_graphs(struct event_graph *graph, enum memory_model model,
                                  uint32_t next, const struct outcome *outcome) {
  while (next < graph->actions.count && graph->actions.items[next].kind != ACTION_WRITE)
    next++;
  if (next == graph->actions.count)
    return count_reads(graph, model, 0, outcome);
  unsigned long count = 0;
  struct action_numbers *order =
      &graph->locations.items[graph->actions.items[next].location].order;
  vector_push(order, next);
  for (size_t at = order->count;;) {
    count += count_graphs(graph, model, next + 1, outcome);
    if (--at == 0)
      break;
    order->items[at] = order->items[at - 1];
    order->items[at - 1] = next;
  }
  memmove(order->items, order->items + 1, (order->count - 1) * sizeof *order->items);
  order->count--;
  return count;
}

int main(int count, char **arguments) {
  enum memory_model model;
  if (count != 3 && count != 4)
    return 2;
  struct generator g = {strtoull(arguments[1], NULL, 10) * 7919 + 13};
  for (int i = 0; i < 8; i++)
    draw(&g, 2);
  struct event_graph graph = {0};
  make(&g, &graph);
  struct outcome outcome = {0};
  for (uint64_t i = count == 4 ? strtoull(arguments[3], NULL, 10) : 0; i > 0; i--)
    outcome = draw_outcome(&g, &graph);
  if (strcmp(arguments[2], "program") == 0) {
    print_program(&graph, &outcome);
  } else if (memory_model_find(arguments[2], &model)) {
    split_orders(&graph);
    unsigned long found = count_graphs(&graph, model, 0, &outcome);
    if (outcome.is_set)
      puts(found ? "FALSE" : "TRUE");
    else
      printf("%lu\n", found);
  } else {
    return 2;
  }
  event_graph_release(&graph);
  return 0;
}
