/* SPDX-License-Identifier: Apache-2.0 */
/* Writes memory accesses as C: variables, fields and elements where the types of the source allow
 * it, and casts of pointers otherwise. */
#include "sequentialize/writer.h"

#include <string.h>

enum { MOST_INDICES = 4 };

struct index_part {
  const struct term *term;
  int64_t scale;
};

/* An address: something known, plus a number of bytes, plus scaled indices. */
struct split_address {
  const struct object *object;      /* a variable of the program, … */
  const struct flat_register *slot; /* … or a local one, … */
  const struct term *thread;        /* … or what a thread has of its own, … */
  const struct term *pointer;       /* … or what a pointer points to */
  int64_t offset;
  unsigned count;
  struct index_part indices[MOST_INDICES];
};

static const struct object *find_object(const struct program *program, uint64_t address) {
  const struct object *found = program_find_object(program, address);
  if (found || !address)
    return found;
  found = program_find_object(program, address - 1); /* its end */
  return found && found->address + found->size == address && !found->function ? found : NULL;
}

static bool add_index(struct split_address *out, const struct term *term, int64_t scale) {
  if (term_is_constant(term)) {
    out->offset += (int64_t)((uint64_t)width_signed(term->value, term->width) * (uint64_t)scale);
    return true;
  }
  if (term->kind == TERM_APPLY && term->op == OP_ADD)
    return add_index(out, term->operands[0], scale) && add_index(out, term->operands[1], scale);
  if (term->kind == TERM_APPLY && term->op == OP_MUL && term_is_constant(term->operands[1]))
    return add_index(out, term->operands[0],
                     scale * width_signed(term->operands[1]->value, term->width));
  if (term->kind == TERM_APPLY && term->op == OP_MUL && term_is_constant(term->operands[0]))
    return add_index(out, term->operands[1],
                     scale * width_signed(term->operands[0]->value, term->width));
  if (term->kind == TERM_APPLY && term->op == OP_SHL && term_is_constant(term->operands[1]) &&
      term->operands[1]->value < 32)
    return add_index(out, term->operands[0], scale * ((int64_t)1 << term->operands[1]->value));
  if (out->count == MOST_INDICES)
    return false;
  out->indices[out->count++] = (struct index_part){term, scale};
  return true;
}

static bool split_record(const struct writer *w, const struct term *term,
                         struct split_address *out) {
  uint32_t thread;
  uint64_t offset;
  if (!numbers_is_record(w->s, term) || !numbers_record(w->s, term->value, &thread, &offset))
    return false;
  out->thread = term;
  out->offset += (int64_t)offset;
  return true;
}

static bool split(struct writer *w, const struct term *term, struct split_address *out) {
  if (term->kind == TERM_CONSTANT) {
    out->object = find_object(w->s->program, term->value);
    if (!out->object)
      return split_record(w, term, out);
    out->offset += (int64_t)(term->value - out->object->address);
    return true;
  }
  if (numbers_is_thread(w->s, w->instance->function, term)) {
    out->thread = term;
    return true;
  }
  if (term->kind == TERM_VARIABLE) {
    const struct flat_register *reg =
        &w->unit->registers.items[w->instance->first_register + term->value];
    if (reg->slot)
      out->slot = reg;
    else if (reg->type.kind == CTYPE_POINTER)
      out->pointer = term;
    return out->slot || out->pointer;
  }
  for (unsigned i = 0; i < 2 && term->op == OP_ADD; i++)
    if (split_record(w, term->operands[i], out))
      return add_index(out, term->operands[1 - i], 1);
  if (term->op == OP_ADD && numbers_is_thread(w->s, w->instance->function, term->operands[0])) {
    out->thread = term->operands[0];
    return add_index(out, term->operands[1], 1);
  }
  if (term->op == OP_ADD) {
    unsigned base = cexpr_is_pointer(w, term->operands[0]) ? 0 : 1;
    return cexpr_is_pointer(w, term->operands[base]) && split(w, term->operands[base], out) &&
           add_index(out, term->operands[1 - base], 1);
  }
  if (term->op == OP_SUB)
    return cexpr_is_pointer(w, term->operands[0]) && split(w, term->operands[0], out) &&
           add_index(out, term->operands[1], -1);
  out->pointer = term; /* a choice of pointers */
  return cexpr_is_pointer(w, term);
}

static bool is_plain_width(unsigned width) { return width == 8 || width == 16 || width == 32; }

/* Where a descent through a type is. */
struct descent {
  struct writer *w;
  struct text *path;
  int64_t offset;
  unsigned count;
  struct index_part indices[MOST_INDICES];
  uint64_t size;     /* that is wanted; 0: whatever begins there */
  bool wants_scalar; /* of that size */
};

/* The indices in units of `unit` bytes as one expression, with `constant` of them; they are used
 * up. */
static void add_subscript(struct descent *d, uint64_t unit) {
  struct writer *w = d->w;
  int64_t constant = d->offset / (int64_t)unit;
  if (d->offset % (int64_t)unit < 0)
    constant--;
  d->offset -= constant * (int64_t)unit;
  struct text sum = {0};
  unsigned kept = 0;
  for (unsigned i = 0; i < d->count; i++) {
    struct index_part part = d->indices[i];
    if (part.scale % (int64_t)unit) {
      d->indices[kept++] = part;
      continue;
    }
    int64_t factor = part.scale / (int64_t)unit;
    const struct term *term = part.term;
    /* The index as the source has it: int, not long. */
    if (term->kind == TERM_APPLY && term->op == OP_SEXT &&
        is_plain_width(term->operands[0]->width) && factor == 1)
      term = term->operands[0];
    struct cexpr e = cexpr_cast(w, cexpr_of(w, term), ctype_integer(term->width, true));
    text_add(&sum, sum.length ? " + " : "");
    if (factor != 1)
      text_format(&sum, "%lld * ", (long long)factor);
    text_add(&sum, cexpr_group(w, e, CEXPR_UNARY));
  }
  d->count = kept;
  if (!sum.length)
    text_format(&sum, "%lld", (long long)constant);
  else if (constant)
    text_format(&sum, " %c %lld", constant < 0 ? '-' : '+',
                (long long)(constant < 0 ? -constant : constant));
  text_format(d->path, "[%s]", text_get(&sum));
  text_release(&sum);
}

static bool has_index_of(const struct descent *d, uint64_t unit) {
  for (unsigned i = 0; i < d->count; i++)
    if (d->indices[i].scale % (int64_t)unit == 0)
      return true;
  return false;
}

static const struct type *descend(struct descent *d, const struct type *type);

static const struct type *descend_fields(struct descent *d, const struct type *type) {
  type = ctype_complete(&d->w->s->types, type);
  for (uint32_t i = 0; i < type->field_count; i++) {
    const struct type_field *field = &type->fields[i];
    if (!field->type || !ctype_field_fits(&d->w->s->types, type, i) ||
        d->offset < (int64_t)field->offset ||
        d->offset >= (int64_t)(field->offset + field->type->size))
      continue;
    struct descent saved = *d;
    size_t length = d->path->length;
    if (*field->name)
      text_format(d->path, ".%s", field->name);
    else
      text_format(d->path, ".part_%u", i);
    d->offset -= (int64_t)field->offset;
    const struct type *found = descend(d, field->type);
    if (found)
      return found;
    d->path->length = length;
    if (d->path->data)
      d->path->data[length] = '\0';
    struct text *path = d->path;
    *d = saved;
    d->path = path;
  }
  return NULL;
}

/* Follows the type to what is accessed; NULL: it does not lead there. */
static const struct type *descend(struct descent *d, const struct type *type) {
  struct ctype scalar;
  if (!d->count && !d->offset &&
      (d->wants_scalar ? ctype_of(&d->w->s->types, type, &scalar) && type->size == d->size
                       : !d->size || type->size == d->size))
    return type;
  if (type->kind == TYPE_STRUCT && type->fields)
    return d->offset < 0 ? NULL : descend_fields(d, type);
  if (type->kind != TYPE_ARRAY || !type->element || !type->element->size)
    return NULL;
  if (!has_index_of(d, type->element->size) && (d->offset < 0 || d->offset >= (int64_t)type->size))
    return NULL;
  add_subscript(d, type->element->size);
  return descend(d, type->element);
}

static bool is_memory_typed(struct writer *w, const struct split_address *at,
                            const struct type **type) {
  if (at->object) {
    *type = at->object->type;
    return !at->object->function && ctype_is_faithful(&w->s->types, *type, at->object->size);
  }
  if (at->slot) {
    *type = at->slot->slot_type;
    return *type != NULL;
  }
  if (at->thread) {
    *type = w->s->memory_pointer->element;
    return true;
  }
  const struct term *pointer = at->pointer;
  struct ctype own =
      pointer->kind == TERM_VARIABLE
          ? w->unit->registers.items[w->instance->first_register + pointer->value].type
          : cexpr_type(w, pointer);
  *type = own.source ? own.source->element : NULL;
  if (*type && (*type)->kind == TYPE_STRUCT)
    *type = ctype_complete(&w->s->types, *type);
  return *type && (*type)->size && strcmp(ctype_name(&w->s->types, own), "void *") != 0;
}

/* What a thread has of its own. */
static const char *thread_text(struct writer *w, const struct split_address *at) {
  struct ctype word = ctype_integer(w->s->program->pointer_width, false);
  w->s->needs.self = true;
  if (at->thread->kind == TERM_VARIABLE &&
      w->unit->registers.items[w->instance->first_register + at->thread->value].is_own)
    return arena_format(w->s->arena, "threads[%s]", w->thread);
  uint32_t thread;
  uint64_t offset;
  if (term_is_constant(at->thread) && numbers_record(w->s, at->thread->value, &thread, &offset))
    return arena_format(w->s->arena, "threads[%u]", thread);
  return arena_format(w->s->arena, "threads[%s / %d - 1]",
                      cexpr_group(w, cexpr_cast(w, cexpr_of(w, at->thread), word), CEXPR_UNARY),
                      THREAD_UNIT);
}

/* The variable, field or element at an address, written out. */
static const struct type *write_path(struct writer *w, const struct split_address *at,
                                     uint64_t size, bool wants_scalar, struct text *path) {
  const struct type *type;
  if (!is_memory_typed(w, at, &type))
    return NULL;
  struct descent d = {.w = w,
                      .path = path,
                      .offset = at->offset,
                      .count = at->count,
                      .size = size,
                      .wants_scalar = wants_scalar};
  memcpy(d.indices, at->indices, sizeof d.indices);
  if (at->object) {
    text_add(path, cobjects_name_of(w->s, at->object));
    return descend(&d, type);
  }
  if (at->slot) {
    text_add(path, naming_slot(w, at->slot));
    return descend(&d, type);
  }
  if (at->thread) {
    text_add(path, thread_text(w, at));
    return descend(&d, type);
  }
  struct cexpr pointer = cexpr_of(w, at->pointer);
  const char *text = cexpr_group(w, pointer, CEXPR_PRIMARY);
  if (!has_index_of(&d, type->size) && d.offset >= 0 && d.offset < (int64_t)type->size) {
    struct text inner = {0};
    d.path = &inner;
    const struct type *found = descend(&d, type);
    if (found && inner.length && inner.data[0] == '.')
      text_format(path, "%s->%s", text, inner.data + 1);
    else if (found && inner.length)
      text_format(path, "(*%s)%s", text, inner.data);
    else if (found)
      text_format(path, "*%s", text);
    text_release(&inner);
    return found;
  }
  text_add(path, text);
  add_subscript(&d, type->size);
  return descend(&d, type);
}

/* The address as bytes: "(char *)p + 8". */
static struct cexpr write_bytes(struct writer *w, const struct split_address *at) {
  struct text out = {0};
  struct ctype untyped = ctype_pointer(&w->s->types, NULL);
  bool is_base = !at->offset && !at->count;
  const char *base;
  if (at->object)
    base = arena_format(w->s->arena, "&%s", cobjects_name_of(w->s, at->object));
  else if (at->slot)
    base = arena_format(w->s->arena, "&%s", naming_slot(w, at->slot));
  else if (at->thread)
    base = arena_format(w->s->arena, "&%s", thread_text(w, at));
  else
    base = cexpr_group(w, cexpr_of(w, at->pointer), CEXPR_UNARY);
  if (is_base && at->pointer)
    return cexpr_of(w, at->pointer);
  if (is_base) {
    struct cexpr e = {arena_format(w->s->arena, "(void *)%s", base), untyped, CEXPR_UNARY};
    return e;
  }
  text_format(&out, "(char *)%s", base);
  for (unsigned i = 0; i < at->count; i++) {
    struct cexpr e = cexpr_cast(w, cexpr_of(w, at->indices[i].term),
                                ctype_integer(at->indices[i].term->width, true));
    const char *text = cexpr_group(w, e, CEXPR_UNARY);
    if (at->indices[i].scale == 1)
      text_format(&out, " + %s", text);
    else
      text_format(&out, " + %lld * %s", (long long)at->indices[i].scale, text);
  }
  if (at->offset)
    text_format(&out, " %c %lld", at->offset < 0 ? '-' : '+',
                (long long)(at->offset < 0 ? -at->offset : at->offset));
  struct cexpr e = {arena_format(w->s->arena, "(void *)(%s)", text_get(&out)), untyped,
                    CEXPR_UNARY};
  text_release(&out);
  return e;
}

static const struct type *pointer_to(struct writer *w, const struct type *element) {
  struct type *type = arena_allocate(w->s->arena, sizeof *type);
  *type = (struct type){.kind = TYPE_POINTER,
                        .name = "",
                        .size = w->s->program->pointer_width / 8,
                        .element = element};
  return type;
}

static struct cexpr write_address(struct writer *w, const struct split_address *at) {
  struct text path = {0};
  if (!at->offset && !at->count && at->pointer)
    return cexpr_of(w, at->pointer);
  const struct type *found = write_path(w, at, 0, false, &path);
  struct cexpr e;
  if (found) {
    while (found->kind == TYPE_ARRAY && found->element) {
      text_add(&path, "[0]");
      found = found->element;
    }
    const char *text = text_get(&path);
    e = (struct cexpr){text[0] == '*' ? arena_copy_text(w->s->arena, text + 1)
                                      : arena_format(w->s->arena, "&%s", text),
                       ctype_pointer(&w->s->types, pointer_to(w, found)), CEXPR_UNARY};
  } else {
    e = write_bytes(w, at);
  }
  text_release(&path);
  return e;
}

struct cexpr cplace_address(struct writer *w, const struct term *address) {
  struct split_address at = {0};
  if (split(w, address, &at))
    return write_address(w, &at);
  return cexpr_cast(w, address->kind == TERM_APPLY ? cexpr_apply(w, address) : cexpr_of(w, address),
                    ctype_pointer(&w->s->types, NULL));
}

bool cplace_is_object(const struct sequentializer *s, uint64_t address) {
  const struct object *object = find_object(s->program, address);
  if (object && object->function && s->facts.is_taken &&
      !s->facts.is_taken[object->function->number])
    return false; /* the address of the function is never taken: it is a number */
  return object;
}

bool cplace_constant(struct writer *w, uint64_t address, struct cexpr *out) {
  struct split_address at = {0};
  if (!split(w, term_constant(w->s->program->terms, w->s->program->pointer_width, address), &at))
    return false;
  *out = write_address(w, &at);
  return true;
}

bool cplace_type(struct writer *w, const struct term *address, uint64_t size, struct ctype *out) {
  struct split_address at = {0};
  struct text path = {0};
  if (!split(w, address, &at))
    return false;
  const struct type *found = write_path(w, &at, size, true, &path);
  text_release(&path);
  if (!found || !ctype_of(&w->s->types, found, out))
    return false;
  out->source = found;
  return true;
}

struct cexpr cplace_at(struct writer *w, const struct term *address, uint64_t size,
                       struct ctype wanted) {
  address = flat_term(w->s, w->instance, address);
  struct split_address at = {0};
  struct text path = {0};
  struct cexpr e;
  bool is_split = split(w, address, &at);
  const struct type *found = is_split ? write_path(w, &at, size, true, &path) : NULL;
  struct ctype type;
  if (found && ctype_of(&w->s->types, found, &type)) {
    type.source = found;
    const char *text = text_get(&path);
    e = (struct cexpr){arena_copy_text(w->s->arena, text), type,
                       text[0] == '*' ? CEXPR_UNARY : CEXPR_PRIMARY};
  } else if (is_split && at.slot && at.slot->slot_is_scalar && !at.offset && !at.count &&
             at.slot->slot_scalar.bits == size * 8) {
    e = (struct cexpr){naming_slot(w, at.slot), at.slot->slot_scalar, CEXPR_PRIMARY};
  } else {
    struct cexpr bytes = is_split ? write_bytes(w, &at) : cplace_address(w, address);
    const char *name = ctype_name(&w->s->types, wanted);
    /* A cast of the bytes themselves, not of a void pointer to them. */
    const char *inside = cexpr_group(w, bytes, CEXPR_UNARY);
    if (!strncmp(inside, "(void *)", 8))
      inside += 8;
    e = (struct cexpr){arena_format(w->s->arena, "*(%s%s*)%s", name,
                                    name[strlen(name) - 1] == '*' ? "" : " ", inside),
                       wanted, CEXPR_UNARY};
  }
  text_release(&path);
  return e;
}
