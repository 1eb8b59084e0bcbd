/* SPDX-License-Identifier: Apache-2.0 */
/* Calls the functions of --entry instead of main. Their parameters are inputs: each number is
 * arbitrary, and a pointer points to an object of the environment (library/environment.c) with
 * arbitrary contents. A single function is called where main would be. Several run in their own
 * threads, which the library starts. */
#include "frontend/environment.h"
#include "frontend/names.h"

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

static void suppose_objects(struct lowering *in, const char *entry,
                            const struct environment_field *field, bool is_text) {
  const char *name = arena_copy_text(in->arena, entry);
  bool is_object = field->kind == FIELD_POINTER || field->kind == FIELD_CONSTANT;
  lower_add_assumption(
      in,
      arena_format(in->arena,
                   is_text     ? "%s is started with texts of at most 8 characters"
                   : is_object ? "%s is started with pointers to single objects, at most two of "
                                 "each type, and not with NULL"
                               : "%s is started with pointers to memory that is not known",
                   name));
}

/* What the pointer of a parameter leads to. */
static void add_pointer(struct builder *b, struct entry_arguments *all, LLVMValueRef entry,
                        unsigned number, const struct reg *reg) {
  struct lowering *in = b->lowering;
  const char *name = debug_name_of_function(&in->debug, entry);
  LLVMMetadataRef declared = debug_parameter_type(&in->debug, entry, number);
  bool is_copied = LLVMGetEnumAttributeAtIndex(entry, number + 1, in->byval_attribute) != NULL;
  struct environment_field field = {.kind = FIELD_STRANGE};
  if (declared)
    field = is_copied ? environment_describe_pointer(in, declared, false)
                      : environment_describe(in, declared);
  if (field.kind == FIELD_STRANGE || field.kind == FIELD_BYTES)
    builder_add_unsupported(
        b, arena_format(b->scratch,
                        "the pointer %s that %s is started with (call it from a function that "
                        "says where it leads),",
                        reg->name, name));
  else
    suppose_objects(in, name, &field, declared && environment_is_text_pointer(in, declared));
  struct environment_arguments none = {0};
  LLVMValueRef table = environment_table(in, "parameter", environment_field_constant(in, &field));
  const struct term *arguments[] = {
      values_pointer_constant(b, environment_call_table(in, &none, NULL, false)),
      values_pointer_constant(b, objects_variable(in, table))};
  uint32_t target = builder_add_register(b, reg);
  calls_add(b, "__library_environment_object", arguments, 2, target);
  vector_push(&all->list, builder_register_term(b, target));
}

/* `variables` are the entry's own. */
static void add_parameter(struct builder *b, struct entry_arguments *all, LLVMValueRef entry,
                          const struct map *variables, unsigned number) {
  struct lowering *in = b->lowering;
  LLVMValueRef parameter = LLVMGetParam(entry, number);
  LLVMTypeRef type = LLVMTypeOf(parameter);
  const struct leaves *leaves = types_leaves(in, type);
  const struct variable *variable = variables_find(variables, parameter);
  struct reg reg = {.name = parameter_name(b, entry, number)};
  if (variable && leaves->count == 1)
    reg.type = variable->type;
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
    reg.width = (uint8_t)in->pointer_width;
    add_pointer(b, all, entry, number, &reg);
    return;
  }
  for (uint32_t i = 0; i < leaves->count; i++) {
    reg.width = (uint8_t)leaves->list[i].width;
    add_arbitrary(b, all, &reg);
  }
}

/* Calls it with arguments of its own. `call`, if not NULL, is the library's call of main. */
static void add_call(struct builder *b, LLVMValueRef entry, LLVMValueRef call) {
  struct lowering *in = b->lowering;
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(entry));
  struct entry_arguments all = {0};
  struct position before = b->at;
  struct map variables = {0};
  variables_collect(&in->debug, entry, b->scratch, &variables);
  b->at = debug_position_of_function(&in->debug, entry);
  for (unsigned i = 0; i < LLVMCountParams(entry); i++)
    add_parameter(b, &all, entry, &variables, i);
  b->at = before;
  map_release(&variables);
  const struct function *callee = objects_function(in, entry);
  uint32_t status = call && result == LLVMTypeOf(call) ? values_add_register(b, call) : NO_REGISTER;
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

/* Any number of times: chooses before each whether there is another one. */
static void add_repeated_calls(struct builder *b, LLVMValueRef entry) {
  uint32_t head = builder_add_location(b), chosen = builder_add_temporary(b, 1, "another call");
  builder_add_edge_to(b, OPERATION_SKIP, head);
  b->current = head;
  struct edge *edge = builder_add_edge(b, OPERATION_NONDET);
  edge->nondet.target = chosen;
  edge->nondet.source = NONDET_EXTERNAL;
  edge->nondet.name = "another call";
  uint32_t origin = b->current;
  const struct term *again = builder_register_term(b, chosen);
  builder_add_edge(b, OPERATION_ASSUME)->assume.condition = again;
  add_call(b, entry, NULL);
  builder_add_edge_to(b, OPERATION_SKIP, head);
  b->current = origin;
  builder_add_edge(b, OPERATION_ASSUME)->assume.condition = values_not(b, again);
}

/* A function that calls the entry, for a thread of its own. */
static const struct function *add_runner(struct lowering *in, LLVMValueRef entry) {
  struct function *function = objects_made_function(
      in, arena_format(in->arena, "(start of %s)", debug_name_of_function(&in->debug, entry)));
  struct builder b = {.lowering = in, .scratch = arena_create(), .function = function};
  b.entry = b.current = builder_add_location(&b);
  if (in->options->repeats)
    add_repeated_calls(&b, entry);
  else
    add_call(&b, entry, NULL);
  builder_add_edge(&b, OPERATION_RETURN);
  builder_finish(&b);
  arena_destroy(b.scratch);
  return function;
}

static void start_several(struct builder *b) {
  struct lowering *in = b->lowering;
  struct name_list names = {.rest = in->options->entry};
  for (const char *name; (name = names_next(&names, b->scratch));) {
    const struct function *runner = add_runner(in, LLVMGetNamedFunction(in->module, name));
    const struct term *address = values_pointer_constant(b, runner->address);
    calls_add(b, "__library_start_entry", &address, 1, NO_REGISTER);
  }
  calls_add(b, "__library_join_entries", NULL, 0, NO_REGISTER);
}

void entry_lower_call(struct builder *b, LLVMValueRef call) {
  struct lowering *in = b->lowering;
  values_set_dummy(b, call);
  if (strchr(in->options->entry, ','))
    start_several(b);
  else if (in->options->repeats)
    add_repeated_calls(b, in->entry);
  else
    add_call(b, in->entry, call);
}
