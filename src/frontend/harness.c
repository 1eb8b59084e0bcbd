/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the effect of --entry as C: a main that makes objects for the parameters, and a thread for
 * each function. The objects are global variables, one for each type, so that all functions share
 * them; numbers in them are inputs. The program includes the source files, so it sees static
 * functions and all types. */
#include "frontend/harness.h"

#include "base/text.h"
#include "frontend/debug.h"
#include "frontend/environment.h"
#include "frontend/module.h"
#include "frontend/names.h"
#include "frontend/source_types.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>

enum { DEEPEST = 2, TEXT_SIZE = 9 };

struct harness {
  struct lowering in;
  struct text objects, preparation, runners, inputs; /* parts of the file */
  struct map known;                                  /* type: name of its object */
  struct interner *declared;                         /* names of inputs */
  unsigned number;
};

static const char *object_of(struct harness *h, LLVMMetadataRef type, int depth);

/* A call that gives an arbitrary number of this type, or NULL. */
static const char *input_of(struct harness *h, LLVMMetadataRef type) {
  const char *input = source_types_input(&h->in, type);
  bool is_new = false;
  if (!input)
    return NULL;
  interner_add(h->declared, input, strlen(input), &is_new);
  LLVMMetadataRef bare = debug_strip(&h->in.debug, type);
  bool is_enumeration = LLVMGetDINodeTag(bare) == TAG_ENUMERATION;
  if (is_new)
    text_format(&h->inputs, "%s __VERIFIER_nondet_%s(void);\n",
                is_enumeration ? "int" : source_types_name(&h->in, bare), input);
  return arena_format(h->in.arena, "__VERIFIER_nondet_%s()", input);
}

static LLVMMetadataRef pointee_of(struct harness *h, LLVMMetadataRef pointer) {
  return debug_operand(&h->in.debug, pointer, TYPE_BASE);
}

/* The value of a pointer of this type; `is_needed`: not NULL if possible. */
static const char *pointer_value(struct harness *h, LLVMMetadataRef pointer, int depth,
                                 bool is_needed) {
  LLVMMetadataRef pointee = pointee_of(h, pointer);
  struct environment_field field = environment_describe(&h->in, pointer);
  bool is_object = field.kind == FIELD_POINTER || field.kind == FIELD_CONSTANT;
  const char *object = is_object && depth > 0 ? object_of(h, pointee, depth - 1) : NULL;
  if (!object)
    return "0 /* heddle does not know what it leads to */";
  if (is_needed)
    return arena_format(h->in.arena, "%s", object);
  bool is_new = false;
  interner_add(h->declared, "bool", 4, &is_new);
  if (is_new)
    text_add(&h->inputs, "_Bool __VERIFIER_nondet_bool(void);\n");
  return arena_format(h->in.arena, "__VERIFIER_nondet_bool() ? %s : 0", object);
}

static void fill_object(struct harness *h, LLVMMetadataRef type, const char *place, int depth);

static void fill_members(struct harness *h, LLVMMetadataRef type, const char *place, int depth) {
  LLVMMetadataRef members = debug_operand(&h->in.debug, type, TYPE_ELEMENTS);
  unsigned count = members ? debug_operand_count(&h->in.debug, members) : 0;
  for (unsigned i = 0; i < count; i++) {
    LLVMMetadataRef member = debug_operand(&h->in.debug, members, i);
    const char *name = source_types_name(&h->in, member);
    LLVMMetadataRef base = debug_operand(&h->in.debug, member, TYPE_BASE);
    if (LLVMGetDINodeTag(member) == TAG_MEMBER)
      fill_object(h, base, *name ? arena_format(h->in.arena, "%s.%s", place, name) : place, depth);
  }
}

static void fill_array(struct harness *h, LLVMMetadataRef type, const char *place, int depth) {
  const char *index = arena_format(h->in.arena, "i%u", h->number++);
  text_format(&h->preparation, "  for (unsigned %s = 0; %s < sizeof %s / sizeof %s[0]; %s++) {\n",
              index, index, place, place, index);
  fill_object(h, debug_operand(&h->in.debug, type, TYPE_BASE),
              arena_format(h->in.arena, "%s[%s]", place, index), depth);
  text_add(&h->preparation, "  }\n");
}

/* Gives an object of this type contents. Global variables are zero before. */
static void fill_object(struct harness *h, LLVMMetadataRef type, const char *place, int depth) {
  LLVMMetadataRef bare = debug_strip(&h->in.debug, type);
  unsigned tag = bare ? LLVMGetDINodeTag(bare) : 0;
  const char *input = input_of(h, type);
  if (environment_is_lock(&h->in, type)) {
    text_format(&h->preparation, "  /* %s is zero: initialise it if that is not enough. */\n",
                place);
    return;
  }
  if (input && debug_is_const(&h->in.debug, type))
    return;
  if (input)
    text_format(&h->preparation, "  %s = %s;\n", place, input);
  else if (tag == TAG_POINTER)
    text_format(&h->preparation, "  %s = %s;\n", place, pointer_value(h, bare, depth, false));
  else if (tag == TAG_STRUCTURE)
    fill_members(h, bare, place, depth);
  else if (tag == TAG_ARRAY)
    fill_array(h, bare, place, depth);
  else
    text_format(&h->preparation, "  /* %s is zero. */\n", place);
}

/* The address of the object of this type, which is made if there is none; NULL: it has no name. */
static const char *object_of(struct harness *h, LLVMMetadataRef type, int depth) {
  LLVMMetadataRef bare = debug_strip(&h->in.debug, type);
  uint64_t known;
  if (map_get(&h->known, (uintptr_t)bare, &known))
    return (const char *)(uintptr_t)known;
  bool is_text = environment_is_text(&h->in, type);
  const char *name = arena_format(h->in.arena, is_text ? "text_%u" : "object_%u", h->number++);
  const char *address = arena_format(h->in.arena, is_text ? "%s" : "&%s", name);
  LLVMMetadataRef shown = type;
  while (shown && LLVMGetDINodeTag(shown) == TAG_CONST)
    shown = debug_operand(&h->in.debug, shown, TYPE_BASE);
  struct text declaration = {0};
  bool fine =
      source_types_declare(&h->in, &declaration, shown,
                           is_text ? arena_format(h->in.arena, "%s[%d]", name, TEXT_SIZE) : name);
  map_set(&h->known, (uintptr_t)bare, fine ? (uintptr_t)address : 0);
  if (fine)
    text_format(&h->objects, "static %s;\n", text_get(&declaration));
  text_release(&declaration);
  if (fine && is_text)
    text_format(&h->preparation,
                "  for (unsigned i = 0; i + 1 < sizeof %s; i++)\n    %s[i] = %s;\n", name, name,
                input_of(h, type));
  else if (fine)
    fill_object(h, type, name, depth);
  return fine ? address : NULL;
}

/* An argument for a parameter of this type. */
static const char *argument_of(struct harness *h, LLVMMetadataRef type) {
  LLVMMetadataRef bare = debug_strip(&h->in.debug, type);
  const char *input = input_of(h, type);
  if (input)
    return input;
  if (bare && LLVMGetDINodeTag(bare) == TAG_POINTER)
    return pointer_value(h, bare, DEEPEST, true);
  const char *object = object_of(h, type, DEEPEST);
  return object ? object + 1 /* without the & */ : "0 /* heddle cannot name its type */";
}

/* The function of a thread that calls the entry. */
static void write_runner(struct harness *h, const char *name, LLVMMetadataRef type) {
  const char *key = arena_format(h->in.arena, "run_%s", name);
  bool is_first = false;
  interner_add(h->declared, key, strlen(key), &is_first);
  if (!is_first)
    return;
  LLVMMetadataRef types = debug_operand(&h->in.debug, type, TYPE_BASE);
  unsigned count = types ? debug_operand_count(&h->in.debug, types) : 0;
  struct text call = {0};
  text_format(&call, "%s(", name);
  for (unsigned i = 1; i < count; i++) {
    LLVMMetadataRef parameter = debug_operand(&h->in.debug, types, i);
    if (parameter)
      text_format(&call, "%s%s", i > 1 ? ", " : "", argument_of(h, parameter));
  }
  text_add(&call, ");");
  bool repeats = h->in.options->repeats, is_new = false;
  if (repeats)
    interner_add(h->declared, "bool", 4, &is_new);
  if (is_new)
    text_add(&h->inputs, "_Bool __VERIFIER_nondet_bool(void);\n");
  text_format(&h->runners, "\nstatic void *run_%s(void *unused) {\n%s  %s%s\n  return unused;\n}\n",
              name, repeats ? "  while (__VERIFIER_nondet_bool())\n" : "", repeats ? "  " : "",
              text_get(&call));
  text_release(&call);
}

static void write_main(struct text *out, const struct harness *h, unsigned count) {
  struct name_list names = {h->in.options->entry};
  text_format(out, "\nint main(void) {\n  pthread_t threads[%u];\n  prepare();\n", count);
  unsigned i = 0;
  for (const char *name; (name = names_next(&names, h->in.arena)); i++)
    text_format(out, "  pthread_create(&threads[%u], NULL, run_%s, NULL);\n", i, name);
  text_format(out, "  for (unsigned i = 0; i < %u; i++)\n    pthread_join(threads[i], NULL);\n",
              count);
  text_add(out, "  return 0;\n}\n");
}

static void write_file(struct text *out, const struct harness *h, unsigned count) {
  const struct frontend_options *options = h->in.options;
  text_format(out,
              "/* A harness for %s, written by heddle for you to edit. Check it with\n"
              "     heddle check THIS-FILE.c\n"
              " * The objects below have arbitrary contents. If the library has a function that\n"
              " * initialises them, call it in prepare() instead. */\n",
              options->entry);
  text_add(out, "#define main main_of_the_program\n");
  for (size_t i = 0; i < options->file_count; i++)
    text_format(out, "#include \"%s\"\n", options->files[i]);
  text_add(out, "#undef main\n\n#include <pthread.h>\n#include <stddef.h>\n\n");
  text_format(out, "%s\n%s", text_get(&h->inputs), text_get(&h->objects));
  text_format(out, "\nstatic void prepare(void) {\n%s}\n%s", text_get(&h->preparation),
              text_get(&h->runners));
  write_main(out, h, count);
}

static void release(struct harness *h) {
  text_release(&h->objects);
  text_release(&h->preparation);
  text_release(&h->runners);
  text_release(&h->inputs);
  map_release(&h->known);
  interner_destroy(h->declared);
  struct arena *arena = h->in.arena;
  lower_release(&h->in);
  arena_destroy(arena);
}

static enum status write_harness(struct harness *h, struct text *out) {
  struct name_list names = {h->in.options->entry};
  unsigned count = 0;
  for (const char *name; (name = names_next(&names, h->in.arena)); count++) {
    LLVMMetadataRef subprogram = LLVMGetSubprogram(LLVMGetNamedFunction(h->in.module, name));
    if (!subprogram) {
      fprintf(stderr, "heddle: nothing is known of the type of %s\n", name);
      return STATUS_BAD_INPUT;
    }
    write_runner(h, name, debug_operand(&h->in.debug, subprogram, FUNCTION_TYPE));
  }
  write_file(out, h, count);
  return STATUS_OK;
}

enum status harness_write(const struct frontend_options *options, struct text *out) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = NULL;
  struct frontend_times times = {0};
  enum status status = module_load(options, context, &module, &times);
  if (status == STATUS_OK) {
    struct harness h = {.declared = interner_create()};
    lower_start(&h.in, options, module, arena_create());
    status = write_harness(&h, out);
    release(&h);
  }
  if (module)
    LLVMDisposeModule(module);
  LLVMContextDispose(context);
  return status;
}
