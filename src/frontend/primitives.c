/* SPDX-License-Identifier: Apache-2.0 */
/* The primitives of the library (library/heddle.h): calls that become operations of the program. */
#include "frontend/lower.h"
#include "frontend/repetition.h"

#include <string.h>

/* A primitive's lowering. `call` has as many arguments as the table says. */
struct primitive {
  const char *name;
  unsigned arguments;
  void (*lower)(struct builder *b, LLVMValueRef call);
  /* Instead of that, for primitives that differ only in an operation, or in a property of it. */
  void (*lower_as)(struct builder *b, LLVMValueRef call, const struct primitive *primitive);
  enum operation op;
  bool is_so; /* as the function says that lowers it */
};

static const struct term *argument(struct builder *b, LLVMValueRef call, unsigned i) {
  return values_term(b, LLVMGetOperand(call, i));
}

static void lower_spawn(struct builder *b, LLVMValueRef call) {
  const struct term *function = argument(b, call, 0);
  const struct term *first = argument(b, call, 1), *second = argument(b, call, 2);
  uint32_t target = values_add_register(b, call);
  struct edge *edge = builder_add_edge(b, OPERATION_SPAWN);
  edge->spawn.target = target;
  edge->spawn.function = function;
  edge->spawn.arguments[0] = first;
  edge->spawn.arguments[1] = second;
}

/* An operation without operands. */
static void lower_plain(struct builder *b, LLVMValueRef call, const struct primitive *primitive) {
  (void)call;
  builder_add_edge(b, primitive->op);
}

static void lower_exit(struct builder *b, LLVMValueRef call) {
  const struct term *code = argument(b, call, 0);
  builder_add_edge(b, OPERATION_EXIT)->exit.code = code;
}

static void lower_get(struct builder *b, LLVMValueRef call, const struct primitive *primitive) {
  uint32_t target = values_add_register(b, call);
  builder_add_edge(b, primitive->op)->get.target = target;
}

/* A yes or no of one bit, which C sees as an int. */
static void lower_question(struct builder *b, LLVMValueRef call,
                           const struct primitive *primitive) {
  uint32_t target = builder_add_temporary(b, 1, operation_name(primitive->op));
  builder_add_edge(b, primitive->op)->get.target = target;
  values_set_term(b, call, term_resize(b->lowering->terms, 32, builder_register_term(b, target)));
}

/* The edge that waits; NULL: it is not supported. */
static struct edge *lower_wait(struct builder *b, LLVMValueRef call) {
  LLVMValueRef condition = objects_behind_alias(LLVMGetOperand(call, 0));
  if (!LLVMIsAFunction(condition) || !objects_is_defined(condition)) {
    builder_add_unsupported(b, "waiting for a condition that is not named directly");
    return NULL;
  }
  const struct function *function = objects_function(b->lowering, condition);
  const struct term *object = argument(b, call, 1), *word = argument(b, call, 2);
  struct edge *edge = builder_add_edge(b, OPERATION_WAIT);
  edge->wait.condition = function;
  edge->wait.object = object;
  edge->wait.argument = word;
  return edge;
}
static void lower_block_until(struct builder *b, LLVMValueRef call) { lower_wait(b, call); }
static void lower_block_until_or_spurious(struct builder *b, LLVMValueRef call) {
  struct edge *edge = lower_wait(b, call);
  if (edge)
    edge->wait.spurious = true;
}
static void lower_block_until_or_cancelled(struct builder *b, LLVMValueRef call) {
  struct edge *edge = lower_wait(b, call);
  if (edge)
    edge->wait.cancellable = true;
}
static void lower_block_until_met(struct builder *b, LLVMValueRef call) {
  struct edge *edge = lower_wait(b, call);
  if (edge)
    edge->wait.is_rendezvous = true;
}

/* `is_so`: the object is acquired, else released. */
static void lower_hold(struct builder *b, LLVMValueRef call, const struct primitive *primitive) {
  const struct term *object = argument(b, call, 0);
  struct edge *edge = builder_add_edge(b, OPERATION_HOLD);
  edge->hold.object = object;
  edge->hold.taken = primitive->is_so;
}

static void lower_error(struct builder *b, LLVMValueRef call) {
  const char *name = constants_string(b->lowering, LLVMGetOperand(call, 0));
  const char *message = constants_string(b->lowering, LLVMGetOperand(call, 1));
  enum property property;
  if (!name || !message || !property_find(name, &property))
    builder_add_unsupported(b, "__heddle_error without literals of a property and a message");
  else
    builder_add_check(b, values_integer(b, 1, 0), property, false, message);
}

static void lower_suppose(struct builder *b, LLVMValueRef call) {
  const char *what = constants_string(b->lowering, LLVMGetOperand(call, 0));
  if (what)
    lower_add_assumption(b->lowering, arena_copy_text(b->lowering->arena, what));
  else
    builder_add_unsupported(b, "__heddle_suppose without a literal");
}

static void lower_unsupported(struct builder *b, LLVMValueRef call) {
  const char *what = constants_string(b->lowering, LLVMGetOperand(call, 0));
  builder_add_unsupported(b, what ? what : "something the library does not name");
}

static void lower_assume(struct builder *b, LLVMValueRef call) {
  const struct term *value = argument(b, call, 0);
  const struct term *zero = values_integer(b, value->width, 0);
  const struct term *condition = values_not(b, values_apply(b, OP_EQ, value, zero));
  if (!term_is_true(condition))
    builder_add_edge(b, OPERATION_ASSUME)->assume.condition = condition;
}

static void lower_nondet(struct builder *b, LLVMValueRef call) {
  size_t length;
  const char *own = LLVMGetValueName2(LLVMGetCalledValue(call), &length);
  uint32_t target = values_add_register(b, call);
  struct edge *edge = builder_add_edge(b, OPERATION_NONDET);
  edge->nondet.target = target;
  edge->nondet.source = strcmp(own, "__heddle_nondet_choice") ? NONDET_INPUT : NONDET_EXTERNAL;
  edge->nondet.name =
      b->function->is_library ? b->function->name : arena_copy_text(b->lowering->arena, own);
}

static void lower_allocate(struct builder *b, LLVMValueRef call) {
  const struct term *size = values_sized(b, LLVMGetOperand(call, 0));
  const struct term *alignment = argument(b, call, 1), *kind = argument(b, call, 2);
  uint32_t target = values_add_register(b, call);
  if (!term_is_constant(kind) || !term_is_constant(alignment) || !alignment->value) {
    builder_add_unsupported(b, "__heddle_allocate without constants for alignment and kind");
    return;
  }
  struct edge *edge = builder_add_edge(b, OPERATION_ALLOCATE);
  edge->allocate.target = target;
  edge->allocate.size = size;
  edge->allocate.alignment = (uint32_t)alignment->value;
  edge->allocate.heap = true;
  edge->allocate.zeroed = kind->value & 1;
  edge->allocate.is_kept = kind->value & 2;
  edge->allocate.name = b->function->name;
}

static void lower_reallocate(struct builder *b, LLVMValueRef call) {
  const struct term *replaced = argument(b, call, 0);
  const struct term *size = values_sized(b, LLVMGetOperand(call, 1));
  const struct term *alignment = argument(b, call, 2);
  uint32_t target = values_add_register(b, call);
  if (!term_is_constant(alignment) || !alignment->value) {
    builder_add_unsupported(b, "__heddle_reallocate without a constant for the alignment");
    return;
  }
  struct edge *edge = builder_add_edge(b, OPERATION_ALLOCATE);
  edge->allocate.target = target;
  edge->allocate.size = size;
  edge->allocate.alignment = (uint32_t)alignment->value;
  edge->allocate.replaced = replaced;
  edge->allocate.heap = true;
  edge->allocate.name = b->function->name;
}

static void lower_free(struct builder *b, LLVMValueRef call) {
  const struct term *address = argument(b, call, 0);
  builder_add_edge(b, OPERATION_FREE)->free.address = address;
}

/* `is_so`: from the address on, else of the whole block. */
static void lower_block_size(struct builder *b, LLVMValueRef call,
                             const struct primitive *primitive) {
  const struct term *address = argument(b, call, 0);
  uint32_t target = values_add_register(b, call);
  struct edge *edge = builder_add_edge(b, OPERATION_BLOCK_SIZE);
  edge->block_size.target = target;
  edge->block_size.address = address;
  edge->block_size.rest = primitive->is_so;
}

/* `is_so`: of padding. */
static void lower_copy(struct builder *b, LLVMValueRef call, const struct primitive *primitive) {
  const struct term *to = argument(b, call, 0), *from = argument(b, call, 1);
  const struct term *size = values_sized(b, LLVMGetOperand(call, 2));
  struct edge *edge = builder_add_edge(b, OPERATION_COPY);
  edge->copy.target = to;
  edge->copy.source = from;
  edge->copy.size = size;
  edge->copy.is_padding = primitive->is_so;
}

/* `is_so`: of padding. */
static void lower_fill(struct builder *b, LLVMValueRef call, const struct primitive *primitive) {
  const struct term *to = argument(b, call, 0);
  const struct term *byte = term_resize(b->lowering->terms, 8, argument(b, call, 1));
  const struct term *size = values_sized(b, LLVMGetOperand(call, 2));
  struct edge *edge = builder_add_edge(b, OPERATION_FILL);
  edge->fill.target = to;
  edge->fill.byte = byte;
  edge->fill.size = size;
  edge->fill.is_padding = primitive->is_so;
}

static void lower_setjmp(struct builder *b, LLVMValueRef call) {
  const struct term *buffer = argument(b, call, 0);
  uint32_t target = values_add_register(b, call);
  struct edge *edge = builder_add_edge(b, OPERATION_SETJMP);
  edge->setjmp.target = target;
  edge->setjmp.buffer = buffer;
}

static void lower_longjmp(struct builder *b, LLVMValueRef call) {
  const struct term *buffer = argument(b, call, 0), *value = argument(b, call, 1);
  struct edge *edge = builder_add_edge(b, OPERATION_LONGJMP);
  edge->longjmp.buffer = buffer;
  edge->longjmp.value = value;
}

static void lower_print(struct builder *b, LLVMValueRef call) {
  const struct term *address = argument(b, call, 0);
  const struct term *size = values_sized(b, LLVMGetOperand(call, 1));
  struct edge *edge = builder_add_edge(b, OPERATION_PRINT);
  edge->print.address = address;
  edge->print.size = size;
}

static int64_t priority_of(LLVMValueRef list, unsigned i) {
  return LLVMConstIntGetSExtValue(LLVMGetAggregateElement(LLVMGetAggregateElement(list, i), 0));
}

/* Calls the functions of llvm.global_ctors by priority, and among equals in the order of the list.
 * `is_so`: those of llvm.global_dtors, and the other way round. */
static void lower_listed(struct builder *b, LLVMValueRef call, const struct primitive *primitive) {
  (void)call;
  bool backwards = primitive->is_so;
  LLVMValueRef variable = LLVMGetNamedGlobal(b->lowering->module,
                                             backwards ? "llvm.global_dtors" : "llvm.global_ctors");
  LLVMValueRef list = variable ? LLVMGetInitializer(variable) : NULL;
  if (!list || LLVMGetTypeKind(LLVMTypeOf(list)) != LLVMArrayTypeKind)
    return;
  unsigned count = (unsigned)LLVMGetArrayLength2(LLVMTypeOf(list));
  unsigned *order = arena_allocate(b->scratch, count * sizeof *order);
  for (unsigned i = 0; i < count; i++) {
    unsigned at = i;
    for (; at > 0 && priority_of(list, order[at - 1]) > priority_of(list, i); at--)
      order[at] = order[at - 1];
    order[at] = i;
  }
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef entry = LLVMGetAggregateElement(list, order[backwards ? count - 1 - i : i]);
    LLVMValueRef function = objects_behind_alias(LLVMGetAggregateElement(entry, 1));
    if (LLVMIsAFunction(function)) {
      const struct function *callee = objects_function(b->lowering, function);
      builder_add_edge(b, OPERATION_CALL)->call.callee = callee;
    } else if (!LLVMIsNull(function)) {
      builder_add_unsupported(b, "a constructor or destructor that is no function");
    }
  }
}

/* The answer to a question about the program as a whole. */
static void set_answer(struct builder *b, LLVMValueRef call, bool answer) {
  values_set_term(b, call, values_integer(b, 32, answer));
}
static void lower_has_exit_handlers(struct builder *b, LLVMValueRef call) {
  static const char *const names[] = {"atexit", "on_exit", "at_quick_exit", "__cxa_atexit"};
  bool has = LLVMGetNamedGlobal(b->lowering->module, "llvm.global_dtors") != NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    has |= LLVMGetNamedFunction(b->lowering->module, names[i]) != NULL;
  set_answer(b, call, has);
}
static void lower_fault(struct builder *b, LLVMValueRef call) {
  const char *what = constants_string(b->lowering, LLVMGetOperand(call, 0));
  if (!b->lowering->options->faults) {
    set_answer(b, call, false);
    return;
  }
  uint32_t target = builder_add_temporary(b, 1, "fault");
  struct edge *edge = builder_add_edge(b, OPERATION_NONDET);
  edge->nondet.target = target;
  edge->nondet.source = NONDET_FAULT;
  edge->nondet.name = arena_copy_text(b->lowering->arena, what ? what : "a call");
  values_set_term(b, call, term_resize(b->lowering->terms, 32, builder_register_term(b, target)));
}
static void lower_called(struct builder *b, LLVMValueRef call) {
  const char *name = constants_string(b->lowering, LLVMGetOperand(call, 0));
  set_answer(b, call, !name || LLVMGetNamedFunction(b->lowering->module, name));
}
static void lower_called_again(struct builder *b, LLVMValueRef call) {
  const char *name = constants_string(b->lowering, LLVMGetOperand(call, 0));
  LLVMValueRef function = name ? LLVMGetNamedFunction(b->lowering->module, name) : NULL;
  bool repeats = b->lowering->options->repeats;
  set_answer(b, call, !name || (function && (repeats || repetition_is_called_again(function))));
}

static const struct primitive primitives[] = {
    {"__heddle_has_exit_handlers", 0, .lower = lower_has_exit_handlers},
    {"__heddle_called", 1, .lower = lower_called},
    {"__heddle_called_again", 1, .lower = lower_called_again},
    {"__heddle_fault", 1, .lower = lower_fault},
    {"__heddle_run_constructors", 0, .lower_as = lower_listed},
    {"__heddle_run_destructors", 0, .lower_as = lower_listed, .is_so = true},
    {"__heddle_spawn", 3, .lower = lower_spawn},
    {"__heddle_finish", 0, .lower_as = lower_plain, .op = OPERATION_FINISH},
    {"__heddle_exit", 1, .lower = lower_exit},
    {"__heddle_self", 0, .lower_as = lower_get, .op = OPERATION_SELF},
    {"__heddle_alone", 0, .lower_as = lower_question, .op = OPERATION_ALONE},
    {"__heddle_atomic_begin", 0, .lower_as = lower_plain, .op = OPERATION_ATOMIC_BEGIN},
    {"__heddle_atomic_end", 0, .lower_as = lower_plain, .op = OPERATION_ATOMIC_END},
    {"__heddle_block_until", 3, .lower = lower_block_until},
    {"__heddle_block_until_met", 3, .lower = lower_block_until_met},
    {"__heddle_block_until_or_cancelled", 3, .lower = lower_block_until_or_cancelled},
    {"__heddle_block_until_or_spurious", 3, .lower = lower_block_until_or_spurious},
    {"__heddle_acquired", 1, .lower_as = lower_hold, .is_so = true},
    {"__heddle_released", 1, .lower_as = lower_hold},
    {"__heddle_error", 2, .lower = lower_error},
    {"__heddle_unsupported", 1, .lower = lower_unsupported},
    {"__heddle_suppose", 1, .lower = lower_suppose},
    {"__heddle_assume", 1, .lower = lower_assume},
    {"__heddle_nondet_bool", 0, .lower = lower_nondet},
    {"__heddle_nondet_choice", 0, .lower = lower_nondet},
    {"__heddle_nondet_u8", 0, .lower = lower_nondet},
    {"__heddle_nondet_u16", 0, .lower = lower_nondet},
    {"__heddle_nondet_u32", 0, .lower = lower_nondet},
    {"__heddle_nondet_u64", 0, .lower = lower_nondet},
    {"__heddle_nondet_float", 0, .lower = lower_nondet},
    {"__heddle_nondet_double", 0, .lower = lower_nondet},
    {"__heddle_allocate", 3, .lower = lower_allocate},
    {"__heddle_reallocate", 3, .lower = lower_reallocate},
    {"__heddle_free", 1, .lower = lower_free},
    {"__heddle_block_size", 1, .lower_as = lower_block_size},
    {"__heddle_rest", 1, .lower_as = lower_block_size, .is_so = true},
    {"__heddle_copy", 3, .lower_as = lower_copy},
    {"__heddle_fill", 3, .lower_as = lower_fill},
    {"__heddle_copy_padding", 3, .lower_as = lower_copy, .is_so = true},
    {"__heddle_fill_padding", 3, .lower_as = lower_fill, .is_so = true},
    {"__heddle_setjmp", 1, .lower = lower_setjmp},
    {"__heddle_longjmp", 2, .lower = lower_longjmp},
    {"__heddle_printing", 0, .lower_as = lower_question, .op = OPERATION_PRINTING},
    {"__heddle_watching", 0, .lower_as = lower_question, .op = OPERATION_WATCHING},
    {"__heddle_reused", 0, .lower_as = lower_get, .op = OPERATION_REUSED},
    {"__heddle_print", 2, .lower = lower_print},
};

bool primitives_lower(struct builder *b, LLVMValueRef call, const char *name) {
  for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++)
    if (!strcmp(primitives[i].name, name) &&
        LLVMGetNumArgOperands(call) >= primitives[i].arguments) {
      if (primitives[i].lower)
        primitives[i].lower(b, call);
      else
        primitives[i].lower_as(b, call, &primitives[i]);
      return true;
    }
  return false;
}
