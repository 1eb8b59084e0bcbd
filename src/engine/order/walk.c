/* SPDX-License-Identifier: Apache-2.0 */
/* Symbolic execution of threads. A function is executed location by location, everything inside a
 * loop before what follows it. Paths that meet are joined, and calls are inlined. A branch decided
 * by constants is not split, and a loop whose exits are all decided by constants is not bounded. */
#include "engine/order/activation.h"
#include "engine/order/model.h"
#include "engine/order/objects.h"
#include "engine/order/waiting.h"

#include "base/hash.h"

/* The iterations of a path in one loop. */
struct iteration {
  uint32_t count;
  uint32_t undecided; /* those in which a symbolic branch could have left it, or that never end */
  bool could_leave;   /* a symbolic branch of this iteration could have left it */
  size_t first_event; /* of the loop */
  struct iteration_start *start; /* of this iteration, if it may change nothing */
  /* Where the previous iteration only released locks and acquired them again. */
  const struct term *only_locks;
};

struct pending {
  uint32_t location;
  struct thread_path *path;
  struct iteration iterations[DEEPEST_LOOP];
};

/* Negative: a is executed before b. */
static int compare_pending(const struct loops *loops, const struct pending *a,
                           const struct pending *b) {
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

static void add_pending(struct activation *call, struct pending *fresh) {
  for (size_t i = 0; i < call->waiting.count; i++) {
    struct pending *known = call->waiting.items[i];
    if (known->location != fresh->location || compare_pending(call->loops, known, fresh) != 0)
      continue;
    struct thread_path *both =
        order_path_join(call->run, known->path, fresh->path,
                        liveness_at(call->run->liveness, call->function, fresh->location),
                        call->function->register_count);
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
  vector_push(&call->waiting, fresh);
}

/* How many events decided iterations may have for each unit of the bound: in loops that end, and in
 * those that nothing leaves. */
enum { EVENTS_PER_BOUND = 250, ENDLESS_EVENTS_PER_BOUND = 32 };

enum continuation {
  WITHIN_BOUND,
  AT_BOUND,
  HAS_MANY_EVENTS, /* and every iteration was decided */
};

/* The location and iterations of a path after an edge. */
static enum continuation follow_edge(struct activation *call, const struct pending *from,
                                     const struct edge *edge, struct pending *to) {
  const struct loops *loops = call->loops;
  const struct location_loops *before = &loops->locations[edge->from];
  const struct location_loops *after = &loops->locations[edge->to];
  to->location = edge->to;
  for (uint32_t i = 0; i < after->depth; i++) {
    bool same = i < before->depth && before->heads[i] == after->heads[i];
    to->iterations[i] =
        same ? from->iterations[i] : (struct iteration){.first_event = call->run->log.events.count};
  }
  if (!loops_is_back_edge(loops, edge))
    return WITHIN_BOUND;
  struct iteration *iteration = &to->iterations[after->depth - 1];
  iteration->count++;
  iteration->undecided += iteration->could_leave || !after->can_leave[after->depth - 1];
  iteration->could_leave = false;
  struct order_run *run = call->run;
  run->unwinding.is_truncated |=
      iteration->count == run->unwinding.most_iterations && iteration->count < MOST_ITERATIONS;
  bool ends = after->has_way_on;
  unsigned bound =
      loop_bounds_get(run->unwinding.bounds, loop_bounds_key(call->function, edge->to));
  if (iteration->undecided > bound || iteration->count >= run->unwinding.most_iterations)
    return AT_BOUND;
  if (run->log.events.count - iteration->first_event <=
      (ends ? EVENTS_PER_BOUND : ENDLESS_EVENTS_PER_BOUND) * (size_t)bound)
    return WITHIN_BOUND;
  return ends && !iteration->undecided ? HAS_MANY_EVENTS : AT_BOUND;
}

enum { ITERATIONS_ALWAYS_COMPARED = 4 };

/* Keeps the state at the start of an iteration, if the loop may wait or its end is undecided. */
static void begin_iteration(struct activation *call, struct pending *at) {
  const struct location_loops *loops = &call->loops->locations[at->location];
  if (!loops->depth || loops->heads[loops->depth - 1] != at->location)
    return;
  struct iteration *iteration = &at->iterations[loops->depth - 1];
  bool compared = iteration->undecided || iteration->count < ITERATIONS_ALWAYS_COMPARED ||
                  waiting_at(call->run->waiting, call->function, at->location);
  iteration->start = compared ? iteration_begin(call->run, call->function, at->path) : NULL;
}

/* Removes executions in which the iteration that ends with the edge changed nothing. */
static void end_iteration(struct activation *call, struct pending *from, const struct edge *edge,
                          struct thread_path *path) {
  struct order_run *run = call->run;
  struct iteration *iteration = &from->iterations[call->loops->locations[edge->to].depth - 1];
  if (!iteration->start)
    return;
  bool locks;
  const struct term *useless = iteration_changed_nothing(
      run, iteration->start, path, liveness_at(run->liveness, call->function, edge->to), &locks);
  const struct term *before = iteration->only_locks;
  iteration->only_locks = locks ? useless : NULL;
  if (locks)
    useless = before ? order_and(run->terms, before, useless) : never(run->terms);
  outcomes_note_stop(run, order_and(run->terms, path->guard, useless),
                     iteration_first_event(iteration->start), false);
  outcomes_assume(run, path, order_not(run->terms, useless));
}

static void continue_after(struct activation *call, struct pending *from, const struct edge *edge,
                           struct thread_path *path) {
  struct order_run *run = call->run;
  if (!term_is_false(path->guard) && loops_is_back_edge(call->loops, edge))
    end_iteration(call, from, edge, path);
  if (term_is_false(path->guard))
    return;
  struct pending *to = arena_allocate(run->arena, sizeof *to);
  to->path = path;
  enum continuation continuation = follow_edge(call, from, edge, to);
  if (continuation == WITHIN_BOUND)
    add_pending(call, to);
  else
    outcomes_cut_off(run, path, loop_bounds_key(call->function, edge->to),
                     continuation == HAS_MANY_EVENTS);
}

/* Can a branch leave the loop with this head, or decide whether this iteration can still leave it?
 * `conditions`: where each edge is taken. */
static bool could_leave_loop(const struct activation *call, const struct edge *edges,
                             const struct term *const *conditions, uint32_t count, uint32_t head) {
  bool some = false, others = false;
  for (uint32_t i = 0; i < count; i++) {
    if (term_is_false(conditions[i]))
      continue;
    bool leaves = loops_may_leave(call->loops, &edges[i], head);
    bool stays = loops_contain(call->loops, head, edges[i].to);
    if (leaves && !stays)
      return true;
    some |= leaves;
    others |= stays && !leaves;
  }
  return some && others;
}

static void take_branch(struct activation *call, struct pending *at) {
  const struct location *location = &call->function->locations[at->location];
  const struct edge *edges = &call->function->edges[location->first_edge];
  const struct location_loops *loops = &call->loops->locations[at->location];
  const struct term **conditions =
      arena_allocate(call->run->arena, location->edge_count * sizeof *conditions);
  uint32_t feasible = 0;
  for (uint32_t i = 0; i < location->edge_count; i++) {
    conditions[i] = symbols_decide(&call->run->symbols, at->path->guard,
                                   activation_value(call, at->path, edges[i].assume.condition));
    if (term_is_false(order_and(call->run->terms, at->path->guard, conditions[i])))
      conditions[i] = never(call->run->terms);
    feasible += !term_is_false(conditions[i]);
  }
  for (uint32_t j = 0; feasible > 1 && j < loops->depth; j++)
    at->iterations[j].could_leave |=
        could_leave_loop(call, edges, conditions, location->edge_count, loops->heads[j]);
  for (uint32_t i = 0; i < location->edge_count; i++) {
    if (term_is_false(conditions[i]))
      continue;
    struct thread_path *path =
        --feasible ? order_path_copy(call->run, at->path, call->function->register_count)
                   : at->path;
    path->guard = order_and(call->run->terms, path->guard, conditions[i]);
    continue_after(call, at, &edges[i], path);
  }
}

static struct pending *take_first(struct activation *call) {
  size_t first = 0;
  for (size_t i = 1; i < call->waiting.count; i++)
    if (compare_pending(call->loops, call->waiting.items[i], call->waiting.items[first]) < 0)
      first = i;
  struct pending *taken = call->waiting.items[first];
  call->waiting.items[first] = vector_last(&call->waiting);
  call->waiting.count--;
  return taken;
}

static void execute_pending(struct activation *call, struct pending *at) {
  call->iterations = 0;
  for (uint32_t i = 0; i < call->loops->locations[at->location].depth; i++)
    call->iterations = hash_combine(call->iterations, at->iterations[i].count);
  const struct location *location = &call->function->locations[at->location];
  const struct edge *edge = &call->function->edges[location->first_edge];
  begin_iteration(call, at);
  if (location->edge_count > 1) {
    take_branch(call, at);
  } else if (edge->op == OPERATION_RETURN) {
    activation_return(call, at->path, edge);
  } else {
    activation_take_edge(call, at->path, edge);
    continue_after(call, at, edge, at->path);
  }
}

void activation_execute(struct activation *call, struct thread_path *path,
                        struct call_arguments arguments) {
  struct order_run *run = call->run;
  const struct function *function = call->function;
  call->loops = unwinding_loops(&run->unwinding, run->arena, function);
  call->entry_guard = path->guard;
  path->registers =
      arena_allocate(run->arena, (function->register_count + 1) * sizeof *path->registers);
  uint32_t positional = function->parameter_count - (function->is_variadic ? 1 : 0);
  for (uint32_t i = 0; i < positional; i++) {
    uint32_t parameter = function->parameters[i];
    unsigned width = function->registers[parameter].width;
    path->registers[parameter] = i < arguments.count
                                     ? term_resize(run->terms, width, arguments.items[i])
                                     : symbols_fresh(&run->symbols, width);
  }
  if (function->is_variadic)
    path->registers[function->parameters[positional]] = arguments.variadic_area;
  struct pending *entry = arena_allocate(run->arena, sizeof *entry);
  entry->location = function->entry;
  entry->path = path;
  vector_push(&call->waiting, entry);
  while (call->waiting.count && !run_limit_is_reached(&run->limit, WORK_OF_EDGE))
    execute_pending(call, take_first(call));
  vector_release(&call->waiting);
  vector_release(&call->slots);
  if (!call->exit)
    path->guard = never(run->terms);
  else if (call->exit != path)
    *path = *call->exit;
}

static void run_thread(struct order_run *run, uint32_t number) {
  struct order_thread thread = run->log.threads.items[number];
  struct thread_path *path = arena_allocate(run->arena, sizeof *path);
  path->number = run->next_path++;
  path->thread = number;
  path->has_created = number != 0;
  path->guard = thread.guard;
  path->node = NO_NODE;
  path->memory = thread.memory;
  path->memory_count = thread.memory_count;
  if (number) /* its first node: all others come after it */
    model_add_point(run, path, thread.body->edges, NODE_DRAINS);
  struct activation call = {.run = run, .function = thread.body, .context = thread.key};
  activation_execute(&call, path, (struct call_arguments){thread.arguments, number ? 3 : 0, NULL});
}

void order_run_execute(struct order_run *run) {
  run->arena = arena_create();
  symbols_init(&run->symbols, run->terms);
  run->unwinding.loops =
      arena_allocate(run->arena, run->program->function_count * sizeof *run->unwinding.loops);
  run->instances.untouched = arena_allocate(run->arena, sizeof *run->instances.untouched);
  instances_add_program(run);
  instances_add_foreseen(run);
  struct order_thread first = {.guard = always(run->terms), .key = 1, .body = run->program->start};
  instances_add_thread(run, &first);
  vector_push(&run->log.threads, first);
  for (uint32_t i = 0;
       i < run->log.threads.count && !run_limit_is_reached(&run->limit, WORK_OF_EDGE); i++)
    run_thread(run, i);
}

void order_run_release(struct order_run *run) {
  instances_release(&run->instances);
  event_log_release(&run->log);
  vector_release(&run->outcomes.errors);
  vector_release(&run->outcomes.incomplete);
  vector_release(&run->outcomes.impossible);
  vector_release(&run->outcomes.choices);
  vector_release(&run->endings.ends);
  vector_release(&run->endings.questions);
  vector_release(&run->endings.stops);
  symbols_release(&run->symbols);
  arena_destroy(run->arena);
}
