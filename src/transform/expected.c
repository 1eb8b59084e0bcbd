/* SPDX-License-Identifier: Apache-2.0 */
#include "transform/expected.h"

#include "analysis/offsets.h"
#include "base/bits.h"
#include "base/map.h"
#include "base/vector.h"
#include "program/access.h"

/* Where an access leads: to objects by their numbers (analysis/sharing.h). */
struct expected_place {
  uint64_t *objects;
  bool has_offset; /* it is known how far into the objects */
  int64_t offset;
};

struct expected_field {
  const struct edge *load;
  struct expected_place place;
  const struct term *value; /* NULL: it does not keep one */
};

struct expected {
  const struct program *program;
  struct sharing *sharing;
  struct offsets *offsets;
  size_t words; /* of sets of objects */
  VECTOR(struct expected_field) list;
  struct map numbers; /* from loads to fields */
};

static struct expected_place find_place(const struct expected *fields,
                                        const struct function *function,
                                        const struct term *address) {
  struct expected_place place = {.objects = bits_create(fields->words)};
  sharing_add_pointees(fields->sharing, function, address, place.objects);
  place.has_offset = offsets_of(fields->offsets, function, address, &place.offset);
  return place;
}

/* What an object holds at the start; false: the bytes are not all in it. */
static bool read_start(const struct object *object, int64_t offset, uint32_t size,
                       uint64_t *value) {
  *value = 0;
  if (offset < 0 || object->size < size || (uint64_t)offset > object->size - size)
    return false;
  if (object->bytes)
    memcpy(value, object->bytes + offset, size);
  return true;
}

/* Of an object by its number. The record of a thread begins with zeros; what allocated blocks and
 * local variables hold is not known. */
static bool read_object(const struct expected *fields, size_t number, int64_t offset, uint32_t size,
                        uint64_t *value) {
  const struct object record = {.size = fields->program->record_size};
  if (number > sharing_record(fields->sharing))
    return false;
  return read_start(number == sharing_record(fields->sharing) ? &record
                                                              : &fields->program->objects[number],
                    offset, size, value);
}

/* The value that the field has in all its objects at the start; NULL: it differs. */
static const struct term *first_value(const struct expected *fields,
                                      const struct function *function,
                                      const struct expected_field *field) {
  bool is_found = false;
  uint64_t first = 0, value;
  bits_each (number, field->place.objects, fields->words) {
    if (!read_object(fields, number, field->place.offset, field->load->load.size, &value) ||
        (is_found && value != first))
      return NULL;
    is_found = true;
    first = value;
  }
  unsigned width = function->registers[field->load->load.target].width;
  return is_found ? term_constant(fields->program->terms, width, first) : NULL;
}

static void add_load(struct expected *fields, const struct function *function,
                     const struct edge *edge) {
  struct expected_field field = {edge, find_place(fields, function, edge->load.address), NULL};
  if (field.place.has_offset)
    field.value = first_value(fields, function, &field);
  if (field.value) {
    map_set(&fields->numbers, (uint64_t)(uintptr_t)edge, fields->list.count);
    vector_push(&fields->list, field);
  } else {
    memory_release(field.place.objects);
  }
}

/* Does the access keep what the field has, although it may lead to one of its objects? The library
 * always accesses all bytes of a field at once. */
static bool keeps(const struct function *function, const struct edge_access *access,
                  const struct expected_place *to, const struct expected_field *field) {
  int64_t size = field->load->load.size;
  bool is_constant =
      access->kind == EDGE_WRITE && access->stored && term_is_constant(access->stored);
  if (is_constant && !access->stored->value && !field->value->value)
    return true;
  if (!to->has_offset || !access->size)
    return function->is_library && access->size && access->size != size;
  if (to->offset >= field->place.offset + size || to->offset + access->size <= field->place.offset)
    return true;
  return is_constant && to->offset == field->place.offset && access->size == size &&
         access->stored->value == field->value->value;
}

static void take_store(struct expected *fields, const struct function *function,
                       const struct edge_access *access) {
  struct expected_place to = find_place(fields, function, access->address);
  for (size_t i = 0; i < fields->list.count; i++) {
    struct expected_field *field = &fields->list.items[i];
    if (field->value && bits_meet(to.objects, field->place.objects, fields->words) &&
        !keeps(function, access, &to, field))
      field->value = NULL;
  }
  memory_release(to.objects);
}

static void take_stores(struct expected *fields, const struct function *function) {
  struct edge_access accesses[MOST_ACCESSES];
  for (uint32_t i = 0; i < function->edge_count; i++)
    for (unsigned k = edge_accesses(&function->edges[i], accesses); k-- > 0;)
      if (access_writes(&accesses[k]) && accesses[k].kind != EDGE_END)
        take_store(fields, function, &accesses[k]);
}

struct expected *expected_create(const struct program *program, const bool *is_reached) {
  struct expected *fields = memory_allocate_zeroed(sizeof *fields);
  fields->program = program;
  fields->sharing = sharing_create(program);
  fields->offsets = offsets_create(program, fields->sharing, NULL);
  fields->words = bits_words(sharing_object_count(fields->sharing));
  if (!fields->offsets)
    return fields;
  for (uint32_t i = 0; i < program->function_count; i++)
    for (uint32_t k = 0; is_reached[i] && k < program->functions[i]->edge_count; k++)
      if (program->functions[i]->is_library && program->functions[i]->edges[k].op == OPERATION_LOAD)
        add_load(fields, program->functions[i], &program->functions[i]->edges[k]);
  for (uint32_t i = 0; i < program->function_count; i++)
    if (is_reached[i])
      take_stores(fields, program->functions[i]);
  return fields;
}

void expected_destroy(struct expected *fields) {
  if (!fields)
    return;
  for (size_t i = 0; i < fields->list.count; i++)
    memory_release(fields->list.items[i].place.objects);
  vector_release(&fields->list);
  map_release(&fields->numbers);
  offsets_destroy(fields->offsets);
  sharing_destroy(fields->sharing);
  memory_release(fields);
}

const struct term *expected_value(const struct expected *fields, const struct edge *load) {
  uint64_t number;
  if (!map_get(&fields->numbers, (uint64_t)(uintptr_t)load, &number))
    return NULL;
  return fields->list.items[number].value;
}
