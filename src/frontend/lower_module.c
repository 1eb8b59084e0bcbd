/* SPDX-License-Identifier: Apache-2.0 */
/* Lowers the start function of the library first, then everything reachable from it. */
#include "frontend/lower_module.h"

#include "frontend/given.h"
#include "frontend/lower.h"
#include "frontend/names.h"
#include "frontend/shapes.h"

#include <stdio.h>

static void lower_reachable(struct lowering *in) {
  size_t next = 0;
  while (next < in->functions.values.count || !objects_are_initialised(in)) {
    for (; next < in->functions.values.count; next++) {
      LLVMValueRef value = in->functions.values.items[next];
      if (!value) /* made by heddle, and complete */
        continue;
      if (objects_is_defined(value))
        function_lower(in, value, in->functions.list.items[next]);
      else
        function_lower_undefined(in, value, in->functions.list.items[next]);
    }
    objects_initialise(in);
  }
}

/* Gives one variable that no file defines arbitrary contents. */
static void make_arbitrary(struct builder *b, LLVMValueRef variable) {
  struct lowering *in = b->lowering;
  size_t length;
  const char *name = arena_copy_text(in->arena, LLVMGetValueName2(variable, &length));
  uint64_t size = types_size(in, LLVMGlobalGetValueType(variable));
  lower_add_assumption(
      in, arena_format(in->arena, "the undefined variable %s has any initial value", name));
  uint64_t address = objects_variable(in, variable);
  for (uint64_t at = 0; at < size;) {
    uint32_t piece = in->pointer_size;
    while (piece > size - at)
      piece /= 2;
    uint32_t target = builder_add_temporary(b, piece * 8, name);
    struct edge *edge = builder_add_edge(b, OPERATION_NONDET);
    edge->nondet.target = target;
    edge->nondet.source = NONDET_EXTERNAL;
    edge->nondet.name = name;
    lower_add_store(b, values_pointer_constant(b, address + at), builder_register_term(b, target),
                    piece, ORDER_PLAIN);
    at += piece;
  }
}

/* A function that runs before the library's start if there are undefined variables or initial
 * values that are not modelled. */
static const struct function *add_outer_start(struct lowering *in, const struct function *start) {
  if (!in->objects.undefined.count && !in->start_problems.count)
    return start;
  struct function *function = arena_allocate(in->arena, sizeof *function);
  function->name = "(start)";
  function->number = (uint32_t)in->functions.list.count;
  function->is_library = true;
  vector_push(&in->functions.list, function);
  vector_push(&in->functions.values, NULL);
  struct builder b = {.lowering = in, .scratch = arena_create(), .function = function};
  b.entry = b.current = builder_add_location(&b);
  for (size_t i = 0; i < in->start_problems.count; i++)
    builder_add_unsupported(&b, in->start_problems.items[i]);
  for (size_t i = 0; i < in->objects.undefined.count; i++)
    make_arbitrary(&b, in->objects.undefined.items[i]);
  builder_add_edge(&b, OPERATION_CALL)->call.callee = start;
  builder_add_edge(&b, OPERATION_RETURN);
  builder_finish(&b);
  arena_destroy(b.scratch);
  return function;
}

static uint64_t record_size(struct lowering *in) {
  LLVMValueRef variable = LLVMGetNamedGlobal(in->module, "__heddle_record_size");
  LLVMValueRef value = variable ? LLVMGetInitializer(variable) : NULL;
  return value && LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) : 0;
}

/* A copy of a vector in the program's arena. */
#define COPY(vector) arena_copy(arena, (vector).items, (vector).count * sizeof *(vector).items)

static void store_program(struct lowering *in, const struct function *start) {
  struct program *program = in->program;
  struct arena *arena = in->arena;
  program->start = start;
  program->record_size = record_size(in);
  program->function_count = (uint32_t)in->functions.list.count;
  program->functions = COPY(in->functions.list);
  program->object_count = (uint32_t)in->objects.globals.list.count;
  program->objects = COPY(in->objects.globals.list);
  program->thread_local_count = (uint32_t)in->objects.thread_locals.list.count;
  program->thread_locals = COPY(in->objects.thread_locals.list);
  if (in->objects.opaque_address)
    program->opaque = program_find_object(program, in->objects.opaque_address);
  program->thread_local_end =
      in->objects.thread_locals.next ? in->objects.thread_locals.next : program->record_size;
  program->file_count = (uint32_t)in->debug.file_list.count;
  program->files = COPY(in->debug.file_list);
  program->assumption_count = (uint32_t)in->assumptions.count;
  program->assumptions = COPY(in->assumptions);
  program->orders = program_find_orders(program);
}

static struct program *create_program(const struct frontend_options *options) {
  struct arena *arena = arena_create();
  struct program *program = arena_allocate(arena, sizeof *program);
  program->arena = arena;
  program->terms = terms_create();
  program->data_model = options->data_model;
  program->specification = options->specification;
  program->pointer_width = options->data_model == DATA_MODEL_LP64 ? 64 : 32;
  return program;
}

/* The first of them, if there are several. */
static LLVMValueRef find_entry(const struct frontend_options *options, LLVMModuleRef module) {
  struct arena *arena = arena_create();
  struct name_list names = {options->entry ? options->entry : "main"};
  const char *name = names_next(&names, arena);
  LLVMValueRef entry = LLVMGetNamedFunction(module, name ? name : "main");
  arena_destroy(arena);
  return entry;
}

enum status lower_module(const struct frontend_options *options, LLVMModuleRef module,
                         struct program **program) {
  struct program *fresh = create_program(options);
  struct lowering in;
  lower_start(&in, options, module, fresh->arena);
  in.program = fresh;
  in.terms = fresh->terms;
  in.entry = find_entry(options, module);
  in.splits_copies = shapes_matter(module);
  LLVMValueRef start = LLVMGetNamedFunction(module, given_start(options));
  const struct function *first = objects_function(&in, start);
  lower_reachable(&in);
  error_calls_say_unknown(&in);
  store_program(&in, add_outer_start(&in, first));
  enum status status = STATUS_OK;
  if (in.objects.out_of_addresses) {
    fprintf(stderr, "heddle: the program's variables do not fit into the address space\n");
    status = STATUS_LIMIT;
  }
  lower_release(&in);
  if (status == STATUS_OK)
    *program = fresh;
  else
    program_destroy(fresh);
  return status;
}
