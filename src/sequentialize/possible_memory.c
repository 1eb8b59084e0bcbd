/* SPDX-License-Identifier: Apache-2.0 */
/* Values and memory for possible.c: cells, terms, and vectors of values by number. */
#include "base/bits.h"
#include "sequentialize/possible_inside.h"
#include "term/walk.h"

#include <string.h>

enum { MOST_PARTS = 400, SLOT_SHIFT = 20 };
_Static_assert(POSSIBLE_SLOT_ROOM == 1 << SLOT_SHIFT, "one of each");
#define FIRST_SLOT (UINT64_C(1) << 34)

struct possible_value possible_known(uint64_t bits, unsigned width) {
  return (struct possible_value){bits & width_mask(width), 1};
}

bool possible_note(const struct possible *p, struct possible_fact *fact,
                   struct possible_value value) {
  if (fact->count == POSSIBLE_ANY)
    return false;
  for (unsigned i = 0; value.known && i < fact->count; i++)
    if (fact->seen[i] == value.bits)
      return true;
  if (value.known && fact->count < p->most_values) {
    fact->seen[fact->count++] = value.bits;
    return true;
  }
  fact->count = POSSIBLE_ANY;
  return false;
}

/* Local variables of threads that are the only ones of their routines. */
struct possible_value possible_slot(const struct possible *p, const struct possible_state *state,
                                    uint32_t node) {
  const struct flat_unit *unit = p->units[state->unit].unit;
  const struct edge *edge = unit->nodes.items[node].edge;
  uint8_t *repeats = &p->units[state->unit].places[node].repeats;
  if (!*repeats)
    *repeats = flow_repeats(unit, node) ? 2 : 1;
  const struct term *size = flat_term(p->s, unit->nodes.items[node].instance, edge->allocate.size);
  if (edge->allocate.heap || unit->is_plain || !unit->is_single || !term_is_constant(size) ||
      size->value >= 1 << SLOT_SHIFT || node >= 1 << 17 || *repeats == 2)
    return (struct possible_value){0, 0};
  return possible_known(
      numbers_address(unit->first_thread) + FIRST_SLOT + ((uint64_t)node << SLOT_SHIFT), 64);
}

/* The object that an access is in; false: none is known. Where errors of memory count, accesses to
 * local variables that may have ended are left as they are. */
static bool find_object(const struct possible *p, uint64_t address, uint32_t size,
                        uint32_t *number) {
  const struct program *program = p->s->program;
  const struct object *object = program_find_object(program, address);
  uint32_t thread;
  uint64_t offset;
  if (object) {
    *number = (uint32_t)(object - program->objects);
    return !object->function && size <= object->size - (address - object->address);
  }
  *number = sharing_record(p->s->sharing);
  if (numbers_record(p->s, address, &thread, &offset))
    return size <= program->thread_local_end - offset;
  if (property_in(PROPERTY_MEMORY, p->s->options->properties) ||
      !numbers_find_thread(p->s, address, &thread, &offset) || offset < FIRST_SLOT)
    return false;
  offset -= FIRST_SLOT;
  for (size_t i = 0; i < p->s->routines.count; i++) {
    const struct flat_unit *unit = p->s->routines.items[i];
    if (!unit->is_single || unit->first_thread != thread ||
        offset >> SLOT_SHIFT >= unit->nodes.count)
      continue;
    const struct flat_node *node = &unit->nodes.items[offset >> SLOT_SHIFT];
    const struct term *room = node->kind == FLAT_EDGE && node->edge->op == OPERATION_ALLOCATE
                                  ? flat_term(p->s, node->instance, node->edge->allocate.size)
                                  : NULL;
    offset &= (UINT64_C(1) << SLOT_SHIFT) - 1;
    return room && offset + size <= room->value &&
           sharing_find_allocation(p->s->sharing, node->edge, number);
  }
  return false;
}

/* A place that is accessed in parts of different sizes is not followed. */
static void lose_overlapping(struct possible *p, uint64_t address, uint64_t size) {
  vector_each (cell, &p->cells)
    if (cell->address < address + size && address < cell->address + cell->size &&
        (cell->address != address || cell->size != size) && !cell->is_lost)
      cell->is_lost = p->again = true;
}

/* Only what the library uses is followed. */
static uint32_t find_cell(struct possible *p, uint64_t address, uint32_t size, uint32_t object,
                          bool adds) {
  uint64_t known;
  if (map_get(&p->cell_numbers, address, &known) && p->cells.items[known].size == size)
    return p->cells.items[known].is_lost || known >= p->cell_count ? NO_NODE_AT : (uint32_t)known;
  lose_overlapping(p, address, size);
  bool is_known = map_get(&p->cell_numbers, address, &known), overlaps = is_known;
  vector_each (cell, &p->cells)
    overlaps |= cell->address < address + size && address < cell->address + cell->size;
  if (adds && !overlaps && p->cells.count < POSSIBLE_CELLS) {
    map_set(&p->cell_numbers, address, p->cells.count);
    vector_push(&p->cells,
                (struct possible_cell){.address = address, .size = size, .object = object});
    p->again = true;
  }
  return NO_NODE_AT;
}

/* What an address that is not known may point to: objects. NULL: anything. */
static const uint64_t *pointees(struct possible *p, const struct function *function,
                                const struct term *address) {
  uint64_t key = (uint64_t)function->number << 32 | address->id, known;
  size_t words = bits_words(sharing_object_count(p->s->sharing));
  if (map_get(&p->pointees, key, &known))
    return (const uint64_t *)(uintptr_t)known;
  uint64_t *set = arena_allocate(p->s->arena, (words + 1) * sizeof *set);
  memset(set, 0, (words + 1) * sizeof *set);
  sharing_add_pointees(p->s->sharing, function, address, set);
  if (bits_is_empty(set, words))
    set = NULL;
  map_set(&p->pointees, key, (uintptr_t)set);
  return set;
}

uint32_t possible_cell_at(struct possible *p, const struct possible_state *state, uint32_t node,
                          const struct term *address, uint32_t size,
                          uint64_t touched[POSSIBLE_CELLS / 64]) {
  const struct flat_instance *instance = p->units[state->unit].unit->nodes.items[node].instance;
  struct possible_place *place = &p->units[state->unit].places[node];
  struct possible_value at = possible_evaluate(p, state, instance, address);
  uint32_t object;
  memset(touched, 0, POSSIBLE_CELLS / 64 * sizeof *touched);
  if (at.known && size && find_object(p, at.bits, size, &object)) {
    uint32_t cell = find_cell(p, at.bits, size, object, instance->function->is_library);
    if (cell != NO_NODE_AT)
      bits_add(touched, cell);
    else
      place->is_unplaced = true;
    return cell;
  }
  place->is_unplaced = true;
  const uint64_t *objects = pointees(p, instance->function, address);
  for (uint32_t i = 0; i < p->cell_count; i++)
    if (!objects || bits_has(objects, p->cells.items[i].object))
      bits_add(touched, i);
  return NO_NODE_AT;
}

void possible_set(struct possible *p, struct possible_state *state, uint32_t cell,
                  struct possible_value value) {
  if (!possible_note(p, &p->cells.items[cell].values, value))
    value = (struct possible_value){0, 0};
  state->cells[cell] = value;
}

void possible_forget(struct possible_state *state, const uint64_t touched[POSSIBLE_CELLS / 64]) {
  for (uint32_t i = 0; i < POSSIBLE_CELLS; i++)
    if (bits_has(touched, i))
      state->cells[i] = (struct possible_value){0, 0};
}

/* The first contents of variables; local variables are arbitrary. */
void possible_begin(const struct possible *p, struct possible_value *cells) {
  const struct program *program = p->s->program;
  memset(cells, 0, possible_width(p) * sizeof *cells);
  for (uint32_t i = 0; i < p->cell_count; i++) {
    const struct possible_cell *cell = &p->cells.items[i];
    const struct object *object = program_find_object(program, cell->address);
    uint64_t offset = 0, bits = 0;
    uint32_t thread;
    if (object)
      offset = cell->address - object->address;
    else if (!numbers_record(p->s, cell->address, &thread, &offset))
      continue;
    for (uint32_t k = 0; !object && k < program->thread_local_count; k++)
      if (offset >= program->thread_locals[k].address &&
          offset - program->thread_locals[k].address < program->thread_locals[k].size) {
        object = &program->thread_locals[k];
        offset -= object->address;
      }
    if (object && object->bytes && (cell->size > 8 || offset + cell->size > object->size))
      continue;
    for (uint32_t k = 0; object && object->bytes && k < cell->size; k++)
      bits |= (uint64_t)object->bytes[offset + k] << 8 * k;
    cells[i] = possible_known(bits, 64);
  }
  for (size_t i = p->cell_count; i < possible_width(p); i++)
    cells[i] = possible_known(0, 64);
}

/* The output has addresses of its own: nothing but a distance or a comparison is computed from
 * them. Numbers of threads are the same up to what each stands for. */
static bool is_object_address(const struct possible *p, struct possible_value value) {
  uint32_t thread;
  uint64_t offset;
  return program_find_object(p->s->program, value.bits) ||
         (value.bits && program_find_object(p->s->program, value.bits - 1)) ||
         (numbers_find_thread(p->s, value.bits, &thread, &offset) && offset >= THREAD_UNIT);
}

static bool is_zero(struct possible_value value) { return value.known && !value.bits; }

static struct possible_value apply(const struct possible *p, const struct term *term,
                                   const struct possible_value *operands) {
  struct possible_value unknown = {0, 0};
  uint64_t bits[3] = {0};
  if (term->op == OP_ITE && operands[0].known)
    return operands[0].bits ? operands[1] : operands[2];
  if ((term->op == OP_AND || term->op == OP_MUL) && (is_zero(operands[0]) || is_zero(operands[1])))
    return possible_known(0, term->width);
  bool may_compute = term->op == OP_ADD || term->op == OP_SUB || term->op == OP_EQ;
  for (unsigned i = 0; i < term->arity; i++) {
    if (!operands[i].known ||
        (!may_compute && term->operands[i]->width == p->s->program->pointer_width &&
         is_object_address(p, operands[i])))
      return unknown;
    bits[i] = operands[i].bits;
  }
  if (operator_is_computed(term->op))
    return unknown;
  return possible_known(term_apply_to_bits(term, bits), term->width);
}

static struct possible_value evaluate(const struct possible *p, const struct possible_state *state,
                                      const struct flat_instance *instance,
                                      const struct term *term) {
  if (term->kind == TERM_CONSTANT)
    return possible_known(term->value, term->width);
  if (term->kind == TERM_VARIABLE) {
    const struct term *constant = instance->constants[term->value];
    return constant ? possible_known(constant->value, term->width)
                    : state->registers[instance->first_register + term->value];
  }
  struct possible_value operands[3];
  for (unsigned i = 0; i < term->arity; i++)
    operands[i] = evaluate(p, state, instance, term->operands[i]);
  return apply(p, term, operands);
}

struct possible_value possible_evaluate(const struct possible *p,
                                        const struct possible_state *state,
                                        const struct flat_instance *instance,
                                        const struct term *term) {
  return term_is_small(term, MOST_PARTS) ? evaluate(p, state, instance, term)
                                         : (struct possible_value){0, 0};
}

uint32_t possible_intern(struct possible *p, const struct possible_value *values, size_t count,
                         const uint64_t *live) {
  uint64_t *known = memory_allocate((2 * count + 1) * sizeof *known);
  size_t length = 0;
  for (size_t i = 0; i < count; i++) {
    if (live && !(live[i / 64] >> i % 64)) { /* none of the rest of the word */
      i |= 63;
      continue;
    }
    if (!values[i].known || (live && !bits_has(live, i)))
      continue;
    known[length++] = i;
    known[length++] = values[i].bits;
  }
  uint32_t number = interner_add(p->vectors, known, length * sizeof *known, NULL);
  memory_release(known);
  return number;
}

void possible_extract(const struct possible *p, uint32_t number, struct possible_value *values,
                      size_t count) {
  size_t size;
  const unsigned char *data = interner_data(p->vectors, number, &size);
  memset(values, 0, count * sizeof *values);
  for (size_t i = 0; i + 2 * sizeof(uint64_t) <= size; i += 2 * sizeof(uint64_t)) {
    uint64_t pair[2];
    memcpy(pair, data + i, sizeof pair);
    values[pair[0]] = (struct possible_value){pair[1], 1};
  }
}
