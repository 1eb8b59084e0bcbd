/* SPDX-License-Identifier: Apache-2.0 */
/* Calls, returns, long jumps, and the creation and end of threads. */
#include "semantics/execute.h"

#include "analysis/reuse.h"
#include "program/address.h"
#include "semantics/buffer.h"
#include "semantics/evaluate.h"
#include "semantics/ordering.h"
#include "semantics/overlay.h"
#include "semantics/reuse.h"
#include "semantics/tell.h"
#include "semantics/violate.h"

#include <assert.h>
#include <string.h>

enum { DEEPEST_CALL = 100000, MANY_ARGUMENTS = 16, MANY_RESULTS = 32 };

void push_frame(struct thread *thread, const struct function *function, uint32_t call_edge) {
  size_t first = thread->registers.count;
  vector_reserve(&thread->registers, first + function->register_count);
  memset(thread->registers.items + first, 0, function->register_count * sizeof(struct value));
  thread->registers.count = first + function->register_count;
  struct frame frame = {.function = function,
                        .location = function->entry,
                        .first_register = (uint32_t)first,
                        .first_slot = (uint32_t)thread->stack.count,
                        .call_edge = call_edge};
  vector_push(&thread->frames, frame);
  if (!thread->start && !function->is_library)
    thread->start = function;
}

/* How many parameters take positional arguments: the hidden one of a variadic function does not. */
static uint32_t positional_count(const struct function *function) {
  return function->parameter_count - (function->is_variadic ? 1 : 0);
}

static void bind_parameters(struct machine *machine, struct thread *thread, const struct edge *edge,
                            const struct function *callee, const struct value *arguments,
                            struct value area) {
  struct value *registers = thread->registers.items + thread_top(thread)->first_register;
  uint32_t count = positional_count(callee);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t parameter = callee->parameters[i];
    unsigned width = callee->registers[parameter].width;
    registers[parameter] =
        i < edge->call.argument_count
            ? resize_value(machine, arguments[i], edge->call.arguments[i]->width, width)
            : machine->domain->arbitrary(machine->domain_context, width, edge, machine->chooser);
  }
  if (callee->is_variadic)
    registers[callee->parameters[count]] = area;
}

static enum outcome find_callee(struct machine *machine, struct thread *thread,
                                const struct edge *edge, const struct function **callee) {
  *callee = edge->call.callee;
  if (!*callee) {
    uint64_t address;
    if (!evaluate_number(machine, thread, edge->call.address, &address))
      return not_supported(machine, user_edge(thread, edge), "call of an unknown function");
    *callee = program_function_at(machine->program, address);
    if (!*callee)
      return violate(machine, thread, edge, PROPERTY_MEMORY,
                     address ? "call through an invalid function pointer"
                             : "call through a null function pointer",
                     address, OUTCOME_PRUNED);
  }
  if (!(*callee)->locations)
    return not_supported(machine, user_edge(thread, edge), (*callee)->name);
  if (thread->frames.count >= DEEPEST_CALL)
    return stopped(machine, user_edge(thread, edge), "calls nested too deeply", OUTCOME_LIMIT);
  return OUTCOME_STEPPED;
}

enum outcome execute_call(struct machine *machine, struct state *state, struct thread *thread,
                          const struct edge *edge) {
  (void)state;
  const struct function *callee;
  enum outcome outcome = find_callee(machine, thread, edge, &callee);
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  struct value few[MANY_ARGUMENTS], *arguments = few;
  if (edge->call.argument_count > MANY_ARGUMENTS)
    arguments = memory_allocate(edge->call.argument_count * sizeof *arguments);
  for (uint32_t i = 0; i < edge->call.argument_count; i++)
    arguments[i] = evaluate(machine, thread, edge->call.arguments[i]);
  struct value area =
      edge->call.variadic_area
          ? evaluate(machine, thread, edge->call.variadic_area)
          : machine->domain->constant(machine->domain_context, machine->program->pointer_width, 0);
  /* Clears the result registers, so that old results do not tell states apart while the callee
   * runs. */
  for (uint32_t i = 0; i < edge->call.result_count; i++)
    set_register(thread, edge->call.results[i], (struct value){0, 0});
  thread_top(thread)->location = edge->to;
  uint32_t number = (uint32_t)(edge - thread_top(thread)->function->edges);
  push_frame(thread, callee, number);
  bind_parameters(machine, thread, edge, callee, arguments, area);
  if (arguments != few)
    memory_release(arguments);
  return OUTCOME_STEPPED;
}

void reclaim_if_due(struct state *state, struct thread *thread, bool heap) {
  const struct memory_objects *objects = heap ? &thread->heap : &thread->stack;
  size_t size = state->variables_size;
  for (size_t i = 0; i < objects->count && size < 4096; i++)
    size += (size_t)objects->items[i].size;
  if (size < 4096 || objects->count % 256 == 0)
    state_reclaim(state, thread, heap);
}

/* True if slots died, which then can be reclaimed. */
static bool pop_frame(struct state *state, struct thread *thread) {
  struct frame frame = vector_pop(&thread->frames);
  thread->registers.count = frame.first_register;
  bool had_slots = thread->stack.count > frame.first_slot;
  for (size_t i = frame.first_slot; i < thread->stack.count; i++)
    if (thread->stack.items[i].life == OBJECT_LIVE)
      state_kill_object(state, &thread->stack.items[i]);
  return had_slots;
}

static void tell_overlay(const struct machine *machine, struct thread *thread,
                         struct memory_object *object) {
  struct place place = {.content = object->content,
                        .address = object->address,
                        .size = object->size,
                        .dynamic = object,
                        .thread = thread};
  machine->overlay->end(machine->overlay, thread, &place);
}

/* The objects of a thread's stack from `first` on are about to die. */
static void note_deaths(const struct machine *machine, struct thread *thread, size_t first) {
  bool tells = machine->overlay && machine->overlay->end;
  for (size_t i = first; (machine->listeners || tells) && i < thread->stack.count; i++) {
    struct memory_object *object = &thread->stack.items[i];
    if (object->life != OBJECT_LIVE)
      continue;
    tell_bytes(machine, object->address, object->size, true);
    if (tells)
      tell_overlay(machine, thread, object);
  }
}

enum outcome finish_thread(struct machine *machine, struct state *state, struct thread *thread) {
  note_deaths(machine, thread, 1);
  tell_touch(machine, TOUCH_END, NULL);
  while (thread->frames.count)
    pop_frame(state, thread);
  for (size_t i = 1; i < thread->stack.count; i++)
    if (thread->stack.items[i].life == OBJECT_LIVE)
      state_kill_object(state, &thread->stack.items[i]);
  state_reclaim(state, thread, false);
  thread->finished = true;
  thread->atomic_depth = 0;
  if (state->atomic_owner == thread->number)
    state->atomic_owner = NO_THREAD;
  return OUTCOME_STEPPED;
}

enum outcome execute_return(struct machine *machine, struct state *state, struct thread *thread,
                            const struct edge *edge) {
  if (thread->frames.count == 1) {
    buffer_drain(machine, state, thread);
    return finish_thread(machine, state, thread);
  }
  struct value values[MANY_RESULTS];
  assert(edge->ret.count <= MANY_RESULTS);
  for (uint32_t i = 0; i < edge->ret.count; i++)
    values[i] = evaluate(machine, thread, edge->ret.values[i]);
  uint32_t number = thread_top(thread)->call_edge;
  if (!thread_top(thread)->function->is_library)
    note_deaths(machine, thread, thread_top(thread)->first_slot);
  bool had_slots = pop_frame(state, thread);
  const struct function *caller = thread_top(thread)->function;
  const struct edge *call = &caller->edges[number];
  for (uint32_t i = 0; i < call->call.result_count; i++) {
    uint32_t target = call->call.results[i];
    if (target == NO_REGISTER)
      continue;
    unsigned width = caller->registers[target].width;
    set_register(
        thread, target,
        i < edge->ret.count
            ? resize_value(machine, values[i], edge->ret.values[i]->width, width)
            : machine->domain->arbitrary(machine->domain_context, width, call, machine->chooser));
  }
  if (had_slots) /* only now: a result may be the only reference to a dead slot */
    reclaim_if_due(state, thread, false);
  return OUTCOME_STEPPED;
}

/* The user's function that the new thread is going to call, if that is known: the thread is
 * named after it before it moves. */
static const struct function *named_start(const struct machine *machine,
                                          const struct thread *thread, const struct edge *edge) {
  const struct term *argument = edge->spawn.arguments[0];
  uint64_t address;
  if (!look_at_value(machine, evaluate(machine, thread, argument), argument->width, &address))
    return NULL;
  const struct function *start = program_function_at(machine->program, address);
  return start && !start->is_library ? start : NULL;
}

/* NULL: no room for it. */
static struct thread *add_thread(struct machine *machine, struct state *state,
                                 struct thread *creator, const struct edge *edge) {
  if (machine->overlay && machine->overlay->note_record)
    machine->overlay->note_record(machine->overlay, creator, true);
  struct thread *again = stale_addresses_has(machine->program, REUSE_RECORDS)
                             ? reuse_record(machine, state, creator, edge)
                             : NULL;
  if (again) {
    state_restart_thread(state, again, creator->number);
    return again;
  }
  uint32_t number =
      address_thread_number(machine->program->data_model, creator->number, ++creator->created);
  while (state_thread(state, number))
    number++;
  return state_add_thread(state, number, creator->number);
}

enum outcome execute_spawn(struct machine *machine, struct state *state, struct thread *thread,
                           const struct edge *edge) {
  uint64_t address;
  if (!evaluate_number(machine, thread, edge->spawn.function, &address))
    return not_supported(machine, user_edge(thread, edge), "thread with an unknown start function");
  const struct function *run = program_function_at(machine->program, address);
  if (!run || !run->locations || run->parameter_count != 3)
    return violate(machine, thread, edge, PROPERTY_MEMORY, "thread with an invalid start function",
                   address, OUTCOME_PRUNED);
  struct thread *fresh = add_thread(machine, state, thread, edge);
  if (!fresh)
    return stopped(machine, user_edge(thread, edge), "too many threads", OUTCOME_LIMIT);
  ordering_create_thread(state, thread, fresh);
  push_frame(fresh, run, 0);
  struct value record = machine->domain->constant(
      machine->domain_context, machine->program->pointer_width, thread_record(state, fresh));
  set_register(fresh, run->parameters[0], record);
  for (unsigned i = 0; i < 2; i++)
    set_register(fresh, run->parameters[i + 1],
                 evaluate(machine, thread, edge->spawn.arguments[i]));
  fresh->start = named_start(machine, thread, edge);
  set_register(thread, edge->spawn.target, record);
  return OUTCOME_STEPPED;
}

static enum outcome execute_longjmp(struct machine *machine, struct state *state,
                                    struct thread *thread, const struct edge *edge, uint64_t depth,
                                    uint64_t number) {
  uint64_t value;
  if (!evaluate_number(machine, thread, edge->longjmp.value, &value))
    return not_supported(machine, user_edge(thread, edge), "longjmp with an unknown value");
  const struct function *function =
      depth && depth <= thread->frames.count ? thread->frames.items[depth - 1].function : NULL;
  if (!function || number >= function->edge_count || function->edges[number].op != OPERATION_SETJMP)
    return violate(machine, thread, edge, PROPERTY_MEMORY,
                   "longjmp to a function that has returned", 0, OUTCOME_PRUNED);
  if (thread->atomic_depth) /* which of its sections the jump leaves is not known */
    return not_supported(machine, user_edge(thread, edge), "longjmp in an atomic section");
  bool had_slots = false;
  while (thread->frames.count > depth)
    had_slots |= pop_frame(state, thread);
  const struct edge *target = &function->edges[number];
  thread_top(thread)->location = target->to;
  set_number(machine, thread, target->setjmp.target, value);
  if (had_slots)
    reclaim_if_due(state, thread, false);
  return OUTCOME_STEPPED;
}

/* The saved place is two words: the depth of the frame and the number of the setjmp edge. */
enum outcome execute_jump(struct machine *machine, struct state *state, struct thread *thread,
                          const struct edge *edge) {
  unsigned word = machine->program->pointer_width / 8;
  bool saves = edge->op == OPERATION_SETJMP;
  tell_everything(machine);
  uint64_t buffer;
  struct place place;
  if (!evaluate_number(machine, thread, saves ? edge->setjmp.buffer : edge->longjmp.buffer,
                       &buffer))
    return not_supported(machine, user_edge(thread, edge), "jump buffer at an unknown address");
  if (state_find_place(state, buffer, &place) && place_has_open_end(&place))
    return not_supported(machine, user_edge(thread, edge),
                         "jump buffer in a block of an unknown size");
  if (!state_find_place(state, buffer, &place) || !place.content ||
      place.size - place.offset < 2 * (uint64_t)word)
    return violate(machine, thread, edge, PROPERTY_MEMORY, "invalid jump buffer", buffer,
                   OUTCOME_PRUNED);
  const struct domain *domain = machine->domain;
  void *context = machine->domain_context;
  state_note_change(state, &place);
  if (!saves) {
    uint64_t saved[2];
    for (unsigned i = 0; i < 2; i++)
      if (!concretize_value(machine,
                            domain->content_read(context, place.content, place.size,
                                                 place.offset + i * word, word, edge,
                                                 machine->chooser),
                            word * 8, &saved[i]))
        return not_supported(machine, user_edge(thread, edge), "unknown jump buffer");
    return execute_longjmp(machine, state, thread, edge, saved[0], saved[1]);
  }
  uint64_t saved[2] = {thread->frames.count,
                       (uint64_t)(edge - thread_top(thread)->function->edges)};
  for (unsigned i = 0; i < 2; i++)
    domain->content_write(context, place.content, place.size, place.offset + i * word, word,
                          domain->constant(context, word * 8, saved[i]));
  thread_top(thread)->location = edge->to;
  set_number(machine, thread, edge->setjmp.target, 0);
  return OUTCOME_STEPPED;
}
