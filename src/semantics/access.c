/* SPDX-License-Identifier: Apache-2.0 */
/* Resolves accesses to memory, tells whether they are errors or races, and reads and writes. */
#include "semantics/access.h"

#include "analysis/unread.h"
#include "semantics/buffer.h"
#include "semantics/derive.h"
#include "semantics/evaluate.h"
#include "semantics/open.h"
#include "semantics/ordering.h"
#include "semantics/overlay.h"
#include "semantics/races.h"
#include "semantics/tell.h"
#include "semantics/violate.h"

static const char *invalid_message(uint64_t address, const struct place *place, bool found) {
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

static enum outcome violate_memory(const struct memory_access *access, const char *message,
                                   uint64_t address) {
  return violate(access->machine, access->thread, access->edge, PROPERTY_MEMORY, message, address,
                 OUTCOME_PRUNED);
}

/* Finds `size` bytes at an address to read or write. */
static enum outcome find_place(struct memory_access *access, uint64_t address, uint64_t size) {
  struct place *place = &access->place;
  bool found = state_find_place(access->state, address, place);
  if (!found || !place->content || size > place->size - place->offset)
    return violate_memory(access, invalid_message(address, place, found), address);
  if (place->variable && place->variable->function)
    return violate_memory(access, "access to the code of a function", address);
  if (access->writes && place->variable && place->variable->is_constant)
    return violate_memory(access, "write to a constant", address);
  return OUTCOME_STEPPED;
}

/* Inside an atomic section the states between accesses are not kept: look for races here. */
static bool looks_for_races(const struct memory_access *access) {
  const struct machine *machine = access->machine;
  return access->thread->atomic_depth && property_in(PROPERTY_RACE, machine->properties) &&
         access->state->thread_count > 1 && !machine->now.is_looking &&
         !is_observing(access->thread);
}

static uint64_t address_of(const struct memory_access *access) {
  return access->place.address + access->place.offset;
}

bool step_access_races_in_section(const struct memory_access *access) {
  if (!looks_for_races(access))
    return false;
  struct access next = {.address = address_of(access),
                        .size = access->size,
                        .writes = access->writes,
                        .is_atomic = true};
  if (access->edge->op == OPERATION_CAS)
    next.writes = exchange_writes(access->machine, access->state, access->thread, access->edge);
  return step_races(access->machine, access->state, access->thread, access->edge, &next);
}

bool concretize_address(struct machine *machine, const struct thread *thread,
                        const struct term *term, uint64_t *address, bool *was_open) {
  struct value value = evaluate(machine, thread, term);
  *was_open = machine->domain->has_extra &&
              !machine->domain->known(machine->domain_context, value, address);
  return concretize_value(machine, value, term->width, address);
}

bool evaluate_size(struct machine *machine, const struct thread *thread, const struct term *term,
                   uint64_t *size) {
  machine->now.is_sizing = true;
  bool is_known = evaluate_number(machine, thread, term, size);
  machine->now.is_sizing = false;
  return is_known;
}

void step_access_announce(const struct memory_access *access, uint64_t address, uint64_t size,
                          bool was_open) {
  const struct machine *machine = access->machine;
  struct touched bytes = {.address = address, .size = size, .writes = access->writes};
  for (struct listener *listener = machine->listeners; listener && !machine->now.is_looking;
       listener = listener->next)
    if (listener->access && (was_open || listener->wants_all))
      listener->access(listener, access->state, access->thread, bytes);
}

/* Resolves an access in an object whose end is a value. `fixed`: the size as a number; 0: the
 * size is not a number. */
static enum outcome resolve_open(struct memory_access *access, struct value address,
                                 struct value size, uint64_t fixed) {
  struct machine *machine = access->machine;
  step_access_announce(access, access->place.address, access->place.size, true);
  enum outcome outcome = open_enter(access, address, size, fixed);
  if (outcome != OUTCOME_STEPPED || !looks_for_races(access))
    return outcome;
  struct access next = {.writes = access->writes, .is_atomic = true, .is_unknown = true};
  open_narrow(machine, access->state, address, size, &next);
  return step_races(machine, access->state, access->thread, access->edge, &next) ? OUTCOME_VIOLATION
                                                                                 : outcome;
}

static enum outcome unknown_address(const struct memory_access *access) {
  return not_supported(access->machine, user_edge(access->thread, access->edge),
                       "access at an unknown address");
}

enum outcome step_access_resolve(struct memory_access *access, const struct term *term) {
  struct machine *machine = access->machine;
  uint64_t address;
  bool was_open;
  if (machine->symbolic.opens_sizes) {
    struct value value = evaluate(machine, access->thread, term);
    if (open_find(machine, access->state, value, &access->place))
      return resolve_open(access, value, open_number(machine, access->size), access->size);
  }
  if (!concretize_address(machine, access->thread, term, &address, &was_open))
    return unknown_address(access);
  step_access_announce(access, address, access->size, was_open);
  enum outcome outcome = find_place(access, address, access->size);
  if (outcome == OUTCOME_STEPPED && step_access_races_in_section(access))
    return OUTCOME_VIOLATION;
  if (outcome == OUTCOME_STEPPED &&
      may_cut(machine, access->thread, access->edge, address, access->size))
    note_cut(machine, access->state, access->thread, access->edge, &access->place, access->size);
  return outcome;
}

enum outcome step_access_resolve_range(struct memory_access *access, const struct term *term,
                                       struct value size) {
  struct machine *machine = access->machine;
  struct value value = evaluate(machine, access->thread, term);
  if (open_find(machine, access->state, value, &access->place))
    return resolve_open(access, value, size, 0);
  uint64_t address, fits;
  bool was_open;
  if (!concretize_address(machine, access->thread, term, &address, &was_open))
    return unknown_address(access);
  enum outcome outcome = find_place(access, address, 1);
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  uint64_t left = access->place.size - access->place.offset;
  step_access_announce(access, address, left, was_open);
  struct value is_inside = open_apply(machine, OP_ULE, size, open_number(machine, left));
  if (!concretize_value(machine, is_inside, 1, &fits))
    return not_supported(machine, user_edge(access->thread, access->edge),
                         "access of an unknown size");
  return fits ? OUTCOME_STEPPED : violate_memory(access, "access out of bounds", address);
}

/* In an atomic section a plain access is as good as an atomic one. */
static enum memory_order order_of(const struct memory_access *access) {
  return access->order == ORDER_PLAIN && access->thread->atomic_depth ? ORDER_SEQ_CST
                                                                      : access->order;
}

/* Conditions of waits are only looked at, as long as they do not hold. */
bool step_access_races(const struct memory_access *access) {
  const struct machine *machine = access->machine;
  if (!access->state->ordering || machine->now.is_looking || is_observing(access->thread) ||
      (access->place.variable && access->place.variable->is_constant))
    return false;
  if (machine->now.is_waiting) {
    ordering_await(access->state, address_of(access), access->size);
    return false;
  }
  return ordering_finds_race(access, order_of(access));
}

void step_access_acquire(const struct memory_access *access) {
  const struct machine *machine = access->machine;
  if (access->state->ordering && !machine->now.is_looking && !machine->now.is_waiting &&
      !is_observing(access->thread))
    ordering_acquire(access->state, access->thread, address_of(access), access->size,
                     order_of(access));
}

void step_access_release(const struct memory_access *access, bool keeps) {
  if (access->state->ordering && !is_observing(access->thread))
    ordering_release(access->state, access->thread, address_of(access), access->size,
                     order_of(access), keeps);
}

/* Reads of more than eight bytes have no value to decide anything by. */
static void tell_accessed(const struct memory_access *access, bool writes, struct value value) {
  const struct machine *machine = access->machine;
  if (!machine_tells_touches(machine))
    return;
  struct touched bytes = {.address = address_of(access), .size = access->size, .writes = writes};
  bytes.is_known = !writes && access->size <= 8 &&
                   machine->domain->known(machine->domain_context, value, &bytes.value);
  tell_touch(machine, TOUCH_BYTES, &bytes);
  if (!writes && !bytes.is_known)
    tell_dependence(machine);
}

void step_access_tell_range(const struct memory_access *access) {
  tell_accessed(access, access->writes, (struct value){0, 0});
}

void step_access_tell(const struct memory_access *access, bool writes, struct value value) {
  struct machine *machine = access->machine;
  tell_accessed(access, writes, value);
  if (machine->now.is_looking || !machine_tells_events(machine))
    return;
  tell_event(machine, access->state,
             (struct event){.kind = writes ? EVENT_WRITE : EVENT_READ,
                            .thread = access->thread->number,
                            .edge = access->edge,
                            .address = address_of(access),
                            .size = (uint32_t)access->size,
                            .value = value,
                            .at = access->edge->at,
                            .is_old = machine->now.is_overlaid,
                            .access = machine->now.access,
                            .other = machine->now.other});
}

static void tell_overlaid(const struct memory_access *access, bool writes, struct value value) {
  if (!access->machine->overlay->tells)
    return;
  access->machine->now.is_overlaid = true;
  step_access_tell(access, writes, value);
  access->machine->now.is_overlaid = false;
}

static struct overlay_access seen_by_overlay(const struct memory_access *access) {
  access->machine->now.access = access->machine->now.other = 0;
  return (struct overlay_access){access->machine, access->state, access->thread, &access->place,
                                 (unsigned)access->size};
}

/* What follows depends on more than what the state holds. */
static bool is_overlaid_read(const struct memory_access *access, struct value *value) {
  struct machine *machine = access->machine;
  struct overlay_access seen = seen_by_overlay(access);
  if (!machine->overlay || !machine->overlay->read(machine->overlay, &seen, value))
    return false;
  tell_dependence(machine);
  return true;
}

static bool is_overlaid_write(const struct memory_access *access, struct value value) {
  struct machine *machine = access->machine;
  struct overlay_access seen = seen_by_overlay(access);
  return machine->overlay && machine->overlay->write(machine->overlay, &seen, value);
}

void step_access_bypass_overlay(const struct memory_access *access) {
  struct overlay *overlay = access->machine->overlay;
  if (overlay)
    overlay->bypass(overlay, &access->place, access->size, access->writes);
}

static bool is_unread(const struct memory_access *access) {
  const struct place *place = &access->place;
  return access->machine->unread && place->variable && !place->thread &&
         unread_has_variable(access->machine->unread, place->variable);
}

void step_access_note_unread(const struct memory_access *access, const struct term *address) {
  if (is_unread(access) && !(address && term_is_constant(address)))
    access->machine->doubts.read_unread = true;
}

void step_access_note_read(const struct memory_access *access) {
  if (access->place.thread && !access->machine->now.is_looking)
    state_note_change(access->state, &access->place);
}

struct value step_access_read_content(const struct memory_access *access, const struct place *place,
                                      unsigned size) {
  const struct machine *machine = access->machine;
  if (access->thread->buffer.count)
    return buffer_read(machine, access->thread, access->edge, place, size, machine->chooser);
  return machine->domain->content_read(machine->domain_context, place->content, place->size,
                                       place->offset, size, access->edge, machine->chooser);
}

struct value step_access_read(const struct memory_access *access) {
  const struct edge *edge = access->edge;
  struct value value;
  if (access->place.is_open)
    return open_read(access->machine, access->state, edge, &access->place, (unsigned)access->size);
  if (is_overlaid_read(access, &value)) {
    tell_overlaid(access, false, value);
    return value;
  }
  value = step_access_read_content(access, &access->place, (unsigned)access->size);
  step_access_note_unread(access, edge->op == OPERATION_LOAD  ? edge->load.address
                                  : edge->op == OPERATION_RMW ? edge->rmw.address
                                                              : NULL);
  step_access_note_read(access);
  step_access_tell(access, false, value);
  return value;
}

void step_access_write(const struct memory_access *access, struct value value) {
  const struct machine *machine = access->machine;
  const struct place *place = &access->place;
  unsigned size = (unsigned)access->size;
  if (place->is_open) {
    open_write(access->machine, access->state, place, size, value);
    return;
  }
  if (is_overlaid_write(access, value)) {
    tell_overlaid(access, true, value);
    return;
  }
  if (is_unread(access))
    value = machine->domain->constant(machine->domain_context, size * 8, 0);
  machine->domain->content_write(machine->domain_context, place->content, place->size,
                                 place->offset, size, value);
  state_note_change(access->state, place);
  step_access_tell(access, true, value);
}

void step_access_move_bytes(const struct memory_access *target, const struct place *source,
                            uint64_t size) {
  const struct machine *machine = target->machine;
  const struct domain *domain = machine->domain;
  const struct place *to = &target->place;
  void *context = machine->domain_context;
  struct value few[32], *values = few;
  size_t words = (size_t)((size + 7) / 8);
  if (words > 32)
    values = memory_allocate(words * sizeof *values);
  for (uint64_t at = 0; at < size; at += 8)
    values[at / 8] = domain->content_read(
        context, source->content, source->size, source->offset + at,
        size - at < 8 ? (unsigned)(size - at) : 8, target->edge, machine->chooser);
  for (uint64_t at = 0; at < size; at += 8)
    domain->content_write(context, to->content, to->size, to->offset + at,
                          size - at < 8 ? (unsigned)(size - at) : 8, values[at / 8]);
  if (values != few)
    memory_release(values);
}
