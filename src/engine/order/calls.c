/* SPDX-License-Identifier: Apache-2.0 */
/* Calls, which are inlined, and waiting, which calls the condition. */
#include "engine/order/access.h"
#include "engine/order/activation.h"

enum { DEEPEST_CALL = 400, MOST_CALLEES = 32 };

static unsigned times_active(const struct activation *activation, const struct function *function,
                             const struct term **guard) {
  unsigned times = 0;
  for (; activation; activation = activation->caller) {
    if (activation->function != function)
      continue;
    if (!times++)
      *guard = activation->entry_guard;
  }
  return times;
}

/* Calls one function; NULL: no execution comes back. */
static struct thread_path *enter_function(struct activation *activation, struct thread_path *path,
                                          const struct edge *edge, const struct function *callee,
                                          const struct term *const *arguments,
                                          uint32_t argument_count,
                                          const struct term *variadic_area) {
  struct symbolic *symbolic = activation->symbolic;
  const struct term *guard = NULL;
  unsigned times = times_active(activation, callee, &guard);
  if (times && guard != path->guard &&
      times > loop_bounds_get(symbolic->bounds, loop_bounds_key(callee, NO_LOOP))) {
    order_cut_off(symbolic, path, loop_bounds_key(callee, NO_LOOP), false);
    return NULL;
  }
  if (!callee->locations || activation->depth >= DEEPEST_CALL) {
    order_add_incompleteness(symbolic, path, edge,
                             callee->locations ? "calls nested too deeply" : callee->name);
    return NULL;
  }
  struct activation inner = {.symbolic = symbolic,
                             .function = callee,
                             .caller = activation,
                             .depth = activation->depth + 1,
                             .context = activation_key(activation, edge)};
  const struct edge *site = symbolic->site;
  if (!callee->is_library)
    symbolic->site = NULL;
  else if (!activation->function->is_library)
    symbolic->site = edge;
  size_t first = symbolic->events.count;
  bool observes = symbolic->observes;
  symbolic->observes |= callee->is_observer;
  struct thread_path *back = activation_run(&inner, path, arguments, argument_count, variadic_area);
  for (size_t i = first; callee->is_observer && i < symbolic->events.count; i++)
    symbolic->events.items[i].is_silent = true;
  symbolic->site = site;
  symbolic->observes = observes;
  return back;
}

/* One callee of several: the path where the address is its own. */
static struct thread_path *take_results(struct activation *activation, struct thread_path *back,
                                        const struct edge *edge, const struct function *callee,
                                        const struct term **registers) {
  if (!back)
    return NULL;
  const struct term **results = back->registers;
  back->registers = registers;
  for (uint32_t i = 0; i < edge->call.result_count; i++)
    activation_set(activation, back, edge->call.results[i],
                   i < callee->result_count ? results[i] : order_fresh(activation->symbolic, 64));
  return back;
}

static struct thread_path *call_function(struct activation *activation, struct thread_path *path,
                                         const struct edge *edge, const struct function *callee) {
  struct symbolic *symbolic = activation->symbolic;
  const struct term **arguments =
      arena_allocate(symbolic->arena, (edge->call.argument_count + 1) * sizeof *arguments);
  for (uint32_t i = 0; i < edge->call.argument_count; i++)
    arguments[i] = activation_value(activation, path, edge->call.arguments[i]);
  const struct term *area = edge->call.variadic_area
                                ? activation_value(activation, path, edge->call.variadic_area)
                                : order_address(symbolic, 0);
  const struct term **registers = path->registers;
  struct thread_path *back =
      enter_function(activation, path, edge, callee, arguments, edge->call.argument_count, area);
  return take_results(activation, back, edge, callee, registers);
}

static struct thread_path *call_any(struct activation *activation, struct thread_path *path,
                                    const struct edge *edge, const struct term *address) {
  struct symbolic *symbolic = activation->symbolic;
  const struct function *callees[MOST_CALLEES];
  size_t count = sharing_callees(symbolic->sharing, edge, callees, MOST_CALLEES);
  if (count == SHARING_ANY_FUNCTION)
    return activation_unsupported(activation, path, edge, "call through an arbitrary pointer");
  if (count > MOST_CALLEES)
    order_add_incompleteness(symbolic, path, edge, "call of too many functions");
  const struct term *known = never(symbolic);
  struct thread_path *joined = NULL;
  uint32_t register_count = activation->function->register_count;
  for (size_t i = 0; i < count && i < MOST_CALLEES; i++) {
    const struct term *own = order_is(symbolic, address, callees[i]->address);
    if (term_is_false(own))
      continue;
    known = order_or(symbolic, known, own);
    struct thread_path *one = order_path_copy(symbolic, path, register_count);
    one->guard = order_and(symbolic, one->guard, own);
    one = call_function(activation, one, edge, callees[i]);
    if (!one)
      continue;
    struct thread_path *both =
        joined ? order_path_merge(symbolic, joined, one, all_registers(symbolic, register_count),
                                  register_count)
               : one;
    if (!both) {
      order_add_incompleteness(symbolic, one, edge, "atomic sections that join");
      continue;
    }
    joined = both;
  }
  order_access_leave_opaque(symbolic, path, edge, address, always(symbolic));
  order_access_note_stray(symbolic, path, edge, address, known);
  order_check(symbolic, path, edge, known, PROPERTY_MEMORY,
              "call through an invalid function pointer", true);
  return joined;
}

struct thread_path *activation_call(struct activation *activation, struct thread_path *path,
                                    const struct edge *edge) {
  if (edge->call.callee)
    return call_function(activation, path, edge, edge->call.callee);
  const struct term *address = activation_value(activation, path, edge->call.address);
  if (!term_is_constant(address))
    return call_any(activation, path, edge, address);
  const struct function *callee =
      program_function_at(activation->symbolic->program, address->value);
  if (callee)
    return call_function(activation, path, edge, callee);
  order_access_leave_opaque(activation->symbolic, path, edge, address,
                            always(activation->symbolic));
  order_check(activation->symbolic, path, edge, never(activation->symbolic), PROPERTY_MEMORY,
              "call through an invalid function pointer", true);
  return NULL;
}

/* The value of a wait's condition, read in the node that is open or opened for it. */
struct thread_path *activation_wait(struct activation *activation, struct thread_path *path,
                                    const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  order_memory_close_node(path); /* the section was given up here, if it had to wait */
  if (path->atomic_depth || !edge->wait.spurious)
    activation_begin_section(activation, path, edge);
  if (edge->wait.spurious) {
    symbolic->may_block = symbolic->may_sleep = true;
    return path;
  }
  const struct term *arguments[2] = {activation_value(activation, path, edge->wait.object),
                                     activation_value(activation, path, edge->wait.argument)};
  const struct term **registers = path->registers;
  uint32_t depth = path->atomic_depth;
  path->atomic_depth = depth + 1; /* all its reads are one step */
  size_t first_read = symbolic->events.count;
  struct thread_path *back =
      enter_function(activation, path, edge, edge->wait.condition, arguments, 2, NULL);
  for (size_t i = first_read; i < symbolic->events.count; i++)
    symbolic->events.items[i].is_silent = !depth;
  if (!back)
    return NULL;
  const struct term *result = back->registers[0];
  back->registers = registers;
  back->atomic_depth = depth;
  const struct term *zero = order_number(symbolic, result, 0);
  const struct term *holds = order_not(symbolic, order_equal(symbolic, result, zero));
  holds = order_decide(symbolic, back->guard, holds);
  symbolic->may_block |= !term_is_true(holds);
  order_note_stop(symbolic, order_and(symbolic, back->guard, order_not(symbolic, holds)),
                  first_read, true);
  back->guard = order_and(symbolic, back->guard, holds);
  if (symbolic->events.count == first_read + 1)
    symbolic->events.items[first_read].waits_for = holds;
  symbolic->nodes.items[back->node].passes = back->guard;
  if (!depth)
    order_memory_close_node(back);
  return back;
}
