/* SPDX-License-Identifier: Apache-2.0 */
/* Names and types of registers and of local variables with an address. A value that a thread needs
 * when it continues later is a variable of the file, with one element per thread if several threads
 * run the routine; everything else is a local variable of the function. */
#include "sequentialize/writer.h"

#include <string.h>

static const struct reg *reg_of(const struct flat_register *reg) {
  return &reg->instance->function->registers[reg->number];
}

/* "name", or "name[t - 3]" if several threads have one, or "name[t - 3][depth[t]]" if several calls
 * have. */
static const char *indexed(const struct writer *w, const struct flat_register *reg) {
  const struct flat_unit *unit = w->unit;
  const char *name = reg->name ? reg->name : "unnamed";
  if (unit->is_plain)
    return name;
  if (!unit->is_single)
    name = unit->first_thread
               ? arena_format(w->s->arena, "%s[%s - %u]", name, w->thread, unit->first_thread)
               : arena_format(w->s->arena, "%s[%s]", name, w->thread);
  if (!reg->instance->is_framed)
    return name;
  return w->frame ? arena_format(w->s->arena, "%s[%s]", name, w->frame)
                  : arena_format(w->s->arena, "%s[depth[%s]]", name, w->thread);
}

const char *naming_register(struct writer *w, uint32_t number) {
  const struct flat_register *reg = &w->unit->registers.items[number];
  if (reg->is_kept)
    return indexed(w, reg);
  return reg->name ? reg->name : "unnamed";
}

const char *naming_slot(struct writer *w, const struct flat_register *reg) {
  return indexed(w, reg);
}

static struct ctype basic_type(struct sequentializer *s, const struct flat_register *reg) {
  const struct reg *source = reg_of(reg);
  struct ctype type;
  if (s->threads_are_numbers && s->is_thread[reg->instance->function->number][reg->number])
    return ctype_integer(source->width, false);
  if (reg->slot || (source->is_pointer && !source->type))
    return ctype_pointer(&s->types, NULL);
  if (ctype_of(&s->types, source->type, &type) && type.bits == source->width &&
      (type.kind == CTYPE_FLOAT) == source->is_float &&
      (type.kind == CTYPE_POINTER || !source->is_pointer)) {
    if (type.kind != CTYPE_BOOL)
      type.source = source->type;
    return type;
  }
  if (source->is_float && (source->width == 32 || source->width == 64))
    return ctype_float(source->width);
  return source->is_pointer ? ctype_pointer(&s->types, NULL) : ctype_integer(source->width, false);
}

/* The type of the pointer to a local variable that is written as a heap block, or NULL. */
static const struct type *type_of_mortal(struct sequentializer *s,
                                         const struct flat_register *reg) {
  const struct type *own = reg->mortal ? reg->mortal->allocate.type : NULL;
  const struct term *size = own ? flat_term(s, reg->instance, reg->mortal->allocate.size) : NULL;
  if (!own || !term_is_constant(size) || !ctype_is_faithful(&s->types, own, size->value) ||
      own->kind == TYPE_ARRAY)
    return NULL;
  struct type *pointer = arena_allocate(s->arena, sizeof *pointer);
  *pointer = (struct type){
      .kind = TYPE_POINTER, .name = "", .size = s->program->pointer_width / 8, .element = own};
  return pointer;
}

/* Gives a pointer type to registers that receive an address from an operation. */
static void refine_pointers(struct sequentializer *s, struct flat_unit *unit) {
  vector_each (node, &unit->nodes) {
    if (node->kind != FLAT_EDGE)
      continue;
    const struct edge *edge = node->edge;
    uint32_t target = edge->op == OPERATION_ALLOCATE ? edge->allocate.target
                      : edge->op == OPERATION_SPAWN  ? edge->spawn.target
                      : edge->op == OPERATION_SELF   ? edge->get.target
                                                     : NO_REGISTER;
    if (target == NO_REGISTER)
      continue;
    struct flat_register *reg = &unit->registers.items[node->instance->first_register + target];
    if (edge->op != OPERATION_ALLOCATE && s->threads_are_numbers)
      continue;
    if (reg->type.kind != CTYPE_POINTER || !reg->type.source)
      reg->type = ctype_pointer(&s->types, edge->op == OPERATION_ALLOCATE ? type_of_mortal(s, reg)
                                                                          : s->memory_pointer);
  }
}

/* Gives registers that receive a loaded value the type of the memory that it is loaded from. */
static void refine_loads(struct writer *w) {
  vector_each (node, &w->unit->nodes) {
    if (node->kind != FLAT_EDGE || node->edge->op != OPERATION_LOAD ||
        node->edge->load.target == NO_REGISTER)
      continue;
    struct flat_register *reg =
        &w->unit->registers.items[node->instance->first_register + node->edge->load.target];
    const struct reg *source = reg_of(reg);
    struct ctype found;
    w->instance = node->instance;
    if (source->is_source || reg->writers != 1 || source->width != node->edge->load.size * 8 ||
        !cplace_type(w, flat_term(w->s, w->instance, node->edge->load.address),
                     node->edge->load.size, &found) ||
        found.bits != source->width || found.kind == CTYPE_BOOL)
      continue;
    if (source->is_float == (found.kind == CTYPE_FLOAT) &&
        (!source->is_pointer || found.kind == CTYPE_POINTER))
      reg->type = found;
  }
}

/* The register of the variable that the register always points to. */
static uint32_t variable_of(const struct flat_unit *unit, uint32_t number) {
  uint32_t alias = unit->registers.items[number].alias;
  return alias ? alias : number;
}

/* A slot without a type is a scalar if it is only used as one. */
static void guess_slot(struct writer *w, struct flat_register *reg, uint32_t number) {
  uint64_t size = flat_term(w->s, reg->instance, reg->slot->allocate.size)->value;
  if (ctype_is_faithful(&w->s->types, reg->slot->allocate.type, size)) {
    reg->slot_type = reg->slot->allocate.type;
    return;
  }
  if (size != 1 && size != 2 && size != 4 && size != 8)
    return;
  struct ctype guess = ctype_integer((unsigned)size * 8, false);
  vector_each (node, &w->unit->nodes) {
    if (node->kind != FLAT_EDGE ||
        (node->edge->op != OPERATION_LOAD && node->edge->op != OPERATION_STORE))
      continue;
    bool loads = node->edge->op == OPERATION_LOAD;
    const struct term *address = loads ? node->edge->load.address : node->edge->store.address;
    if (address->kind != TERM_VARIABLE ||
        variable_of(w->unit, node->instance->first_register + (uint32_t)address->value) != number ||
        (loads ? node->edge->load.size : node->edge->store.size) != size)
      continue;
    w->instance = node->instance;
    struct ctype type =
        !loads ? cexpr_type(w, flat_term(w->s, w->instance, node->edge->store.value))
        : node->edge->load.target == NO_REGISTER
            ? guess
            : w->unit->registers.items[node->instance->first_register + node->edge->load.target]
                  .type;
    if (type.bits == size * 8 && (type.kind == CTYPE_POINTER || type.kind == CTYPE_FLOAT))
      guess = type;
  }
  reg->slot_scalar = guess;
  reg->slot_is_scalar = true;
}

void naming_types(struct sequentializer *s, struct flat_unit *unit) {
  struct writer w = {.s = s, .unit = unit, .thread = "t"};
  for (size_t i = 0; i < unit->registers.count; i++)
    unit->registers.items[i].type = basic_type(s, &unit->registers.items[i]);
  refine_pointers(s, unit);
  for (uint32_t i = 0; i < unit->registers.count; i++)
    if (unit->registers.items[i].slot && !unit->registers.items[i].alias)
      guess_slot(&w, &unit->registers.items[i], i);
  for (uint32_t i = 0; i < unit->registers.count; i++) {
    struct flat_register *reg = &unit->registers.items[i];
    const struct flat_register *variable = &unit->registers.items[variable_of(unit, i)];
    reg->slot_type = variable->slot_type;
    reg->slot_scalar = variable->slot_scalar;
    reg->slot_is_scalar = variable->slot_is_scalar;
  }
  refine_loads(&w);
  refine_loads(&w); /* once more, for loads through pointers that have received a type only now */
}

static bool needs_variable(const struct flat_register *reg) {
  if (reg->slot)
    return reg->is_used && !reg->alias;
  return reg->is_used && !reg->is_inlined && !reg->instance->constants[reg->number];
}

/* The name of the source, after that of the function where it is a variable of the file. */
static const char *wanted_name(struct sequentializer *s, const struct flat_register *reg,
                               bool with_function) {
  const struct reg *source = reg_of(reg);
  const struct edge *local = reg->slot ? reg->slot : reg->mortal;
  const char *name = local ? local->allocate.name : source->name;
  if (!name || !*name || name[0] == '.')
    name = "temporary";
  if (!with_function)
    return name;
  return arena_format(s->arena, "%s_%s", reg->instance->function->name, name);
}

void naming_kept(struct sequentializer *s, struct flat_unit *unit) {
  vector_each (reg, &unit->registers) {
    if (needs_variable(reg) && (reg->is_kept || reg->slot) && !unit->is_plain)
      reg->name = ctype_unique_name(&s->types, wanted_name(s, reg, true));
  }
  for (uint32_t i = 0; i < unit->registers.count; i++)
    unit->registers.items[i].name = unit->registers.items[variable_of(unit, i)].name;
}

void naming_locals(struct sequentializer *s, struct flat_unit *unit) {
  struct map local = {0};
  s->types.local = &local;
  vector_each (reg, &unit->registers) {
    if (needs_variable(reg) && !reg->name)
      reg->name = ctype_unique_name(&s->types, wanted_name(s, reg, false));
  }
  for (uint32_t i = 0; i < unit->registers.count; i++)
    unit->registers.items[i].name = unit->registers.items[variable_of(unit, i)].name;
  s->types.local = NULL;
  map_release(&local);
}

static void declare_slot(struct writer *w, const struct flat_register *reg, const char *name) {
  struct ctypes *types = &w->s->types;
  uint64_t size = flat_term(w->s, reg->instance, reg->slot->allocate.size)->value;
  if (reg->slot_type) {
    ctype_declare(types, w->out, reg->slot_type, name);
  } else if (reg->slot_is_scalar) {
    const char *type = ctype_name(types, reg->slot_scalar);
    text_format(w->out, "%s%s%s", type, type[strlen(type) - 1] == '*' ? "" : " ", name);
  } else {
    struct ctype word = ctype_integer(w->s->program->pointer_width, false);
    text_format(w->out, "%s %s[%llu]", ctype_name(types, word), name,
                (unsigned long long)((size + word.bits / 8 - 1) / (word.bits / 8)));
  }
}

void naming_declare(struct writer *w, bool kept) {
  struct flat_unit *unit = w->unit;
  for (size_t i = 0; i < unit->registers.count; i++) {
    struct flat_register *reg = &unit->registers.items[i];
    bool is_global = !unit->is_plain && (reg->is_kept || reg->slot);
    bool is_parameter = false;
    for (uint32_t k = 0; unit->is_plain && k < unit->function->parameter_count; k++)
      is_parameter |= unit->function->parameters[k] == i;
    if (!needs_variable(reg) || is_global != kept || (is_parameter && unit->is_plain))
      continue;
    const char *name = reg->name;
    if (kept && !unit->is_single)
      name = arena_format(w->s->arena, "%s[%u]", name, unit->thread_count);
    if (kept && reg->instance->is_framed)
      name = arena_format(w->s->arena, "%s[%u]", name, w->s->options->max_depth + 1);
    text_add(w->out, kept ? "static " : "  ");
    if (reg->slot) {
      declare_slot(w, reg, name);
      text_add(w->out, ";\n");
      continue;
    }
    const char *type = ctype_name(&w->s->types, reg->type);
    text_format(w->out, "%s%s%s%s;\n", type, type[strlen(type) - 1] == '*' ? "" : " ", name,
                kept ? "" : " = 0");
  }
}
