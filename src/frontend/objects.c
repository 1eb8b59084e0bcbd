/* SPDX-License-Identifier: Apache-2.0 */
/* Assigns addresses to functions and variables when lowering first meets them, so that the program
 * contains only what is reachable. */
#include "frontend/lower.h"

#include "frontend/observe.h"
#include "frontend/origin.h"
#include "program/address.h"

#include <string.h>

/* The library's part of a thread's record. Thread-local variables follow it. */
enum { RECORD_SPACE = 4096, OBJECT_ALIGNMENT = 16 };

static uint64_t round_up(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/* No object lies at a number that programs are likely to compute with, such as a power of two: a
 * constant that is an address counts as one. */
#define UNUSED_BYTES UINT64_C(0x75e39c000)

/* The address of a new object that takes `room` bytes (at least its size). */
static uint64_t place(uint64_t *next, uint64_t room, uint32_t alignment) {
  uint64_t step = alignment > OBJECT_ALIGNMENT ? alignment : OBJECT_ALIGNMENT;
  uint64_t address = round_up(*next, step);
  *next = address + room + ADDRESS_GAP;
  return address;
}

static uint64_t place_in_program(struct lowering *in, uint64_t room, uint32_t alignment) {
  struct address_range range = address_of_program_objects(in->program->data_model);
  if (!in->objects.globals.next)
    in->objects.globals.next =
        range.start + (in->program->data_model == DATA_MODEL_LP64 ? UNUSED_BYTES : 0);
  uint64_t available = range.end - in->objects.globals.next;
  if (room >= available || available - room < 2 * ADDRESS_GAP + 2 * (uint64_t)alignment) {
    in->objects.out_of_addresses = true;
    return range.start;
  }
  return place(&in->objects.globals.next, room, alignment);
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

static void add_object(struct object_list *objects, LLVMValueRef value,
                       const struct object *object) {
  vector_push(&objects->list, *object);
  vector_push(&objects->values, value);
}

/* Gives a function an address. Labels whose address is taken get those after it. */
static void place_function(struct lowering *in, struct function *function, uint64_t labels) {
  function->address = place_in_program(in, 1 + labels, 1);
  add_object(&in->objects.globals, NULL,
             &(struct object){.name = function->name,
                              .address = function->address,
                              .size = 1,
                              .alignment = 1,
                              .is_constant = true,
                              .is_library = function->is_library,
                              .function = function,
                              .at = function->at});
}

static void add_function(struct lowering *in, LLVMValueRef value, struct function *function) {
  function->number = (uint32_t)in->functions.list.count;
  vector_push(&in->functions.list, function);
  vector_push(&in->functions.values, value);
}

struct function *objects_made_function(struct lowering *in, const char *name) {
  struct function *function = arena_allocate(in->arena, sizeof *function);
  function->name = name;
  function->is_library = true;
  add_function(in, NULL, function);
  place_function(in, function, 0);
  return function;
}

struct function *objects_function(struct lowering *in, LLVMValueRef value) {
  uint64_t number;
  if (map_get(&in->functions.numbers, (uintptr_t)value, &number))
    return in->functions.list.items[number];
  struct function *function = arena_allocate(in->arena, sizeof *function);
  function->name = debug_name_of_function(&in->debug, value);
  function->at = debug_position_of_function(&in->debug, value);
  function->is_library = origin_is_library(value);
  function->tells_threads_apart = origin_tells_threads_apart(value);
  function->names_variable = origin_names_variable(value);
  function->effect = origin_effect(value);
  function->is_observer =
      function->is_library && !strncmp(function->name, OBSERVE_PREFIX, strlen(OBSERVE_PREFIX));
  function->is_variadic =
      objects_is_defined(value) && LLVMIsFunctionVarArg(LLVMGlobalGetValueType(value));
  describe_results(in, function, LLVMGlobalGetValueType(value));
  add_function(in, value, function);
  map_set(&in->functions.numbers, (uintptr_t)value, function->number);
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
  if (map_get(&in->objects.addresses, (uintptr_t)variable, &address))
    return address;
  LLVMTypeRef type = LLVMGlobalGetValueType(variable);
  bool is_sized = LLVMTypeIsSized(type);
  struct object object = {
      .name = name_of(in, variable),
      .size = is_sized ? types_size(in, type) : 0,
      .alignment = LLVMGetAlignment(variable),
      .is_constant = LLVMIsGlobalConstant(variable) && !LLVMIsDeclaration(variable),
      .is_thread_local = LLVMIsThreadLocal(variable),
      .is_library = origin_is_library(variable),
  };
  if (!object.alignment)
    object.alignment = is_sized ? LLVMABIAlignmentOfType(in->layout, type) : 1;
  debug_describe_global(&in->debug, variable, &object);
  if (object.is_thread_local) {
    if (!in->objects.thread_locals.next)
      in->objects.thread_locals.next = RECORD_SPACE + ADDRESS_GAP;
    object.address = place(&in->objects.thread_locals.next, object.size, object.alignment);
    add_object(&in->objects.thread_locals, variable, &object);
  } else {
    object.address = place_in_program(in, object.size, object.alignment);
    add_object(&in->objects.globals, variable, &object);
  }
  map_set(&in->objects.addresses, (uintptr_t)variable, object.address);
  if (LLVMIsDeclaration(variable) && objects_can_be_arbitrary(in, variable))
    vector_push(&in->objects.undefined, variable);
  return object.address;
}

uint64_t objects_opaque_address(struct lowering *in) {
  uint64_t size = (uint64_t)1 << (in->pointer_width == 64 ? 36 : 26);
  if (!in->objects.opaque_address) {
    in->objects.opaque_address = place_in_program(in, size, OBJECT_ALIGNMENT);
    add_object(&in->objects.globals, NULL,
               &(struct object){.name = "memory that is not known",
                                .address = in->objects.opaque_address,
                                .size = size,
                                .alignment = OBJECT_ALIGNMENT,
                                .is_constant = true,
                                .is_library = true});
  }
  return in->objects.opaque_address + size / 2;
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

/* Of the objects that joined the list since the last time. */
static void initialise_list(struct lowering *in, struct object_list *objects) {
  for (; objects->initialised < objects->list.count; objects->initialised++) {
    size_t i = objects->initialised;
    if (!objects->values.items[i])
      continue;
    const unsigned char *bytes =
        initial_bytes(in, objects->values.items[i], objects->list.items[i].size);
    objects->list.items[i].bytes = bytes; /* the list may have moved */
  }
}

/* The contents may name further functions and variables, which join the lists. */
void objects_initialise(struct lowering *in) {
  in->is_initialising = true;
  initialise_list(in, &in->objects.globals);
  initialise_list(in, &in->objects.thread_locals);
  in->is_initialising = false;
}

bool objects_are_initialised(const struct lowering *in) {
  const struct object_table *objects = &in->objects;
  return objects->globals.initialised == objects->globals.list.count &&
         objects->thread_locals.initialised == objects->thread_locals.list.count;
}
