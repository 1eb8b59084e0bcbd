/* SPDX-License-Identifier: Apache-2.0 */
/* Calls, which are inlined, and waits, which call their condition. */
#include "engine/order/access.h"
#include "engine/order/activation.h"

enum { DEEPEST_CALL = 400, MOST_CALLEES = 32 };

static unsigned times_active(const struct activation *call, const struct function *function,
                             const struct term **guard) {
  unsigned times = 0;
  for (; call; call = call->caller) {
    if (call->function != function)
      continue;
    if (!times++)
      *guard = call->entry_guard;
  }
  return times;
}

/* Calls one function. The registers of the path are its results afterwards. */
static void enter_function(struct activation *call, struct thread_path *path,
                           const struct edge *edge, const struct function *callee,
                           struct call_arguments arguments) {
  struct order_run *run = call->run;
  const struct term *guard = NULL;
  unsigned times = times_active(call, callee, &guard);
  if (times && guard != path->guard &&
      times > loop_bounds_get(run->unwinding.bounds, loop_bounds_key(callee, NO_LOOP))) {
    outcomes_cut_off(run, path, loop_bounds_key(callee, NO_LOOP), false);
    path->guard = never(run->terms);
    return;
  }
  if (!callee->locations || call->depth >= DEEPEST_CALL) {
    outcomes_end(run, path, edge, callee->locations ? "calls nested too deeply" : callee->name);
    return;
  }
  struct activation inner = {.run = run,
                             .function = callee,
                             .caller = call,
                             .depth = call->depth + 1,
                             .context = activation_key(call, edge)};
  const struct edge *site = run->site;
  if (!callee->is_library)
    run->site = NULL;
  else if (!call->function->is_library)
    run->site = edge;
  size_t first = run->log.events.count;
  bool observes = run->observes;
  run->observes |= callee->is_observer;
  activation_execute(&inner, path, arguments);
  for (size_t i = first; callee->is_observer && i < run->log.events.count; i++)
    run->log.events.items[i].is_silent = true;
  run->site = site;
  run->observes = observes;
}

static void call_function(struct activation *call, struct thread_path *path,
                          const struct edge *edge, const struct function *callee) {
  struct order_run *run = call->run;
  const struct term **arguments =
      arena_allocate(run->arena, (edge->call.argument_count + 1) * sizeof *arguments);
  for (uint32_t i = 0; i < edge->call.argument_count; i++)
    arguments[i] = activation_value(call, path, edge->call.arguments[i]);
  const struct term *area = edge->call.variadic_area
                                ? activation_value(call, path, edge->call.variadic_area)
                                : order_address(run, 0);
  const struct term **registers = path->registers;
  enter_function(call, path, edge, callee,
                 (struct call_arguments){arguments, edge->call.argument_count, area});
  if (term_is_false(path->guard))
    return;
  const struct term **results = path->registers;
  path->registers = registers;
  for (uint32_t i = 0; i < edge->call.result_count; i++)
    activation_set(call, path, edge->call.results[i],
                   i < callee->result_count ? results[i] : symbols_fresh(&run->symbols, 64));
}

/* Calls the functions that the address may be. */
static void call_any(struct activation *call, struct thread_path *path, const struct edge *edge,
                     const struct term *address) {
  struct order_run *run = call->run;
  const struct function *callees[MOST_CALLEES];
  size_t count =
      term_is_constant(address) ? 0 : sharing_callees(run->sharing, edge, callees, MOST_CALLEES);
  if (count == SHARING_ANY_FUNCTION) {
    outcomes_end(run, path, edge, "call through an arbitrary pointer");
    return;
  }
  if (count > MOST_CALLEES)
    outcomes_leave_out(run, path, edge, "call of too many functions");
  const struct term *known = never(run->terms);
  struct thread_path *joined = NULL;
  uint32_t register_count = call->function->register_count;
  for (size_t i = 0; i < count && i < MOST_CALLEES; i++) {
    const struct term *own = order_is(run->terms, address, callees[i]->address);
    if (term_is_false(own))
      continue;
    known = order_or(run->terms, known, own);
    struct thread_path *one = order_path_copy(run, path, register_count);
    one->guard = order_and(run->terms, one->guard, own);
    call_function(call, one, edge, callees[i]);
    if (!term_is_false(one->guard))
      joined = activation_join(call, joined, one, edge, register_count);
  }
  order_access_leave_opaque(run, path, edge, address, always(run->terms));
  order_access_note_stray(run, path, edge, address, known);
  outcomes_check(run, path, known, PROPERTY_MEMORY, true);
  if (joined)
    *path = *joined;
  else
    path->guard = never(run->terms);
}

void activation_call(struct activation *call, struct thread_path *path, const struct edge *edge) {
  const struct function *callee = edge->call.callee;
  const struct term *address = callee ? NULL : activation_value(call, path, edge->call.address);
  if (address && term_is_constant(address))
    callee = program_function_at(call->run->program, address->value);
  if (callee)
    call_function(call, path, edge, callee);
  else
    call_any(call, path, edge, address);
}

/* Reads the condition in the open node, or in one that is opened for it; the path continues where
 * the condition holds. */
void activation_wait(struct activation *call, struct thread_path *path, const struct edge *edge) {
  struct order_run *run = call->run;
  order_close_node(path); /* a section that waits is not atomic here */
  if (path->atomic_depth || !edge->wait.spurious)
    activation_begin_section(call, path, edge);
  if (edge->wait.spurious) {
    run->endings.may_block = run->endings.may_sleep = true;
    return;
  }
  const struct term *arguments[2] = {activation_value(call, path, edge->wait.object),
                                     activation_value(call, path, edge->wait.argument)};
  const struct term **registers = path->registers;
  uint32_t depth = path->atomic_depth;
  path->atomic_depth = depth + 1; /* all its reads are one step */
  size_t first_read = run->log.events.count;
  enter_function(call, path, edge, edge->wait.condition,
                 (struct call_arguments){arguments, 2, NULL});
  for (size_t i = first_read; i < run->log.events.count; i++)
    run->log.events.items[i].is_silent = !depth;
  if (term_is_false(path->guard))
    return;
  const struct term *result = path->registers[0];
  path->registers = registers;
  path->atomic_depth = depth;
  const struct term *zero = order_number(run->terms, result, 0);
  const struct term *holds = order_not(run->terms, order_equal(run->terms, result, zero));
  holds = symbols_decide(&run->symbols, path->guard, holds);
  run->endings.may_block |= !term_is_true(holds);
  outcomes_note_stop(run, order_and(run->terms, path->guard, order_not(run->terms, holds)),
                     first_read, true);
  path->guard = order_and(run->terms, path->guard, holds);
  if (run->log.events.count == first_read + 1)
    run->log.events.items[first_read].waits_for = holds;
  run->log.nodes.items[path->node].passes = path->guard;
}
