/* SPDX-License-Identifier: Apache-2.0 */
/* Copies, fills and prints ranges of memory. */
#include "semantics/access.h"
#include "semantics/evaluate.h"
#include "semantics/execute.h"
#include "semantics/open.h"
#include "semantics/overlay.h"
#include "semantics/tell.h"
#include "semantics/violate.h"

/* Is the size zero? If that is unknown, the outcome says so. */
static enum outcome is_nothing(const struct memory_access *access, struct value size,
                               bool *is_none) {
  struct machine *machine = access->machine;
  uint64_t holds;
  struct value is_zero = open_apply(machine, OP_EQ, size, open_number(machine, 0));
  if (!concretize_value(machine, is_zero, 1, &holds))
    return not_supported(machine, user_edge(access->thread, access->edge),
                         "copy of an unknown size");
  *is_none = holds;
  return OUTCOME_STEPPED;
}

static struct value wide_size(const struct memory_access *access, const struct term *size) {
  return resize_value(access->machine, evaluate(access->machine, access->thread, size), size->width,
                      64);
}

static enum outcome copy_open(struct memory_access *target, struct memory_access *source) {
  const struct edge *edge = target->edge;
  struct value size = wide_size(target, edge->copy.size);
  bool is_none;
  enum outcome outcome = is_nothing(target, size, &is_none);
  if (outcome != OUTCOME_STEPPED || is_none)
    return outcome;
  outcome = step_access_resolve_range(source, edge->copy.source, size);
  if (outcome == OUTCOME_STEPPED)
    outcome = step_access_resolve_range(target, edge->copy.target, size);
  return outcome == OUTCOME_STEPPED
             ? open_copy(target->machine, target->state, edge, &target->place, &source->place, size)
             : outcome;
}

static struct value fill_byte(const struct memory_access *access) {
  const struct term *byte = access->edge->fill.byte;
  return resize_value(access->machine, evaluate(access->machine, access->thread, byte), byte->width,
                      8);
}

static enum outcome fill_open(struct memory_access *target) {
  const struct edge *edge = target->edge;
  struct value size = wide_size(target, edge->fill.size);
  bool is_none;
  enum outcome outcome = is_nothing(target, size, &is_none);
  if (outcome != OUTCOME_STEPPED || is_none)
    return outcome;
  outcome = step_access_resolve_range(target, edge->fill.target, size);
  return outcome == OUTCOME_STEPPED ? open_fill(target->machine, target->state, edge,
                                                &target->place, size, fill_byte(target))
                                    : outcome;
}

/* Does a search abstract from this padding? */
static bool leaves_out(const struct memory_access *access) {
  struct overlay *overlay = access->machine->overlay;
  if (!overlay)
    return false;
  if (overlay->leaves_out)
    return overlay->leaves_out(overlay, &access->place, access->size, access->writes);
  step_access_bypass_overlay(access);
  return false;
}

static void note_padding(const struct memory_access *access) {
  step_access_tell_range(access);
  tell_dependence(access->machine);
  if (access->writes)
    state_note_change(access->state, &access->place);
}

/* Copies padding, without events. */
static void copy_padding(const struct memory_access *target, const struct memory_access *source) {
  const struct place *from = &source->place, *to = &target->place;
  const struct domain *domain = target->machine->domain;
  bool is_lost = leaves_out(source);
  note_padding(source);
  if (leaves_out(target))
    return;
  step_access_note_unread(source, NULL);
  if (domain->content_move)
    domain->content_move(to->content, to->size, to->offset, is_lost ? NULL : from->content,
                         from->size, from->offset, target->size);
  else
    step_access_move_bytes(target, from, target->size);
  note_padding(target);
}

static enum outcome copy_bytes(const struct memory_access *target,
                               const struct memory_access *source) {
  step_access_acquire(source);
  if (step_access_races(source) || step_access_races(target))
    return OUTCOME_VIOLATION;
  step_access_release(target, false);
  step_access_bypass_overlay(source);
  step_access_bypass_overlay(target);
  step_access_note_unread(source, NULL);
  step_access_move_bytes(target, &source->place, target->size);
  step_access_note_read(source);
  state_note_change(target->state, &target->place);
  step_access_tell(source, false, (struct value){0, 0});
  tell_dependence(target->machine);
  step_access_tell(target, true, (struct value){0, 0});
  return OUTCOME_STEPPED;
}

enum outcome execute_copy(struct machine *machine, struct state *state, struct thread *thread,
                          const struct edge *edge) {
  struct memory_access source = step_access_begin(machine, state, thread, edge), target = source;
  target.writes = true;
  if (open_wants(machine, evaluate(machine, thread, edge->copy.size)))
    return copy_open(&target, &source);
  if (!evaluate_size(machine, thread, edge->copy.size, &source.size))
    return not_supported(machine, user_edge(thread, edge), "copy of an unknown size");
  if (!source.size)
    return OUTCOME_STEPPED;
  target.size = source.size;
  enum outcome outcome = step_access_resolve(&source, edge->copy.source);
  if (outcome == OUTCOME_STEPPED)
    outcome = step_access_resolve(&target, edge->copy.target);
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  if (source.place.is_open || target.place.is_open)
    return open_copy(machine, state, edge, &target.place, &source.place,
                     open_number(machine, source.size));
  if (!edge->copy.is_padding)
    return copy_bytes(&target, &source);
  copy_padding(&target, &source);
  return OUTCOME_STEPPED;
}

enum outcome execute_fill(struct machine *machine, struct state *state, struct thread *thread,
                          const struct edge *edge) {
  struct memory_access target = step_access_begin(machine, state, thread, edge);
  const struct place *place = &target.place;
  target.writes = true;
  if (open_wants(machine, evaluate(machine, thread, edge->fill.size)))
    return fill_open(&target);
  if (!evaluate_size(machine, thread, edge->fill.size, &target.size))
    return not_supported(machine, user_edge(thread, edge), "fill of an unknown size");
  if (!target.size)
    return OUTCOME_STEPPED;
  enum outcome outcome = step_access_resolve(&target, edge->fill.target);
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  if (place->is_open)
    return open_fill(machine, state, edge, place, open_number(machine, target.size),
                     fill_byte(&target));
  if (edge->fill.is_padding && leaves_out(&target))
    return OUTCOME_STEPPED;
  if (!edge->fill.is_padding) {
    if (step_access_races(&target))
      return OUTCOME_VIOLATION;
    step_access_release(&target, false);
    step_access_bypass_overlay(&target);
  }
  struct value byte = fill_byte(&target);
  for (uint64_t i = 0; i < target.size; i++)
    machine->domain->content_write(machine->domain_context, place->content, place->size,
                                   place->offset + i, 1, byte);
  if (edge->fill.is_padding) {
    note_padding(&target);
    return OUTCOME_STEPPED;
  }
  state_note_change(state, place);
  step_access_tell(&target, true, (struct value){0, 0});
  return OUTCOME_STEPPED;
}

static void print_bytes(const struct memory_access *access) {
  const struct machine *machine = access->machine;
  struct place place = access->place;
  step_access_note_read(access);
  for (uint64_t left = access->size; left; left--, place.offset++) {
    uint64_t bits;
    struct value byte = step_access_read_content(access, &place, 1);
    char letter = '?';
    if (machine->domain->known(machine->domain_context, byte, &bits))
      letter = (char)bits;
    machine->output.print(machine->output.context, &letter, 1);
  }
}

enum outcome execute_print(struct machine *machine, struct state *state, struct thread *thread,
                           const struct edge *edge) {
  struct memory_access access = step_access_begin(machine, state, thread, edge);
  if (!evaluate_size(machine, thread, edge->print.size, &access.size))
    return not_supported(machine, user_edge(thread, edge), "output of an unknown size");
  if (!access.size)
    return OUTCOME_STEPPED;
  enum outcome outcome = step_access_resolve(&access, edge->print.address);
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  if (access.place.is_open) {
    access.size = access.place.size;
    step_access_tell_range(&access);
    return OUTCOME_STEPPED;
  }
  if (step_access_races(&access))
    return OUTCOME_VIOLATION;
  step_access_tell_range(&access);
  if (machine->output.print)
    print_bytes(&access);
  return OUTCOME_STEPPED;
}
