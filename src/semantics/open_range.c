/* SPDX-License-Identifier: Apache-2.0 */
/* Copies and fills of as many bytes as a value says, and those that touch objects whose end is a
 * value. Where the object has a number of bytes that is small, each of them becomes a term: what is
 * moved there if the size is larger than its distance, or what it was. Other contents are
 * forgotten, unless a fill covers all of an object. */
#include "semantics/open.h"

#include "semantics/evaluate.h"
#include "semantics/tell.h"

enum { MOST_EXACT = 64, NOT_FILLED = 256 };

static uint64_t left_in(const struct place *place) { return place->size - place->offset; }

static void note_range(struct machine *machine, const struct place *place, bool writes) {
  if (place->is_open)
    tell_bytes(machine, place->address, place->dynamic->extent, writes);
  else
    tell_bytes(machine, place->address + place->offset, left_in(place), writes);
  tell_dependence(machine);
}

/* The bytes from the place on. */
static void forget(struct machine *machine, struct state *state, const struct place *place) {
  const struct domain *domain = machine->domain;
  if (place->is_open) {
    open_reset(machine, state, place, NOT_FILLED);
    return;
  }
  domain->content_init(machine->domain_context,
                       place->content + domain->content_size(place->offset), left_in(place), NULL,
                       true);
  state_note_change(state, place);
}

static struct value read_byte(const struct machine *machine, const struct edge *edge,
                              const struct place *place, uint64_t at) {
  return machine->domain->content_read(machine->domain_context, place->content, place->size,
                                       place->offset + at, 1, edge, machine->chooser);
}

/* `bytes`: what is moved there, as far as the size reaches. */
static void write_bytes(struct machine *machine, struct state *state, const struct edge *edge,
                        const struct place *place, const struct value *bytes, uint64_t count,
                        struct value size) {
  for (uint64_t i = 0; i < count; i++) {
    struct value is_moved = open_apply(machine, OP_ULT, open_number(machine, i), size);
    struct value operands[3] = {is_moved, bytes[i], read_byte(machine, edge, place, i)};
    machine->domain->content_write(machine->domain_context, place->content, place->size,
                                   place->offset + i, 1,
                                   apply_operator(machine, OP_ITE, 8, 8, operands));
  }
  state_note_change(state, place);
}

/* Does a fill reach from the start of the object to its end? */
static bool covers_all(const struct machine *machine, const struct place *place,
                       struct value size) {
  uint64_t offset, is_all;
  bool at_start = machine->domain->known(machine->domain_context, place->at, &offset) && !offset;
  struct value equal = open_apply(machine, OP_EQ, open_end(machine, place), size);
  return settle_way(machine, at_start) && concretize_value(machine, equal, 1, &is_all) && is_all;
}

enum outcome open_fill(struct machine *machine, struct state *state, const struct edge *edge,
                       const struct place *target, struct value size, struct value byte) {
  uint64_t bits;
  struct value bytes[MOST_EXACT];
  note_range(machine, target, true);
  if (target->is_open && covers_all(machine, target, size)) {
    bool is_known = machine->domain->known(machine->domain_context, byte, &bits);
    open_reset(machine, state, target, settle_way(machine, is_known ? bits : NOT_FILLED));
  } else if (target->is_open || left_in(target) > MOST_EXACT) {
    forget(machine, state, target);
  } else {
    for (unsigned i = 0; i < MOST_EXACT; i++)
      bytes[i] = byte;
    write_bytes(machine, state, edge, target, bytes, left_in(target), size);
  }
  return OUTCOME_STEPPED;
}

enum outcome open_copy(struct machine *machine, struct state *state, const struct edge *edge,
                       const struct place *target, const struct place *source, struct value size) {
  struct value bytes[MOST_EXACT];
  note_range(machine, source, false);
  note_range(machine, target, true);
  if (source->is_open || target->is_open) {
    forget(machine, state, target);
    return OUTCOME_STEPPED;
  }
  uint64_t count = left_in(target) < left_in(source) ? left_in(target) : left_in(source);
  if (count > MOST_EXACT) {
    forget(machine, state, target);
    return OUTCOME_STEPPED;
  }
  for (uint64_t i = 0; i < count; i++)
    bytes[i] = read_byte(machine, edge, source, i);
  state_note_change(state, source);
  write_bytes(machine, state, edge, target, bytes, count, size);
  return OUTCOME_STEPPED;
}
