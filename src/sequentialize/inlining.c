/* SPDX-License-Identifier: Apache-2.0 */
/* Registers that need no variable, because their value is written where they are read. Such a
 * register is written at one node and read once, at a node that follows on a straight path without
 * a place to stop, and nothing on the path changes its operands. So `t = x; if (t == 0)` becomes
 * `if (x == 0)`.
 *
 * Why the value is the same: nodes on the path write no memory, and only registers with one writer.
 * An operand of the value with one writer is written before the value is, and not again on the
 * path, since definitions come before uses, as in LLVM. An access through a pointer may fail, so it
 * must be executed: it is not put where C skips an operand. A call, or an input, may only be put
 * where nothing else is evaluated. */
#include "sequentialize/flat.h"

#include <string.h>

struct inlining {
  struct sequentializer *s;
  struct flat_unit *unit;
  uint32_t *reads;   /* per register: how often it is read */
  uint32_t *readers; /* per register: a node that reads it */
  uint32_t *writers; /* per register: a node that writes it */
  uint32_t *entries; /* per node: how many ways lead to it */
  uint32_t node;     /* that is looked at */
  uint32_t found;    /* of the registers that are looked for */
};

static void note_reader(uint32_t number, void *context) {
  struct inlining *search = context;
  search->reads[number]++;
  search->readers[number] = search->node;
}

static void note_writer(uint32_t number, void *context) {
  struct inlining *search = context;
  search->writers[number] = search->node;
}

static void count_one(uint32_t number, void *context) {
  (void)number;
  ((struct inlining *)context)->found++;
}

static void count_many_writers(uint32_t number, void *context) {
  struct inlining *search = context;
  search->found += search->unit->registers.items[number].writers != 1;
}

static bool has_mortals(const struct flat_unit *unit, const struct flat_instance *instance) {
  for (uint32_t i = 0; i < instance->function->register_count; i++)
    if (unit->registers.items[instance->first_register + i].mortal)
      return true;
  return false;
}

/* Does the node change registers only, and those with one writer? */
static bool can_be_crossed(struct inlining *search, const struct flat_node *node) {
  search->found = 0;
  flow_writes(search->unit, node, count_many_writers, search);
  if (search->found || node->successor_count != 1)
    return false;
  if (node->kind == FLAT_BIND)
    return !node->callee->frames;
  if (node->kind == FLAT_RETURN)
    return !node->callee->frames && !has_mortals(search->unit, node->callee);
  if (node->kind != FLAT_EDGE)
    return false;
  enum operation op = node->edge->op;
  return op == OPERATION_SKIP || op == OPERATION_FENCE || op == OPERATION_HOLD ||
         op == OPERATION_ATOMIC_BEGIN || op == OPERATION_ATOMIC_END || op == OPERATION_LOAD ||
         op == OPERATION_ASSIGN || op == OPERATION_SELF;
}

/* May what the node reads be an expression that is written once and evaluated at once? */
static bool can_read(const struct flat_node *node) {
  switch ((int)node->kind) {
  case FLAT_BRANCH:
    return node->successor_count == 2;
  case FLAT_CALL:
    return true;
  case FLAT_BIND:
  case FLAT_RETURN:
    return !node->callee->frames;
  case FLAT_END:
    return true;
  case FLAT_EDGE:
    return node->edge->op == OPERATION_LOAD || node->edge->op == OPERATION_STORE ||
           node->edge->op == OPERATION_CHECK || node->edge->op == OPERATION_ASSUME ||
           (node->edge->op == OPERATION_ASSIGN && node->edge->assign.count == 1);
  default:
    return false;
  }
}

/* Is there an operand that is not evaluated once, whatever the others are? */
static bool is_lazy(const struct term *term) {
  if (term->kind != TERM_APPLY)
    return false;
  switch ((int)term->op) {
  case OP_ITE:
  case OP_FUNORDERED:
  case OP_ULT: /* some questions about addresses are answered beforehand */
  case OP_ULE:
    return true;
  case OP_AND:
  case OP_OR:
    if (term->width == 1)
      return true;
    break;
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR:
    if (!term_is_constant(term->operands[1]))
      return true;
    break;
  default:
    break;
  }
  for (unsigned i = 0; i < term->arity; i++)
    if (is_lazy(term->operands[i]))
      return true;
  return false;
}

static bool reads_lazily(const struct flat_node *node) {
  const struct edge *edge = node->edge;
  if (node->kind == FLAT_BRANCH)
    return is_lazy(node->conditions[0]);
  if (node->kind != FLAT_EDGE)
    return true; /* such a node may read anything */
  if (edge->op == OPERATION_LOAD)
    return is_lazy(edge->load.address);
  if (edge->op == OPERATION_STORE)
    return is_lazy(edge->store.address) || is_lazy(edge->store.value);
  return edge->op != OPERATION_ASSIGN || is_lazy(edge->assign.list[0].value);
}

enum value_kind { VALUE_NONE, VALUE_PURE, VALUE_FALLIBLE, VALUE_CALL };
enum { DEEPEST = 16 };

/* An access may fail unless it is one inside a variable. */
static enum value_kind kind_of_load(struct inlining *search, const struct flat_node *node) {
  const struct edge *edge = node->edge;
  return flow_is_variable(search->s, search->unit, node->instance, edge->load.address,
                          edge->load.size, false)
             ? VALUE_PURE
             : VALUE_FALLIBLE;
}

/* What kind of value the node gives its register. */
static enum value_kind kind_of_node(struct inlining *search, const struct flat_node *node) {
  switch ((int)node->kind) {
  case FLAT_BIND:
    return node->callee->frames || node->callee->function->is_variadic ? VALUE_NONE : VALUE_PURE;
  case FLAT_RETURN:
    return node->callee->frames || has_mortals(search->unit, node->callee) ? VALUE_NONE
                                                                           : VALUE_PURE;
  case FLAT_CALL:
    return VALUE_CALL;
  case FLAT_EDGE:
    break;
  default:
    return VALUE_NONE;
  }
  if (node->edge->op == OPERATION_ASSIGN)
    return node->edge->assign.count == 1 ? VALUE_PURE : VALUE_NONE;
  if (node->edge->op == OPERATION_NONDET)
    return VALUE_CALL;
  return node->edge->op == OPERATION_LOAD ? kind_of_load(search, node) : VALUE_NONE;
}

struct made_of {
  struct inlining *search;
  unsigned depth;
  bool is_fallible;
};

/* Is the register made of what may fail? */
static void look_for_fallible(uint32_t number, void *context) {
  struct made_of *made = context;
  struct inlining *search = made->search;
  const struct flat_register *reg = &search->unit->registers.items[number];
  if (made->is_fallible || reg->writers != 1 || reg->slot || reg->is_kept)
    return; /* a variable */
  const struct flat_node *node = &search->unit->nodes.items[search->writers[number]];
  if (++made->depth > DEEPEST || kind_of_node(search, node) == VALUE_FALLIBLE)
    made->is_fallible = true;
  else
    flow_reads(search->s, search->unit, node, look_for_fallible, made);
  made->depth--;
}

static enum value_kind kind_of(struct inlining *search, const struct flat_node *node) {
  enum value_kind kind = kind_of_node(search, node);
  struct made_of made = {.search = search};
  if (kind == VALUE_PURE)
    flow_reads(search->s, search->unit, node, look_for_fallible, &made);
  return made.is_fallible ? VALUE_FALLIBLE : kind;
}

/* Does the way from the writer lead straight to the reader? */
static bool is_straight(struct inlining *search, uint32_t writer, uint32_t reader, bool is_call) {
  const struct flat_unit *unit = search->unit;
  for (uint32_t at = writer;;) {
    const struct flat_node *node = &unit->nodes.items[at];
    if (node->successor_count != 1)
      return false;
    at = node->successors[0];
    node = &unit->nodes.items[at];
    if (at == unit->entry || node->is_visible || search->entries[at] != 1 || at == writer)
      return false;
    if (at == reader)
      return true;
    if (!can_be_crossed(search, node) ||
        (is_call && !(node->kind == FLAT_EDGE && node->edge->op == OPERATION_SKIP)))
      return false;
  }
}

/* Names of the user's program stay, except those of parameters. */
static bool may_vanish(const struct flat_register *reg, const struct flat_node *writer) {
  const struct function *function = reg->instance->function;
  return function->is_library || !function->registers[reg->number].is_source ||
         writer->kind == FLAT_BIND;
}

static bool can_inline(struct inlining *search, uint32_t number) {
  struct flat_unit *unit = search->unit;
  const struct flat_register *reg = &unit->registers.items[number];
  if (reg->writers != 1 || search->reads[number] != 1 || reg->is_kept || reg->slot || reg->mortal ||
      !reg->is_used || reg->instance->constants[reg->number] || reg->instance->is_framed)
    return false;
  uint32_t writer = search->writers[number], reader = search->readers[number];
  const struct flat_node *from = &unit->nodes.items[writer], *to = &unit->nodes.items[reader];
  enum value_kind kind = kind_of(search, from);
  if (kind == VALUE_NONE || !may_vanish(reg, from) || !can_read(to) ||
      !is_straight(search, writer, reader, kind == VALUE_CALL))
    return false;
  if (kind == VALUE_PURE)
    return true;
  search->found = 0;
  flow_reads(search->s, unit, to, count_one, search);
  return !reads_lazily(to) &&
         (kind == VALUE_FALLIBLE || (to->kind == FLAT_BRANCH && search->found == 1));
}

void inlining_find(struct sequentializer *s, struct flat_unit *unit) {
  size_t count = unit->registers.count + 1;
  struct inlining search = {.s = s, .unit = unit};
  search.reads = memory_allocate_zeroed(count * sizeof *search.reads);
  search.readers = memory_allocate_zeroed(count * sizeof *search.readers);
  search.writers = memory_allocate_zeroed(count * sizeof *search.writers);
  search.entries = memory_allocate_zeroed((unit->nodes.count + 1) * sizeof *search.entries);
  for (search.node = 0; search.node < unit->nodes.count; search.node++) {
    for (uint32_t i = 0; i < unit->nodes.items[search.node].successor_count; i++)
      search.entries[unit->nodes.items[search.node].successors[i]]++;
    flow_reads(s, unit, &unit->nodes.items[search.node], note_reader, &search);
    flow_writes(unit, &unit->nodes.items[search.node], note_writer, &search);
  }
  for (uint32_t i = 0; i < unit->registers.count; i++)
    unit->registers.items[i].is_inlined = can_inline(&search, i);
  memory_release(search.reads);
  memory_release(search.readers);
  memory_release(search.writers);
  memory_release(search.entries);
}
