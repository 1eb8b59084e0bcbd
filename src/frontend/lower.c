/* SPDX-License-Identifier: Apache-2.0 */
/* Lowers an LLVM module to a program: first the start function of the library, then everything
 * reachable from it. */
#include "frontend/lower.h"

#include "base/text.h"
#include "frontend/given.h"
#include "frontend/module.h"
#include "frontend/names.h"
#include "frontend/shapes.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool lower_is_arm(const struct lowering *in) {
  const char *target = LLVMGetTarget(in->module);
  return !strncmp(target, "aarch64", 7) || !strncmp(target, "arm64", 5);
}

void lower_add_assumption(struct lowering *in, const char *text) {
  for (size_t i = 0; i < in->assumptions.count; i++)
    if (!strcmp(in->assumptions.items[i], text))
      return;
  vector_push(&in->assumptions, text);
}

static void lower_reachable(struct lowering *in) {
  size_t next = 0;
  while (next < in->function_values.count || in->initialised < in->object_list.count ||
         in->thread_locals_initialised < in->thread_local_list.count) {
    for (; next < in->function_values.count; next++) {
      LLVMValueRef value = in->function_values.items[next];
      if (!value) /* made by heddle, and complete */
        continue;
      if (objects_is_defined(value))
        function_lower(in, value, in->function_list.items[next]);
      else
        function_lower_undefined(in, value, in->function_list.items[next]);
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

/* A function that comes before the library's start if something has to be said first. */
static const struct function *add_outer_start(struct lowering *in, const struct function *start) {
  if (!in->undefined_variables.count && !in->start_problems.count)
    return start;
  struct function *function = arena_allocate(in->arena, sizeof *function);
  function->name = "(start)";
  function->number = (uint32_t)in->function_list.count;
  function->is_library = true;
  vector_push(&in->function_list, function);
  vector_push(&in->function_values, NULL);
  struct builder b = {.lowering = in, .scratch = arena_create(), .function = function};
  b.entry = b.current = builder_add_location(&b);
  for (size_t i = 0; i < in->start_problems.count; i++)
    builder_add_unsupported(&b, in->start_problems.items[i]);
  for (size_t i = 0; i < in->undefined_variables.count; i++)
    make_arbitrary(&b, in->undefined_variables.items[i]);
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

static void store_program(struct lowering *in, const struct function *start) {
  struct program *program = in->program;
  struct arena *arena = in->arena;
  program->start = start;
  program->record_size = record_size(in);
  program->function_count = (uint32_t)in->function_list.count;
  program->functions = arena_copy(arena, in->function_list.items,
                                  in->function_list.count * sizeof *in->function_list.items);
  program->object_count = (uint32_t)in->object_list.count;
  program->objects = arena_copy(arena, in->object_list.items,
                                in->object_list.count * sizeof *in->object_list.items);
  program->thread_local_count = (uint32_t)in->thread_local_list.count;
  program->thread_locals =
      arena_copy(arena, in->thread_local_list.items,
                 in->thread_local_list.count * sizeof *in->thread_local_list.items);
  if (in->opaque_address)
    program->opaque = program_find_object(program, in->opaque_address);
  program->thread_local_end = in->next_offset ? in->next_offset : program->record_size;
  program->file_count = (uint32_t)in->file_list.count;
  program->files =
      arena_copy(arena, in->file_list.items, in->file_list.count * sizeof *in->file_list.items);
  program->assumption_count = (uint32_t)in->assumptions.count;
  program->assumptions = arena_copy(arena, in->assumptions.items,
                                    in->assumptions.count * sizeof *in->assumptions.items);
  program->orders = program_find_orders(program);
}

static void release(struct lowering *in) {
  map_release(&in->functions);
  map_release(&in->objects);
  map_release(&in->leaves);
  map_release(&in->types);
  map_release(&in->files);
  map_release(&in->environment_types);
  vector_release(&in->function_list);
  vector_release(&in->function_values);
  vector_release(&in->object_list);
  vector_release(&in->object_values);
  vector_release(&in->thread_local_list);
  vector_release(&in->thread_local_values);
  vector_release(&in->undefined_variables);
  vector_release(&in->start_problems);
  vector_release(&in->file_list);
  vector_release(&in->assumptions);
  arena_destroy(in->scratch);
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
  char directory[4096];
  struct lowering in = {
      .program = fresh,
      .arena = fresh->arena,
      .scratch = arena_create(),
      .terms = fresh->terms,
      .options = options,
      .module = module,
      .layout = LLVMGetModuleDataLayout(module),
      .pointer_width = fresh->pointer_width,
      .pointer_size = fresh->pointer_width / 8,
      .current_directory = getcwd(directory, sizeof directory) ? directory : "",
      .entry = find_entry(options, module),
      .byval_attribute = LLVMGetEnumAttributeKindForName("byval", 5),
      .splits_copies = shapes_matter(module),
      .sret_attribute = LLVMGetEnumAttributeKindForName("sret", 4),
  };
  LLVMValueRef start = LLVMGetNamedFunction(module, given_start(options));
  const struct function *first = objects_function(&in, start);
  lower_reachable(&in);
  error_calls_say_unknown(&in);
  store_program(&in, add_outer_start(&in, first));
  enum status status = STATUS_OK;
  if (in.out_of_addresses) {
    fprintf(stderr, "heddle: the program's variables do not fit into the address space\n");
    status = STATUS_LIMIT;
  }
  release(&in);
  if (status == STATUS_OK)
    *program = fresh;
  else
    program_destroy(fresh);
  return status;
}
