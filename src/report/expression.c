/* SPDX-License-Identifier: Apache-2.0 */
/* A register without a name gets the expression that defines it, if there is only one. An address
 * is a sum: an object or a pointer, a constant offset, and indices times the sizes of elements. */
#include "report/expression.h"

#include "analysis/definitions.h"
#include "base/memory.h"
#include "base/text.h"
#include "program/type.h"
#include "program/uses.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_DEPTH = 6, MOST_PARTS = 6 };

struct expression {
  struct text *out;
  const struct program *program;
  const struct function *function;
  unsigned depth;
};

static void add_value(struct expression *writer, const struct term *term);
static const struct type *add_place(struct expression *writer, const struct term *address);

/* The only edge that defines a register; NULL: there are several, or it is a parameter. */
static const struct edge *find_definition(const struct function *function, uint32_t number) {
  const struct edge **all = definitions_find(function), *found = all[number];
  memory_release(all);
  return found;
}

static void add_definition(struct expression *writer, const struct edge *edge, uint32_t number) {
  if (edge && edge->op == OPERATION_LOAD)
    add_place(writer, edge->load.address);
  else if (edge && edge->op == OPERATION_ASSIGN)
    add_value(writer, edge_assigned(edge, number));
  else if (edge && edge->op == OPERATION_CALL && edge->call.callee)
    text_format(writer->out, "%s(…)", edge->call.callee->name);
  else if (edge && edge->op == OPERATION_ALLOCATE)
    text_format(writer->out, "%s%s", edge->allocate.heap ? "" : "&", edge->allocate.name);
  else
    text_add(writer->out, "…");
}

static void add_register(struct expression *writer, uint32_t number) {
  const struct reg *reg = &writer->function->registers[number];
  if (reg->is_source && *reg->name)
    text_add(writer->out, reg->name);
  else
    add_definition(writer, find_definition(writer->function, number), number);
}

static const char *operator_sign(enum operator op) {
  static const char *const signs[] = {
      [OP_ADD] = "+",  [OP_SUB] = "-",   [OP_MUL] = "*",   [OP_UDIV] = "/", [OP_SDIV] = "/",
      [OP_UREM] = "%", [OP_SREM] = "%",  [OP_AND] = "&",   [OP_OR] = "|",   [OP_XOR] = "^",
      [OP_SHL] = "<<", [OP_LSHR] = ">>", [OP_ASHR] = ">>", [OP_EQ] = "==",  [OP_ULT] = "<",
      [OP_SLT] = "<",  [OP_ULE] = "<=",  [OP_SLE] = "<="};
  return (size_t)op < sizeof signs / sizeof *signs ? signs[op] : NULL;
}

/* Of operators that bind alike, or whose order is seldom remembered. */
static unsigned operator_strength(enum operator op) {
  bool is_product =
      op == OP_MUL || op == OP_UDIV || op == OP_SDIV || op == OP_UREM || op == OP_SREM;
  return is_product ? 2 : op == OP_ADD || op == OP_SUB;
}

static bool is_conversion(const struct term *term) {
  return term->kind == TERM_APPLY &&
         (term->op == OP_ZEXT || term->op == OP_SEXT || term->op == OP_EXTRACT);
}

static const struct term *without_conversions(const struct term *term) {
  while (is_conversion(term))
    term = term->operands[0];
  return term;
}

static void add_constant(struct expression *writer, const struct term *term) {
  const struct object *object = term->width == writer->program->pointer_width
                                    ? program_find_object(writer->program, term->value)
                                    : NULL;
  unsigned spare = 64 - term->width;
  if (object && object->function)
    text_add(writer->out, object->name);
  else if (object) {
    text_add(writer->out, "&");
    add_place(writer, term);
  } else
    text_format(writer->out, "%" PRId64, (int64_t)(term->value << spare) >> spare);
}

/* In parentheses if the operator `op` around it would take it apart. */
static void add_operand(struct expression *writer, const struct term *term, enum operator op,
                        bool is_left) {
  const struct term *inner = without_conversions(term);
  bool is_operation = inner->kind == TERM_APPLY && operator_sign((enum operator)inner->op) != NULL;
  unsigned strength = is_operation ? operator_strength((enum operator)inner->op) : 3;
  bool is_safe = strength > operator_strength(op) ||
                 (is_left && strength && strength == operator_strength(op)) ||
                 (op == OP_ADD && is_operation && inner->op == OP_ADD);
  text_add(writer->out, is_safe ? "" : "(");
  add_value(writer, inner);
  text_add(writer->out, is_safe ? "" : ")");
}

static void add_value(struct expression *writer, const struct term *term) {
  if (writer->depth == MOST_DEPTH) {
    text_add(writer->out, "…");
    return;
  }
  writer->depth++;
  term = without_conversions(term);
  const char *sign = term->kind == TERM_APPLY ? operator_sign((enum operator)term->op) : NULL;
  if (term->kind == TERM_CONSTANT)
    add_constant(writer, term);
  else if (term->kind == TERM_VARIABLE)
    add_register(writer, (uint32_t)term->value);
  else if (term->op == OP_NOT && term->width == 1) {
    text_add(writer->out, "!(");
    add_value(writer, term->operands[0]);
    text_add(writer->out, ")");
  } else if (sign) {
    add_operand(writer, term->operands[0], (enum operator)term->op, true);
    text_format(writer->out, " %s ", sign);
    add_operand(writer, term->operands[1], (enum operator)term->op, false);
  } else
    text_add(writer->out, "…");
  writer->depth--;
}

/* An address as a sum. */
struct sum {
  const struct term *base; /* the object or pointer; NULL: none was found */
  uint64_t offset;
  const struct term *index; /* NULL: none */
  uint64_t scale;
  bool is_odd; /* it has more parts than that */
};

static bool is_pointer(const struct expression *writer, const struct term *term) {
  return term->kind == TERM_VARIABLE && writer->function->registers[term->value].is_pointer;
}

static void split(const struct expression *writer, const struct term *term, struct sum *sum) {
  if (term->kind == TERM_APPLY && term->op == OP_ADD) {
    split(writer, term->operands[0], sum);
    split(writer, term->operands[1], sum);
    return;
  }
  if (term_is_constant(term)) {
    if (!sum->base && program_find_object(writer->program, term->value))
      sum->base = term;
    else
      sum->offset += term->value;
    return;
  }
  if (!sum->base && is_pointer(writer, term)) {
    sum->base = term;
    return;
  }
  sum->is_odd |= sum->index != NULL;
  bool is_scaled =
      term->kind == TERM_APPLY && term->op == OP_MUL && term_is_constant(term->operands[1]);
  bool is_shifted =
      term->kind == TERM_APPLY && term->op == OP_SHL && term_is_constant(term->operands[1]);
  sum->scale = is_scaled    ? term->operands[1]->value
               : is_shifted ? (uint64_t)1 << term->operands[1]->value
                            : 1;
  sum->index = is_scaled || is_shifted ? term->operands[0] : term;
}

/* ".queue[first].name": the path to the part at an offset. `type` is what begins at offset 0. */
static const struct type *add_path(struct expression *writer, const struct type *type,
                                   const struct sum *sum, uint64_t offset) {
  if (!sum->index)
    return type_describe_offset(writer->out, type, offset);
  while (type && type->kind == TYPE_STRUCT) {
    const struct type_field *inner = NULL;
    for (uint32_t i = 0; i < type->field_count && !inner; i++)
      if (type->fields[i].type && offset >= type->fields[i].offset &&
          offset - type->fields[i].offset < type->fields[i].type->size)
        inner = &type->fields[i];
    if (!inner)
      return NULL;
    if (*inner->name)
      text_format(writer->out, ".%s", inner->name);
    offset -= inner->offset;
    type = inner->type;
  }
  if (!type || type->kind != TYPE_ARRAY || !type->element || !type->element->size)
    return NULL;
  text_add(writer->out, "[");
  add_value(writer, sum->index);
  uint64_t skipped = offset / type->element->size;
  if (skipped)
    text_format(writer->out, " + %" PRIu64, skipped);
  text_add(writer->out, "]");
  struct sum rest = {0};
  if (sum->scale != type->element->size)
    return NULL;
  return add_path(writer, type->element, &rest, offset % type->element->size);
}

static const struct type *element_of(const struct type *type) {
  return type && type->kind == TYPE_POINTER ? type->element : NULL;
}

/* What the variable or slot is called that begins at the base; NULL: it is a pointer. */
static const char *find_object(const struct expression *writer, struct sum *sum,
                               const struct type **type) {
  if (term_is_constant(sum->base)) {
    const struct object *object = program_find_object(writer->program, sum->base->value);
    sum->offset += sum->base->value - object->address;
    *type = object->type;
    return object->name;
  }
  const struct edge *edge = find_definition(writer->function, (uint32_t)sum->base->value);
  if (!edge || edge->op != OPERATION_ALLOCATE || edge->allocate.heap)
    return NULL;
  *type = edge->allocate.type;
  return edge->allocate.name;
}

/* The type that a pointer leads to, as far as its register tells. */
static const struct type *add_pointer(struct expression *writer, const struct term *base) {
  const struct reg *reg = &writer->function->registers[base->value];
  const struct edge *edge = find_definition(writer->function, (uint32_t)base->value);
  if (!(reg->is_source && *reg->name) && edge && edge->op == OPERATION_LOAD)
    return element_of(add_place(writer, edge->load.address));
  add_register(writer, (uint32_t)base->value);
  return element_of(reg->type);
}

static const struct type *add_element(struct expression *writer, struct sum *sum) {
  struct text *out = writer->out;
  size_t begin = out->length;
  const struct type *type = add_pointer(writer, sum->base);
  bool is_inside = type && type->kind == TYPE_STRUCT && sum->offset < type->size;
  if (sum->index && is_inside && sum->scale != type->size) { /* of an array in the structure */
    size_t arrow = out->length;
    const struct type *found = add_path(writer, type, sum, sum->offset);
    if (out->length > arrow && out->data[arrow] == '.') {
      struct text path = {0};
      text_add(&path, out->data + arrow + 1);
      out->data[out->length = arrow] = '\0';
      text_format(out, "->%s", text_get(&path));
      text_release(&path);
    }
    return found;
  }
  if (sum->index) {
    text_add(out, "[");
    add_value(writer, sum->index);
    text_add(out, "]");
    sum->index = NULL;
  } else if (is_inside) {
    text_add(out, "->");
    size_t arrow = out->length;
    const struct type *found = type_describe_offset(out, type, sum->offset);
    if (out->length > arrow) /* without the dot of the first field */
      memmove(out->data + arrow, out->data + arrow + 1, out->length-- - arrow);
    else
      out->data[out->length -= 2] = '\0';
    return found;
  } else if (!sum->offset || !type || !type->size) {
    struct text copy = {0};
    text_add(&copy, out->data + begin);
    out->data[out->length = begin] = '\0';
    text_format(out, "*%s", text_get(&copy));
    text_release(&copy);
    return type;
  } else {
    text_format(out, "[%" PRIu64 "]", sum->offset / type->size);
    sum->offset %= type->size;
  }
  return type ? type_describe_offset(out, type, sum->offset) : NULL;
}

static const struct type *add_place(struct expression *writer, const struct term *address) {
  struct sum sum = {0};
  const struct type *type = NULL;
  split(writer, address, &sum);
  if (writer->depth == MOST_DEPTH || !sum.base) {
    text_add(writer->out, "*…");
    return NULL;
  }
  writer->depth++;
  const char *name = find_object(writer, &sum, &type);
  if (name) {
    text_add(writer->out, name);
    type = add_path(writer, type, &sum, sum.offset);
  } else {
    type = add_element(writer, &sum);
  }
  writer->depth--;
  return type;
}

void expression_add_value(struct text *out, const struct program *program,
                          const struct function *function, const struct term *term) {
  struct expression writer = {out, program, function, 0};
  add_value(&writer, term);
}

bool expression_add_part(struct text *out, const struct program *program,
                         const struct function *function, const struct term *address,
                         const struct type *wanted) {
  struct expression writer = {out, program, function, 0};
  struct text pointer = {0}, path = {0};
  struct sum sum = {0};
  split(&writer, address, &sum);
  if (!sum.base || sum.index || sum.is_odd || term_is_constant(sum.base))
    return false;
  writer.out = &pointer;
  const struct type *type = add_pointer(&writer, sum.base);
  bool is_part = type && type->kind == TYPE_STRUCT && (sum.offset || wanted) &&
                 type_describe_part(&path, type, sum.offset, wanted) && path.length;
  bool is_array = is_part && path.length > 3 && strcmp(path.data + path.length - 3, "[0]") == 0;
  if (is_part)
    text_format(out, "%s%s->%.*s", is_array ? "" : "&", text_get(&pointer),
                (int)path.length - 1 - (is_array ? 3 : 0), path.data + 1);
  text_release(&pointer);
  text_release(&path);
  return is_part;
}

void expression_add_place(struct text *out, const struct program *program,
                          const struct function *function, const struct term *address) {
  struct expression writer = {out, program, function, 0};
  add_place(&writer, address);
}
