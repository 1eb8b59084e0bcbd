/* SPDX-License-Identifier: Apache-2.0 */
/* The effects of edges that access memory, and when an access is an error. */
#include "analysis/reuse.h"
#include "analysis/unread.h"
#include "semantics/buffer.h"
#include "semantics/derive.h"
#include "semantics/footprint.h"
#include "semantics/open.h"
#include "semantics/ordering.h"
#include "semantics/overlay.h"
#include "semantics/reuse.h"
#include "semantics/rmw.h"

#include <string.h>

static const char *invalid_message(const struct state *state, uint64_t address,
                                   const struct place *place, bool found) {
  (void)state;
  if (!found)
    return address < 4096 ? "null pointer dereference" : "access to memory outside of any object";
  if (!place->content && place->dynamic) {
    const struct edge *allocation = place->dynamic->allocation;
    return allocation && allocation->allocate.heap ? "use after free"
           : allocation && allocation->allocate.in_block
               ? "use of a local variable outside its block"
               : "use of a local variable whose function has returned";
  }
  return "access out of bounds";
}

/* Finds `size` bytes at an address to read or write. */
static enum outcome find_access(struct machine *machine, struct state *state, struct thread *thread,
                                const struct edge *edge, uint64_t address, uint64_t size,
                                bool writes, struct place *place) {
  bool found = state_find_place(state, address, place);
  if (!found || !place->content || size > place->size - place->offset)
    return violate(machine, thread, edge, PROPERTY_MEMORY,
                   invalid_message(state, address, place, found), address, OUTCOME_PRUNED);
  if (place->variable && place->variable->function)
    return violate(machine, thread, edge, PROPERTY_MEMORY, "access to the code of a function",
                   address, OUTCOME_PRUNED);
  if (writes && place->variable && place->variable->is_constant)
    return violate(machine, thread, edge, PROPERTY_MEMORY, "write to a constant", address,
                   OUTCOME_PRUNED);
  return OUTCOME_STEPPED;
}

/* Inside an atomic section the states between accesses are not kept: look for races here. */
static bool looks_for_races(const struct machine *machine, const struct state *state,
                            const struct thread *thread) {
  return thread->atomic_depth && property_in(PROPERTY_RACE, machine->properties) &&
         state->thread_count > 1 && !machine->is_looking && !is_observing(thread);
}

static bool races_in_section(struct machine *machine, const struct state *state,
                             const struct thread *thread, const struct edge *edge, uint64_t address,
                             uint64_t size, bool writes) {
  if (!looks_for_races(machine, state, thread))
    return false;
  if (edge->op == OPERATION_CAS)
    writes = exchange_writes(machine, state, thread, edge);
  struct access access = {.address = address, .size = size, .writes = writes, .is_atomic = true};
  return step_races(machine, state, thread, edge, &access);
}

/* The number that the address of an access is. */
static bool concretize_address(struct machine *machine, const struct thread *thread,
                               const struct term *term, uint64_t *address, bool *was_open) {
  struct value value = evaluate(machine, thread, term);
  *was_open = machine->watch && machine->domain->has_extra &&
              !machine->domain->known(machine->domain_context, value, address);
  return concretize_value(machine, value, term->width, address);
}

/* How many bytes there are. */
static bool evaluate_size(struct machine *machine, const struct thread *thread,
                          const struct term *term, uint64_t *size) {
  machine->is_sizing = true;
  bool is_known = evaluate_number(machine, thread, term, size);
  machine->is_sizing = false;
  return is_known;
}

static void tell_watch(const struct machine *machine, const struct state *state,
                       const struct thread *thread, uint64_t address, uint64_t size, bool writes,
                       bool was_open) {
  if (machine->watch && !machine->is_looking && (was_open || machine->watch->wants_all))
    machine->watch->access(machine->watch, state, thread, address, size, writes);
}

/* In an object whose end is a value. `fixed`: the size as a number; 0: it is none. */
static enum outcome resolve_open(struct machine *machine, struct state *state,
                                 struct thread *thread, const struct edge *edge,
                                 const struct term *term, struct value size, uint64_t fixed,
                                 bool writes, struct place *place) {
  struct value address = evaluate(machine, thread, term);
  tell_watch(machine, state, thread, place->address, place->size, writes, true);
  enum outcome outcome = open_enter(machine, state, thread, edge, address, size, fixed, place);
  if (outcome != OUTCOME_STEPPED || !looks_for_races(machine, state, thread))
    return outcome;
  struct access access = {.writes = writes, .is_atomic = true, .is_unknown = true};
  open_narrow(machine, state, address, size, &access);
  return step_races(machine, state, thread, edge, &access) ? OUTCOME_VIOLATION : outcome;
}

static enum outcome resolve(struct machine *machine, struct state *state, struct thread *thread,
                            const struct edge *edge, const struct term *term, uint64_t size,
                            bool writes, struct place *place) {
  uint64_t address;
  bool was_open;
  if (machine->opens_sizes && open_find(machine, state, evaluate(machine, thread, term), place))
    return resolve_open(machine, state, thread, edge, term, open_number(machine, size), size,
                        writes, place);
  if (!concretize_address(machine, thread, term, &address, &was_open))
    return not_supported(machine, user_edge(thread, edge), "access at an unknown address");
  tell_watch(machine, state, thread, address, size, writes, was_open);
  enum outcome outcome = find_access(machine, state, thread, edge, address, size, writes, place);
  if (outcome == OUTCOME_STEPPED &&
      races_in_section(machine, state, thread, edge, address, size, writes))
    return OUTCOME_VIOLATION;
  if (outcome == OUTCOME_STEPPED && may_cut(machine, thread, edge, address, size))
    note_cut(machine, state, thread, edge, place, size);
  return outcome;
}

/* Reads of more than eight bytes have no value to decide anything by. */
static void note_footprint(struct machine *machine, const struct place *place, bool writes,
                           uint64_t size, struct value value) {
  struct footprint *footprint = machine->footprint;
  footprint_add(footprint, place->address + place->offset, size, writes);
  struct touched *last = &vector_last(&footprint->list);
  last->is_known =
      !writes && size <= 8 && machine->domain->known(machine->domain_context, value, &last->value);
  footprint->is_undecidable |= !writes && !last->is_known;
}

static void tell_access(struct machine *machine, const struct state *state,
                        const struct thread *thread, const struct edge *edge,
                        const struct place *place, bool writes, uint64_t size, struct value value) {
  if (machine->footprint)
    note_footprint(machine, place, writes, size, value);
  if (!machine->observer || machine->is_looking)
    return;
  notify_observer(machine, state,
                  (struct event){.kind = writes ? EVENT_WRITE : EVENT_READ,
                                 .thread = thread->number,
                                 .edge = edge,
                                 .address = place->address + place->offset,
                                 .size = (uint32_t)size,
                                 .value = value,
                                 .at = edge->at,
                                 .is_old = machine->is_overlaid,
                                 .access = machine->access,
                                 .other = machine->other});
}

static void tell_overlaid_access(struct machine *machine, const struct state *state,
                                 const struct thread *thread, const struct edge *edge,
                                 const struct place *place, bool writes, uint64_t size,
                                 struct value value) {
  if (!machine->overlay->tells)
    return;
  machine->is_overlaid = true;
  tell_access(machine, state, thread, edge, place, writes, size, value);
  machine->is_overlaid = false;
}

/* Reading memory that was never written chooses its value. Variables of the program always were. */
static void note_read(const struct machine *machine, struct state *state,
                      const struct place *place) {
  if (place->thread && !machine->is_looking)
    state_note_change(state, place);
}

static struct value read_content(const struct machine *machine, const struct thread *thread,
                                 const struct edge *edge, const struct place *place,
                                 unsigned size) {
  if (thread->buffer.count)
    return buffer_read(machine, thread, edge, place, size, machine->chooser);
  return machine->domain->content_read(machine->domain_context, place->content, place->size,
                                       place->offset, size, edge, machine->chooser);
}

/* In an atomic section a plain access is as good as an atomic one. */
static enum memory_order order_in_section(const struct thread *thread, enum memory_order order) {
  return order == ORDER_PLAIN && thread->atomic_depth ? ORDER_SEQ_CST : order;
}

/* Does nothing order the access behind an earlier one that it conflicts with? Conditions of waits
 * are only looked at, as long as they do not hold. */
static bool races_with_past(struct machine *machine, struct state *state,
                            const struct thread *thread, const struct edge *edge,
                            const struct place *place, uint64_t size, bool writes,
                            enum memory_order order) {
  uint64_t address = place->address + place->offset;
  if (!state->ordering || machine->is_looking || is_observing(thread) ||
      (place->variable && place->variable->is_constant))
    return false;
  if (machine->is_waiting) {
    ordering_await(state, address, size);
    return false;
  }
  return ordering_finds_race(machine, state, thread, edge, address, size, writes,
                             order_in_section(thread, order));
}

static void note_acquire(struct machine *machine, struct state *state, const struct thread *thread,
                         const struct place *place, uint64_t size, enum memory_order order) {
  if (state->ordering && !machine->is_looking && !machine->is_waiting && !is_observing(thread))
    ordering_acquire(state, thread, place->address + place->offset, size,
                     order_in_section(thread, order));
}

static void note_release(struct state *state, const struct thread *thread,
                         const struct place *place, uint64_t size, enum memory_order order,
                         bool keeps) {
  if (state->ordering && !is_observing(thread))
    ordering_release(state, thread, place->address + place->offset, size,
                     order_in_section(thread, order), keeps);
}

/* What follows depends on more than what the state holds. */
static bool is_overlaid_read(struct machine *machine, struct state *state,
                             const struct thread *thread, const struct place *place, unsigned size,
                             struct value *value) {
  struct overlay_access access = {machine, state, thread, place, size};
  machine->access = machine->other = 0;
  if (!machine->overlay || !machine->overlay->read(machine->overlay, &access, value))
    return false;
  if (machine->footprint)
    machine->footprint->is_undecidable = true;
  return true;
}

static bool is_overlaid_write(struct machine *machine, struct state *state,
                              const struct thread *thread, const struct place *place, unsigned size,
                              struct value value) {
  struct overlay_access access = {machine, state, thread, place, size};
  machine->access = machine->other = 0;
  return machine->overlay && machine->overlay->write(machine->overlay, &access, value);
}

static void bypass_overlay(struct machine *machine, const struct place *place, uint64_t size,
                           bool writes) {
  if (machine->overlay)
    machine->overlay->bypass(machine->overlay, place, size, writes);
}

static bool is_unread(const struct machine *machine, const struct place *place) {
  return machine->unread && place->variable && !place->thread &&
         unread_has_variable(machine->unread, place->variable);
}

/* An unread variable is read only where its address is computed: then it counts after all. */
static void note_unread(struct machine *machine, const struct place *place,
                        const struct term *address) {
  if (is_unread(machine, place) && !(address && term_is_constant(address)))
    machine->read_unread = true;
}

static struct value read_place(struct machine *machine, struct state *state,
                               const struct thread *thread, const struct edge *edge,
                               const struct place *place, unsigned size) {
  struct value overlaid;
  if (place->is_open)
    return open_read(machine, state, edge, place, size);
  if (is_overlaid_read(machine, state, thread, place, size, &overlaid)) {
    tell_overlaid_access(machine, state, thread, edge, place, false, size, overlaid);
    return overlaid;
  }
  struct value value = read_content(machine, thread, edge, place, size);
  note_unread(machine, place,
              edge->op == OPERATION_LOAD  ? edge->load.address
              : edge->op == OPERATION_RMW ? edge->rmw.address
                                          : NULL);
  note_read(machine, state, place);
  tell_access(machine, state, thread, edge, place, false, size, value);
  return value;
}

static void write_place(struct machine *machine, struct state *state, const struct thread *thread,
                        const struct edge *edge, const struct place *place, unsigned size,
                        struct value value) {
  if (place->is_open) {
    open_write(machine, state, place, size, value);
    return;
  }
  if (is_overlaid_write(machine, state, thread, place, size, value)) {
    tell_overlaid_access(machine, state, thread, edge, place, true, size, value);
    return;
  }
  if (is_unread(machine, place))
    value = machine->domain->constant(machine->domain_context, size * 8, 0);
  machine->domain->content_write(machine->domain_context, place->content, place->size,
                                 place->offset, size, value);
  state_note_change(state, place);
  tell_access(machine, state, thread, edge, place, true, size, value);
}

static struct value apply(struct machine *machine, enum operator op, unsigned width,
                          unsigned operand_width, struct value a, struct value b, struct value c) {
  struct value operands[3] = {a, b, c};
  return apply_operator(machine, op, width, operand_width, operands);
}

static unsigned register_width(const struct thread *thread, uint32_t target) {
  return thread_top(thread)->function->registers[target].width;
}

static void set_loaded(struct machine *machine, struct thread *thread, uint32_t target,
                       struct value value, unsigned size) {
  if (target != NO_REGISTER)
    set_register(thread, target,
                 resize_value(machine, value, size * 8, register_width(thread, target)));
}

/* Has whoever runs the machine forgotten all that an access at this unknown address can change? */
static bool is_havocked(struct machine *machine, struct state *state, struct thread *thread,
                        const struct term *address) {
  return machine->havoc && machine->havoc(machine, state, evaluate(machine, thread, address));
}

static enum outcome execute_load(struct machine *machine, struct state *state,
                                 struct thread *thread, const struct edge *edge) {
  struct place place;
  enum outcome outcome =
      resolve(machine, state, thread, edge, edge->load.address, edge->load.size, false, &place);
  bool is_told = outcome != OUTCOME_UNSUPPORTED;
  if (!is_told && is_havocked(machine, state, thread, edge->load.address))
    outcome = OUTCOME_STEPPED;
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  if (is_told && races_with_past(machine, state, thread, edge, &place, edge->load.size, false,
                                 edge->load.order))
    return OUTCOME_VIOLATION;
  if (is_told)
    note_acquire(machine, state, thread, &place, edge->load.size, edge->load.order);
  struct value value =
      is_told ? read_place(machine, state, thread, edge, &place, edge->load.size)
              : machine->domain->arbitrary(machine->domain_context, edge->load.size * 8, edge,
                                           machine->chooser);
  set_loaded(machine, thread, edge->load.target, value, edge->load.size);
  return OUTCOME_STEPPED;
}

/* Nobody can tell whether the stores of a thread that is alone wait. */
static bool may_wait(const struct state *state, const struct thread *thread,
                     const struct edge *edge) {
  return memory_model_buffers(edge) && !thread->atomic_depth && !state_is_alone(state, thread);
}

static enum outcome execute_store(struct machine *machine, struct state *state,
                                  struct thread *thread, const struct edge *edge) {
  struct place place;
  enum outcome outcome =
      resolve(machine, state, thread, edge, edge->store.address, edge->store.size, true, &place);
  if (outcome == OUTCOME_UNSUPPORTED && is_havocked(machine, state, thread, edge->store.address))
    return OUTCOME_STEPPED;
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  if (races_with_past(machine, state, thread, edge, &place, edge->store.size, true,
                      edge->store.order))
    return OUTCOME_VIOLATION;
  struct value value = resize_value(machine, evaluate(machine, thread, edge->store.value),
                                    edge->store.value->width, edge->store.size * 8);
  if (memory_model_has_buffers(state->memory_model) && may_wait(state, thread, edge)) {
    buffer_add(state, thread, edge, place.address + place.offset, edge->store.size, value);
    tell_access(machine, state, thread, edge, &place, true, edge->store.size, value);
    return OUTCOME_STEPPED;
  }
  if (thread->buffer.count)
    buffer_drain(machine, state, thread);
  note_release(state, thread, &place, edge->store.size, edge->store.order, false);
  write_place(machine, state, thread, edge, &place, edge->store.size, value);
  return OUTCOME_STEPPED;
}

static enum outcome execute_rmw(struct machine *machine, struct state *state, struct thread *thread,
                                const struct edge *edge) {
  struct place place;
  unsigned size = edge->rmw.size;
  enum outcome outcome =
      resolve(machine, state, thread, edge, edge->rmw.address, size, true, &place);
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  if (races_with_past(machine, state, thread, edge, &place, size, true, edge->rmw.order))
    return OUTCOME_VIOLATION;
  note_acquire(machine, state, thread, &place, size, edge->rmw.order);
  note_release(state, thread, &place, size, edge->rmw.order, true);
  struct value operand = resize_value(machine, evaluate(machine, thread, edge->rmw.operand),
                                      edge->rmw.operand->width, size * 8);
  struct value old = read_place(machine, state, thread, edge, &place, size);
  struct value result = rmw_result(machine, edge->rmw.op, size * 8, old, operand);
  if (machine->program->reuse && edge->rmw.op != RMW_EXCHANGE)
    note_derived_result(machine, state, thread, size * 8, (struct value[2]){old, operand}, result);
  write_place(machine, state, thread, edge, &place, size, result);
  set_loaded(machine, thread, edge->rmw.target, old, size);
  return OUTCOME_STEPPED;
}

static enum outcome execute_cas(struct machine *machine, struct state *state, struct thread *thread,
                                const struct edge *edge) {
  struct place place;
  unsigned size = edge->cas.size;
  enum outcome outcome =
      resolve(machine, state, thread, edge, edge->cas.address, size, true, &place);
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  struct value expected = resize_value(machine, evaluate(machine, thread, edge->cas.expected),
                                       edge->cas.expected->width, size * 8);
  struct value desired = resize_value(machine, evaluate(machine, thread, edge->cas.desired),
                                      edge->cas.desired->width, size * 8);
  struct value old = read_place(machine, state, thread, edge, &place, size);
  struct value equal = apply(machine, OP_EQ, 1, size * 8, old, expected, expected);
  uint64_t succeeds;
  if (!concretize_value(machine, equal, 1, &succeeds))
    return not_supported(machine, user_edge(thread, edge), "compare-exchange of an unknown value");
  enum memory_order order = succeeds ? edge->cas.order : edge->cas.failure;
  if (races_with_past(machine, state, thread, edge, &place, size, succeeds, order))
    return OUTCOME_VIOLATION;
  note_acquire(machine, state, thread, &place, size, order);
  if (succeeds) {
    note_release(state, thread, &place, size, order, true);
    write_place(machine, state, thread, edge, &place, size, desired);
  }
  set_loaded(machine, thread, edge->cas.old, old, size);
  set_register(thread, edge->cas.success, equal);
  return OUTCOME_STEPPED;
}

static bool is_heap_block(const struct place *place) {
  return place->dynamic && place->dynamic->allocation && place->dynamic->allocation->allocate.heap;
}

/* Through a buffer, so that overlapping is no matter. Bytes move in words of up to eight. */
static void move_bytes(struct machine *machine, const struct edge *edge, const struct place *target,
                       const struct place *source, uint64_t size) {
  const struct domain *domain = machine->domain;
  void *context = machine->domain_context;
  struct value few[32], *values = few;
  size_t words = (size_t)((size + 7) / 8);
  if (words > 32)
    values = memory_allocate(words * sizeof *values);
  for (uint64_t at = 0; at < size; at += 8)
    values[at / 8] =
        domain->content_read(context, source->content, source->size, source->offset + at,
                             size - at < 8 ? (unsigned)(size - at) : 8, edge, machine->chooser);
  for (uint64_t at = 0; at < size; at += 8)
    domain->content_write(context, target->content, target->size, target->offset + at,
                          size - at < 8 ? (unsigned)(size - at) : 8, values[at / 8]);
  if (values != few)
    memory_release(values);
}

static struct memory_object *add_object(struct machine *machine, struct state *state,
                                        struct thread *thread, const struct edge *edge,
                                        uint64_t size) {
  struct memory_object *again = NULL;
  if (edge->allocate.heap && stale_addresses_has(machine->program, REUSE_BLOCKS))
    again = reuse_block(machine, state, thread, edge, size);
  else if (!edge->allocate.heap && stale_addresses_has(machine->program, REUSE_SLOTS))
    again = reuse_slot(machine, state, thread, edge, size);
  return again
             ? again
             : state_add_object(state, thread, edge->allocate.heap, size, edge->allocate.alignment);
}

/* A block that is to be replaced by one of `size` bytes may stay where it is. */
static bool stays(struct machine *machine, struct state *state, struct thread *thread,
                  const struct edge *edge, uint64_t size, struct place *place) {
  uint64_t address;
  if (!edge->allocate.replaced || !stale_addresses_has(machine->program, REUSE_BLOCKS) ||
      !evaluate_number(machine, thread, edge->allocate.replaced, &address) ||
      !state_find_place(state, address, place) || !is_heap_block(place) || place->offset ||
      !place->content || !state_has_room(state, place->thread, place->dynamic, size))
    return false;
  if (machine->footprint)
    footprint_add(machine->footprint, address, place->size, true);
  return reuse_stays(machine, state, thread, edge, address);
}

/* Gives the block another size and keeps what fits of its contents. */
static void resize_block(struct machine *machine, struct state *state, const struct edge *edge,
                         const struct place *place, uint64_t size) {
  struct place source = *place, target = *place;
  source.content = state_resize_block(state, place->thread, place->dynamic, size);
  target.content = place->dynamic->content;
  target.size = size;
  machine->domain->content_init(machine->domain_context, target.content, size, NULL, true);
  move_bytes(machine, edge, &target, &source, size < source.size ? size : source.size);
  memory_release(source.content);
}

static enum outcome execute_allocate(struct machine *machine, struct state *state,
                                     struct thread *thread, const struct edge *edge) {
  uint64_t size;
  struct place place;
  if (machine->opens_sizes && open_wants(machine, evaluate(machine, thread, edge->allocate.size)))
    return open_allocate(machine, state, thread, edge,
                         evaluate(machine, thread, edge->allocate.size));
  if (!evaluate_size(machine, thread, edge->allocate.size, &size))
    return not_supported(machine, user_edge(thread, edge), "allocation of an unknown size");
  if (size > MOST_ALLOCATED)
    return stopped(machine, user_edge(thread, edge), "allocation of more than a gigabyte",
                   OUTCOME_LIMIT);
  if (stays(machine, state, thread, edge, size, &place)) {
    resize_block(machine, state, edge, &place, size);
    set_number(machine, thread, edge->allocate.target, place.address);
    return OUTCOME_STEPPED;
  }
  struct memory_object *object = add_object(machine, state, thread, edge, size);
  if (!object)
    return stopped(machine, user_edge(thread, edge), "out of addresses", OUTCOME_LIMIT);
  object->allocation = edge;
  if (edge->allocate.heap && stale_addresses_has(machine->program, REUSE_BLOCKS))
    ordering_forget(state, object->address, size);
  machine->domain->content_init(machine->domain_context, object->content, size, NULL,
                                !edge->allocate.zeroed);
  set_number(machine, thread, edge->allocate.target, object->address);
  if (edge->allocate.heap && machine->overlay && machine->overlay->begin)
    machine->overlay->begin(machine->overlay, thread, object->address);
  if (state->ordering && edge->allocate.heap && edge->allocate.zeroed) /* cannot race yet */
    ordering_finds_race(machine, state, thread, edge, object->address, size, true, ORDER_PLAIN);
  return OUTCOME_STEPPED;
}

/* The end of a slot is no access that could race: whoever comes later finds a dead object. */
static enum outcome end_slot(struct machine *machine, struct state *state, struct thread *thread,
                             uint64_t address) {
  struct place place;
  if (!state_find_place(state, address, &place) || !place.dynamic || is_heap_block(&place) ||
      !place.content || place.offset)
    return OUTCOME_STEPPED;
  tell_watch(machine, state, thread, address, place.size, true, false);
  if (machine->overlay && machine->overlay->end)
    machine->overlay->end(machine->overlay, thread, &place);
  if (machine->footprint) {
    footprint_add(machine->footprint, address, place.size, true);
    machine->footprint->is_undecidable = true;
  }
  state_note_change(state, &place);
  state_kill_object(state, place.dynamic);
  return OUTCOME_STEPPED;
}

static enum outcome execute_free(struct machine *machine, struct state *state,
                                 struct thread *thread, const struct edge *edge) {
  uint64_t address;
  bool was_open;
  struct place place;
  if (!concretize_address(machine, thread, edge->free.address, &address, &was_open))
    return not_supported(machine, user_edge(thread, edge), "free of an unknown address");
  if (!address)
    return OUTCOME_STEPPED;
  if (edge->free.is_slot)
    return end_slot(machine, state, thread, address);
  if (!state_find_place(state, address, &place) || !is_heap_block(&place) || place.offset)
    return violate(machine, thread, edge, PROPERTY_MEMORY,
                   "free of something that is not the start of an allocated block", address,
                   OUTCOME_PRUNED);
  if (!place.content)
    return violate(machine, thread, edge, PROPERTY_MEMORY, "double free", address, OUTCOME_PRUNED);
  tell_watch(machine, state, thread, address, place.size, true, was_open);
  if (races_in_section(machine, state, thread, edge, address, place.size, true) ||
      races_with_past(machine, state, thread, edge, &place, place.size, true, ORDER_PLAIN))
    return OUTCOME_VIOLATION;
  if (machine->overlay && machine->overlay->end)
    machine->overlay->end(machine->overlay, thread, &place);
  tell_access(machine, state, thread, edge, &place, true, place.size, (struct value){0, 0});
  if (machine->footprint)
    machine->footprint->is_undecidable = true;
  state_note_change(state, &place);
  state_kill_object(state, place.dynamic);
  if (stale_addresses_has(machine->program, REUSE_BLOCKS)) /* see reuse_block */
    ordering_release(state, thread, address, 1, ORDER_RELEASE, false);
  return OUTCOME_STEPPED;
}

/* Of 64 bits. */
static void set_value(struct machine *machine, struct thread *thread, uint32_t target,
                      struct value value) {
  if (target != NO_REGISTER)
    set_register(thread, target, resize_value(machine, value, 64, register_width(thread, target)));
}

/* How much of an object lies behind an address in it. */
static enum outcome execute_rest(struct machine *machine, struct state *state,
                                 struct thread *thread, const struct edge *edge) {
  uint64_t address, rest = 0;
  bool was_open;
  struct place place;
  if (!concretize_address(machine, thread, edge->block_size.address, &address, &was_open))
    return not_supported(machine, user_edge(thread, edge), "memory behind an unknown pointer");
  if (state_find_place(state, address, &place) && !program_is_opaque(machine->program, address) &&
      !(place.variable && place.variable->function)) {
    uint64_t gone = machine->program->pointer_width == 64 ? UINT64_MAX : UINT32_MAX;
    rest = place.content ? place.size - place.offset : gone;
    tell_watch(machine, state, thread, address, place.size - place.offset, false, was_open);
    if (machine->footprint)
      footprint_add(machine->footprint, address, place.size - place.offset, false);
  }
  if (machine->footprint)
    machine->footprint->is_undecidable = true;
  if (rest && place_has_open_end(&place) && place.content)
    set_value(
        machine, thread, edge->block_size.target,
        open_apply(machine, OP_SUB, open_end(machine, &place), open_number(machine, place.offset)));
  else
    set_number(machine, thread, edge->block_size.target, rest);
  return OUTCOME_STEPPED;
}

static enum outcome execute_block_size(struct machine *machine, struct state *state,
                                       struct thread *thread, const struct edge *edge) {
  uint64_t address;
  bool was_open;
  struct place place;
  if (!concretize_address(machine, thread, edge->block_size.address, &address, &was_open))
    return not_supported(machine, user_edge(thread, edge), "size of a block at an unknown address");
  if (!state_find_place(state, address, &place) || !is_heap_block(&place) || place.offset ||
      !place.content)
    return violate(machine, thread, edge, PROPERTY_MEMORY, "not the start of an allocated block",
                   address, OUTCOME_PRUNED);
  tell_watch(machine, state, thread, address, place.size, false, was_open);
  if (machine->footprint) {
    footprint_add(machine->footprint, address, place.size, false);
    machine->footprint->is_undecidable = true;
  }
  if (place.dynamic->extent)
    set_value(machine, thread, edge->block_size.target, open_end(machine, &place));
  else
    set_number(machine, thread, edge->block_size.target, place.size);
  return OUTCOME_STEPPED;
}

/* Finds as many bytes as a value of 64 bits says, which is not zero, to read or write. */
static enum outcome resolve_range(struct machine *machine, struct state *state,
                                  struct thread *thread, const struct edge *edge,
                                  const struct term *term, struct value size, bool writes,
                                  struct place *place) {
  if (open_find(machine, state, evaluate(machine, thread, term), place))
    return resolve_open(machine, state, thread, edge, term, size, 0, writes, place);
  uint64_t address, fits;
  bool was_open;
  if (!concretize_address(machine, thread, term, &address, &was_open))
    return not_supported(machine, user_edge(thread, edge), "access at an unknown address");
  enum outcome outcome = find_access(machine, state, thread, edge, address, 1, writes, place);
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  uint64_t left = place->size - place->offset;
  tell_watch(machine, state, thread, address, left, writes, was_open);
  struct value is_inside = open_apply(machine, OP_ULE, size, open_number(machine, left));
  if (!concretize_value(machine, is_inside, 1, &fits))
    return not_supported(machine, user_edge(thread, edge), "access of an unknown size");
  return fits ? OUTCOME_STEPPED
              : violate(machine, thread, edge, PROPERTY_MEMORY, "access out of bounds", address,
                        OUTCOME_PRUNED);
}

/* Is there nothing to copy or to fill? Where that cannot be told the outcome says so. */
static enum outcome is_nothing(struct machine *machine, struct thread *thread,
                               const struct edge *edge, struct value size, bool *is_none) {
  uint64_t holds;
  if (!concretize_value(machine, open_apply(machine, OP_EQ, size, open_number(machine, 0)), 1,
                        &holds))
    return not_supported(machine, user_edge(thread, edge), "copy of an unknown size");
  *is_none = holds;
  return OUTCOME_STEPPED;
}

static struct value wide_size(struct machine *machine, const struct thread *thread,
                              const struct term *size) {
  return resize_value(machine, evaluate(machine, thread, size), size->width, 64);
}

static enum outcome execute_open_copy(struct machine *machine, struct state *state,
                                      struct thread *thread, const struct edge *edge) {
  struct value size = wide_size(machine, thread, edge->copy.size);
  struct place target, source;
  bool is_none;
  enum outcome outcome = is_nothing(machine, thread, edge, size, &is_none);
  if (outcome != OUTCOME_STEPPED || is_none)
    return outcome;
  outcome = resolve_range(machine, state, thread, edge, edge->copy.source, size, false, &source);
  if (outcome == OUTCOME_STEPPED)
    outcome = resolve_range(machine, state, thread, edge, edge->copy.target, size, true, &target);
  return outcome == OUTCOME_STEPPED ? open_copy(machine, state, edge, &target, &source, size)
                                    : outcome;
}

static struct value fill_byte(struct machine *machine, const struct thread *thread,
                              const struct edge *edge) {
  return resize_value(machine, evaluate(machine, thread, edge->fill.byte), edge->fill.byte->width,
                      8);
}

static enum outcome execute_open_fill(struct machine *machine, struct state *state,
                                      struct thread *thread, const struct edge *edge) {
  struct value size = wide_size(machine, thread, edge->fill.size);
  struct place target;
  bool is_none;
  enum outcome outcome = is_nothing(machine, thread, edge, size, &is_none);
  if (outcome != OUTCOME_STEPPED || is_none)
    return outcome;
  outcome = resolve_range(machine, state, thread, edge, edge->fill.target, size, true, &target);
  return outcome == OUTCOME_STEPPED
             ? open_fill(machine, state, edge, &target, size, fill_byte(machine, thread, edge))
             : outcome;
}

/* Does a search abstract from this padding? */
static bool leaves_out(struct machine *machine, const struct place *place, uint64_t size,
                       bool writes) {
  if (machine->overlay && !machine->overlay->leaves_out)
    bypass_overlay(machine, place, size, writes);
  return machine->overlay && machine->overlay->leaves_out &&
         machine->overlay->leaves_out(machine->overlay, place, size, writes);
}

static void note_padding(struct machine *machine, struct state *state, const struct place *place,
                         uint64_t size, bool writes) {
  if (machine->footprint) {
    note_footprint(machine, place, writes, size, (struct value){0, 0});
    machine->footprint->is_undecidable = true;
  }
  if (writes)
    state_note_change(state, place);
}

/* Nobody is told of padding: it is not what the program is about. */
static void copy_padding(struct machine *machine, struct state *state, const struct edge *edge,
                         const struct place *target, const struct place *source, uint64_t size) {
  const struct domain *domain = machine->domain;
  bool is_lost = leaves_out(machine, source, size, false);
  note_padding(machine, state, source, size, false);
  if (leaves_out(machine, target, size, true))
    return;
  note_unread(machine, source, NULL);
  if (domain->content_move)
    domain->content_move(target->content, target->size, target->offset,
                         is_lost ? NULL : source->content, source->size, source->offset, size);
  else
    move_bytes(machine, edge, target, source, size);
  note_padding(machine, state, target, size, true);
}

static enum outcome execute_copy(struct machine *machine, struct state *state,
                                 struct thread *thread, const struct edge *edge) {
  uint64_t size;
  struct place target, source;
  if (open_wants(machine, evaluate(machine, thread, edge->copy.size)))
    return execute_open_copy(machine, state, thread, edge);
  if (!evaluate_size(machine, thread, edge->copy.size, &size))
    return not_supported(machine, user_edge(thread, edge), "copy of an unknown size");
  if (!size)
    return OUTCOME_STEPPED;
  enum outcome outcome =
      resolve(machine, state, thread, edge, edge->copy.source, size, false, &source);
  if (outcome == OUTCOME_STEPPED)
    outcome = resolve(machine, state, thread, edge, edge->copy.target, size, true, &target);
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  if (source.is_open || target.is_open)
    return open_copy(machine, state, edge, &target, &source, open_number(machine, size));
  if (edge->copy.is_padding) {
    copy_padding(machine, state, edge, &target, &source, size);
    return OUTCOME_STEPPED;
  }
  if (races_with_past(machine, state, thread, edge, &source, size, false, ORDER_PLAIN) ||
      races_with_past(machine, state, thread, edge, &target, size, true, ORDER_PLAIN))
    return OUTCOME_VIOLATION;
  note_acquire(machine, state, thread, &source, size, ORDER_PLAIN);
  note_release(state, thread, &target, size, ORDER_PLAIN, false);
  bypass_overlay(machine, &source, size, false);
  bypass_overlay(machine, &target, size, true);
  note_unread(machine, &source, NULL);
  move_bytes(machine, edge, &target, &source, size);
  note_read(machine, state, &source);
  state_note_change(state, &target);
  tell_access(machine, state, thread, edge, &source, false, size, (struct value){0, 0});
  if (machine->footprint)
    machine->footprint->is_undecidable = true;
  tell_access(machine, state, thread, edge, &target, true, size, (struct value){0, 0});
  return OUTCOME_STEPPED;
}

static enum outcome execute_fill(struct machine *machine, struct state *state,
                                 struct thread *thread, const struct edge *edge) {
  uint64_t size;
  struct place target;
  if (open_wants(machine, evaluate(machine, thread, edge->fill.size)))
    return execute_open_fill(machine, state, thread, edge);
  if (!evaluate_size(machine, thread, edge->fill.size, &size))
    return not_supported(machine, user_edge(thread, edge), "fill of an unknown size");
  if (!size)
    return OUTCOME_STEPPED;
  enum outcome outcome =
      resolve(machine, state, thread, edge, edge->fill.target, size, true, &target);
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  if (target.is_open)
    return open_fill(machine, state, edge, &target, open_number(machine, size),
                     fill_byte(machine, thread, edge));
  if (edge->fill.is_padding && leaves_out(machine, &target, size, true))
    return OUTCOME_STEPPED;
  if (!edge->fill.is_padding) {
    if (races_with_past(machine, state, thread, edge, &target, size, true, ORDER_PLAIN))
      return OUTCOME_VIOLATION;
    note_release(state, thread, &target, size, ORDER_PLAIN, false);
    bypass_overlay(machine, &target, size, true);
  }
  struct value byte = fill_byte(machine, thread, edge);
  for (uint64_t i = 0; i < size; i++)
    machine->domain->content_write(machine->domain_context, target.content, target.size,
                                   target.offset + i, 1, byte);
  if (edge->fill.is_padding) {
    note_padding(machine, state, &target, size, true);
    return OUTCOME_STEPPED;
  }
  state_note_change(state, &target);
  tell_access(machine, state, thread, edge, &target, true, size, (struct value){0, 0});
  return OUTCOME_STEPPED;
}

static enum outcome execute_print(struct machine *machine, struct state *state,
                                  struct thread *thread, const struct edge *edge) {
  uint64_t size;
  struct place place;
  if (!evaluate_size(machine, thread, edge->print.size, &size))
    return not_supported(machine, user_edge(thread, edge), "output of an unknown size");
  if (!size)
    return OUTCOME_STEPPED;
  enum outcome outcome =
      resolve(machine, state, thread, edge, edge->print.address, size, false, &place);
  if (outcome == OUTCOME_STEPPED && !place.is_open &&
      races_with_past(machine, state, thread, edge, &place, size, false, ORDER_PLAIN))
    return OUTCOME_VIOLATION;
  if (outcome == OUTCOME_STEPPED && machine->footprint)
    note_footprint(machine, &place, false, place.is_open ? place.size : size, (struct value){0, 0});
  if (outcome != OUTCOME_STEPPED || !machine->print || place.is_open)
    return outcome;
  note_read(machine, state, &place);
  for (; size; size--, place.offset++) {
    uint64_t bits;
    struct value byte = read_content(machine, thread, edge, &place, 1);
    char letter = '?';
    if (machine->domain->known(machine->domain_context, byte, &bits))
      letter = (char)bits;
    machine->print(machine->print_context, &letter, 1);
  }
  return OUTCOME_STEPPED;
}

enum outcome execute_memory_edge(struct machine *machine, struct state *state,
                                 struct thread *thread, const struct edge *edge) {
  if (edge->op == OPERATION_LOAD)
    return execute_load(machine, state, thread, edge);
  if (edge->op == OPERATION_STORE)
    return execute_store(machine, state, thread, edge);
  if (edge->op == OPERATION_RMW)
    return execute_rmw(machine, state, thread, edge);
  if (edge->op == OPERATION_CAS)
    return execute_cas(machine, state, thread, edge);
  if (edge->op == OPERATION_ALLOCATE)
    return execute_allocate(machine, state, thread, edge);
  if (edge->op == OPERATION_FREE)
    return execute_free(machine, state, thread, edge);
  if (edge->op == OPERATION_BLOCK_SIZE)
    return edge->block_size.rest ? execute_rest(machine, state, thread, edge)
                                 : execute_block_size(machine, state, thread, edge);
  if (edge->op == OPERATION_COPY)
    return execute_copy(machine, state, thread, edge);
  if (edge->op == OPERATION_FILL)
    return execute_fill(machine, state, thread, edge);
  return execute_print(machine, state, thread, edge);
}
