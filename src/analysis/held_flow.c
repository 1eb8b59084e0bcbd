/* SPDX-License-Identifier: Apache-2.0 */
/* Forward data flow through all functions that the threads may call, to a fixed point. If that took
 * a join to end threads that it may not end, all of it begins again without it. */
#include "analysis/held_state.h"

#include "analysis/points.h"
#include "program/access.h"

#include <string.h>

enum {
  MOST_CONTEXTS = 20000,
  MOST_CALLEES = 64,
  DEEPEST_SECTION = 4, /* that is told apart */
};

struct held_key {
  uint64_t locks, read_locks, running, unready[HELD_LOCK_WORDS];
  uint32_t kind, function, depth, is_alone;
};

static uint32_t find_context(struct held_analysis *held, uint32_t kind,
                             const struct function *function, const struct held_state *state) {
  struct held_key key = {
      state->locks, state->read_locks, state->running, {state->unready[0], state->unready[1]},
      kind,         function->number,  state->depth,   state->is_alone};
  bool is_new;
  uint32_t number = interner_add(held->keys, &key, sizeof key, &is_new);
  if (!is_new)
    return number;
  if (held->contexts.count >= MOST_CONTEXTS)
    obstacle_note(&held->obstacle, "too many ways to call functions", NULL, NULL);
  struct held_context context = {.kind = kind, .function = function, .entry = *state};
  context.entry.is_reached = true;
  context.entry.tried_register = NO_REGISTER;
  context.at = arena_allocate(held->arena, (function->location_count + 1) * sizeof *context.at);
  context.is_waiting = true;
  vector_push(&held->contexts, context);
  vector_push(&held->waiting, number);
  return number;
}

static void wait_again(struct held_analysis *held, uint32_t number) {
  struct held_context *context = &held->contexts.items[number];
  if (context->is_waiting)
    return;
  context->is_waiting = true;
  vector_push(&held->waiting, number);
}

void held_wait_for_all(struct held_analysis *held) {
  for (uint32_t i = 0; i < held->contexts.count; i++)
    wait_again(held, i);
}

/* True: the target changes. */
static bool join_states(struct held_state *target, const struct held_state *state) {
  struct held_state old = *target;
  if (!old.is_reached) {
    *target = *state;
    target->is_reached = true;
    return true;
  }
  target->locks &= state->locks;
  target->read_locks &= state->read_locks;
  target->running |= state->running;
  for (unsigned i = 0; i < HELD_LOCK_WORDS; i++)
    target->unready[i] |= state->unready[i];
  target->is_alone &= state->is_alone;
  if (state->depth < target->depth)
    target->depth = state->depth;
  if (target->tried_register != state->tried_register || target->tried != state->tried ||
      target->tried_read != state->tried_read)
    target->tried_register = NO_REGISTER;
  return old.unready[0] != target->unready[0] || old.unready[1] != target->unready[1] ||
         old.locks != target->locks || old.read_locks != target->read_locks ||
         old.running != target->running || old.is_alone != target->is_alone ||
         old.depth != target->depth || old.tried_register != target->tried_register;
}

static void note_caller(struct held_analysis *held, uint32_t callee, uint32_t caller) {
  struct held_context *context = &held->contexts.items[callee];
  vector_each (known, &context->callers)
    if (*known == caller)
      return;
  vector_push(&context->callers, caller);
}

/* Adds what is true when the callee has returned; nothing if it is not known to do so. */
static void call_function(struct held_analysis *held, uint32_t caller, const struct edge *edge,
                          const struct function *callee, const struct held_state *state,
                          struct held_state *after) {
  if (!callee->locations) {
    obstacle_note(&held->obstacle, "a call of a function without definition",
                  held->contexts.items[caller].function, edge);
    return;
  }
  uint32_t number = find_context(held, held->contexts.items[caller].kind, callee, state);
  note_caller(held, number, caller);
  if (held->contexts.items[number].exit.is_reached)
    join_states(after, &held->contexts.items[number].exit);
}

/* The function that pthread_once calls holds what all that come later share. Adds what is true if
 * it was called and has returned. */
static void call_init(struct held_analysis *held, uint32_t caller, const struct edge *edge,
                      const struct held_state *state, struct held_state *after) {
  const struct function *function = held->contexts.items[caller].function;
  struct held_state inside = *state, returned = {0};
  held_apply_effect(held, function, edge, EFFECT_TAKES, &inside);
  held_find_pointees(held, function, edge->call.arguments[1]);
  uint64_t *functions = bits_create(held->words);
  bits_copy(functions, held->set, held->words);
  for (uint32_t i = 0; i < held->program->object_count; i++)
    if (points_in(functions, i) && held->program->objects[i].function)
      call_function(held, caller, edge, held->program->objects[i].function, &inside, &returned);
  memory_release(functions);
  if (!returned.is_reached)
    return;
  returned.locks &= ~(inside.locks & ~state->locks);
  held_apply_effect(held, function, edge, EFFECT_ONCE, &returned);
  join_states(after, &returned);
}

/* Calls of the library that are not followed. */
static bool call_known(struct held_analysis *held, uint32_t caller, const struct edge *edge,
                       const struct function *callee, const struct held_state *state,
                       struct held_state *after) {
  struct held_state during = *state;
  bool reads_pointers;
  if (held_prints(callee) ? !held_is_plain_format(held, edge, callee, &reads_pointers)
                          : !held_is_about_lock(callee))
    return false;
  if (callee->effect == EFFECT_ONCE && edge->call.argument_count > 1)
    call_init(held, caller, edge, &during, after);
  held_apply_effect(held, held->contexts.items[caller].function, edge, callee->effect, &during);
  join_states(after, &during);
  return true;
}

static void call_one(struct held_analysis *held, uint32_t caller, const struct edge *edge,
                     const struct function *callee, const struct held_state *state,
                     struct held_state *after) {
  const struct held_context context = held->contexts.items[caller];
  struct held_state during = *state;
  uint64_t created = 0;
  if (call_known(held, caller, edge, callee, state, after))
    return;
  if (held_create_thread(held, &context, edge, callee, state, &created)) {
    during.running |= context.kind ? 0 : created;
    during.is_alone = false;
  }
  struct held_state fresh = {.unready = {state->unready[0], state->unready[1]}};
  for (uint32_t i = 1; i < held->kinds.count; i++)
    if (created >> i & 1)
      find_context(held, i, held->kinds.items[i].runner, &fresh);
  uint64_t ended = held_join_thread(held, &context, edge, callee, state);
  struct held_state returned = {0};
  call_function(held, caller, edge, callee, &during, &returned);
  if (!returned.is_reached)
    return;
  returned.running &= ~ended;
  join_states(after, &returned);
}

static void call(struct held_analysis *held, uint32_t caller, const struct edge *edge,
                 const struct held_state *state, struct held_state *after) {
  const struct held_context *context = &held->contexts.items[caller];
  const struct held_kind *kind = &held->kinds.items[context->kind];
  const struct function *callees[MOST_CALLEES];
  size_t count = sharing_callees(held->sharing, edge, callees, MOST_CALLEES);
  if (context->kind && context->function == kind->runner && !edge->call.callee) {
    callees[0] = kind->start;
    count = 1;
  }
  if (count > MOST_CALLEES)
    obstacle_note(&held->obstacle, obstacle_any_function, context->function, edge);
  for (size_t i = 0; !held->obstacle.what && i < count; i++)
    call_one(held, caller, edge, callees[i], state, after);
}

static void forget_tried(uint32_t number, void *context) {
  struct held_state *state = context;
  if (number == state->tried_register)
    state->tried_register = NO_REGISTER;
}

static void return_from(struct held_analysis *held, uint32_t number, struct held_state *state) {
  struct held_context *context = &held->contexts.items[number];
  state->tried_register = NO_REGISTER;
  if (!join_states(&context->exit, state))
    return;
  for (size_t i = 0; i < context->callers.count; i++)
    wait_again(held, context->callers.items[i]);
}

static struct held_state wait_for(struct held_analysis *held, uint32_t number,
                                  const struct edge *edge, struct held_state state) {
  struct held_state inside = state, answered = {0};
  inside.depth++;
  call_function(held, number, edge, edge->wait.condition, &inside, &answered);
  return state;
}

/* What is true after an edge; not reached: no thread comes there. */
static struct held_state pass(struct held_analysis *held, uint32_t number, const struct edge *edge,
                              struct held_state state) {
  struct held_state after = {0};
  edge_visit_definitions(edge, forget_tried, &state);
  held_note_presets(held, held->contexts.items[number].function, edge, &state);
  if (edge->op == OPERATION_ASSUME) {
    if (term_is_false(edge->assume.condition))
      return after;
    held_learn(edge, &state);
  } else if (edge->op == OPERATION_CALL) {
    state.tried_register = NO_REGISTER;
    call(held, number, edge, &state, &after);
    return after;
  } else if (edge->op == OPERATION_WAIT) {
    return wait_for(held, number, edge, state);
  } else if (edge->op == OPERATION_RETURN) {
    return_from(held, number, &state);
    return after;
  } else if (edge->op == OPERATION_ALONE) {
    state.tried_register = edge->get.target;
    state.tried = state.tried_read = 0;
  } else if (edge->op == OPERATION_ATOMIC_BEGIN) {
    state.depth += state.depth < DEEPEST_SECTION;
  } else if (edge->op == OPERATION_ATOMIC_END) {
    state.depth -= state.depth > 0;
  } else if (edge->op == OPERATION_SETJMP) {
    obstacle_note(&held->obstacle,
                  "a setjmp, or a handler that is called when a thread is cancelled",
                  held->contexts.items[number].function, edge);
  } else if (edge->op == OPERATION_UNSUPPORTED) {
    obstacle_note(&held->obstacle, edge->unsupported.what, held->contexts.items[number].function,
                  edge);
  }
  return operation_is(edge->op, IS_LAST) ? after : state;
}

static void go_through(struct held_analysis *held, uint32_t number) {
  const struct function *function = held->contexts.items[number].function;
  struct held_state *at = held->contexts.items[number].at;
  join_states(&at[function->entry], &held->contexts.items[number].entry);
  for (bool changed = true; changed && !held->obstacle.what;) {
    changed = false;
    for (uint32_t i = 0; i < function->edge_count && !held->obstacle.what; i++) {
      const struct edge *edge = &function->edges[i];
      if (!at[edge->from].is_reached)
        continue;
      struct held_state after = pass(held, number, edge, at[edge->from]);
      if (after.is_reached && edge->to < function->location_count)
        changed |= join_states(&at[edge->to], &after);
    }
  }
}

static struct held_access *add_access(struct held_analysis *held,
                                      const struct held_context *context, const struct edge *edge,
                                      const struct term *address, uint64_t size, bool writes) {
  const struct held_state *state = &context->at[edge->from];
  static struct held_access none;
  if (state->is_alone)
    return &none;
  uint64_t may_hold = state->locks | state->read_locks;
  if (state->tried_register != NO_REGISTER)
    may_hold |= state->tried | state->tried_read;
  vector_push(&held->accesses, (struct held_access){.function = context->function,
                                                    .edge = edge,
                                                    .address = address,
                                                    .size = size,
                                                    .writes = writes,
                                                    .is_atomic = state->depth > 0,
                                                    .kind = context->kind,
                                                    .locks = state->locks,
                                                    .read_locks = state->read_locks,
                                                    .may_hold = may_hold,
                                                    .running = state->running});
  return &vector_last(&held->accesses);
}

static uint64_t size_of(const struct term *term) {
  return term_is_constant(term) ? term->value : UINT64_MAX;
}

static void collect_printing(struct held_analysis *held, const struct held_context *context,
                             const struct edge *edge, const struct function *callee) {
  bool reads_pointers = false;
  if (!held_is_plain_format(held, edge, callee, &reads_pointers))
    return; /* it was followed */
  if (reads_pointers && edge->call.variadic_area)
    add_access(held, context, edge, edge->call.variadic_area, UINT64_MAX, false)->is_through = true;
  if (held_prints_to_buffer(callee))
    add_access(held, context, edge, edge->call.arguments[0], UINT64_MAX, true);
}

static void collect_call(struct held_analysis *held, const struct held_context *context,
                         const struct edge *edge) {
  const struct function *callees[MOST_CALLEES];
  size_t count = sharing_callees(held->sharing, edge, callees, MOST_CALLEES);
  for (size_t i = 0; i < count && i < MOST_CALLEES; i++) {
    if (held_prints(callees[i]))
      collect_printing(held, context, edge, callees[i]);
    if (!held_is_about_lock(callees[i]) || !edge->call.argument_count)
      continue;
    struct held_access *access = add_access(held, context, edge, edge->call.arguments[0],
                                            held_lock_bytes(held->program, callees[i]), true);
    access->is_atomic = access->is_of_lock = true;
  }
}

static void collect_edge(struct held_analysis *held, const struct held_context *context,
                         const struct edge *e) {
  struct edge_access list[MOST_ACCESSES];
  unsigned count = edge_accesses(e, list);
  if (e->op == OPERATION_CALL)
    collect_call(held, context, e);
  for (unsigned i = 0; i < count; i++) {
    const struct edge_access *access = &list[i];
    uint64_t size = access->length ? size_of(access->length)
                    : access->size ? access->size
                                   : UINT64_MAX;
    if (access_races(access))
      add_access(held, context, e, access->address, size, access_writes(access))->is_atomic |=
          access_is_atomic(access);
  }
}

/* No function jumps where there is no setjmp: the library's handlers are not there then. */
static bool is_jumping(const struct function *function) {
  for (uint32_t i = 0; function->is_library && i < function->edge_count; i++)
    if (function->edges[i].op == OPERATION_LONGJMP)
      return true;
  return false;
}

static void collect(struct held_analysis *held) {
  vector_each (context, &held->contexts) {
    if (context->function->is_observer || is_jumping(context->function))
      continue;
    for (uint32_t j = 0; j < context->function->edge_count; j++)
      if (context->at[context->function->edges[j].from].is_reached)
        collect_edge(held, context, &context->function->edges[j]);
  }
}

static void forget_contexts(struct held_analysis *held) {
  vector_release_members(&held->contexts, callers);
  vector_release(&held->waiting);
  vector_release(&held->kinds);
  vector_release(&held->accesses);
  interner_destroy(held->keys);
  held->keys = NULL;
}

/* Does no edge of the context lead out of what is known? */
static bool is_closed_under(struct held_analysis *held, uint32_t number) {
  const struct function *function = held->contexts.items[number].function;
  const struct held_state *at = held->contexts.items[number].at;
  struct held_state entry = at[function->entry];
  if (join_states(&entry, &held->contexts.items[number].entry))
    return false;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    if (!at[edge->from].is_reached)
      continue;
    struct held_state after = pass(held, number, edge, at[edge->from]);
    if (!after.is_reached || edge->to >= function->location_count)
      continue;
    struct held_state target = at[edge->to];
    if (!target.is_reached || join_states(&target, &after))
      return false;
  }
  return true;
}

/* Checks the fixed point: every edge of every context once more, in another order than it was found
 * in. No context, kind of thread or caller may be new. */
static void check_closed(struct held_analysis *held) {
  size_t contexts = held->contexts.count, kinds = held->kinds.count;
  bool is_closed = true;
  for (size_t i = contexts; i-- > 0 && is_closed && !held->obstacle.what;)
    is_closed = is_closed_under(held, (uint32_t)i);
  if (!held->obstacle.what && (!is_closed || held->waiting.count ||
                               held->contexts.count != contexts || held->kinds.count != kinds))
    obstacle_note(&held->obstacle, "a proof by held locks did not pass its check", NULL, NULL);
}

/* One attempt; true: it has to be made again. */
static bool follow(struct held_analysis *held) {
  const char *limit;
  forget_contexts(held);
  held->keys = interner_create();
  vector_push(&held->kinds, (struct held_kind){.start = held->program->start});
  find_context(held, 0, held->program->start, &(struct held_state){0});
  while (held->waiting.count && !held->obstacle.what) {
    uint32_t number = vector_pop(&held->waiting);
    held->contexts.items[number].is_waiting = false;
    go_through(held, number);
    if (limits_check(held->limits, &limit) != STATUS_OK)
      obstacle_note(&held->obstacle, limit, NULL, NULL);
  }
  if (!held->obstacle.what)
    check_closed(held);
  if (held->obstacle.what)
    return false;
  collect(held);
  uint64_t unjoined = held_find_unjoined(held);
  held->never_joined |= unjoined;
  return unjoined;
}

/* Who is created by others than main may meet everybody, and what such a thread creates runs on
 * after it. */
static void close_kinds(struct held_analysis *held) {
  for (uint32_t i = 1; i < held->kinds.count; i++) {
    if (!held->kinds.items[i].is_free)
      continue;
    held->kinds.items[i].meets = UINT64_MAX;
    for (uint32_t j = 1; j < held->kinds.count; j++)
      held->kinds.items[j].meets |= (uint64_t)1 << i;
  }
}

static uint64_t with_created(const struct held_analysis *held, uint64_t running) {
  for (uint64_t before = 0; before != running;) {
    before = running;
    for (uint32_t i = 1; i < held->kinds.count; i++)
      if (running >> i & 1)
        running |= held->kinds.items[i].creates;
  }
  return running;
}

/* A lock that a thread may give back while another one holds it excludes nothing. */
static void drop_misused(struct held_analysis *held) {
  held->misused |= held_find_overwritten(held);
  vector_each (access, &held->accesses) {
    access->locks &= ~held->misused;
    access->read_locks &= ~held->misused;
  }
}

struct held_analysis *held_create(const struct program *program, const struct sharing *sharing,
                                  const struct offsets *offsets, const struct limits *limits,
                                  struct obstacle *obstacle) {
  struct held_analysis *held = memory_allocate_zeroed(sizeof *held);
  held->program = program;
  held->sharing = sharing;
  held->offsets = offsets;
  held->limits = limits;
  held->words = bits_words(sharing_object_count(sharing));
  held->set = bits_create(held->words);
  held->arena = arena_create();
  held_find_once(held);
  if (program->cancelling)
    obstacle_note(&held->obstacle, "threads that are cancelled", NULL, NULL);
  const struct function *robust = program_find_function(program, "pthread_mutexattr_setrobust");
  if (robust && robust->locations)
    obstacle_note(&held->obstacle, "robust mutexes", NULL, NULL);
  while (!held->obstacle.what && follow(held)) {
  }
  close_kinds(held);
  if (!held->obstacle.what)
    drop_misused(held);
  *obstacle = held->obstacle;
  if (!held->obstacle.what)
    return held;
  held_destroy(held);
  return NULL;
}

void held_destroy(struct held_analysis *held) {
  if (!held)
    return;
  forget_contexts(held);
  vector_release(&held->locks);
  memory_release(held->set);
  arena_destroy(held->arena);
  memory_release(held);
}

size_t held_access_count(const struct held_analysis *held) { return held->accesses.count; }

const struct held_access *held_access_at(const struct held_analysis *held, size_t number) {
  return &held->accesses.items[number];
}

size_t held_kind_count(const struct held_analysis *held) { return held->kinds.count; }

bool held_may_meet(const struct held_analysis *held, const struct held_access *a,
                   const struct held_access *b) {
  if (!a->kind && !b->kind)
    return false;
  if (!a->kind)
    return with_created(held, a->running) >> b->kind & 1;
  if (!b->kind)
    return with_created(held, b->running) >> a->kind & 1;
  return held->kinds.items[a->kind].meets >> b->kind & 1;
}
