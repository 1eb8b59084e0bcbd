/* SPDX-License-Identifier: Apache-2.0 */
/* The reduction `forget`: states that differ only in what cannot matter any more become equal, and
 * executions end where nothing can be violated any more.
 *
 * Variables. What a thread needs when it goes on later is a variable of the file. Where a thread
 * may stop, those that had a value and are not read from there on are set to 0. Whether they are
 * read is what flow.c found out to decide which variables are needed at all. A local variable that
 * has an address is not needed outside its function: one whose address may outlive it is left
 * alone (mortal.c). Variables of recursive functions are left alone.
 *
 * Ends. If a thread ends, or an assumption stops it forever, the execution goes on only if another
 * thread may still come to a check, or to a bound of the output, from where it stands. An execution
 * in which no thread can has no violation. With `memory` and `race`, any access may be one; so no
 * execution is ended then. */
#include "sequentialize/forgetting.h"

#include "base/bits.h"
#include "sequentialize/interference.h"
#include "sequentialize/switching.h"

#include <string.h>

static bool is_inside(const struct flat_instance *instance, const struct flat_instance *outer) {
  while (instance && instance != outer)
    instance = instance->caller;
  return instance != NULL;
}

static const uint64_t *live_at(const struct flat_unit *unit, uint32_t node) {
  return unit->values.live + node * unit->values.words;
}

static uint64_t *stale_at(const struct flat_unit *unit, uint32_t node) {
  return unit->values.stale + node * unit->values.words;
}

static bool is_needed_at(const struct flat_unit *unit, uint32_t node, uint32_t number) {
  const struct flat_register *reg = &unit->registers.items[number];
  return reg->slot ? is_inside(unit->nodes.items[node].instance, reg->instance)
                   : bits_has(live_at(unit, node), number);
}

static void add_to_set(uint32_t number, void *context) { bits_add(context, number); }

/* Passes on which variables may have a value after the node. True if that changed something. */
static bool pass_on(struct flat_unit *unit, uint32_t at, uint64_t *after) {
  const struct flat_node *node = &unit->nodes.items[at];
  size_t words = unit->values.words;
  bool changed = false;
  memcpy(after, stale_at(unit, at), words * sizeof *after);
  for (uint32_t i = 0; node->is_visible && i < unit->registers.count; i++)
    if (bits_has(after, i) && !is_needed_at(unit, at, i)) /* forgotten before it */
      bits_remove(after, i);
  flow_writes(unit, node, add_to_set, after);
  for (uint32_t k = 0; k < node->successor_count; k++)
    changed |= bits_join(stale_at(unit, node->successors[k]), after, words);
  return changed;
}

void forgetting_find(struct sequentializer *s, struct flat_unit *unit) {
  if (!s->options->reduces_forget || unit->is_plain)
    return;
  size_t bytes = unit->values.words * sizeof *unit->values.stale;
  unit->values.stale = arena_allocate(s->arena, (unit->nodes.count + 1) * bytes);
  memset(unit->values.stale, 0, (unit->nodes.count + 1) * bytes);
  memcpy(stale_at(unit, unit->entry), live_at(unit, unit->entry), bytes);
  uint64_t *after = memory_allocate(bytes);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < unit->nodes.count; i++)
      changed |= pass_on(unit, i, after);
  }
  memory_release(after);
}

/* Is it a variable of the file that can be set to 0? */
static bool is_variable(const struct sequentializer *s, const struct flat_register *reg) {
  if (!reg->is_used || !reg->name || reg->mortal || reg->alias || reg->instance->is_framed)
    return false;
  if (!reg->slot)
    return reg->is_kept && !reg->instance->constants[reg->number];
  if (mortal_is_lent(s, reg->slot))
    return false;
  return reg->slot_is_scalar || (reg->slot_type && reg->slot_type->kind != TYPE_ARRAY &&
                                 reg->slot_type->kind != TYPE_STRUCT);
}

void forgetting_write(struct writer *w, uint32_t node) {
  struct flat_unit *unit = w->unit;
  for (uint32_t i = 0; unit->values.stale && i < unit->registers.count; i++)
    if (bits_has(stale_at(unit, node), i) && is_variable(w->s, &unit->registers.items[i]) &&
        !is_needed_at(unit, node, i))
      statement_line(w, "%s = 0;",
                     unit->registers.items[i].slot ? naming_slot(w, &unit->registers.items[i])
                                                   : naming_register(w, i));
}

void forgetting_write_all(struct writer *w, uint32_t node) {
  struct flat_unit *unit = w->unit;
  for (uint32_t i = 0; unit->values.stale && i < unit->registers.count; i++)
    if (bits_has(stale_at(unit, node), i) && is_variable(w->s, &unit->registers.items[i]) &&
        !unit->registers.items[i].slot)
      statement_line(w, "%s = 0;", naming_register(w, i));
}

/* The last case from which a thread of the routine may still violate something; 0: none. */
static uint32_t last_check(struct sequentializer *s, const struct flat_unit *unit) {
  for (uint32_t i = unit->cases.count; i-- > 0;)
    if (interference_fails(s->interference,
                           interference_rest(s->interference, unit, unit->cases.nodes[i])))
      return i + 1;
  return 0;
}

const char *forgetting_hope(struct writer *w) {
  struct sequentializer *s = w->s;
  if (!s->options->reduces_forget || property_in(PROPERTY_MEMORY, s->options->properties) ||
      property_in(PROPERTY_RACE, s->options->properties))
    return NULL;
  for (size_t i = 0; i < s->routines.count; i++)
    if (!s->routines.items[i]->cases.nodes)
      return NULL;
  struct text out = {0};
  for (size_t i = 0; i < s->routines.count; i++)
    if (s->routines.items[i] != w->unit || !w->unit->is_single)
      switching_add_before(w, &out, s->routines.items[i], last_check(s, s->routines.items[i]));
  const char *text = arena_copy_text(s->arena, text_get(&out));
  text_release(&out);
  return text;
}

void forgetting_write_end(struct writer *w) {
  const char *hope = forgetting_hope(w);
  if (hope && !property_in(PROPERTY_DEADLOCK, w->s->options->properties) &&
      last_check(w->s, w->unit))
    statement_line(w, "__VERIFIER_assume(%s);", *hope ? hope : "0");
}
