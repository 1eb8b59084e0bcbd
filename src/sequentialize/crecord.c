/* SPDX-License-Identifier: Apache-2.0 */
/* Structs and unions of the source, defined so that every field has the same offset. A field that
 * standard C would place elsewhere (packed structs, bit fields) becomes padding, which accesses
 * reach by casts. */
#include "sequentialize/ctypes.h"

#include <string.h>

bool ctype_is_union(const struct type *type) {
  bool overlaps = false;
  for (uint32_t i = 0; i < type->field_count; i++) {
    if (type->fields[i].offset)
      return false;
    overlaps |= i > 0 && type->fields[i].type && type->fields[i].type->size;
  }
  return overlaps;
}

const struct type *ctype_complete(const struct ctypes *types, const struct type *type) {
  uint64_t index;
  return type->fields && map_get(&types->records, (uintptr_t)type->fields, &index)
             ? types->list.items[index].type
             : type;
}

static uint64_t end_of(const struct type_field *field) { return field->offset + field->type->size; }

bool ctype_field_fits(const struct ctypes *types, const struct type *type, uint32_t index) {
  const struct type_field *field = &type->fields[index];
  if (!field->type || !field->type->size || end_of(field) > type->size ||
      !ctype_is_faithful(types, field->type, field->type->size) ||
      field->offset % ctype_alignment(types, field->type))
    return false;
  if (ctype_is_union(type))
    return true;
  for (uint32_t i = 0; i < type->field_count; i++)
    if (i != index && type->fields[i].type && type->fields[i].type->size &&
        (i < index
             ? end_of(&type->fields[i]) > field->offset && type->fields[i].offset <= field->offset
             : type->fields[i].offset < end_of(field)))
      return false;
  return true;
}

static void add_padding(struct text *out, uint64_t from, uint64_t to) {
  if (to > from)
    text_format(out, "  unsigned char padding_%llu[%llu];\n", (unsigned long long)from,
                (unsigned long long)(to - from));
}

static uint64_t round_up(uint64_t x, uint64_t to) { return (x + to - 1) / to * to; }

/* The fields, with their alignment in `alignment`. */
static void add_fields(struct ctypes *types, struct text *out, const struct type *type,
                       uint32_t *alignment) {
  uint64_t end = 0;
  bool is_union = ctype_is_union(type), has_dropped = false;
  *alignment = 1;
  for (uint32_t i = 0; i < type->field_count; i++) {
    uint32_t own = type->fields[i].type ? ctype_alignment(types, type->fields[i].type) : 1;
    if (!ctype_field_fits(types, type, i))
      has_dropped = true;
    else if (own > *alignment)
      *alignment = own;
  }
  if (type->size % *alignment)
    *alignment = 0; /* packed at its end: no field can be written */
  for (uint32_t i = 0; i < type->field_count && *alignment; i++) {
    const struct type_field *field = &type->fields[i];
    if (!ctype_field_fits(types, type, i))
      continue;
    if (!is_union &&
        (has_dropped || round_up(end, ctype_alignment(types, field->type)) != field->offset))
      add_padding(out, end, field->offset);
    text_add(out, "  ");
    struct text name = {0};
    text_add(&name, field->name);
    if (!name.length)
      text_format(&name, "part_%u", i);
    ctype_declare(types, out, field->type, text_get(&name));
    text_release(&name);
    text_add(out, ";\n");
    end = is_union ? (end_of(field) > end ? end_of(field) : end) : end_of(field);
  }
  if (*alignment && (has_dropped || round_up(end, *alignment) != type->size || !end))
    add_padding(out, is_union ? 0 : end, type->size);
}

static void define(struct ctypes *types, uint32_t index) {
  struct ctype_record *record = &types->list.items[index];
  const struct type *type = record->type;
  record->is_defined = true; /* no struct contains itself */
  for (uint32_t i = 0; i < type->field_count; i++) {
    const struct type *part = type->fields[i].type;
    while (part && part->kind == TYPE_ARRAY)
      part = part->element;
    uint64_t inner;
    if (part && part->kind == TYPE_STRUCT && part->fields &&
        map_get(&types->records, (uintptr_t)part->fields, &inner) &&
        !types->list.items[inner].is_defined)
      define(types, (uint32_t)inner);
  }
  struct text fields = {0};
  uint32_t alignment;
  add_fields(types, &fields, type, &alignment);
  record = &types->list.items[index];
  record->alignment = alignment ? alignment : 1;
  if (!alignment) {
    text_release(&fields);
    add_padding(&fields, 0, type->size);
  }
  record->definition =
      arena_format(types->arena, "%s {\n%s};\n\n", record->name, text_get(&fields));
  text_release(&fields);
  vector_push(&types->order, index);
}

struct type_collector {
  struct ctypes *types;
  struct map seen; /* types */
};

/* The same struct, as another file declares it. */
static bool is_same(const struct type *a, const struct type *b) {
  if (!*a->name || strcmp(a->name, b->name) != 0 || a->size != b->size ||
      a->field_count != b->field_count)
    return false;
  for (uint32_t i = 0; i < a->field_count; i++)
    if (a->fields[i].offset != b->fields[i].offset ||
        strcmp(a->fields[i].name, b->fields[i].name) != 0 ||
        !a->fields[i].type != !b->fields[i].type ||
        (a->fields[i].type && (a->fields[i].type->kind != b->fields[i].type->kind ||
                               a->fields[i].type->size != b->fields[i].type->size)))
      return false;
  return true;
}

static bool find_same(const struct ctypes *types, const struct type *type, uint64_t *index) {
  for (*index = 0; *index < types->list.count; (*index)++)
    if (is_same(types->list.items[*index].type, type))
      return true;
  return false;
}

static void collect(struct type_collector *all, const struct type *type) {
  if (!type || map_get(&all->seen, (uintptr_t)type, NULL))
    return;
  map_set(&all->seen, (uintptr_t)type, 1);
  collect(all, type->element);
  if (type->kind != TYPE_STRUCT || !type->fields || !type->size)
    return;
  struct ctypes *types = all->types;
  uint64_t index;
  bool is_known = map_get(&types->records, (uintptr_t)type->fields, &index);
  if (!is_known && find_same(types, type, &index)) {
    map_set(&types->records, (uintptr_t)type->fields, index);
  } else if (!is_known) {
    index = types->list.count;
    map_set(&types->records, (uintptr_t)type->fields, index);
    vector_push(&types->list, (struct ctype_record){.type = type, .alignment = 1});
  } else if (types->list.items[index].type->field_count < type->field_count ||
             (*type->name && !*types->list.items[index].type->name)) {
    types->list.items[index].type = type;
  }
  for (uint32_t i = 0; i < type->field_count; i++)
    collect(all, type->fields[i].type);
}

static void collect_function(struct type_collector *all, const struct function *function) {
  for (uint32_t i = 0; i < function->register_count; i++)
    collect(all, function->registers[i].type);
  for (uint32_t i = 0; i < function->edge_count; i++)
    if (function->edges[i].op == OPERATION_ALLOCATE)
      collect(all, function->edges[i].allocate.type);
}

static bool has_fields(const struct type *type, const char *first, const char *second) {
  return type->field_count > 1 && !strcmp(type->fields[0].name, first) &&
         !strcmp(type->fields[1].name, second);
}

/* The library keeps what it knows of a mutex and the like in the variable itself, over the fields
 * that the system's headers have there. Such a variable gets the library's fields. */
static void replace_overlaid(struct ctypes *types) {
  static const struct {
    const char *system, *library, *first, *second; /* names of types, and of fields */
  } overlaid[] = {{"pthread_mutex_t", "mutex", "mark", "count"},
                  {"mtx_t", "mutex", "mark", "count"},
                  {"pthread_cond_t", "condition", "first", "mutex"},
                  {"cnd_t", "condition", "first", "mutex"},
                  {"pthread_rwlock_t", "rwlock", "writer", "readers"},
                  {"pthread_barrier_t", "barrier", "count", "progress"},
                  {"sem_t", "semaphore", "more", "mark"}};
  for (unsigned k = 0; k < sizeof overlaid / sizeof *overlaid; k++) {
    size_t from = types->list.count, to = types->list.count;
    for (size_t i = 0; i < types->list.count; i++) {
      const struct type *type = types->list.items[i].type;
      if (!strcmp(type->name, overlaid[k].system) && ctype_is_union(type))
        from = i;
      else if (!strcmp(type->name, overlaid[k].library) &&
               has_fields(type, overlaid[k].first, overlaid[k].second))
        to = i;
    }
    if (from == types->list.count || to == types->list.count ||
        types->list.items[to].type->size > types->list.items[from].type->size)
      continue;
    struct type *type = arena_allocate(types->arena, sizeof *type);
    *type = *types->list.items[to].type;
    type->name = overlaid[k].system;
    type->size = types->list.items[from].type->size;
    types->list.items[from].type = types->list.items[to].type = type;
    map_set(&types->records, (uintptr_t)type->fields, from);
  }
}

void ctypes_collect(struct ctypes *types, const struct type *more) {
  const struct program *program = types->program;
  struct type_collector all = {.types = types};
  collect(&all, more);
  for (uint32_t i = 0; i < program->object_count; i++)
    collect(&all, program->objects[i].type);
  for (uint32_t i = 0; i < program->thread_local_count; i++)
    collect(&all, program->thread_locals[i].type);
  for (uint32_t i = 0; i < program->function_count; i++)
    collect_function(&all, program->functions[i]);
  map_release(&all.seen);
  replace_overlaid(types);
  vector_each (record, &types->list) {
    record->is_union = ctype_is_union(record->type);
    record->name = arena_format(
        types->arena, "%s %s", record->is_union ? "union" : "struct",
        ctype_unique_name(types, *record->type->name ? record->type->name : "unnamed"));
  }
  types->is_defining = true;
  for (uint32_t i = 0; i < types->list.count; i++)
    if (!types->list.items[i].is_defined)
      define(types, i);
  types->is_defining = false;
}

/* Marks the types of the fields of a used type as used. */
static void use_parts(struct ctypes *types, const struct type *type) {
  for (uint32_t i = 0; i < type->field_count; i++) {
    const struct type *part = type->fields[i].type;
    uint64_t inner;
    while (part && part->kind == TYPE_ARRAY)
      part = part->element;
    if (part && part->kind == TYPE_STRUCT && part->fields &&
        map_get(&types->records, (uintptr_t)part->fields, &inner))
      types->list.items[inner].is_used = true;
  }
}

void ctypes_print(struct ctypes *types, struct text *out) {
  for (size_t i = types->order.count; i-- > 0;)
    if (types->list.items[types->order.items[i]].is_used)
      use_parts(types, types->list.items[types->order.items[i]].type);
  for (size_t i = 0; i < types->order.count; i++)
    if (types->list.items[types->order.items[i]].is_used)
      text_add(out, types->list.items[types->order.items[i]].definition);
}

void ctypes_release(struct ctypes *types) {
  map_release(&types->records);
  map_release(&types->names);
  vector_release(&types->list);
  vector_release(&types->order);
}
