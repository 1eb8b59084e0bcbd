/* SPDX-License-Identifier: Apache-2.0 */
/* Assigns addresses to functions and variables when lowering first meets them, so that the program
 * contains only what is reachable. */
#include "frontend/lower.h"

#include "frontend/module.h"
#include "frontend/observe.h"
#include "program/address.h"

#include <string.h>

/* The library's part of a thread's record; thread-local variables come behind it. */
enum { RECORD_SPACE = 4096, OBJECT_ALIGNMENT = 16 };

static uint64_t round_up(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/* The address of a new object behind which `room` bytes (not less than its size) stay its own. */
static uint64_t place(uint64_t *next, uint64_t room, uint32_t alignment) {
  uint64_t step = alignment > OBJECT_ALIGNMENT ? alignment : OBJECT_ALIGNMENT;
  uint64_t address = round_up(*next, step);
  *next = address + room + ADDRESS_GAP;
  return address;
}

static uint64_t place_in_program(struct lowering *in, uint64_t room, uint32_t alignment) {
  struct address_range range = address_of_program_objects(in->program->data_model);
  if (!in->next_address)
    in->next_address = range.start;
  uint64_t available = range.end - in->next_address;
  if (room >= available || available - room < 2 * ADDRESS_GAP + 2 * (uint64_t)alignment) {
    in->out_of_addresses = true;
    return range.start;
  }
  return place(&in->next_address, room, alignment);
}

static const char *name_of(struct lowering *in, LLVMValueRef value) {
  size_t length;
  const char *name = LLVMGetValueName2(value, &length);
  return arena_copy_text(in->arena, name);
}

LLVMValueRef objects_behind_alias(LLVMValueRef value) {
  while (LLVMIsAGlobalAlias(value))
    value = LLVMAliasGetAliasee(value);
  return value;
}

bool objects_is_defined(LLVMValueRef function) { return !LLVMIsDeclaration(function); }

static void describe_results(struct lowering *in, struct function *function, LLVMTypeRef type) {
  const struct leaves *leaves = types_leaves(in, LLVMGetReturnType(type));
  uint8_t *widths = arena_allocate(in->arena, leaves->count);
  for (uint32_t i = 0; i < leaves->count; i++)
    widths[i] = leaves->list[i].width;
  function->result_count = leaves->count;
  function->result_widths = widths;
}

/* Gives a function an address. Labels whose address is taken get those behind it. */
static void place_function(struct lowering *in, struct function *function, uint64_t labels) {
  function->address = place_in_program(in, 1 + labels, 1);
  vector_push(&in->object_list, (struct object){.name = function->name,
                                                .address = function->address,
                                                .size = 1,
                                                .alignment = 1,
                                                .is_constant = true,
                                                .is_library = function->is_library,
                                                .function = function,
                                                .at = function->at});
  vector_push(&in->object_values, NULL);
}

struct function *objects_made_function(struct lowering *in, const char *name) {
  struct function *function = arena_allocate(in->arena, sizeof *function);
  function->name = name;
  function->number = (uint32_t)in->function_list.count;
  function->is_library = true;
  vector_push(&in->function_list, function);
  vector_push(&in->function_values, NULL);
  place_function(in, function, 0);
  return function;
}

struct function *objects_function(struct lowering *in, LLVMValueRef value) {
  uint64_t number;
  if (map_get(&in->functions, (uintptr_t)value, &number))
    return in->function_list.items[number];
  struct function *function = arena_allocate(in->arena, sizeof *function);
  function->name = debug_name_of_function(in, value);
  function->number = (uint32_t)in->function_list.count;
  function->at = debug_position_of_function(in, value);
  function->is_library = module_is_library(value);
  function->tells_threads_apart = module_tells_threads_apart(value);
  function->effect = module_effect_of(value);
  function->is_observer =
      function->is_library && !strncmp(function->name, OBSERVE_PREFIX, strlen(OBSERVE_PREFIX));
  function->is_variadic =
      objects_is_defined(value) && LLVMIsFunctionVarArg(LLVMGlobalGetValueType(value));
  describe_results(in, function, LLVMGlobalGetValueType(value));
  map_set(&in->functions, (uintptr_t)value, function->number);
  vector_push(&in->function_list, function);
  vector_push(&in->function_values, value);

  place_function(in, function, (uint64_t)LLVMCountBasicBlocks(value));
  return function;
}

uint64_t objects_block_address(struct lowering *in, LLVMValueRef function,
                               LLVMBasicBlockRef block) {
  uint64_t address = objects_function(in, function)->address + 1;
  for (LLVMBasicBlockRef at = LLVMGetFirstBasicBlock(function); at != block;
       at = LLVMGetNextBasicBlock(at))
    address++;
  return address;
}

bool objects_can_be_arbitrary(struct lowering *in, LLVMValueRef variable) {
  enum { MAX_SIZE = 4096 };
  LLVMTypeRef type = LLVMGlobalGetValueType(variable);
  if (LLVMIsThreadLocal(variable) || !LLVMTypeIsSized(type) || types_hold_pointers(type))
    return false;
  uint64_t size = types_size(in, type);
  return size > 0 && size <= MAX_SIZE;
}

uint64_t objects_variable(struct lowering *in, LLVMValueRef variable) {
  uint64_t address;
  if (map_get(&in->objects, (uintptr_t)variable, &address))
    return address;
  LLVMTypeRef type = LLVMGlobalGetValueType(variable);
  bool is_sized = LLVMTypeIsSized(type);
  struct object object = {
      .name = name_of(in, variable),
      .size = is_sized ? types_size(in, type) : 0,
      .alignment = LLVMGetAlignment(variable),
      .is_constant = LLVMIsGlobalConstant(variable) && !LLVMIsDeclaration(variable),
      .is_thread_local = LLVMIsThreadLocal(variable),
      .is_library = module_is_library(variable),
  };
  if (!object.alignment)
    object.alignment = is_sized ? LLVMABIAlignmentOfType(in->layout, type) : 1;
  debug_describe_global(in, variable, &object);
  if (object.is_thread_local) {
    if (!in->next_offset)
      in->next_offset = RECORD_SPACE + ADDRESS_GAP;
    object.address = place(&in->next_offset, object.size, object.alignment);
    vector_push(&in->thread_local_list, object);
    vector_push(&in->thread_local_values, variable);
  } else {
    object.address = place_in_program(in, object.size, object.alignment);
    vector_push(&in->object_list, object);
    vector_push(&in->object_values, variable);
  }
  map_set(&in->objects, (uintptr_t)variable, object.address);
  if (LLVMIsDeclaration(variable) && objects_can_be_arbitrary(in, variable))
    vector_push(&in->undefined_variables, variable);
  return object.address;
}

uint64_t objects_opaque_address(struct lowering *in) {
  uint64_t size = (uint64_t)1 << (in->pointer_width == 64 ? 36 : 26);
  if (!in->opaque_address) {
    in->opaque_address = place_in_program(in, size, OBJECT_ALIGNMENT);
    vector_push(&in->object_list, (struct object){.name = "memory that is not known",
                                                  .address = in->opaque_address,
                                                  .size = size,
                                                  .alignment = OBJECT_ALIGNMENT,
                                                  .is_constant = true,
                                                  .is_library = true});
    vector_push(&in->object_values, NULL);
  }
  return in->opaque_address + size / 2;
}

static const unsigned char *initial_bytes(struct lowering *in, LLVMValueRef variable,
                                          uint64_t size) {
  LLVMValueRef initial = LLVMGetInitializer(variable);
  if (!initial || LLVMIsNull(initial) || LLVMIsUndef(initial) || !size)
    return NULL;
  unsigned char *bytes = arena_allocate(in->arena, size);
  const char *why;
  if (!constants_bytes(in, initial, bytes, &why))
    vector_push(&in->start_problems, why);
  return bytes;
}

/* The contents may name further functions and variables, which join the lists. */
void objects_initialise(struct lowering *in) {
  in->is_initialising = true;
  for (; in->initialised < in->object_list.count; in->initialised++) {
    LLVMValueRef variable = in->object_values.items[in->initialised];
    if (!variable)
      continue;
    uint64_t size = in->object_list.items[in->initialised].size;
    const unsigned char *bytes = initial_bytes(in, variable, size);
    in->object_list.items[in->initialised].bytes = bytes;
  }
  for (; in->thread_locals_initialised < in->thread_local_list.count;
       in->thread_locals_initialised++) {
    size_t i = in->thread_locals_initialised;
    LLVMValueRef variable = in->thread_local_values.items[i];
    const unsigned char *bytes = initial_bytes(in, variable, in->thread_local_list.items[i].size);
    in->thread_local_list.items[i].bytes = bytes;
  }
  in->is_initialising = false;
}
