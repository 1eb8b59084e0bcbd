/* SPDX-License-Identifier: Apache-2.0 */
/* Visits states in the order of what it costs to come there: threads that take part, context
 * switches, steps. Of the ways to a state after a step of one thread only the first is followed. So
 * if the work is not over before, what is found is the best, among executions with such choices and
 * without buffered stores. */
#include "semantics/shorten_search.h"

#include "base/hash.h"
#include "semantics/store.h"

enum {
  MOST_NODES = 200000,
  MOST_THREADS = 64, /* in a set of threads */
  NODE_WORK = 80,    /* of a step, besides its edges: what keeping and loading a state takes */
};

struct shorten_node {
  uint32_t state, parent; /* parent: NO_NODE at the start */
  uint32_t thread;        /* that took the step */
  uint32_t switches, steps;
  uint64_t threads; /* the set of those that took a step */
};
#define NO_NODE UINT32_MAX

struct shorten_tree {
  struct course_run *run;
  const struct course_cost *bound;
  struct store *store;
  struct map seen; /* state and thread */
  VECTOR(struct shorten_node) nodes;
  VECTOR(uint32_t) heap; /* numbers of nodes, the cheapest first */
};

static size_t count_bits(uint64_t set) { return (size_t)__builtin_popcountll(set); }

static struct course_cost cost_of(const struct shorten_node *node) {
  return (struct course_cost){count_bits(node->threads), node->switches, node->steps, 0};
}

static bool is_before(const struct shorten_tree *search, uint32_t a, uint32_t b) {
  struct course_cost first = cost_of(&search->nodes.items[a]);
  struct course_cost second = cost_of(&search->nodes.items[b]);
  int order = course_compare(&first, &second);
  return order ? order < 0 : a < b;
}

static void heap_swap(struct shorten_tree *search, size_t a, size_t b) {
  uint32_t number = search->heap.items[a];
  search->heap.items[a] = search->heap.items[b];
  search->heap.items[b] = number;
}

static void heap_push(struct shorten_tree *search, uint32_t number) {
  vector_push(&search->heap, number);
  for (size_t i = search->heap.count - 1; i > 0; i = (i - 1) / 2) {
    if (!is_before(search, search->heap.items[i], search->heap.items[(i - 1) / 2]))
      return;
    heap_swap(search, i, (i - 1) / 2);
  }
}

static uint32_t heap_pop(struct shorten_tree *search) {
  uint32_t first = search->heap.items[0];
  search->heap.items[0] = vector_pop(&search->heap);
  for (size_t i = 0;;) {
    size_t least = i;
    for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < search->heap.count; child++)
      if (is_before(search, search->heap.items[child], search->heap.items[least]))
        least = child;
    if (least == i)
      return first;
    heap_swap(search, i, least);
    i = least;
  }
}

static bool is_better(const struct shorten_tree *search, const struct shorten_node *node) {
  struct course_cost cost = cost_of(node);
  return course_compare(&cost, search->bound) < 0;
}

static struct shorten_node after(const struct shorten_tree *search, uint32_t parent,
                                 uint32_t thread) {
  struct shorten_node node = search->nodes.items[parent];
  node.switches += node.parent != NO_NODE && node.thread != thread;
  node.steps++;
  node.threads |= UINT64_C(1) << thread;
  node.thread = thread;
  node.parent = parent;
  return node;
}

static void add_node(struct shorten_tree *search, struct shorten_node node, struct state *state) {
  node.state = store_add(search->store, state, NULL);
  uint64_t key = hash_combine(node.state + 1u, node.thread);
  if (map_get(&search->seen, key, NULL))
    return;
  map_set(&search->seen, key, 1);
  vector_push(&search->nodes, node);
  heap_push(search, (uint32_t)search->nodes.count - 1);
}

/* The steps that led to a node. */
static void trace_back(const struct shorten_tree *search, const struct shorten_node *last,
                       struct course *course) {
  for (const struct shorten_node *node = last; node->parent != NO_NODE;
       node = &search->nodes.items[node->parent])
    vector_push(&course->steps, (struct course_step){.thread = node->thread});
  for (size_t i = 0, count = course->steps.count; i < count / 2; i++) {
    struct course_step step = course->steps.items[i];
    course->steps.items[i] = course->steps.items[count - 1 - i];
    course->steps.items[count - 1 - i] = step;
  }
}

/* Is it there when all of it is followed? The run's `done` then is that execution. */
static bool confirm(struct shorten_tree *search, const struct shorten_node *last) {
  struct course course = {0};
  trace_back(search, last, &course);
  bool better = course_run_try(search->run, &course, (struct course_way){false, TAIL_STAYS},
                               search->bound, true);
  course_release(&course);
  return better;
}

enum shorten_progress { SEARCH_GOES_ON, SEARCH_FOUND };

/* One step of a thread from a node whose state is loaded. */
static enum shorten_progress visit(struct shorten_tree *search, uint32_t parent,
                                   struct state *state, uint32_t number) {
  struct course_run *run = search->run;
  struct thread *thread = state_thread(state, number);
  struct shorten_node node = after(search, parent, number);
  if (number >= MOST_THREADS || !thread || !is_better(search, &node) ||
      machine_readiness(&run->machine, state, thread) != READY)
    return SEARCH_GOES_ON;
  run->running = number;
  run->done.steps.count = run->done.choices.count = 0;
  enum outcome outcome = machine_step(&run->machine, state, thread);
  course_run_spend(run, NODE_WORK);
  bool is_error = outcome == OUTCOME_VIOLATION ||
                  (outcome == OUTCOME_STEPPED && course_run_finds_error(run, state));
  if (is_error)
    return course_run_is_there(run) && confirm(search, &node) ? SEARCH_FOUND : SEARCH_GOES_ON;
  if (outcome == OUTCOME_STEPPED && search->nodes.count < MOST_NODES)
    add_node(search, node, state);
  return SEARCH_GOES_ON;
}

static enum shorten_progress expand(struct shorten_tree *search, uint32_t number,
                                    struct state *state) {
  enum shorten_progress progress = SEARCH_GOES_ON;
  uint32_t loaded = search->nodes.items[number].state;
  store_load(search->store, state, loaded);
  size_t count = state->thread_count;
  for (size_t i = 0; i < count && progress == SEARCH_GOES_ON && !search->run->is_over; i++) {
    if (i > 0)
      store_load(search->store, state, loaded);
    progress = visit(search, number, state, state->threads[i]->number);
  }
  return progress;
}

static bool run_search(struct shorten_tree *search) {
  struct course_run *run = search->run;
  struct state *state = NULL;
  bool found = false;
  run->done.steps.count = run->done.choices.count = 0;
  run->running = 0;
  search->store = store_create(run->machine.program);
  if (machine_start(&run->machine, &state) == OUTCOME_STEPPED) {
    add_node(search, (struct shorten_node){.parent = NO_NODE, .thread = NO_THREAD}, state);
    while (search->heap.count && !found && !run->is_over)
      found = expand(search, heap_pop(search), state) == SEARCH_FOUND;
  }
  state_destroy(state);
  store_destroy(search->store);
  map_release(&search->seen);
  vector_release(&search->nodes);
  vector_release(&search->heap);
  return found;
}

/* Of each edge the first choice in the best that is not zero. False: all are zero. */
static bool find_values(const struct course *best, struct map *values) {
  bool found = false;
  for (size_t i = best->choices.count; i-- > 0;)
    if (best->choices.items[i].bits) {
      map_set(values, (uintptr_t)best->choices.items[i].edge, best->choices.items[i].bits);
      found = true;
    }
  return found;
}

bool shorten_search(struct course_run *run, const struct course *best,
                    const struct course_cost *bound) {
  struct shorten_tree search = {.run = run, .bound = bound};
  struct map values = {0};
  if (run->machine.memory_model != MEMORY_SC)
    return false;
  run->fixed = &values;
  bool found =
      run_search(&search) || (!run->is_over && find_values(best, &values) && run_search(&search));
  run->fixed = NULL;
  map_release(&values);
  return found;
}
