/* SPDX-License-Identifier: Apache-2.0 */
#include "frontend/lower.h"

#include <string.h>
#include <unistd.h>

void lower_start(struct lowering *in, const struct frontend_options *options, LLVMModuleRef module,
                 struct arena *arena) {
  char directory[4096];
  unsigned size = options->data_model == DATA_MODEL_LP64 ? 8 : 4;
  const char *here = getcwd(directory, sizeof directory) ? directory : "";
  *in = (struct lowering){
      .arena = arena,
      .scratch = arena_create(),
      .options = options,
      .module = module,
      .layout = LLVMGetModuleDataLayout(module),
      .pointer_width = size * 8,
      .pointer_size = size,
      .debug = {.context = LLVMGetModuleContext(module),
                .arena = arena,
                .options = options,
                .directory = arena_copy_text(arena, here)},
      .byval_attribute = LLVMGetEnumAttributeKindForName("byval", 5),
      .sret_attribute = LLVMGetEnumAttributeKindForName("sret", 4),
  };
}

static void release_objects(struct object_list *objects) {
  vector_release(&objects->list);
  vector_release(&objects->values);
}

void lower_release(struct lowering *in) {
  map_release(&in->functions.numbers);
  vector_release(&in->functions.list);
  vector_release(&in->functions.values);
  map_release(&in->objects.addresses);
  release_objects(&in->objects.globals);
  release_objects(&in->objects.thread_locals);
  vector_release(&in->objects.undefined);
  map_release(&in->leaves);
  map_release(&in->environment_types);
  vector_release(&in->start_problems);
  vector_release(&in->assumptions);
  debug_release(&in->debug);
  arena_destroy(in->scratch);
}

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
