/* SPDX-License-Identifier: Apache-2.0 */
/* The call of the function that --entry names, in place of main's. Its parameters are inputs: each
 * number is arbitrary. A pointer would have to lead to something that only the user knows, so that
 * is said where the call would be. */
#include "frontend/lower.h"

static const char *parameter_name(struct builder *b, LLVMValueRef entry, unsigned number) {
  size_t length;
  const char *name = LLVMGetValueName2(LLVMGetParam(entry, number), &length);
  return length ? arena_copy_text(b->lowering->arena, name)
                : arena_format(b->lowering->arena, "parameter %u", number + 1);
}

struct entry_arguments {
  VECTOR(const struct term *) list;
};

static void add_arbitrary(struct builder *b, struct entry_arguments *all, const struct reg *reg) {
  uint32_t target = builder_add_register(b, reg);
  struct edge *edge = builder_add_edge(b, OPERATION_NONDET);
  edge->nondet.target = target;
  edge->nondet.source = NONDET_INPUT;
  edge->nondet.name = reg->name;
  vector_push(&all->list, builder_register_term(b, target));
}

/* `inside` knows the entry's own variables. */
static void add_parameter(struct builder *b, struct entry_arguments *all,
                          const struct builder *inside, unsigned number) {
  struct lowering *in = b->lowering;
  LLVMValueRef parameter = LLVMGetParam(inside->llvm, number);
  LLVMTypeRef type = LLVMTypeOf(parameter);
  const struct leaves *leaves = types_leaves(in, type);
  const struct variable *variable = debug_variable(inside, parameter);
  struct reg reg = {.name = parameter_name(b, inside->llvm, number)};
  if (variable && leaves->count == 1)
    reg.type = variable->type;
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
    builder_add_unsupported(
        b, arena_format(b->scratch,
                        "the pointer %s that %s is started with (call it from a function that "
                        "says where it leads),",
                        reg.name, debug_name_of_function(in, inside->llvm)));
  for (uint32_t i = 0; i < leaves->count; i++) {
    reg.width = (uint8_t)leaves->list[i].width;
    add_arbitrary(b, all, &reg);
  }
}

void entry_lower_call(struct builder *b, LLVMValueRef call) {
  struct lowering *in = b->lowering;
  LLVMValueRef entry = in->entry;
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(entry));
  struct entry_arguments all = {0};
  struct position before = b->at;
  struct builder inside = {.lowering = in, .scratch = b->scratch, .llvm = entry};
  debug_collect_variables(&inside);
  b->at = debug_position_of_function(in, entry);
  for (unsigned i = 0; i < LLVMCountParams(entry); i++)
    add_parameter(b, &all, &inside, i);
  b->at = before;
  map_release(&inside.variables);
  const struct function *callee = objects_function(in, entry);
  values_set_dummy(b, call);
  uint32_t status = result == LLVMTypeOf(call) ? values_add_register(b, call) : NO_REGISTER;
  struct edge *edge = builder_add_edge(b, OPERATION_CALL);
  edge->call.callee = callee;
  edge->call.argument_count = (uint32_t)all.list.count;
  edge->call.arguments =
      arena_copy(in->arena, all.list.items, all.list.count * sizeof *all.list.items);
  if (status != NO_REGISTER) {
    edge->call.result_count = 1;
    edge->call.results = arena_copy(in->arena, &status, sizeof status);
  }
  vector_release(&all.list);
}
