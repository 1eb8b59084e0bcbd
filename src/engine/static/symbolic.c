/* SPDX-License-Identifier: Apache-2.0 */
/* Values as sums of a base and a multiple of a loop's counter. A register with one definition has
 * the value of its term (analysis/definitions.h), a parameter that of the argument in the calling
 * node, and the argument of a thread that which its creator gave it. */
#include "engine/static/symbolic.h"

#include "analysis/definitions.h"
#include "analysis/loops.h"
#include "engine/static/static_cells.h"
#include "program/uses.h"

enum { DEEPEST = 40 };

struct resolving {
  const struct symbolic_rules *rules;
  unsigned depth;
};

static bool resolve(struct resolving *resolving, uint32_t node, const struct term *term,
                    struct symbolic *value);

static const struct node *node_at(const struct symbolic_rules *rules, uint32_t node) {
  return &rules->analysis->nodes.items[node];
}

struct register_search {
  uint32_t reg;
  bool is_found;
};

static void look_for(uint32_t number, void *context) {
  struct register_search *search = context;
  search->is_found |= number == search->reg;
}

static bool defines(const struct edge *edge, uint32_t reg) {
  struct register_search search = {reg, false};
  edge_visit_definitions(edge, look_for, &search);
  return search.is_found;
}

/* Does `offset + scale * counter` lie in the range for all values of the counter? */
static bool fits(const struct symbolic *value, struct range range) {
  struct range counter = value->counter ? value->counter->range : (struct range){0, 0};
  int64_t ends[2];
  for (unsigned i = 0; i < 2; i++)
    if (__builtin_mul_overflow(value->scale, i ? counter.high : counter.low, &ends[i]) ||
        __builtin_add_overflow(ends[i], value->offset, &ends[i]))
      return false;
  int64_t low = ends[0] < ends[1] ? ends[0] : ends[1], high = ends[0] < ends[1] ? ends[1] : ends[0];
  return low >= range.low && high <= range.high;
}

/* It must not have wrapped in a register of this width; addresses stay in their objects. */
static bool holds(const struct symbolic *value, unsigned width) {
  return fits(value, range_full(value->kind == SYMBOLIC_NUMBER ? width : 64));
}

static bool add(struct symbolic *sum, const struct symbolic *more, int64_t sign) {
  if (more->kind != SYMBOLIC_NUMBER) {
    if (sum->kind != SYMBOLIC_NUMBER || sign < 0)
      return false;
    sum->kind = more->kind;
    sum->where = more->where;
    sum->key = more->key;
    sum->inside = more->inside;
  }
  if (sum->counter && more->counter && sum->counter != more->counter)
    return false;
  int64_t offset, scale;
  if (__builtin_mul_overflow(more->offset, sign, &offset) ||
      __builtin_mul_overflow(more->scale, sign, &scale) ||
      __builtin_add_overflow(sum->offset, offset, &sum->offset) ||
      __builtin_add_overflow(sum->scale, scale, &sum->scale))
    return false;
  if (!sum->counter)
    sum->counter = more->counter;
  if (!sum->scale)
    sum->counter = NULL;
  return true;
}

static bool multiply(struct symbolic *value, const struct symbolic *factor) {
  return value->kind == SYMBOLIC_NUMBER && factor->kind == SYMBOLIC_NUMBER && !factor->counter &&
         factor->offset && !__builtin_mul_overflow(value->offset, factor->offset, &value->offset) &&
         !__builtin_mul_overflow(value->scale, factor->offset, &value->scale);
}

static bool apply(struct resolving *resolving, uint32_t node, const struct term *term,
                  struct symbolic *value) {
  struct symbolic other;
  if (!resolve(resolving, node, term->operands[0], value))
    return false;
  bool is_number = value->kind == SYMBOLIC_NUMBER;
  if (term->op == OP_SEXT)
    return is_number;
  if (term->op == OP_ZEXT)
    return is_number && fits(value, (struct range){0, INT64_MAX});
  if (term->op == OP_EXTRACT)
    return is_number && !term->low && holds(value, term->width);
  bool is_sum = term->op == OP_ADD || term->op == OP_SUB;
  if ((!is_sum && term->op != OP_MUL && term->op != OP_SHL) ||
      !resolve(resolving, node, term->operands[1], &other))
    return false;
  if (is_sum)
    return add(value, &other, term->op == OP_SUB ? -1 : 1) && holds(value, term->width);
  if (term->op == OP_SHL) {
    if (other.kind != SYMBOLIC_NUMBER || other.counter || other.offset < 0 || other.offset > 32)
      return false;
    other.offset = INT64_C(1) << other.offset;
  }
  if (multiply(value, &other))
    return holds(value, term->width);
  struct symbolic first = *value;
  *value = other;
  return term->op == OP_MUL && multiply(value, &first) && holds(value, term->width);
}

static bool resolve_constant(struct resolving *resolving, const struct term *term,
                             struct symbolic *value) {
  struct analysis *analysis = resolving->rules->analysis;
  *value = (struct symbolic){.kind = SYMBOLIC_NUMBER};
  uint32_t object = NO_OBJECT;
  if (term->width == analysis->program->pointer_width)
    object = space_at_address(&analysis->space, term->value, &value->offset);
  if (object == NO_OBJECT) {
    unsigned unused = 64 - term->width;
    value->offset = (int64_t)(term->value << unused) >> unused;
    return true;
  }
  value->kind = SYMBOLIC_OBJECT;
  value->key = object;
  return true;
}

static bool resolve_parameter(struct resolving *resolving, uint32_t number, uint32_t position,
                              unsigned width, struct symbolic *value) {
  const struct symbolic_rules *rules = resolving->rules;
  const struct node *node = node_at(rules, number);
  if (node_at(rules, turns_first(rules->analysis, number))->is_recursive)
    return false;
  if (node->parent != NO_NODE) {
    if (node->call->op != OPERATION_CALL || position >= node->call->call.argument_count ||
        (node->function->is_variadic && position + 1 >= node->function->parameter_count))
      return false;
    const struct term *argument = node->call->call.arguments[position];
    return argument->width == width && resolve(resolving, node->parent, argument, value);
  }
  const struct thread_class *class = &rules->analysis->classes.items[node->class];
  if (node->class != rules->class || !position || position > 2)
    return false;
  if (position == 2 && rules->has_own_argument) {
    *value = (struct symbolic){.kind = SYMBOLIC_OWN};
    return true;
  }
  const struct term *argument = class->spawn->spawn.arguments[position - 1];
  return argument->width == width && resolve(resolving, class->creator, argument, value);
}

static bool resolve_register(struct resolving *resolving, uint32_t node, const struct term *term,
                             struct symbolic *value) {
  const struct symbolic_rules *rules = resolving->rules;
  const struct function *function = node_at(rules, node)->function;
  uint32_t reg = (uint32_t)term->value, position;
  const struct edge *definition = analysis_definitions(rules->analysis, function)[reg];
  for (size_t i = 0; turns_first(rules->analysis, node) == rules->frame && i < rules->counter_count;
       i++)
    if (rules->counters[i]->reg == reg) {
      *value = (struct symbolic){.scale = 1, .counter = rules->counters[i]};
      return holds(value, term->width);
    }
  const struct term *source = definition ? edge_assigned(definition, reg) : NULL;
  bool is_load = definition && definition->op == OPERATION_LOAD;
  bool is_parameter = !definition && definitions_is_parameter(function, reg, &position);
  if (!definition && !is_parameter)
    return false;
  if ((source && resolve(resolving, node, source, value)) ||
      (is_load && definition->load.size * 8 == term->width &&
       rules->load(rules->context, node, definition, value)) ||
      (is_parameter && resolve_parameter(resolving, node, position, term->width, value)))
    return true;
  *value = (struct symbolic){
      .kind = SYMBOLIC_REGISTER, .where = turns_first(rules->analysis, node), .key = reg};
  return node_at(rules, node)->class != rules->class;
}

static bool resolve(struct resolving *resolving, uint32_t node, const struct term *term,
                    struct symbolic *value) {
  if (resolving->depth > DEEPEST)
    return false;
  resolving->depth++;
  bool is_known = term->kind == TERM_CONSTANT   ? resolve_constant(resolving, term, value)
                  : term->kind == TERM_VARIABLE ? resolve_register(resolving, node, term, value)
                                                : apply(resolving, node, term, value);
  resolving->depth--;
  return is_known;
}

bool symbolic_value(const struct symbolic_rules *rules, uint32_t node, const struct term *term,
                    struct symbolic *value) {
  struct resolving resolving = {rules, 0};
  return term && resolve(&resolving, node, term, value);
}

bool symbolic_has_base(const struct symbolic *a, const struct symbolic *b) {
  return a->kind == b->kind && a->where == b->where && a->key == b->key && a->inside == b->inside &&
         a->scale == b->scale;
}

/* Is the term the register plus a constant? */
static bool is_increment(const struct edge *const *definitions, const struct term *term,
                         uint32_t reg, int64_t *sum, unsigned depth) {
  if (term->kind == TERM_VARIABLE && term->value == reg)
    return true;
  if (term->kind == TERM_VARIABLE && depth) {
    const struct term *source = edge_assigned(definitions[term->value], (uint32_t)term->value);
    return source && is_increment(definitions, source, reg, sum, depth - 1);
  }
  if (term->kind != TERM_APPLY || term->op != OP_ADD || !depth)
    return false;
  for (unsigned i = 0; i < 2; i++)
    if (term_is_constant(term->operands[i])) {
      unsigned unused = 64 - term->width;
      *sum += (int64_t)(term->operands[i]->value << unused) >> unused;
      return is_increment(definitions, term->operands[1 - i], reg, sum, depth - 1);
    }
  return false;
}

/* Where the counter stays in a node, if it does not wrap: then it is not everything at the head of
 * the loop. Of a pointer, only that it stays in its object. */
static bool add_range(struct analysis *analysis, uint32_t node, struct loop_counter *counter,
                      bool *is_reached) {
  const struct static_state *state = analysis->nodes.items[node].at[counter->head];
  const int64_t far = INT64_C(1) << 60;
  size_t count;
  if (!state)
    return true;
  unsigned width = analysis->nodes.items[node].function->registers[counter->reg].width;
  const struct estimate_part *part =
      estimate_parts(analysis->estimates, static_state_register(state, counter->reg), &count);
  if (count != 1)
    return false;
  struct range all = range_full(part->base == BASE_NUMBER ? width : 64);
  struct range range = {part->low, part->high};
  if (part->base != BASE_NUMBER)
    range = (struct range){-far, far};
  if (!*is_reached || range.low < counter->range.low)
    counter->range.low = range.low;
  if (!*is_reached || range.high > counter->range.high)
    counter->range.high = range.high;
  *is_reached = true;
  return part->low > all.low || part->high < all.high;
}

/* … in all nodes for turns of loops. */
static bool find_range(struct analysis *analysis, uint32_t number, struct loop_counter *counter) {
  const struct node *node = &analysis->nodes.items[number];
  bool is_reached = false;
  bool is_fine = add_range(analysis, number, counter, &is_reached);
  for (size_t i = 0; i < node->turns.count && is_fine; i++)
    is_fine = add_range(analysis, node->turns.items[i], counter, &is_reached);
  return is_fine && is_reached;
}

bool symbolic_find_counter(struct analysis *analysis, uint32_t node, const struct loops *loops,
                           uint32_t head, uint32_t reg, struct loop_counter *counter) {
  const struct function *function = analysis->nodes.items[node].function;
  const struct edge *const *definitions = analysis_definitions(analysis, function);
  const struct edge *outside = NULL;
  unsigned outside_count = 0;
  *counter = (struct loop_counter){.reg = reg, .head = head};
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    bool is_inside = loops_contain(loops, head, edge->from);
    bool is_back = is_inside && edge->to == head;
    if (!defines(edge, reg)) {
      if (is_back)
        return false;
      continue;
    }
    int64_t step = 0;
    const struct term *source = edge_assigned(edge, reg);
    if (!is_inside) {
      outside = edge;
      outside_count++;
      continue;
    }
    if (!is_back || !source || !is_increment(definitions, source, reg, &step, 8) || step <= 0 ||
        (counter->step && counter->step != step))
      return false;
    counter->step = step;
  }
  const struct term *start = outside_count == 1 ? edge_assigned(outside, reg) : NULL;
  if (start && term_is_constant(start)) {
    unsigned unused = 64 - start->width;
    counter->start = (int64_t)(start->value << unused) >> unused;
    counter->has_start = true;
  }
  return counter->step && find_range(analysis, node, counter);
}
