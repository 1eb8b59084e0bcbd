/* SPDX-License-Identifier: Apache-2.0 */
/* Variables of the program: names, declarations with initial values, and the memory of each thread
 * (the record of the library and thread-local variables). */
#include "sequentialize/writer.h"

#include <string.h>

const char *cobjects_name_of(struct sequentializer *s, const struct object *object) {
  s->object_used[object - s->program->objects] = true;
  return s->object_names[object - s->program->objects];
}

/* The type of the library's record of a thread, as its functions have it. */
const struct type *cobjects_record(const struct program *program) {
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    for (uint32_t k = 0; function->is_library && k < function->register_count; k++) {
      const struct type *type = function->registers[k].type;
      if (type && type->kind == TYPE_POINTER && type->element &&
          type->element->kind == TYPE_STRUCT && !strcmp(type->element->name, "thread") &&
          type->element->size == program->record_size)
        return type->element;
    }
  }
  return NULL;
}

/* Makes the struct type for the memory that each thread has of its own. */
static void make_memory_type(struct sequentializer *s) {
  const struct program *program = s->program;
  struct type_field *fields =
      arena_allocate(s->arena, (program->thread_local_count + 1) * sizeof *fields);
  struct type *type = arena_allocate(s->arena, sizeof *type);
  uint32_t count = 0;
  const struct type *record = cobjects_record(program);
  if (record)
    fields[count++] = (struct type_field){.name = "record", .type = record};
  for (uint32_t i = 0; i < program->thread_local_count; i++) {
    const struct object *object = &program->thread_locals[i];
    if (object->type)
      fields[count++] = (struct type_field){
          .name = object->name, .offset = object->address, .type = object->type};
  }
  uint64_t size = program->record_size;
  if (program->thread_local_count && program->thread_local_end > size)
    size = program->thread_local_end;
  *type = (struct type){.kind = TYPE_STRUCT,
                        .name = "thread_memory",
                        .size = (size + 15) / 16 * 16,
                        .field_count = count,
                        .fields = fields};
  struct type *pointer = arena_allocate(s->arena, sizeof *pointer);
  *pointer = (struct type){
      .kind = TYPE_POINTER, .name = "", .size = program->pointer_width / 8, .element = type};
  s->memory_pointer = pointer;
}

void cobjects_name(struct sequentializer *s) {
  const struct program *program = s->program;
  s->object_names = arena_allocate(s->arena, (program->object_count + 1) * sizeof(char *));
  s->object_used = arena_allocate(s->arena, program->object_count + 1);
  make_memory_type(s);
  for (int library = 0; library < 2; library++) /* the user's keep their names */
    for (uint32_t i = 0; i < program->object_count; i++) {
      const struct object *object = &program->objects[i];
      if (object->is_library != library)
        continue;
      const char *name = object->name;
      if (object->function)
        name = arena_format(s->arena, "%s_function", object->function->name);
      else if (name[0] == '.')
        name = arena_format(s->arena, "text%s", name);
      s->object_names[i] = ctype_unique_name(&s->types, name);
    }
}

static uint64_t bytes_at(const unsigned char *bytes, uint64_t size) {
  uint64_t value = 0;
  for (uint64_t i = 0; i < size && i < 8; i++)
    value |= (uint64_t)bytes[i] << (8 * i);
  return value;
}

static void write_initialiser(struct writer *w, struct text *out, const struct type *type,
                              const unsigned char *bytes);

static void write_string(struct text *out, const unsigned char *bytes, uint64_t size) {
  while (size > 1 && !bytes[size - 1])
    size--;
  text_add(out, "\"");
  for (uint64_t i = 0; i < size; i++) {
    if (bytes[i] == '"' || bytes[i] == '\\')
      text_format(out, "\\%c", bytes[i]);
    else if (bytes[i] >= 32 && bytes[i] < 127 && bytes[i] != '?')
      text_format(out, "%c", bytes[i]);
    else
      text_format(out, "\\%03o", bytes[i]);
  }
  text_add(out, "\"");
}

static bool is_text(const struct type *type, const unsigned char *bytes) {
  if (type->element->kind != TYPE_SIGNED || type->element->size != 1 || type->size < 2 ||
      bytes[type->size - 1])
    return false;
  return bytes[0] != 0;
}

static void write_fields(struct writer *w, struct text *out, const struct type *type,
                         const unsigned char *bytes) {
  bool is_union = ctype_is_union(type), first = true;
  uint32_t largest = 0;
  for (uint32_t i = 0; is_union && i < type->field_count; i++)
    if (type->fields[i].type && ctype_field_fits(&w->s->types, type, i) &&
        (!type->fields[largest].type ||
         type->fields[i].type->size > type->fields[largest].type->size))
      largest = i;
  text_add(out, "{");
  uint64_t end = 0;
  for (uint32_t i = 0; i < type->field_count; i++) {
    const struct type_field *field = &type->fields[i];
    if ((is_union && i != largest) || !ctype_field_fits(&w->s->types, type, i))
      continue;
    for (; !is_union && end < field->offset; end++)
      if (bytes[end]) /* a bit field, which lies in what looks like padding */
        flat_refuse(w->s, (struct position){0}, "initial value of a bit field");
    text_format(out, first ? "." : ", .");
    if (*field->name)
      text_add(out, field->name);
    else
      text_format(out, "part_%u", i);
    text_add(out, " = ");
    write_initialiser(w, out, field->type, bytes + field->offset);
    first = false;
    end = field->offset + field->type->size;
  }
  for (; !is_union && end < type->size; end++)
    if (bytes[end])
      flat_refuse(w->s, (struct position){0}, "initial value of a bit field");
  text_add(out, first ? "0}" : "}");
}

static void write_initialiser(struct writer *w, struct text *out, const struct type *type,
                              const unsigned char *bytes) {
  struct ctype scalar;
  if (type->kind == TYPE_STRUCT) {
    write_fields(w, out, ctype_complete(&w->s->types, type), bytes);
  } else if (type->kind == TYPE_ARRAY && is_text(type, bytes)) {
    write_string(out, bytes, type->size);
  } else if (type->kind == TYPE_ARRAY) {
    uint64_t step = type->element->size, end = type->size;
    while (end > step && !bytes[end - 1])
      end--;
    text_add(out, "{");
    for (uint64_t i = 0; i < end; i += step) {
      text_add(out, i ? ", " : "");
      write_initialiser(w, out, type->element, bytes + i);
    }
    text_add(out, "}");
  } else if (ctype_of(&w->s->types, type, &scalar)) {
    if (scalar.kind == CTYPE_POINTER)
      scalar.source = type;
    struct cexpr e = cexpr_constant(w, bytes_at(bytes, type->size), scalar);
    text_add(out, scalar.kind == CTYPE_POINTER ? cexpr_cast(w, e, scalar).text : e.text);
  }
}

static bool is_zero(const struct object *object) {
  for (uint64_t i = 0; object->bytes && i < object->size; i++)
    if (object->bytes[i])
      return false;
  return true;
}

/* Does a variable of unknown type hold addresses? */
static bool holds_addresses(const struct sequentializer *s, const struct object *object) {
  unsigned word = s->program->pointer_width / 8;
  for (uint64_t i = 0; object->bytes && i + word <= object->size; i += word)
    if (program_find_object(s->program, bytes_at(object->bytes + i, word)))
      return object->size % word == 0;
  return false;
}

static const struct type *array_of(struct sequentializer *s, enum type_kind kind, uint64_t element,
                                   uint64_t size) {
  struct type *inner = arena_allocate(s->arena, sizeof *inner);
  struct type *type = arena_allocate(s->arena, sizeof *type);
  *inner = (struct type){
      .kind = kind, .name = kind == TYPE_SIGNED && element == 1 ? "char" : "", .size = element};
  *type = (struct type){.kind = TYPE_ARRAY, .name = "", .size = size, .element = inner};
  return type;
}

/* The type to declare a variable with: its own, or one of bytes, words or addresses. */
static const struct type *declared_type(struct sequentializer *s, const struct object *object) {
  if (ctype_is_faithful(&s->types, object->type, object->size))
    return object->type;
  unsigned word = s->program->pointer_width / 8;
  if (holds_addresses(s, object))
    return array_of(s, TYPE_POINTER, word, object->size);
  if (object->alignment >= word && object->size % word == 0)
    return array_of(s, TYPE_UNSIGNED, word, object->size);
  return array_of(s, TYPE_SIGNED, 1, object->size);
}

static void print_object(struct writer *w, const struct object *object, struct text *plain,
                         struct text *forward, struct text *initialised) {
  struct sequentializer *s = w->s;
  const char *name = s->object_names[object - s->program->objects];
  if (object->function) {
    /* Not static, so that compilers do not warn that it is unused. */
    text_format(plain, "char %s; /* its address stands for the function */\n", name);
    return;
  }
  const struct type *type = declared_type(s, object);
  bool zero = is_zero(object);
  struct text *out = zero ? plain : initialised;
  text_add(out, "static ");
  ctype_declare(&s->types, out, type, name);
  if (!zero) {
    text_add(forward, "static ");
    ctype_declare(&s->types, forward, type, name);
    text_add(forward, ";\n");
    text_add(out, " = ");
    write_initialiser(w, out, type, object->bytes);
  }
  text_add(out, ";\n");
}

static void print_thread_memory(struct writer *w, struct text *out) {
  struct sequentializer *s = w->s;
  const struct type *type = s->memory_pointer->element;
  bool zero = true;
  unsigned char *bytes = arena_allocate(s->arena, type->size);
  for (uint32_t i = 0; i < s->program->thread_local_count; i++) {
    const struct object *object = &s->program->thread_locals[i];
    zero &= is_zero(object);
    if (object->bytes)
      memcpy(bytes + object->address, object->bytes, object->size);
  }
  text_add(out, "/* What each thread has of its own. */\nstatic ");
  ctype_declare(&s->types, out, type, "threads");
  text_format(out, "[%u]", s->thread_total);
  for (uint32_t i = 0; !zero && i < s->thread_total; i++) {
    text_add(out, i ? ",\n  " : " = {\n  ");
    write_initialiser(w, out, type, bytes);
  }
  text_add(out, zero ? ";\n" : "};\n");
}

void cobjects_print(struct sequentializer *s, struct text *out) {
  struct text plain = {0}, forward = {0}, initialised = {0};
  struct writer w = {.s = s};
  const struct program *program = s->program;
  bool *done = memory_allocate_zeroed(program->object_count + 1);
  if (s->needs.self)
    print_thread_memory(&w, &initialised);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < program->object_count; i++) {
      if (!s->object_used[i] || done[i])
        continue;
      done[i] = changed = true;
      print_object(&w, &program->objects[i], &plain, &forward, &initialised);
    }
  }
  text_add(out, text_get(&plain));
  if (strchr(text_get(&initialised), '&'))
    text_add(out, text_get(&forward));
  text_add(out, text_get(&initialised));
  text_add(out, "\n");
  text_release(&plain);
  text_release(&forward);
  text_release(&initialised);
  memory_release(done);
}
