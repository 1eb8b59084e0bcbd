/* SPDX-License-Identifier: Apache-2.0 */
/* Writes operations on memory as C statements: accesses, local variables and the heap. */
#include "sequentialize/writer.h"

#include <string.h>

enum { MOST_ELEMENTS = 8 }; /* of an array that gets its first values one by one */

static bool is_size(uint64_t size) { return size == 1 || size == 2 || size == 4 || size == 8; }

/* The type of an access to memory whose type in the source is not known. */
static struct ctype access_type(struct ctype value, uint64_t size) {
  if (value.bits == size * 8 && value.kind != CTYPE_BOOL)
    return value;
  return ctype_integer((unsigned)size * 8, value.is_signed);
}

static struct cexpr place(struct writer *w, const struct edge *edge, const struct term *address,
                          uint64_t size, struct ctype value) {
  if (!is_size(size))
    flat_refuse(w->s, edge->at, "an access of a size that C has no integer for");
  return cplace_at(w, address, size, access_type(value, is_size(size) ? size : 8));
}

static void write_load(struct writer *w, const struct edge *edge) {
  if (edge->load.target != NO_REGISTER && w->instance->constants[edge->load.target])
    return;
  bool wanted = statement_wants(w, w->instance, edge->load.target);
  struct ctype type = wanted ? statement_register(w, w->instance, edge->load.target)->type
                             : ctype_integer(edge->load.size * 8, false);
  struct cexpr from = place(w, edge, edge->load.address, edge->load.size, type);
  struct flat_register *reg = wanted ? statement_register(w, w->instance, edge->load.target) : NULL;
  if (wanted)
    statement_assign(w, reg, statement_name(w, w->instance, edge->load.target),
                     statement_fit(w, from, reg));
  else
    statement_line(w, "(void)%s;", cexpr_group(w, from, CEXPR_UNARY));
}

static void write_store(struct writer *w, const struct edge *edge) {
  if (flow_is_dead_store(w->s, w->unit, w->instance, edge))
    return;
  const struct term *value = flat_term(w->s, w->instance, edge->store.value);
  struct cexpr to = place(w, edge, edge->store.address, edge->store.size, cexpr_type(w, value));
  if (to.type.kind == CTYPE_BOOL && value->kind == TERM_APPLY && value->op == OP_ZEXT &&
      value->operands[0]->width == 1)
    value = value->operands[0];
  statement_line(w, "%s = %s;", to.text, cexpr_as(w, value, to.type));
}

static const char *rmw_value(struct writer *w, const struct edge *edge, struct cexpr old) {
  static const char *const operators[] = {
      [RMW_ADD] = "+",  [RMW_SUB] = "-",  [RMW_AND] = "&",  [RMW_OR] = "|",
      [RMW_XOR] = "^",  [RMW_MAX] = ">",  [RMW_MIN] = "<",  [RMW_UMAX] = ">",
      [RMW_UMIN] = "<", [RMW_FADD] = "+", [RMW_FSUB] = "-", [RMW_NAND] = "&"};
  enum rmw_operator op = edge->rmw.op;
  bool is_float = op == RMW_FADD || op == RMW_FSUB;
  unsigned bits = edge->rmw.size * 8;
  struct ctype type =
      is_float ? ctype_float(bits) : ctype_integer(bits, op == RMW_MAX || op == RMW_MIN);
  if (op == RMW_EXCHANGE)
    return cexpr_as(w, edge->rmw.operand, old.type);
  const char *left = cexpr_group(w, cexpr_cast(w, old, type), CEXPR_UNARY);
  const char *right = cexpr_group(w, cexpr_value(w, edge->rmw.operand, type), CEXPR_UNARY);
  const char *text;
  if (op == RMW_MAX || op == RMW_MIN || op == RMW_UMAX || op == RMW_UMIN)
    text = arena_format(w->s->arena, "%s %s %s ? %s : %s", left, operators[op], right, left, right);
  else if (op == RMW_NAND)
    text = arena_format(w->s->arena, "~(%s & %s)", left, right);
  else
    text = arena_format(w->s->arena, "%s %s %s", left, operators[op], right);
  return cexpr_cast(w, (struct cexpr){text, type, CEXPR_BINARY}, old.type).text;
}

static void declare_old(struct writer *w, struct cexpr at) {
  struct ctype type = at.type;
  type.source = type.kind == CTYPE_POINTER ? type.source : NULL;
  const char *name = ctype_name(&w->s->types, type);
  statement_line(w, "{");
  w->indent++;
  statement_line(w, "%s%sheddle_old = %s;", name, name[strlen(name) - 1] == '*' ? "" : " ",
                 at.text);
}

static void end_block(struct writer *w) {
  w->indent--;
  statement_line(w, "}");
}

static void write_rmw(struct writer *w, const struct edge *edge) {
  struct ctype type = ctype_integer(edge->rmw.size * 8, false);
  bool wanted = statement_wants(w, w->instance, edge->rmw.target);
  if (wanted)
    type = statement_register(w, w->instance, edge->rmw.target)->type;
  struct cexpr at = place(w, edge, edge->rmw.address, edge->rmw.size, type);
  if (!wanted) {
    statement_line(w, "%s = %s;", at.text, rmw_value(w, edge, at));
    return;
  }
  declare_old(w, at);
  struct cexpr old = {"heddle_old", at.type, CEXPR_PRIMARY};
  statement_line(w, "%s = %s;", at.text, rmw_value(w, edge, old));
  statement_line(w, "%s = %s;", statement_name(w, w->instance, edge->rmw.target),
                 statement_fit(w, old, statement_register(w, w->instance, edge->rmw.target)).text);
  end_block(w);
}

static void write_cas(struct writer *w, const struct edge *edge) {
  struct ctype type = cexpr_type(w, flat_term(w->s, w->instance, edge->cas.desired));
  struct cexpr at = place(w, edge, edge->cas.address, edge->cas.size, type);
  declare_old(w, at);
  struct cexpr old = {"heddle_old", at.type, CEXPR_PRIMARY};
  bool wants_success = statement_wants(w, w->instance, edge->cas.success);
  bool points = at.type.kind == CTYPE_POINTER, is_float = at.type.kind == CTYPE_FLOAT;
  struct ctype compared = is_float ? ctype_integer(at.type.bits, false) : at.type;
  struct cexpr expected = cexpr_value(w, edge->cas.expected, compared);
  const char *condition = arena_format(
      w->s->arena, "%s%s == %s%s", points ? "(void *)" : "", cexpr_cast(w, old, compared).text,
      points ? "(void *)" : "", cexpr_group(w, expected, points ? CEXPR_PRIMARY : CEXPR_UNARY));
  statement_line(w, "if (%s)", condition);
  w->indent++;
  statement_line(w, "%s = %s;", at.text, cexpr_as(w, edge->cas.desired, at.type));
  w->indent--;
  if (wants_success && !(statement_wants(w, w->instance, edge->cas.old) &&
                         statement_mentions(w->instance, edge->cas.expected, edge->cas.success)))
    statement_line(w, "%s = %s;", statement_name(w, w->instance, edge->cas.success), condition);
  if (statement_wants(w, w->instance, edge->cas.old))
    statement_line(w, "%s = %s;", statement_name(w, w->instance, edge->cas.old),
                   statement_fit(w, old, statement_register(w, w->instance, edge->cas.old)).text);
  end_block(w);
}

static const char HAVOC[] =
    "/* Memory that was never written holds anything. */\n"
    "static void make_arbitrary(void *memory, unsigned long size) {\n"
    "  unsigned char *bytes = memory;\n"
    "  unsigned long i;\n"
    "  for (i = 0; i < size; i++)\n    bytes[i] = __VERIFIER_nondet_uchar();\n}\n\n";

/* Writes that the bytes at an address, which is a pointer to anything, become arbitrary. */
static void write_arbitrary(struct writer *w, const char *address, const char *size) {
  w->s->needs.nondet |= 1u << 2;
  cexpr_need_helper(w->s, HAVOC);
  statement_line(w, "make_arbitrary(%s, %s);", address, size);
}

/* An array with a few elements gets a value for each of them. */
static bool write_elements(struct writer *w, const struct type *array, const char *name) {
  struct ctype type;
  if (!array || array->kind != TYPE_ARRAY || !array->element || !array->element->size ||
      array->size / array->element->size > MOST_ELEMENTS ||
      !ctype_of(&w->s->types, array->element, &type))
    return false;
  for (uint64_t i = 0; i < array->size / array->element->size; i++)
    statement_line(w, "%s[%llu] = %s;", name, (unsigned long long)i, statement_nondet(w->s, type));
  return true;
}

static void write_slot(struct writer *w, const struct flat_register *reg) {
  struct ctype type;
  if (!reg->is_used)
    return;
  const char *name = naming_slot(w, reg);
  if (reg->slot->allocate.zeroed || w->s->is_linear) {
    w->s->needs.memset = true;
    statement_line(w, "memset(&%s, 0, sizeof %s);", name, name);
  } else if (!flow_needs_first_value(w->s, w->unit, reg->instance->first_register + reg->number)) {
    return;
  } else if (reg->slot_is_scalar) {
    statement_line(w, "%s = %s;", name, statement_nondet(w->s, reg->slot_scalar));
  } else if (ctype_of(&w->s->types, reg->slot_type, &type)) {
    statement_line(w, "%s = %s;", name, statement_nondet(w->s, type));
  } else if (!write_elements(w, reg->slot_type, name)) {
    write_arbitrary(w, arena_format(w->s->arena, "&%s", name),
                    arena_format(w->s->arena, "sizeof %s", name));
  }
}

static const char HEAP[] =
    "/* A block with its size in front of it. */\n"
    "static void *allocate_block(unsigned long size, int zeroed) {\n"
    "  unsigned long *block = zeroed ? calloc(1, size + 16) : malloc(size + 16);\n"
    "  __VERIFIER_assume(block != (void *)0);\n"
    "  block[0] = size;\n  return (char *)block + 16;\n}\n\n"
    "static void free_block(void *block) {\n"
    "  if (block != (void *)0)\n    free((char *)block - 16);\n}\n\n";

static const char HEAP_SIZE[] = "static unsigned long size_of_block(void *block) {\n"
                                "  return *(unsigned long *)(void *)((char *)block - 16);\n}\n\n";

const char *access_block_size(struct writer *w, const char *block) {
  w->s->needs.malloc = w->s->needs.calloc = w->s->needs.free = true;
  cexpr_need_helper(w->s, HEAP);
  cexpr_need_helper(w->s, HEAP_SIZE);
  return arena_format(w->s->arena, "size_of_block(%s)", block);
}

/* Writes arbitrary words into a small block. False: it is too large. */
static bool write_words(struct writer *w, const struct term *size, const char *name) {
  struct ctype word = ctype_integer(w->s->program->pointer_width, false);
  struct ctype byte = ctype_integer(8, false);
  uint64_t unit = word.bits / 8;
  if (!term_is_constant(size) || size->value > MOST_ELEMENTS * unit)
    return false;
  for (uint64_t i = 0; i < size->value / unit; i++)
    statement_line(w, "((%s *)(void *)%s)[%llu] = %s;", ctype_name(&w->s->types, word), name,
                   (unsigned long long)i, statement_nondet(w->s, word));
  for (uint64_t i = size->value / unit * unit; i < size->value; i++)
    statement_line(w, "((%s *)(void *)%s)[%llu] = %s;", ctype_name(&w->s->types, byte), name,
                   (unsigned long long)i, statement_nondet(w->s, byte));
  return true;
}

/* Writes the arbitrary first value of a block that is not zeroed. */
static void write_first_value(struct writer *w, const struct edge *edge,
                              const struct flat_register *reg, const char *name) {
  struct ctype type;
  if (edge->allocate.zeroed || w->s->is_linear)
    return;
  if (reg->mortal && reg->type.source && ctype_of(&w->s->types, reg->type.source->element, &type)) {
    statement_line(w, "*%s = %s;", name, statement_nondet(w->s, type));
    return;
  }
  const struct term *size = flat_term(w->s, w->instance, edge->allocate.size);
  if (!write_words(w, size, name))
    write_arbitrary(w, name, cexpr_as(w, size, ctype_integer(w->s->program->pointer_width, false)));
}

static void write_allocation(struct writer *w, const struct edge *edge) {
  const struct flat_register *reg = statement_register(w, w->instance, edge->allocate.target);
  if (reg->slot) {
    write_slot(w, reg);
    return;
  }
  if (reg->mortal && edge->allocate.in_block)
    access_end(w, w->instance, edge->allocate.target);
  struct sequentializer *s = w->s;
  struct ctype word = ctype_integer(s->program->pointer_width, false);
  const char *size = cexpr_as(w, edge->allocate.size, word);
  const char *name = statement_wants(w, w->instance, edge->allocate.target)
                         ? statement_name(w, w->instance, edge->allocate.target)
                         : NULL;
  s->needs.malloc = s->needs.calloc = true;
  const char *block;
  if (s->needs.heap_size) {
    s->needs.free = true;
    cexpr_need_helper(s, HEAP);
    block = arena_format(s->arena, "allocate_block(%s, %d)", size, edge->allocate.zeroed);
  } else if (edge->allocate.zeroed || s->is_linear) {
    block = arena_format(s->arena, "calloc(1, %s)", size);
  } else {
    block = arena_format(s->arena, "malloc(%s)", size);
  }
  if (!name) {
    statement_line(w, "(void)%s;", block);
    return;
  }
  statement_line(w, "%s = %s;", name, block);
  if (!s->needs.heap_size && !s->is_linear)
    statement_line(w, "__VERIFIER_assume(%s != ((void *)0));", name);
  write_first_value(w, edge, reg, name);
}

static void write_deallocation(struct writer *w, const char *block) {
  w->s->needs.free = true;
  if (w->s->needs.heap_size) {
    w->s->needs.malloc = w->s->needs.calloc = true;
    cexpr_need_helper(w->s, HEAP);
  }
  statement_line(w, "%s(%s);", w->s->needs.heap_size ? "free_block" : "free", block);
}

void access_end(struct writer *w, const struct flat_instance *instance, uint32_t number) {
  const char *name = statement_name(w, instance, number);
  write_deallocation(w, name);
  statement_line(w, "%s = ((void *)0);", name);
}

void access_end_all(struct writer *w, const struct flat_instance *instance) {
  for (uint32_t i = 0; i < instance->function->register_count; i++)
    if (statement_register(w, instance, i)->mortal)
      access_end(w, instance, i);
}

static void write_free(struct writer *w, const struct edge *edge) {
  const struct term *address = flat_term(w->s, w->instance, edge->free.address);
  if (!edge->free.is_slot)
    write_deallocation(w, cexpr_as(w, address, ctype_pointer(&w->s->types, NULL)));
  else if (flow_mortal(w->unit, w->instance, address))
    access_end(w, w->instance, (uint32_t)address->value);
}

static void write_bytes(struct writer *w, const struct edge *edge) {
  struct ctype pointer = ctype_pointer(&w->s->types, NULL);
  struct ctype word = ctype_integer(w->s->program->pointer_width, false);
  if (edge->op == OPERATION_COPY) {
    w->s->needs.memmove = true;
    statement_line(w, "memmove(%s, %s, %s);", cexpr_as(w, edge->copy.target, pointer),
                   cexpr_as(w, edge->copy.source, pointer), cexpr_as(w, edge->copy.size, word));
  } else if (edge->op == OPERATION_FILL) {
    w->s->needs.memset = true;
    statement_line(w, "memset(%s, %s, %s);", cexpr_as(w, edge->fill.target, pointer),
                   cexpr_as(w, edge->fill.byte, ctype_integer(8, false)),
                   cexpr_as(w, edge->fill.size, word));
  } else if (statement_wants(w, w->instance, edge->block_size.target)) {
    statement_line(w, "%s = %s;", statement_name(w, w->instance, edge->block_size.target),
                   access_block_size(w, cexpr_as(w, edge->block_size.address, pointer)));
  }
}

void access_write(struct writer *w, const struct edge *edge) {
  if (edge->op == OPERATION_LOAD)
    write_load(w, edge);
  else if (edge->op == OPERATION_STORE)
    write_store(w, edge);
  else if (edge->op == OPERATION_RMW)
    write_rmw(w, edge);
  else if (edge->op == OPERATION_CAS)
    write_cas(w, edge);
  else if (edge->op == OPERATION_ALLOCATE)
    write_allocation(w, edge);
  else if (edge->op == OPERATION_FREE)
    write_free(w, edge);
  else if (edge->op == OPERATION_FINISH)
    for (const struct flat_instance *i = w->instance; i; i = i->caller)
      access_end_all(w, i);
  else
    write_bytes(w, edge);
}
