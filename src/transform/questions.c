/* SPDX-License-Identifier: Apache-2.0 */
/* A number is derived from an address if an operator other than a sum, a copy or a tag gets it.
 * Derived numbers are observed where they are compared, or lead to an element. If some are, every
 * operator that derives one gets the answer to a question instead of the address: only the bits
 * that matter for the result are asked for.
 *
 * Nothing is replaced in programs that make addresses of derived numbers again, or compare them
 * with addresses: these would be others. There LAYOUT_USE only notes that the address is used. */
#include "transform/questions.h"

#include "analysis/offsets.h"
#include "base/bits.h"
#include "base/memory.h"
#include "program/access.h"
#include "program/address.h"
#include "program/paths.h"
#include "program/uses.h"
#include "transform/demands.h"
#include "transform/function_edit.h"

struct asked {
  struct layout_question question;
  const struct term *address, *other; /* as in the edge */
  const struct term *answer;
};

struct search {
  struct program *program;
  struct function *before; /* all functions as they were analysed */
  struct sharing *sharing;
  struct offsets *offsets; /* NULL: anything may be an address */
  size_t words;
  uint64_t *set, *other_set; /* scratch */
  bool observes, returns;
  struct demands *demands;
  /* Of the function that is looked at: */
  const struct function *function;
  VECTOR(struct reg) registers;
  VECTOR(struct asked) asked; /* at the location */
  struct position at;
};

enum { LARGEST_SMALL = 1 << 16 }; /* numbers below are no addresses of objects anywhere */

static unsigned holds(const struct search *in, const struct term *term) {
  if (in->offsets)
    return offsets_holds(in->offsets, in->function, term);
  bits_clear(in->set, in->words);
  sharing_add_copied(in->sharing, in->function, term, in->set);
  return bits_is_empty(in->set, in->words) ? 0 : HOLDS_ADDRESS | HOLDS_DERIVED;
}

static bool is_address(const struct search *in, const struct term *term) {
  return term->width >= in->program->pointer_width && holds(in, term) & HOLDS_ADDRESS;
}

static bool is_order(const struct term *term) {
  return term->op == OP_ULT || term->op == OP_ULE || term->op == OP_SLT || term->op == OP_SLE;
}

/* Is it a number below all addresses or above all of them? */
static bool is_outside(const struct search *in, const struct term *term) {
  uint64_t bits = term->value;
  unsigned width = in->program->pointer_width;
  return term_is_constant(term) &&
         (bits < LARGEST_SMALL || bits >= width_mask(width) - LARGEST_SMALL ||
          (width == 64 && bits >= UINT64_C(1) << 47));
}

/* Are all objects that it may point to aligned so that the bits are known? */
static bool is_aligned(const struct search *in, const struct term *address, uint64_t bits) {
  const struct program *program = in->program;
  bits_clear(in->set, in->words);
  sharing_add_copied(in->sharing, in->function, address, in->set);
  for (uint32_t i = 0; i < program->object_count; i++)
    if (bits_has(in->set, i) && bits & ~(uint64_t)(program->objects[i].alignment - 1u))
      return false;
  for (uint32_t i = 0; i < program->function_count; i++)
    for (uint32_t j = 0; j < in->before[i].edge_count; j++) {
      const struct edge *edge = &in->before[i].edges[j];
      uint32_t number;
      if (edge->op == OPERATION_ALLOCATE && sharing_find_allocation(in->sharing, edge, &number) &&
          bits_has(in->set, number) && bits & ~(uint64_t)(edge->allocate.alignment - 1u))
        return false;
    }
  return true;
}

/* The register whose value an address is, but for what is added. */
struct root {
  const struct function *function;
  uint64_t *visited; /* registers */
  uint32_t number;   /* NO_REGISTER: none yet */
  bool fails;
  /* Of one and another iteration it may be another object, unless each register has one definition,
   * which dominates its uses. */
  bool is_in_loop, joins;
};

static void find_root(const struct search *in, struct root *root, const struct term *term);

static void follow_register(const struct search *in, struct root *root, uint32_t number) {
  const struct function *function = root->function;
  bool is_copy = false, is_other = false;
  if (bits_has(root->visited, number))
    return;
  bits_add(root->visited, number);
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    struct edge_access access;
    const struct term *copied = edge_assigned(edge, number);
    if (copied) {
      root->joins |= is_copy;
      is_copy = true;
      find_root(in, root, copied);
    }
    bool defines = (edge_value_access(edge, &access) && access.loaded == number) ||
                   (edge->op == OPERATION_ALLOCATE && edge->allocate.target == number);
    for (uint32_t j = 0; edge->op == OPERATION_CALL && j < edge->call.result_count; j++)
      defines |= edge->call.results[j] == number;
    is_other |= defines;
    root->is_in_loop |= defines && paths_repeat(function, edge);
  }
  if (is_copy && !is_other)
    return;
  root->fails |= is_copy || (root->number != NO_REGISTER && root->number != number);
  root->number = number;
}

static void find_root(const struct search *in, struct root *root, const struct term *term) {
  if (term->kind == TERM_VARIABLE) {
    follow_register(in, root, (uint32_t)term->value);
    return;
  }
  bool is_sum = term->kind == TERM_APPLY && (term->op == OP_ADD || term->op == OP_SUB);
  bool is_first = is_sum && is_address(in, term->operands[0]);
  bool is_second = is_sum && is_address(in, term->operands[1]);
  if (is_first != is_second)
    find_root(in, root, term->operands[is_second]);
  else
    root->fails = true;
}

static bool have_one_root(const struct search *in, const struct term *a, const struct term *b) {
  struct root root = {.function = in->function, .number = NO_REGISTER};
  root.visited = bits_create(bits_words(in->function->register_count + 1));
  find_root(in, &root, a);
  bits_clear(root.visited, bits_words(in->function->register_count + 1));
  find_root(in, &root, b);
  memory_release(root.visited);
  return !root.fails && root.number != NO_REGISTER && !(root.is_in_loop && root.joins);
}

/* Is the object there at most once? */
static bool is_single(const struct search *in, uint32_t object) {
  const struct program *program = in->program;
  if (object < program->object_count)
    return true;
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = &in->before[i];
    for (uint32_t j = 0; j < function->edge_count; j++) {
      const struct edge *edge = &function->edges[j];
      uint32_t number;
      if (edge->op == OPERATION_ALLOCATE && sharing_find_allocation(in->sharing, edge, &number) &&
          number == object)
        return program->functions[i] == program_find_function(program, "main") &&
               !paths_repeat(function, edge);
    }
  }
  return false;
}

/* Do both point into the same object, for certain? */
static bool is_one_object(const struct search *in, const struct term *a, const struct term *b) {
  if (have_one_root(in, a, b))
    return true;
  bits_clear(in->set, in->words);
  sharing_add_copied(in->sharing, in->function, a, in->set);
  sharing_add_copied(in->sharing, in->function, b, in->set);
  uint32_t count = sharing_object_count(in->sharing), found = count;
  for (uint32_t i = 0; i < count; i++)
    if (bits_has(in->set, i)) {
      if (found != count)
        return false;
      found = i;
    }
  return found != count && is_single(in, found);
}

/* Which operands an operator derives a number from: a bit each. */
static unsigned deriving_operands(const struct search *in, const struct term *term) {
  unsigned found = 0;
  if (term->kind != TERM_APPLY || operator_is_comparison((enum operator)term->op) ||
      term->op == OP_ITE)
    return 0;
  for (unsigned i = 0; i < term->arity; i++)
    found |= (unsigned)is_address(in, term->operands[i]) << i;
  if (!found || (holds(in, term) & HOLDS_ADDRESS && !(holds(in, term) & HOLDS_DERIVED)))
    return 0;
  if (offsets_tells_alignment(term)) {
    uint64_t bits = term->op == OP_EXTRACT ? width_mask(term->width)
                    : term->op == OP_UREM  ? term->operands[1]->value - 1
                                           : term->operands[1]->value;
    return is_aligned(in, term->operands[0], bits) ? 0 : 1;
  }
  bool is_distance = term->op == OP_SUB && found == 3;
  bool keeps = holds(in, term) & HOLDS_ADDRESS; /* what is derived, is so before */
  return is_distance || keeps ? 0 : found;
}

static bool asks_order(const struct search *in, const struct term *term) {
  const struct term *a = term->operands[0], *b = term->operands[1];
  if (term->kind != TERM_APPLY || !is_order(term) || is_outside(in, a) || is_outside(in, b))
    return false;
  bool is_first = is_address(in, a), is_second = is_address(in, b);
  return (is_first || is_second) && !(is_first && is_second && is_one_object(in, a, b));
}

static bool asks_distance(const struct search *in, const struct term *term) {
  return term->kind == TERM_APPLY && term->op == OP_SUB && is_address(in, term->operands[0]) &&
         is_address(in, term->operands[1]) &&
         !is_one_object(in, term->operands[0], term->operands[1]);
}

static bool is_derived(const struct search *in, const struct term *term) {
  return holds(in, term) & HOLDS_DERIVED;
}

static void look_for_uses(const struct term *term, void *context) {
  struct search *in = context;
  if (term->kind != TERM_APPLY)
    return;
  bool compares = operator_is_comparison((enum operator)term->op);
  bool leads = term->op == OP_ADD && is_address(in, term);
  bool any_address = false, any_derived = false;
  for (unsigned i = 0; i < term->arity; i++) {
    look_for_uses(term->operands[i], context);
    any_derived |= is_derived(in, term->operands[i]);
    any_address |= is_address(in, term->operands[i]);
  }
  in->observes |= any_derived && (compares || leads);
  in->returns |= any_derived && any_address && compares;
}

static bool is_made(const struct search *in, const struct term *term) {
  bool found = term->kind == TERM_VARIABLE &&
               sharing_is_made(in->sharing, in->function, (uint32_t)term->value);
  for (unsigned i = 0; i < term->arity && !found; i++)
    found = is_made(in, term->operands[i]);
  return found;
}

/* Derived numbers that are addresses again, also bit by bit. */
static void look_for_addresses(struct search *in, const struct edge *edge) {
  struct edge_access list[MOST_ACCESSES];
  const struct function *callee = edge->op == OPERATION_CALL ? edge->call.callee : NULL;
  for (unsigned i = edge_accesses(edge, list); i-- > 0;)
    in->returns |= is_derived(in, list[i].address) &&
                   !(in->function->is_library && is_address(in, list[i].address));
  in->returns |=
      edge->op == OPERATION_COPY && in->offsets && offsets_mixes(in->offsets, in->function, edge);
  if (in->function->is_library)
    return;
  for (unsigned i = edge_accesses(edge, list); i-- > 0;)
    in->returns |= is_made(in, list[i].address);
  bool is_alone = false;
  bool cuts = in->offsets && offsets_cuts(in->offsets, in->function, edge, &is_alone);
  in->returns |= cuts && edge->op == OPERATION_STORE && is_derived(in, edge->store.value);
  in->returns |= is_alone && edge->op == OPERATION_LOAD;
  in->returns |= edge->op == OPERATION_CALL && !callee &&
                 (is_derived(in, edge->call.address) || is_made(in, edge->call.address));
  for (uint32_t i = 0; callee && callee->is_library && i < edge->call.argument_count; i++)
    in->returns |= edge->call.arguments[i]->width >= in->program->pointer_width &&
                   is_derived(in, edge->call.arguments[i]);
}

static void look_at_function(struct search *in) {
  const struct function *function = in->function;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    look_for_addresses(in, edge);
    if (function->is_library)
      continue;
    edge_visit_terms(edge, look_for_uses, in);
    in->observes |= (edge->op == OPERATION_ASSUME && is_derived(in, edge->assume.condition)) ||
                    (edge->op == OPERATION_CHECK && is_derived(in, edge->check.condition));
  }
  for (uint32_t i = 0; !function->is_library && i < function->register_count; i++)
    in->returns |=
        function->registers[i].is_pointer &&
        is_derived(in, term_variable(in->program->terms, function->registers[i].width, i));
}

static const struct term *ask(struct search *in, unsigned width, struct layout_question question,
                              const struct term *address, const struct term *other) {
  for (size_t i = 0; i < in->asked.count; i++) {
    const struct asked *old = &in->asked.items[i];
    if (old->address == address && old->other == other && old->question.kind == question.kind &&
        old->question.op == question.op && old->question.mask == question.mask &&
        old->question.modulus == question.modulus && old->question.shift == question.shift)
      return old->answer;
  }
  struct reg reg = {.width = (uint8_t)width, .name = ""};
  vector_push(&in->registers, reg); /* what is chosen, … */
  vector_push(&in->registers, reg); /* … and the answer */
  struct asked asked = {question, address, other,
                        term_variable(in->program->terms, width, in->registers.count - 1)};
  vector_push(&in->asked, asked);
  return asked.answer;
}

static const struct term *replace(struct search *in, const struct term *term,
                                  struct demand demand) {
  if (term->kind != TERM_APPLY)
    return term;
  const struct term *operands[3] = {NULL, NULL, NULL};
  bool orders = asks_order(in, term), measures = !orders && asks_distance(in, term);
  unsigned deriving = in->observes ? deriving_operands(in, term) : 0;
  for (unsigned i = 0; i < term->arity; i++) {
    struct demand wanted = demands_operand(term, i, demand);
    operands[i] = replace(in, term->operands[i], wanted);
    if (!(deriving >> i & 1) || (!(wanted.mask & OFFSETS_ADDRESS_BITS) && !wanted.modulus))
      continue;
    struct layout_question question = {.kind = in->returns      ? LAYOUT_USE
                                               : wanted.modulus ? LAYOUT_REMAINDER
                                                                : LAYOUT_BITS,
                                       .mask = wanted.mask,
                                       .modulus = wanted.modulus,
                                       .shift = wanted.shift};
    const struct term *answer = ask(in, term->operands[i]->width, question, operands[i], NULL);
    operands[i] = in->returns ? operands[i] : answer;
  }
  struct layout_question question = {.kind = orders ? LAYOUT_ORDER : LAYOUT_USE,
                                     .op = (enum operator)term->op};
  bool negates = term->op == OP_ULE || term->op == OP_SLE; /* then it is the other way round */
  if (negates)
    question.op = term->op == OP_ULE ? OP_ULT : OP_SLT;
  if (orders || measures) {
    const struct term *answer =
        ask(in, term->width, question, operands[negates], operands[!negates]);
    if (measures)
      return term_rebuild(in->program->terms, term, operands);
    return negates ? term_apply(in->program->terms, OP_NOT, answer, NULL, NULL) : answer;
  }
  return term_rebuild(in->program->terms, term, operands);
}

static const struct term *replace_all(struct search *in, const struct term *term) {
  return term ? replace(in, term, demands_all(term)) : NULL;
}

static const struct term *const *replace_list(struct search *in, const struct term *const *terms,
                                              uint32_t count) {
  const struct term **list = arena_allocate(in->program->arena, (count + 1) * sizeof *list);
  for (uint32_t i = 0; i < count; i++)
    list[i] = replace_all(in, terms[i]);
  return list;
}

static void replace_returned(struct search *in, struct edge *edge) {
  const struct term **list =
      arena_allocate(in->program->arena, (edge->ret.count + 1) * sizeof *list);
  for (uint32_t i = 0; i < edge->ret.count; i++)
    list[i] =
        i < in->function->result_count
            ? replace(in, edge->ret.values[i], demands_of_result(in->demands, in->function, i))
            : edge->ret.values[i];
  edge->ret.values = list;
}

static void replace_assigned(struct search *in, struct edge *edge) {
  struct assignment *list =
      arena_copy(in->program->arena, edge->assign.list, edge->assign.count * sizeof *list);
  for (uint32_t i = 0; i < edge->assign.count; i++)
    list[i].value =
        replace(in, list[i].value, demands_of_register(in->demands, in->function, list[i].target));
  edge->assign.list = list;
}

static void replace_in_update(struct search *in, struct edge *edge) {
  if (edge->op == OPERATION_RMW) {
    edge->rmw.address = replace_all(in, edge->rmw.address);
    edge->rmw.operand = replace_all(in, edge->rmw.operand);
  } else {
    edge->cas.address = replace_all(in, edge->cas.address);
    edge->cas.expected = replace_all(in, edge->cas.expected);
    edge->cas.desired = replace_all(in, edge->cas.desired);
  }
}

/* Operands of other operations are addresses and sizes, which front ends put into registers. */
static void replace_in_edge(struct search *in, struct edge *edge) {
  if (edge->op == OPERATION_ASSIGN) {
    replace_assigned(in, edge);
  } else if (edge->op == OPERATION_ASSUME) {
    edge->assume.condition = replace_all(in, edge->assume.condition);
  } else if (edge->op == OPERATION_CHECK) {
    edge->check.condition = replace_all(in, edge->check.condition);
  } else if (edge->op == OPERATION_LOAD) {
    edge->load.address = replace_all(in, edge->load.address);
  } else if (edge->op == OPERATION_STORE) {
    edge->store.address = replace_all(in, edge->store.address);
    edge->store.value = replace_all(in, edge->store.value);
  } else if (edge->op == OPERATION_RMW || edge->op == OPERATION_CAS) {
    replace_in_update(in, edge);
  } else if (edge->op == OPERATION_CALL) {
    edge->call.arguments = replace_list(in, edge->call.arguments, edge->call.argument_count);
    edge->call.address = replace_all(in, edge->call.address);
  } else if (edge->op == OPERATION_RETURN) {
    replace_returned(in, edge);
  } else if (edge->op == OPERATION_ALLOCATE) {
    edge->allocate.size = replace_all(in, edge->allocate.size);
  }
}

/* Is it below all addresses of objects, so that it is a plain number? */
static const struct term *is_plain(const struct search *in, const struct term *term) {
  uint64_t lowest = address_of_program_objects(in->program->data_model).start;
  return term_apply(in->program->terms, OP_ULT, term,
                    term_constant(in->program->terms, term->width, lowest), NULL);
}

/* What a number that was not chosen gives. */
static const struct term *answer_of(const struct search *in, const struct asked *asked,
                                    const struct term *chosen) {
  struct terms *terms = in->program->terms;
  const struct term *plain = asked->address, *guard = is_plain(in, asked->address);
  if (asked->question.kind == LAYOUT_ORDER) {
    plain = term_apply(terms, asked->question.op, asked->address, asked->other, NULL);
    guard = term_apply(terms, OP_OR, guard, is_plain(in, asked->other), NULL);
  } else if (asked->question.kind == LAYOUT_BITS) {
    chosen = term_apply(terms, OP_AND, chosen,
                        term_constant(terms, chosen->width, asked->question.mask), NULL);
  }
  return term_apply(terms, OP_ITE, guard, plain, chosen);
}

/* The choice, and the answer, before a location. */
static void insert_question(const struct search *in, struct function_edit *edit, uint32_t location,
                            const struct asked *asked) {
  struct arena *arena = in->program->arena;
  uint32_t answer = (uint32_t)asked->answer->value, target = answer - 1;
  struct assignment assignment = {
      answer,
      answer_of(in, asked, term_variable(in->program->terms, asked->answer->width, target))};
  function_edit_insert_before(
      edit, location,
      (struct edge){.op = OPERATION_ASSIGN,
                    .at = in->at,
                    .assign = {1, arena_copy(arena, &assignment, sizeof assignment)}});
  function_edit_insert_before(edit, location,
                              (struct edge){.op = OPERATION_NONDET,
                                            .at = in->at,
                                            .nondet = {.target = target,
                                                       .source = NONDET_LAYOUT,
                                                       .name = "where objects lie",
                                                       .layout = arena_copy(arena, &asked->question,
                                                                            sizeof asked->question),
                                                       .address = asked->address,
                                                       .other = asked->other}});
}

/* Asks about what a load reads, which may be part of an address. If nothing is to be answered, the
 * register keeps what is read, and the question only notes that. */
static void ask_about_load(struct search *in, struct function_edit *edit, uint32_t location,
                           bool is_alone) {
  struct edge *load = &edit->edges.items[edit->locations.items[location].first_edge];
  uint32_t target = load->load.target, fresh = (uint32_t)in->registers.count;
  uint8_t width = in->registers.items[target].width;
  struct layout_question question = {.kind = LAYOUT_PART,
                                     .mask = in->returns ? 0 : width_mask(width),
                                     .modulus = is_alone,
                                     .shift = load->load.size};
  struct edge ask = {
      .op = OPERATION_NONDET,
      .at = load->at,
      .nondet = {.target = in->returns ? fresh : target,
                 .source = NONDET_LAYOUT,
                 .name = "where objects lie",
                 .layout = arena_copy(in->program->arena, &question, sizeof question),
                 .address = load->load.address,
                 .other = in->returns ? NULL : term_variable(in->program->terms, width, fresh)}};
  vector_push(&in->registers, ((struct reg){.width = width, .name = ""}));
  if (in->returns) {
    function_edit_insert_before(edit, location, ask);
  } else {
    load->load.target = fresh;
    function_edit_insert_after(edit, location, ask);
  }
}

static bool asks_about_load(const struct search *in, const struct location *location,
                            bool *is_alone) {
  const struct edge *edge = &in->function->edges[location->first_edge];
  return location->edge_count == 1 && edge->op == OPERATION_LOAD && in->offsets &&
         (in->observes || in->returns) && offsets_cuts(in->offsets, in->function, edge, is_alone);
}

static bool change_function(struct search *in, struct function *function) {
  struct function_edit edit;
  bool is_changed = false;
  in->function = &in->before[function->number];
  in->registers.count = 0;
  vector_append(&in->registers, function->registers, function->register_count);
  function_edit_begin(&edit, in->program->arena, function);
  uint32_t location_count = function->location_count;
  for (uint32_t i = 0; i < location_count; i++) {
    const struct location location = function->locations[i];
    in->asked.count = 0;
    bool is_alone;
    if (asks_about_load(in, &in->function->locations[i], &is_alone)) {
      ask_about_load(in, &edit, i, is_alone);
      is_changed = true;
    }
    for (uint32_t j = 0; j < location.edge_count; j++) {
      struct edge edge = edit.edges.items[location.first_edge + j];
      in->at = edge.at;
      replace_in_edge(in, &edge);
      if (in->asked.count)
        edit.edges.items[location.first_edge + j] = edge;
    }
    is_changed |= in->asked.count;
    while (in->asked.count) {
      struct asked asked = vector_pop(&in->asked);
      insert_question(in, &edit, i, &asked);
    }
  }
  if (!is_changed) {
    function_edit_cancel(&edit);
    return false;
  }
  function_edit_finish(&edit, function);
  function->registers =
      arena_copy(in->program->arena, in->registers.items, in->registers.count * sizeof(struct reg));
  function->register_count = (uint32_t)in->registers.count;
  return true;
}

/* Numbers as wide as an address that more is done with than adding and comparing for equality. */
static bool may_ask(const struct program *program, const struct term *term) {
  bool found = false;
  if (term->kind != TERM_APPLY)
    return false;
  bool is_plain_use = term->op == OP_ADD || term->op == OP_EQ || term->op == OP_ITE;
  for (unsigned i = 0; i < term->arity && !found; i++) {
    const struct term *operand = term->operands[i];
    while (operand->kind == TERM_APPLY && (operand->op == OP_ADD || operand->op == OP_SUB))
      operand = operand->operands[0];
    found = (!is_plain_use && operand->width >= program->pointer_width &&
             operand->kind == TERM_VARIABLE) ||
            may_ask(program, term->operands[i]);
  }
  return found;
}

struct quick_look {
  const struct program *program;
  bool found;
};

static void look_quickly(const struct term *term, void *context) {
  struct quick_look *look = context;
  look->found |= may_ask(look->program, term);
}

/* Does the program read less than a pointer where there may be one? */
static bool may_read_part(const struct program *program) {
  uint64_t width = program->pointer_width / 8;
  for (uint32_t i = 0; i < program->function_count; i++)
    for (uint32_t j = 0;
         !program->functions[i]->is_library && j < program->functions[i]->edge_count; j++) {
      const struct edge *edge = &program->functions[i]->edges[j];
      const struct object *object =
          edge->op == OPERATION_LOAD && term_is_constant(edge->load.address)
              ? program_find_object(program, edge->load.address->value)
              : NULL;
      if (edge->op == OPERATION_LOAD && edge->load.size < width &&
          (!object || object->size >= width))
        return true;
    }
  return false;
}

static bool is_possible(const struct program *program) {
  struct quick_look look = {program, false};
  for (uint32_t i = 0; i < program->function_count && !look.found; i++)
    for (uint32_t j = 0;
         !program->functions[i]->is_library && j < program->functions[i]->edge_count && !look.found;
         j++)
      edge_visit_terms(&program->functions[i]->edges[j], look_quickly, &look);
  return look.found;
}

void questions_ask(struct program *program) {
  if (!is_possible(program) && !may_read_part(program))
    return;
  struct search in = {.program = program, .sharing = sharing_create(program)};
  in.offsets = offsets_create(program, in.sharing, NULL);
  in.words = bits_words(sharing_object_count(in.sharing));
  in.set = bits_create(in.words);
  in.before = memory_allocate(program->function_count * sizeof *in.before);
  for (uint32_t i = 0; i < program->function_count; i++) {
    in.before[i] = *program->functions[i];
    in.function = &in.before[i];
    look_at_function(&in);
  }
  in.demands = demands_create(program);
  for (uint32_t i = 0; i < program->function_count; i++)
    if (!program->functions[i]->is_library && program->functions[i]->locations)
      program->asks_layout |= change_function(&in, program->functions[i]);
  if (program->asks_layout)
    program_validate(program);
  memory_release(in.set);
  memory_release(in.before);
  vector_release(&in.registers);
  vector_release(&in.asked);
  demands_destroy(in.demands);
  offsets_destroy(in.offsets);
  sharing_destroy(in.sharing);
}
