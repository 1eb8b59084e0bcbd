/* SPDX-License-Identifier: Apache-2.0 */
/* Calls, returns, waits, and threads that are created and joined. */
#include "engine/static/steps.h"

#include "base/hash.h"
#include "engine/static/deadlocks.h"
#include "engine/static/lock_misuse.h"
#include "engine/static/locks.h"
#include "engine/static/static_cells.h"
#include "program/address.h"

#include <errno.h>

enum { MOST_NODES = 50000, MOST_ARGUMENTS = 32, PATIENCE = 4 };

static struct node *node_at(struct analysis *analysis, uint32_t node) {
  return &analysis->nodes.items[node];
}

uint32_t steps_add_node(struct analysis *analysis, const struct node *node) {
  if (analysis->nodes.count >= MOST_NODES)
    analysis_give_up(analysis, "too many calls", node->call);
  vector_push(&analysis->nodes, *node);
  struct node *added = &vector_last(&analysis->nodes);
  added->at = arena_allocate(analysis->arena, node->function->location_count * sizeof *added->at);
  added->visits =
      arena_allocate(analysis->arena, node->function->location_count * sizeof *added->visits);
  return (uint32_t)analysis->nodes.count - 1;
}

/* A call of a function that is being executed goes to the same node. */
static bool is_recursive(struct analysis *analysis, uint32_t node) {
  return node_at(analysis, turns_first(analysis, node))->is_recursive;
}

static uint32_t find_recursion(struct analysis *analysis, uint32_t parent,
                               const struct function *function) {
  for (uint32_t at = parent; at != NO_NODE; at = node_at(analysis, at)->parent)
    if (node_at(analysis, at)->function == function)
      return turns_first(analysis, at);
  return NO_NODE;
}

static uint32_t find_child(const struct analysis *analysis, uint32_t parent,
                           const struct edge *call, const struct function *function,
                           uint64_t *key) {
  *key = hash_combine(hash_combine((uint64_t)(uintptr_t)call, parent), function->number);
  uint64_t known;
  for (; map_get(&analysis->known.children, *key, &known); ++*key) {
    const struct node *found = &analysis->nodes.items[known];
    if (found->function == function &&
        (found->is_recursive || (found->parent == parent && found->call == call)))
      return (uint32_t)known;
  }
  return NO_NODE;
}

uint32_t steps_known_child(const struct analysis *analysis, uint32_t parent,
                           const struct edge *call, const struct function *function) {
  uint64_t key;
  return find_child(analysis, parent, call, function, &key);
}

uint32_t steps_child(struct analysis *analysis, uint32_t parent, const struct edge *call,
                     const struct function *function) {
  uint64_t key;
  uint32_t child = find_child(analysis, parent, call, function, &key);
  if (child != NO_NODE)
    return child;
  uint32_t again = find_recursion(analysis, parent, function);
  if (again != NO_NODE) {
    node_at(analysis, again)->is_recursive = true;
    analysis_wait_for_all(analysis);
    map_set(&analysis->known.children, key, again);
    return again;
  }
  const struct node *caller = node_at(analysis, parent);
  bool is_user = !caller->function->is_library;
  struct node node = {.function = function,
                      .parent = parent,
                      .class = caller->class,
                      .depth = caller->depth + 1,
                      .call = call,
                      .user_edge = is_user ? call : caller->user_edge,
                      .user_function = is_user ? caller->function : caller->user_function};
  uint32_t fresh = steps_add_node(analysis, &node);
  map_set(&analysis->known.children, key, fresh);
  return fresh;
}

static void note_caller(struct analysis *analysis, uint32_t node) {
  struct node *callee = node_at(analysis, node);
  for (size_t i = callee->callers.count; i-- > 0;)
    if (callee->callers.items[i] == analysis->visited.point)
      return;
  vector_push(&callee->callers, analysis->visited.point);
}

void steps_enter(struct analysis *analysis, uint32_t number, const struct static_state *state) {
  struct node *node = node_at(analysis, number);
  uint32_t entry = node->function->entry;
  const struct static_state *kept = arena_copy(analysis->arena, state, sizeof *state);
  if (analysis->visited.narrows && node->narrowed)
    node->narrowed[entry] =
        static_state_join(analysis, node->narrowed[entry], kept, node->function, false);
  const struct static_state *joined = static_state_join(
      analysis, node->at[entry], kept, node->function,
      ++node->visits[entry] > PATIENCE && (node->is_recursive || node->visits[entry] > 16));
  node = node_at(analysis, number);
  if (joined == node->at[entry])
    return;
  node->at[entry] = joined;
  analysis->grew = true;
  analysis_wait(analysis, point_make(number, entry));
}

/* The state in which a function begins: its registers are new. */
static struct static_state begin(struct analysis *analysis, const struct function *function,
                                 const estimate *arguments, const unsigned *widths, size_t count,
                                 const struct static_state *caller) {
  struct static_state state = *caller;
  state.registers = state.equal = NULL;
  for (uint32_t i = 0; i < function->parameter_count; i++) {
    uint32_t number = function->parameters[i];
    unsigned width = function->registers[number].width;
    estimate value = i < count ? arguments[i] : estimate_all_numbers(analysis->estimates, width);
    if (i < count && widths[i] != width) {
      struct range range, all = range_full(width);
      if (!estimate_range(analysis->estimates, value, &range) || range.low < all.low ||
          range.high > all.high || range.low < 0)
        value = estimate_all_numbers(analysis->estimates, width);
    }
    static_state_set_register(analysis, &state, number, value);
  }
  return state;
}

/* What a call gives and gets. */
struct calling {
  struct analysis *analysis;
  uint32_t node;
  const struct edge *edge;
  const struct static_state *state;
  struct successors *out;
  estimate arguments[MOST_ARGUMENTS];
  unsigned widths[MOST_ARGUMENTS];
  size_t count;
};

static void go_on(const struct calling *calling, const struct static_state *state) {
  if (calling->out->count == MOST_SUCCESSORS) {
    analysis_give_up(calling->analysis, "too many functions may be called", calling->edge);
    return;
  }
  calling->out->list[calling->out->count++] =
      (struct successor){.node = calling->node, .location = calling->edge->to, .state = *state};
}

/* Registers of the caller with addresses of the thread's own objects, which the callee may make
 * public or let grow old: they lie in the memory of the state meanwhile, so that this happens to
 * them as well. */
struct saving {
  const struct calling *calling;
  struct static_state *state;
  uint32_t frame;
};

static bool has_own_address(struct analysis *analysis, estimate value) {
  size_t count;
  const struct estimate_part *parts = estimate_parts(analysis->estimates, value, &count);
  for (size_t i = 0; i < count; i++) {
    const struct space_object *object = &analysis->space.objects.items[parts[i].base];
    if ((object->kind == SPACE_SLOT || object->kind == SPACE_BLOCK) && !object->is_public)
      return true;
  }
  return false;
}

static void save_register(void *context, uint32_t number, uint32_t value) {
  struct saving *saving = context;
  struct analysis *analysis = saving->calling->analysis;
  if (!has_own_address(analysis, value))
    return;
  uint32_t cell = space_cell(&analysis->space, saving->frame, number, 1, NULL);
  estimate old = ESTIMATE_NONE;
  if (is_recursive(analysis, saving->calling->node))
    radix_get(saving->state->memory, cell, &old);
  saving->state->memory = radix_put(analysis->arena, saving->state->memory, cell,
                                    estimate_join(analysis->estimates, old, value));
}

static void save_registers(const struct calling *calling, struct static_state *entry) {
  struct saving saving = {calling, entry, space_frame(&calling->analysis->space, calling->node)};
  radix_visit(calling->state->registers, save_register, &saving);
}

/* The registers without such addresses. */
struct others {
  const struct calling *calling;
  const struct radix_tree *registers;
};

static void take_other(void *context, uint32_t number, uint32_t value) {
  struct others *others = context;
  if (has_own_address(others->calling->analysis, value))
    others->registers = radix_remove(others->calling->analysis->arena, others->registers, number);
}

static const struct radix_tree *other_registers(const struct calling *calling) {
  struct others others = {calling, calling->state->registers};
  if (analysis_has_setjmp(calling->analysis,
                          calling->analysis->nodes.items[calling->node].function))
    radix_visit(calling->state->registers, take_other, &others);
  return others.registers;
}

static void restore_register(void *context, uint32_t number, uint32_t value) {
  struct saving *saving = context;
  struct analysis *analysis = saving->calling->analysis;
  estimate saved;
  if (!has_own_address(analysis, value))
    return;
  uint32_t cell = space_cell(&analysis->space, saving->frame, number, 1, NULL);
  if (!radix_get(saving->state->memory, cell, &saved))
    return;
  saving->state->registers = radix_put(analysis->arena, saving->state->registers, number, saved);
  if (!is_recursive(analysis, saving->calling->node))
    saving->state->memory = radix_remove(analysis->arena, saving->state->memory, cell);
}

/* The caller after the call: its own registers, and what the callee did to memory. */
static struct static_state after_call(const struct calling *calling,
                                      const struct static_state *exit) {
  struct static_state state = *exit;
  struct saving saving = {calling, &state, space_frame(&calling->analysis->space, calling->node)};
  state.registers = calling->state->registers;
  radix_visit(calling->state->registers, restore_register, &saving);
  state.equal = NULL;
  return state;
}

static void set_results(const struct calling *calling, const struct function *callee,
                        const struct static_state *exit, struct static_state *state) {
  const struct edge *edge = calling->edge;
  const struct function *function = node_at(calling->analysis, calling->node)->function;
  for (uint32_t i = 0; edge->op == OPERATION_CALL && i < edge->call.result_count; i++) {
    uint32_t target = edge->call.results[i];
    if (target == NO_REGISTER)
      continue;
    unsigned width = function->registers[target].width;
    bool is_there = i < callee->result_count && callee->result_widths[i] == width;
    static_state_set_register(calling->analysis, state, target,
                              is_there ? static_state_register(exit, i)
                                       : estimate_all_numbers(calling->analysis->estimates, width));
  }
}

static bool claims(const struct function *callee) {
  return callee->effect == EFFECT_JOINS || callee->effect == EFFECT_TRIES_JOIN ||
         callee->effect == EFFECT_DETACHES;
}

/* Classes whose thread the id may be. */
static uint64_t find_classes(struct analysis *analysis, estimate id) {
  size_t count;
  uint64_t classes = id == ESTIMATE_ANY ? UINT64_MAX : 0;
  const struct estimate_part *parts = estimate_parts(analysis->estimates, id, &count);
  for (size_t i = 0; i < count; i++) {
    const struct space_object *object = &analysis->space.objects.items[parts[i].base];
    if (object->kind == SPACE_RECORD && parts[i].base != BASE_SELF)
      classes |= UINT64_C(1) << object->class;
  }
  return classes;
}

/* A join: threads of a class that has only one no longer run. */
static void end_joined(const struct calling *calling, const struct function *callee,
                       struct static_state *state) {
  size_t count;
  if (calling->count && claims(callee))
    state->digest.joinable &= ~find_classes(calling->analysis, calling->arguments[0]);
  if (callee->effect != EFFECT_JOINS || !calling->count ||
      calling->analysis->threads.joins_may_fail)
    return;
  const struct estimate_part *parts =
      estimate_parts(calling->analysis->estimates, calling->arguments[0], &count);
  if (count && parts->base == BASE_NUMBER) {
    parts++;
    count--;
  }
  const struct space_object *record = &calling->analysis->space.objects.items[parts->base];
  if (count != 1 || record->kind != SPACE_RECORD || parts->base == BASE_SELF ||
      calling->analysis->classes.items[record->class].is_many)
    return;
  state->digest.running &= ~(UINT64_C(1) << record->class);
}

/* The lock that the function is about, unless it is part of another such function. */
static bool find_lock(const struct calling *calling, const struct function *callee,
                      struct place_name *name, estimate *address) {
  uint32_t position = callee->effect == EFFECT_WAITS;
  if (callee->effect == EFFECT_NONE || callee->effect > EFFECT_DESTROYS ||
      position >= calling->count || calling->edge->op != OPERATION_CALL ||
      locks_are_inside(calling->analysis, calling->node))
    return false;
  *name =
      lock_names_name(calling->analysis, calling->node, calling->edge->call.arguments[position]);
  *address = calling->arguments[position];
  return true;
}

static bool is_held(const struct calling *calling, const struct function *callee) {
  struct place_name name;
  estimate address;
  return find_lock(calling, callee, &name, &address) &&
         lock_names_holds(calling->state->holding, name);
}

static void hold_before(const struct calling *calling, const struct function *callee,
                        struct static_state *state) {
  struct place_name name;
  estimate address;
  if (!find_lock(calling, callee, &name, &address))
    return;
  if (callee->effect == EFFECT_GIVES || callee->effect == EFFECT_WAITS)
    lock_names_give(calling->analysis, state, name, address);
  else if (callee->effect == EFFECT_ONCE)
    lock_names_take(calling->analysis, state, name, address);
  else if (callee->effect == EFFECT_DESTROYS)
    lock_misuse_destroy(calling->analysis, state, address);
}

/* A function that only tries may also return that the last holder died, and then it took the lock.
 */
static bool may_have_taken(const struct calling *calling, const struct static_state *exit) {
  struct estimates *estimates = calling->analysis->estimates;
  struct range died = {EOWNERDEAD, EOWNERDEAD}, any;
  estimate result = static_state_register(exit, 0);
  return !estimate_range(estimates, result, &any) ||
         estimate_within(estimates, result, died) != ESTIMATE_NONE;
}

static void hold_after(const struct calling *calling, const struct function *callee,
                       const struct static_state *exit, struct static_state *state,
                       bool has_succeeded) {
  struct place_name name;
  estimate address;
  if (!find_lock(calling, callee, &name, &address) || callee->effect == EFFECT_GIVES ||
      callee->effect == EFFECT_DESTROYS)
    return;
  if (callee->effect == EFFECT_ONCE)
    lock_names_give(calling->analysis, state, name, address);
  else if (has_succeeded)
    lock_names_take(calling->analysis, state, name, address);
  else if (may_have_taken(calling, exit))
    lock_names_may_take(calling->analysis, state, address);
}

static void leave(const struct calling *calling, const struct function *callee,
                  const struct static_state *exit, bool has_succeeded, estimate first) {
  struct static_state state = after_call(calling, exit);
  set_results(calling, callee, exit, &state);
  if (first != ESTIMATE_NONE && calling->edge->call.result_count &&
      calling->edge->call.results[0] != NO_REGISTER)
    static_state_set_register(calling->analysis, &state, calling->edge->call.results[0], first);
  locks_leave(calling->analysis, callee, calling->arguments, calling->count, &state, has_succeeded);
  hold_after(calling, callee, exit, &state, has_succeeded);
  lock_names_change(calling->analysis, &state, calling->node, calling->edge);
  end_joined(calling, callee, &state);
  go_on(calling, &state);
}

static void return_from(const struct calling *calling, const struct function *callee,
                        const struct static_state *exit) {
  struct estimates *estimates = calling->analysis->estimates;
  if (!locks_tries(callee)) {
    leave(calling, callee, exit, true, ESTIMATE_NONE);
    return;
  }
  /* The result tells whether the lock was acquired. */
  estimate result = static_state_register(exit, 0);
  struct range none = {0, 0}, range;
  estimate success = estimate_within(estimates, result, none);
  if (success != ESTIMATE_NONE)
    leave(calling, callee, exit, true, success);
  if (!estimate_range(estimates, result, &range) || range.low || range.high) {
    struct range others = {range.low == 0 ? 1 : range.low, range.high};
    leave(calling, callee, exit, false,
          estimate_range(estimates, result, &range) ? estimate_within(estimates, result, others)
                                                    : result);
  }
}

/* The address as a number, for a function that only looks at which variable it is of: those of
 * variables are known, and those of slots, blocks and records lie above all of them. */
static void number_address(struct calling *calling) {
  struct analysis *analysis = calling->analysis;
  size_t count;
  const struct estimate_part *parts =
      estimate_parts(analysis->estimates, calling->arguments[0], &count);
  estimate numbers = ESTIMATE_NONE;
  struct estimate_part list[MOST_PARTS];
  memcpy(list, parts, count * sizeof *list);
  if (calling->arguments[0] == ESTIMATE_ANY || analysis->program->pointer_width != 64)
    return;
  for (size_t i = 0; i < count; i++) {
    const struct space_object *object = &analysis->space.objects.items[list[i].base];
    int64_t low = list[i].low, high = list[i].high;
    if (list[i].base != BASE_NUMBER && object->object) {
      low += (int64_t)object->object->address;
      high += (int64_t)object->object->address;
    } else if (list[i].base != BASE_NUMBER) {
      low = (int64_t)address_of_threads(analysis->program->data_model);
      high = INT64_MAX;
      list[i].step = 1;
    }
    numbers =
        estimate_join(analysis->estimates, numbers,
                      estimate_make(analysis->estimates, BASE_NUMBER, low, high, list[i].step));
  }
  calling->arguments[0] = numbers;
}

static void judge_misuse(const struct calling *calling, const struct function *callee,
                         uint32_t child) {
  struct analysis *analysis = calling->analysis;
  struct node *node = node_at(analysis, child);
  struct place_name name;
  estimate address;
  if (!analysis->assessment || callee->effect == EFFECT_NONE)
    return;
  if (!find_lock(calling, callee, &name, &address)) {
    node->may_misuse = true;
    return;
  }
  enum lock_judgement judgement =
      lock_misuse_judge(analysis, callee->effect, name, address, calling->state);
  node->may_misuse |= judgement == MAY_BE_MISUSE;
  if (judgement == NO_MISUSE_IF_INTACT)
    node->rests_on = estimate_join(analysis->estimates, node->rests_on, address);
  if (callee->effect == EFFECT_DESTROYS)
    node->ends = estimate_join(analysis->estimates, node->ends, address);
}

static void call_function(struct calling *calling, const struct function *callee) {
  struct analysis *analysis = calling->analysis;
  if (callee->names_variable && calling->count)
    number_address(calling);
  if (!callee->locations) {
    assess_fail(analysis, calling->node, calling->edge, NOT_MODELLED);
    return;
  }
  if (calling->count)
    assess_claim(analysis, calling->node, calling->state, calling->edge, callee,
                 calling->arguments[0]);
  uint32_t child = steps_child(analysis, calling->node, calling->edge, callee);
  struct static_state entry =
      begin(analysis, callee, calling->arguments, calling->widths, calling->count, calling->state);
  save_registers(calling, &entry);
  jumps_keep_registers(analysis, calling->node, other_registers(calling));
  judge_misuse(calling, callee, child);
  locks_enter(analysis, callee, calling->arguments, calling->count, &entry,
              is_held(calling, callee));
  hold_before(calling, callee, &entry);
  steps_enter(analysis, child, &entry);
  note_caller(analysis, child);
  const struct static_state *exit = node_at(analysis, child)->exit;
  if (exit)
    return_from(calling, callee, exit);
}

static void find_arguments(struct calling *calling) {
  const struct edge *edge = calling->edge;
  for (uint32_t i = 0; i < edge->call.argument_count && i < MOST_ARGUMENTS; i++) {
    calling->arguments[i] =
        static_state_value(calling->analysis, calling->state, edge->call.arguments[i]);
    calling->widths[i] = edge->call.arguments[i]->width;
    calling->count++;
  }
  if (!edge->call.variadic_area || calling->count == MOST_ARGUMENTS)
    return;
}

/* The variadic area is the last parameter. */
static void add_area(struct calling *calling, const struct function *callee) {
  const struct term *area = calling->edge->call.variadic_area;
  if (!area || !callee->is_variadic || !callee->parameter_count ||
      callee->parameter_count > MOST_ARGUMENTS)
    return;
  uint32_t last = callee->parameter_count - 1;
  for (; calling->count < last; calling->count++) {
    calling->widths[calling->count] = 64;
    calling->arguments[calling->count] = estimate_all_numbers(calling->analysis->estimates, 64);
  }
  calling->arguments[last] = static_state_value(calling->analysis, calling->state, area);
  calling->widths[last] = area->width;
  calling->count = last + 1u;
}

void steps_call(struct analysis *analysis, uint32_t node, const struct edge *edge,
                const struct static_state *state, struct successors *out) {
  struct calling calling = {analysis, node, edge, state, out, {0}, {0}, 0};
  find_arguments(&calling);
  if (edge->call.callee) {
    add_area(&calling, edge->call.callee);
    call_function(&calling, edge->call.callee);
    return;
  }
  size_t count;
  estimate address = static_state_value(analysis, state, edge->call.address);
  assess_address(analysis, address);
  struct estimate_part list[MOST_PARTS];
  const struct estimate_part *parts = estimate_parts(analysis->estimates, address, &count);
  memcpy(list, parts, count * sizeof *list);
  if (address == ESTIMATE_ANY)
    analysis_give_up(analysis, "a call of a function that is not known", edge);
  for (size_t i = 0; i < count; i++) {
    const struct space_object *object = &analysis->space.objects.items[list[i].base];
    if (list[i].base == BASE_NUMBER || object->kind != SPACE_FUNCTION || list[i].step ||
        list[i].low) {
      assess_fail(analysis, node, edge, PROPERTY_MEMORY);
      continue;
    }
    struct calling one = calling;
    add_area(&one, object->object->function);
    call_function(&one, object->object->function);
  }
}

void steps_wait(struct analysis *analysis, uint32_t node, const struct edge *edge,
                const struct static_state *state, struct successors *out) {
  struct static_state before = *state;
  uint32_t depth = before.digest.depth;
  before.digest.depth = 0; /* others run meanwhile */
  static_state_release(analysis, &before, 0);
  before.digest.depth = depth;
  struct calling calling = {analysis, node, edge, &before, out, {0}, {0}, 2};
  const struct term *terms[2] = {edge->wait.object, edge->wait.argument};
  for (size_t i = 0; i < 2; i++) {
    calling.arguments[i] = static_state_value(analysis, &before, terms[i]);
    calling.widths[i] = terms[i]->width;
  }
  deadlocks_note_wait(analysis, node, edge, steps_child(analysis, node, edge, edge->wait.condition),
                      &before);
  call_function(&calling, edge->wait.condition);
}

void steps_return(struct analysis *analysis, uint32_t number, const struct edge *edge,
                  const struct static_state *state) {
  struct static_state exit = *state;
  const struct function *function = node_at(analysis, number)->function;
  exit.registers = exit.equal = NULL;
  for (uint32_t i = 0; i < edge->ret.count && i < function->result_count; i++) {
    estimate value = static_state_value(analysis, state, edge->ret.values[i]);
    if (edge->ret.values[i]->width != function->result_widths[i])
      value = estimate_all_numbers(analysis->estimates, function->result_widths[i]);
    exit.registers = radix_put(analysis->arena, exit.registers, i, value);
  }
  lock_names_return(analysis, &exit, number);
  static_state_end_slots(analysis, &exit, number);
  struct node *node = node_at(analysis, turns_first(analysis, number));
  const struct static_state *joined =
      static_state_join(analysis, node->exit, arena_copy(analysis->arena, &exit, sizeof exit), NULL,
                        ++node->returns > PATIENCE && (node->is_recursive || node->returns > 16));
  node = node_at(analysis, turns_first(analysis, number));
  if (joined == node->exit)
    return;
  node->exit = joined;
  analysis->grew = true;
  for (size_t i = 0; i < node->callers.count; i++)
    analysis_wait(analysis, node->callers.items[i]);
}

static void note_many(struct analysis *analysis, uint32_t number) {
  struct thread_class *class = &analysis->classes.items[number];
  if (class->is_many)
    return;
  class->is_many = true;
  analysis_wait_for_all(analysis);
}

/* The class of threads that begin in this function, created here. */
static uint32_t find_class(struct analysis *analysis, uint32_t node, const struct edge *edge,
                           const struct function *function) {
  for (uint32_t i = 1; i < analysis->classes.count; i++) {
    const struct thread_class *class = &analysis->classes.items[i];
    if (class->creator == node && class->spawn == edge &&
        node_at(analysis, class->root)->function == function)
      return i;
  }
  for (uint32_t i = 1; analysis->classes.count == MOST_CLASSES && i < analysis->classes.count;
       i++) {
    struct thread_class *class = &analysis->classes.items[i];
    if (class->spawn != edge || node_at(analysis, class->root)->function != function ||
        node_at(analysis, class->creator)->class != node_at(analysis, node)->class)
      continue;
    class->is_mixed = true;
    note_many(analysis, i);
    return i;
  }
  if (analysis->classes.count == MOST_CLASSES) {
    analysis_give_up(analysis, "too many classes of threads", edge);
    return 0;
  }
  uint32_t number = (uint32_t)analysis->classes.count;
  struct node root = {.function = function, .parent = NO_NODE, .class = number};
  uint32_t fresh = steps_add_node(analysis, &root);
  vector_push(&analysis->classes,
              (struct thread_class){.creator = node, .spawn = edge, .root = fresh});
  if (node_at(analysis, node)->class != 0)
    analysis_wait_for_all(analysis); /* it may run where main knows only of its creator */
  return number;
}

static void spawn_function(struct analysis *analysis, uint32_t node, const struct edge *edge,
                           const struct function *function, struct static_state *state) {
  uint32_t number = find_class(analysis, node, edge, function),
           own = node_at(analysis, node)->class;
  uint64_t bit = UINT64_C(1) << number;
  if (analysis->reason)
    return;
  if (state->digest.created & bit || analysis->classes.items[own].is_many ||
      is_recursive(analysis, node))
    note_many(analysis, number);
  uint64_t others = state->digest.running | UINT64_C(1) << own;
  analysis->classes.items[number].beside |= others;
  state->digest.created |= bit;
  state->digest.joinable |= bit;
  state->digest.running |= bit;
  estimate arguments[3] = {estimate_make(analysis->estimates, BASE_SELF, 0, 0, 0)};
  unsigned widths[3] = {analysis->program->pointer_width, edge->spawn.arguments[0]->width,
                        edge->spawn.arguments[1]->width};
  assess_creation(analysis, node, edge,
                  static_state_value(analysis, state, edge->spawn.arguments[1]));
  for (size_t i = 0; i < 2; i++)
    arguments[i + 1] = static_state_publish(
        analysis, state, static_state_value(analysis, state, edge->spawn.arguments[i]));
  struct static_state empty = {.digest = {.has_threads = true, .running = others}};
  struct static_state entry = begin(analysis, function, arguments, widths, 3, &empty);
  static_cells_inherit(analysis, state, number, &entry);
  steps_enter(analysis, analysis->classes.items[number].root, &entry);
}

void steps_spawn(struct analysis *analysis, uint32_t node, const struct edge *edge,
                 struct static_state *state) {
  size_t count;
  estimate address = static_state_value(analysis, state, edge->spawn.function),
           records = ESTIMATE_NONE;
  struct estimate_part list[MOST_PARTS];
  const struct estimate_part *parts = estimate_parts(analysis->estimates, address, &count);
  memcpy(list, parts, count * sizeof *list);
  assess_address(analysis, address);
  if (address == ESTIMATE_ANY)
    analysis_give_up(analysis, "a thread that begins in a function that is not known", edge);
  static_state_begin_threads(analysis, state);
  static_state_tell_copies(analysis, state);
  for (size_t i = 0; i < count && !analysis->reason; i++) {
    const struct space_object *object = &analysis->space.objects.items[list[i].base];
    if (object->kind != SPACE_FUNCTION || list[i].step || list[i].low) {
      assess_fail(analysis, node, edge, PROPERTY_MEMORY);
      continue;
    }
    const struct function *function = object->object->function;
    spawn_function(analysis, node, edge, function, state);
    uint32_t class = find_class(analysis, node, edge, function);
    records = estimate_join(
        analysis->estimates, records,
        estimate_make(analysis->estimates, space_record(&analysis->space, class), 0, 0, 0));
  }
  static_state_begin_beside(analysis, state);
  lock_misuse_begin_beside(analysis, state);
  static_state_set_register(analysis, state, edge->spawn.target, records);
}
