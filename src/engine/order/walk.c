/* SPDX-License-Identifier: Apache-2.0 */
/* Symbolic execution of threads. A function is processed location by location, everything inside a
 * loop before what follows it. Paths that meet are merged, and calls are inlined. A branch decided
 * by constants is not split, and a loop whose exits are all decided by constants is not bounded. */
#include "engine/order/activation.h"
#include "engine/order/model.h"
#include "engine/order/waiting.h"

#include "base/hash.h"

/* Where a path stands in one loop. */
struct iteration {
  uint32_t count;     /* how often it went iteration */
  uint32_t undecided; /* how often a symbolic branch could have left it, or nothing ever can */
  bool could_leave;   /* in this iteration */
  size_t first_event; /* of the loop */
  struct iteration_start *start; /* of this iteration, if it may change nothing */
  const struct term
      *only_locks; /* where the iteration before changed nothing but locks, for a while */
};

struct pending {
  uint32_t location;
  struct thread_path *path;
  struct iteration iterations[DEEPEST_LOOP];
};

/* Negative: a is to be done before b. */
static int compare(const struct loops *loops, const struct pending *a, const struct pending *b) {
  const struct location_loops *at_a = &loops->locations[a->location];
  const struct location_loops *at_b = &loops->locations[b->location];
  for (uint32_t i = 0; i < at_a->depth && i < at_b->depth; i++) {
    if (at_a->heads[i] != at_b->heads[i])
      return loops->locations[at_a->heads[i]].order < loops->locations[at_b->heads[i]].order ? -1
                                                                                             : 1;
    if (a->iterations[i].count != b->iterations[i].count)
      return a->iterations[i].count < b->iterations[i].count ? -1 : 1;
  }
  uint32_t first =
      at_a->depth > at_b->depth ? loops->locations[at_a->heads[at_b->depth]].order : at_a->order;
  uint32_t second =
      at_b->depth > at_a->depth ? loops->locations[at_b->heads[at_a->depth]].order : at_b->order;
  return first < second ? -1 : first > second;
}

static void add_pending(struct activation *activation, struct pending *fresh) {
  for (size_t i = 0; i < activation->waiting.count; i++) {
    struct pending *known = activation->waiting.items[i];
    if (known->location != fresh->location || compare(activation->loops, known, fresh) != 0)
      continue;
    struct thread_path *both = order_path_merge(
        activation->symbolic, known->path, fresh->path,
        liveness_at(activation->symbolic->liveness, activation->function, fresh->location),
        activation->function->register_count);
    if (!both)
      continue;
    known->path = both;
    for (uint32_t j = 0; j < DEEPEST_LOOP; j++) {
      struct iteration *iteration = &known->iterations[j];
      if (iteration->undecided < fresh->iterations[j].undecided)
        iteration->undecided = fresh->iterations[j].undecided;
      iteration->could_leave |= fresh->iterations[j].could_leave;
      if (iteration->start != fresh->iterations[j].start)
        iteration->start = NULL;
      if (iteration->only_locks != fresh->iterations[j].only_locks)
        iteration->only_locks = NULL;
    }
    return;
  }
  vector_push(&activation->waiting, fresh);
}

/* Decided iterations cost little, unless others are concerned. Of a loop that nobody leaves there
 * is always a next one. */
enum { EVENTS_PER_BOUND = 250, ENDLESS_EVENTS_PER_BOUND = 32 };

enum going {
  GOES_ON,
  AT_BOUND,
  HAS_MANY_EVENTS, /* and every iteration was decided */
};

/* The place after an edge: which iteration of which loop, if it goes on. */
static enum going follow(struct activation *activation, const struct pending *from,
                         const struct edge *edge, struct pending *to) {
  const struct loops *loops = activation->loops;
  const struct location_loops *before = &loops->locations[edge->from];
  const struct location_loops *after = &loops->locations[edge->to];
  to->location = edge->to;
  for (uint32_t i = 0; i < after->depth; i++) {
    bool same = i < before->depth && before->heads[i] == after->heads[i];
    to->iterations[i] = same
                            ? from->iterations[i]
                            : (struct iteration){.first_event = activation->symbolic->events.count};
  }
  if (!loops_is_back_edge(loops, edge))
    return GOES_ON;
  struct iteration *iteration = &to->iterations[after->depth - 1];
  iteration->count++;
  iteration->undecided += iteration->could_leave || !after->can_leave[after->depth - 1];
  iteration->could_leave = false;
  struct symbolic *symbolic = activation->symbolic;
  symbolic->truncated |=
      iteration->count == symbolic->most_iterations && iteration->count < MOST_ITERATIONS;
  bool ends = after->has_way_on;
  unsigned bound =
      loop_bounds_get(symbolic->bounds, loop_bounds_key(activation->function, edge->to));
  if (iteration->undecided > bound || iteration->count >= symbolic->most_iterations)
    return AT_BOUND;
  if (symbolic->events.count - iteration->first_event <=
      (ends ? EVENTS_PER_BOUND : ENDLESS_EVENTS_PER_BOUND) * (size_t)bound)
    return GOES_ON;
  return ends && !iteration->undecided ? HAS_MANY_EVENTS : AT_BOUND;
}

enum { ITERATIONS_ALWAYS_COMPARED = 4 };

/* Iterations are compared where they may wait, or where nobody knows how many there are. */
static void begin_iteration(struct activation *activation, struct pending *at) {
  const struct location_loops *loops = &activation->loops->locations[at->location];
  if (!loops->depth || loops->heads[loops->depth - 1] != at->location)
    return;
  struct iteration *iteration = &at->iterations[loops->depth - 1];
  bool compared = iteration->undecided || iteration->count < ITERATIONS_ALWAYS_COMPARED ||
                  waiting_at(activation->symbolic->waiting, activation->function, at->location);
  iteration->start =
      compared ? iteration_begin(activation->symbolic, activation->function, at->path) : NULL;
}

/* Takes away the executions in which the iteration that ends with the edge changed nothing. */
static void end_iteration(struct activation *activation, struct pending *from,
                          const struct edge *edge, struct thread_path *path) {
  struct symbolic *symbolic = activation->symbolic;
  struct iteration *iteration = &from->iterations[activation->loops->locations[edge->to].depth - 1];
  if (!iteration->start)
    return;
  bool locks;
  const struct term *useless = iteration_changed_nothing(
      symbolic, iteration->start, path,
      liveness_at(symbolic->liveness, activation->function, edge->to), &locks);
  const struct term *before = iteration->only_locks;
  iteration->only_locks = locks ? useless : NULL;
  if (locks)
    useless = before ? order_and(symbolic, before, useless) : never(symbolic);
  order_note_stop(symbolic, order_and(symbolic, path->guard, useless),
                  iteration_first_event(iteration->start), false);
  order_assume(symbolic, path, order_not(symbolic, useless));
}

static void go_on(struct activation *activation, struct pending *from, const struct edge *edge,
                  struct thread_path *path) {
  struct symbolic *symbolic = activation->symbolic;
  if (!term_is_false(path->guard) && loops_is_back_edge(activation->loops, edge))
    end_iteration(activation, from, edge, path);
  if (term_is_false(path->guard))
    return;
  struct pending *to = arena_allocate(symbolic->arena, sizeof *to);
  to->path = path;
  enum going going = follow(activation, from, edge, to);
  if (going == GOES_ON)
    add_pending(activation, to);
  else
    order_cut_off(symbolic, path, loop_bounds_key(activation->function, edge->to),
                  going == HAS_MANY_EVENTS);
}

/* Some of the edges that can be taken leave the loop, or only some can still leave it in this
 * iteration. */
static bool may_leave(const struct activation *activation, const struct edge *edges,
                      const struct term *const *conditions, uint32_t count, uint32_t head) {
  bool some = false, others = false;
  for (uint32_t i = 0; i < count; i++) {
    if (term_is_false(conditions[i]))
      continue;
    bool leaves = loops_may_leave(activation->loops, &edges[i], head);
    bool stays = loops_contain(activation->loops, head, edges[i].to);
    if (leaves && !stays)
      return true;
    some |= leaves;
    others |= stays && !leaves;
  }
  return some && others;
}

static void branch(struct activation *activation, struct pending *at) {
  const struct location *location = &activation->function->locations[at->location];
  const struct edge *edges = &activation->function->edges[location->first_edge];
  const struct location_loops *loops = &activation->loops->locations[at->location];
  const struct term **conditions =
      arena_allocate(activation->symbolic->arena, location->edge_count * sizeof *conditions);
  uint32_t feasible = 0;
  for (uint32_t i = 0; i < location->edge_count; i++) {
    conditions[i] = order_decide(activation->symbolic, at->path->guard,
                                 activation_value(activation, at->path, edges[i].assume.condition));
    if (term_is_false(order_and(activation->symbolic, at->path->guard, conditions[i])))
      conditions[i] = never(activation->symbolic);
    feasible += !term_is_false(conditions[i]);
  }
  for (uint32_t j = 0; feasible > 1 && j < loops->depth; j++)
    at->iterations[j].could_leave |=
        may_leave(activation, edges, conditions, location->edge_count, loops->heads[j]);
  for (uint32_t i = 0; i < location->edge_count; i++) {
    if (term_is_false(conditions[i]))
      continue;
    struct thread_path *path = --feasible ? order_path_copy(activation->symbolic, at->path,
                                                            activation->function->register_count)
                                          : at->path;
    path->guard = order_and(activation->symbolic, path->guard, conditions[i]);
    go_on(activation, at, &edges[i], path);
  }
}

static struct pending *take_first(struct activation *activation) {
  size_t first = 0;
  for (size_t i = 1; i < activation->waiting.count; i++)
    if (compare(activation->loops, activation->waiting.items[i], activation->waiting.items[first]) <
        0)
      first = i;
  struct pending *taken = activation->waiting.items[first];
  activation->waiting.items[first] = vector_last(&activation->waiting);
  activation->waiting.count--;
  return taken;
}

static void process(struct activation *activation, struct pending *at) {
  activation->iterations = 0;
  for (uint32_t i = 0; i < activation->loops->locations[at->location].depth; i++)
    activation->iterations = hash_combine(activation->iterations, at->iterations[i].count);
  const struct location *location = &activation->function->locations[at->location];
  const struct edge *edge = &activation->function->edges[location->first_edge];
  begin_iteration(activation, at);
  if (location->edge_count > 1) {
    branch(activation, at);
  } else if (edge->op == OPERATION_RETURN) {
    activation_return(activation, at->path, edge);
  } else {
    struct thread_path *path = activation_take_edge(activation, at->path, edge);
    if (path)
      go_on(activation, at, edge, path);
  }
}

enum { EDGES_BETWEEN_LOOKS = 32 }; /* at the clock */

/* Checks the limits from time to time; true: the execution must end. */
static bool check_limits(struct symbolic *symbolic) {
  if (symbolic->status == STATUS_OK && ++symbolic->edges_taken % EDGES_BETWEEN_LOOKS == 0)
    symbolic->status = limits_check(symbolic->limits, &symbolic->status_reason);
  return symbolic->status != STATUS_OK;
}

static struct loops *loops_of(struct symbolic *symbolic, const struct function *function) {
  if (!symbolic->loops[function->number])
    symbolic->loops[function->number] = loops_create(symbolic->arena, function);
  return symbolic->loops[function->number];
}

struct thread_path *activation_run(struct activation *activation, struct thread_path *path,
                                   const struct term *const *arguments, uint32_t argument_count,
                                   const struct term *variadic_area) {
  struct symbolic *symbolic = activation->symbolic;
  const struct function *function = activation->function;
  activation->loops = loops_of(symbolic, function);
  activation->entry_guard = path->guard;
  path->registers =
      arena_allocate(symbolic->arena, (function->register_count + 1) * sizeof *path->registers);
  uint32_t positional = function->parameter_count - (function->is_variadic ? 1 : 0);
  for (uint32_t i = 0; i < positional; i++) {
    uint32_t parameter = function->parameters[i];
    unsigned width = function->registers[parameter].width;
    path->registers[parameter] = i < argument_count
                                     ? term_resize(symbolic->terms, width, arguments[i])
                                     : order_fresh(symbolic, width);
  }
  if (function->is_variadic)
    path->registers[function->parameters[positional]] = variadic_area;
  struct pending *entry = arena_allocate(symbolic->arena, sizeof *entry);
  entry->location = function->entry;
  entry->path = path;
  vector_push(&activation->waiting, entry);
  while (activation->waiting.count && !check_limits(symbolic))
    process(activation, take_first(activation));
  vector_release(&activation->waiting);
  vector_release(&activation->slots);
  return activation->exit;
}

static void run_thread(struct symbolic *symbolic, uint32_t number) {
  struct symbolic_thread thread = symbolic->threads.items[number];
  struct thread_path *path = arena_allocate(symbolic->arena, sizeof *path);
  path->number = symbolic->next_path++;
  path->thread = number;
  path->has_created = number != 0;
  path->guard = thread.guard;
  path->node = NO_NODE;
  path->memory = thread.memory;
  path->memory_count = thread.memory_count;
  if (number) /* its first node: all others come after it */
    model_add_point(symbolic, path, thread.run->edges, NODE_DRAINS);
  struct activation activation = {
      .symbolic = symbolic, .function = thread.run, .context = thread.key};
  activation_run(&activation, path, thread.arguments, number ? 3 : 0, NULL);
}

void order_run(struct symbolic *symbolic) {
  symbolic->arena = arena_create();
  symbolic->ranges = ranges_create();
  symbolic->loops =
      arena_allocate(symbolic->arena, symbolic->program->function_count * sizeof *symbolic->loops);
  symbolic->untouched = arena_allocate(symbolic->arena, sizeof *symbolic->untouched);
  order_memory_add_program_objects(symbolic);
  order_memory_add_foreseen_objects(symbolic);
  struct symbolic_thread first = {
      .guard = always(symbolic), .key = 1, .run = symbolic->program->start};
  order_memory_add_thread_objects(symbolic, &first);
  vector_push(&symbolic->threads, first);
  for (uint32_t i = 0; i < symbolic->threads.count && !check_limits(symbolic); i++)
    run_thread(symbolic, i);
}

void order_release(struct symbolic *symbolic) {
  vector_release(&symbolic->instances);
  vector_release(&symbolic->by_address);
  vector_release(&symbolic->threads);
  vector_release(&symbolic->nodes);
  vector_release(&symbolic->steps);
  for (size_t i = 0; i < symbolic->events.count; i++)
    memory_release(symbolic->events.items[i].targets);
  vector_release(&symbolic->events);
  for (size_t i = 0; i < symbolic->frees.count; i++)
    memory_release(symbolic->frees.items[i].targets);
  vector_release(&symbolic->frees);
  vector_release(&symbolic->fences);
  vector_release(&symbolic->errors);
  vector_release(&symbolic->incomplete);
  vector_release(&symbolic->stops);
  vector_release(&symbolic->impossible);
  vector_release(&symbolic->ends);
  vector_release(&symbolic->ends_asked_for);
  vector_release(&symbolic->choices);
  vector_release_members(&symbolic->sections, releases);
  vector_release(&symbolic->epochs);
  map_release(&symbolic->by_key);
  map_release(&symbolic->last_writes);
  map_release(&symbolic->pointees);
  map_release(&symbolic->read_words);
  map_release(&symbolic->start_values);
  vector_release(&symbolic->facts);
  ranges_destroy(symbolic->ranges);
  arena_destroy(symbolic->arena);
}
