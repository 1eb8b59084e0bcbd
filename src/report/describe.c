/* SPDX-License-Identifier: Apache-2.0 */
/* Prints names and values as the programmer wrote them. */
#include "report/describe.h"

#include "base/text.h"
#include "program/type.h"
#include "report/blocks.h"
#include "report/system_call.h"
#include "semantics/chooser.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct site describe_site(const struct thread *thread) {
  struct site site = {0};
  for (size_t i = thread->frames.count; i-- > 0;) {
    const struct frame *frame = &thread->frames.items[i];
    if (frame->function->is_library)
      continue;
    site.function = frame->function;
    if (i + 1 < thread->frames.count) {
      site.library = frame + 1;
      site.call = &frame->function->edges[frame[1].call_edge];
      site.at = site.call->at;
    }
    break;
  }
  return site;
}

static struct value evaluate(const struct state *state, const struct value *registers,
                             const struct term *term) {
  if (term->kind == TERM_CONSTANT)
    return state->domain->constant(state->domain_context, term->width, term->value);
  if (term->kind == TERM_VARIABLE)
    return registers[term->value];
  struct value operands[3] = {{0, 0}, {0, 0}, {0, 0}};
  for (unsigned i = 0; i < term->arity; i++)
    operands[i] = evaluate(state, registers, term->operands[i]);
  return state->domain->apply(state->domain_context, term, operands);
}

bool describe_evaluate(const struct state *state, const struct thread *thread,
                       const struct frame *frame, const struct term *term, uint64_t *bits) {
  return state->domain->known(
      state->domain_context, evaluate(state, thread->registers.items + frame->first_register, term),
      bits);
}

const struct function *describe_callee(const struct state *state, const struct thread *thread,
                                       const struct edge *edge) {
  uint64_t address;
  if (edge->call.callee)
    return edge->call.callee;
  return describe_evaluate(state, thread, thread_top(thread), edge->call.address, &address)
             ? program_function_at(state->program, address)
             : NULL;
}

void describe_thread(struct text *out, uint32_t number) {
  text_format(out, "\1%" PRIu32 "\2", number);
}

void describe_names(struct text *out, const char *raw, struct snapshot snapshot) {
  for (;;) {
    size_t plain = strcspn(raw, "\1");
    text_add_bytes(out, raw, plain);
    raw += plain;
    if (!*raw)
      return;
    char *end;
    bool is_block = raw[1] == 'b';
    unsigned long number = strtoul(raw + 1 + is_block, &end, 10);
    if (is_block) {
      struct text name = {0};
      blocks_print_name(&name, snapshot.blocks, number);
      describe_names(out, text_get(&name), snapshot);
      text_release(&name);
    } else {
      state_describe_thread(out, snapshot.state, (uint32_t)number);
    }
    raw = *end == '\2' ? end + 1 : end;
  }
}

static bool is_record(const struct place *place) {
  return place->dynamic && !place->dynamic->allocation && !place->variable;
}

static bool is_heap(const struct place *place) {
  return place->dynamic && place->dynamic->allocation && place->dynamic->allocation->allocate.heap;
}

/* The heap block at a place; NULL: the place is in none, or nothing is known of it. */
static const struct block *block_of(struct snapshot snapshot, const struct place *place) {
  size_t number;
  return snapshot.blocks && is_heap(place) && blocks_find(snapshot.blocks, place->address, &number)
             ? &snapshot.blocks->list.items[number]
             : NULL;
}

/* The path from the object to the part at the place, and the type there; NULL: not known. */
static const struct type *describe_path(struct text *out, struct snapshot snapshot,
                                        const struct place *place, const struct type *wanted) {
  const struct block *block = block_of(snapshot, place);
  if (place->variable)
    return type_describe_part(out, place->variable->type, place->offset, wanted);
  if (!block || !block->type || !block->type->size)
    return place->dynamic->allocation
               ? type_describe_part(out, place->dynamic->allocation->allocate.type, place->offset,
                                    wanted)
               : NULL;
  struct type row = {.kind = TYPE_ARRAY, .name = "", .size = place->size, .element = block->type};
  bool is_one = place->size < 2 * block->type->size;
  return type_describe_part(out, is_one ? block->type : &row, place->offset, wanted);
}

/* Cuts internal members of the C library's types, such as `.__data.__lock` of a mutex. */
static void cut_internals(struct text *path) {
  char *internal = path->data ? strstr(path->data, ".__") : NULL;
  if (!internal)
    return;
  path->length = (size_t)(internal - path->data);
  *internal = '\0';
}

/* "key[0]" becomes "key"; false: it is no first element. */
static bool cut_first_index(struct text *path) {
  if (path->length < 3 || strcmp(path->data + path->length - 3, "[0]") != 0)
    return false;
  path->length -= 3;
  path->data[path->length] = '\0';
  return true;
}

/* A variable of the library that a program knows by another name. */
static const char *find_known_name(const struct place *place) {
  const struct object *object = place->variable;
  if (!object || !object->is_library || place->dynamic)
    return NULL;
  return strcmp(object->name, "words") == 0 || strcmp(object->name, "any_words") == 0 ? "argv"
                                                                                      : NULL;
}

/* A stream of the library, of which there are arrays. False: it is none. */
static bool describe_stream(struct text *out, const struct place *place) {
  static const char *const standard[] = {"stdin", "stdout", "stderr"};
  const struct object *object = place->variable;
  const struct type *row = object ? object->type : NULL;
  if (!object || !object->is_library || place->dynamic || !row || row->kind != TYPE_ARRAY ||
      !row->element || !row->element->size)
    return false;
  uint64_t number = place->offset / row->element->size;
  if (strcmp(object->name, "standard") == 0 && number < sizeof standard / sizeof *standard)
    text_add(out, standard[number]);
  else if (strcmp(object->name, "files") == 0)
    text_format(out, "stream %" PRIu64, number + 1);
  else
    return false;
  return true;
}

void describe_object(struct text *out, struct snapshot snapshot, const struct place *place) {
  const struct block *block = block_of(snapshot, place);
  if (is_record(place))
    describe_thread(out, place->thread->number);
  else if (block)
    blocks_print_placeholder(out, (size_t)(block - snapshot.blocks->list.items));
  else if (find_known_name(place))
    text_add(out, find_known_name(place));
  else
    state_describe_object(out, snapshot.state, place->address);
}

/* A part of the block that a pointer points to. */
static void add_block_part(struct text *out, struct snapshot snapshot, const struct place *place,
                           const char *path) {
  if (!*path && !place->offset)
    text_add(out, "*");
  describe_object(out, snapshot, place);
  if (*path == '.')
    text_format(out, "->%s", path + 1);
  else
    text_add(out, path);
}

/* As describe_place, but what is meant may be a whole of the type `wanted`. With `is_pointer` it is
 * the address of it. */
static const struct type *describe_part(struct text *out, struct snapshot snapshot,
                                        uint64_t address, const struct type *wanted,
                                        bool is_pointer) {
  struct place place;
  if (!state_find_place(snapshot.state, address, &place)) {
    state_describe_object(out, snapshot.state, address);
    return NULL;
  }
  struct text path = {0};
  const struct type *type = describe_path(&path, snapshot, &place, wanted);
  if (!type && place.offset)
    text_format(&path, "[byte %" PRIu64 "]", place.offset);
  cut_internals(&path);
  /* The start of a block, or of a text: `name` is the same as `&name[0]`. */
  bool is_row = is_pointer && ((is_heap(&place) && !place.offset) || (type && type->size == 1)) &&
                cut_first_index(&path);
  const char *part = text_get(&path);
  if (is_pointer && is_heap(&place) && !*part) {
    describe_object(out, snapshot, &place);
  } else {
    text_add(out, is_pointer && !is_row && !is_record(&place) ? "&" : "");
    if (is_heap(&place)) {
      add_block_part(out, snapshot, &place, part);
    } else {
      describe_object(out, snapshot, &place);
      text_add(out, part);
    }
  }
  text_release(&path);
  return type;
}

const struct type *describe_place(struct text *out, struct snapshot snapshot, uint64_t address) {
  return describe_part(out, snapshot, address, NULL, false);
}

static void describe_float(struct text *out, unsigned width, uint64_t bits) {
  double value;
  if (width == 32) {
    uint32_t low = (uint32_t)bits;
    float single;
    memcpy(&single, &low, sizeof single);
    value = (double)single;
  } else {
    memcpy(&value, &bits, sizeof value);
  }
  text_format(out, "%.9g", value);
}

/* A string literal is shown as itself. */
static bool describe_literal(struct text *out, const struct place *place) {
  enum { LONGEST = 60 };
  const struct object *object = place->variable;
  if (!object || !object->is_constant || !object->bytes || place->dynamic)
    return false;
  const char *start = (const char *)object->bytes + place->offset;
  size_t length = strnlen(start, place->size - place->offset);
  if (length == place->size - place->offset)
    return false;
  for (size_t i = 0; i < length; i++)
    if (!isprint((unsigned char)start[i]) && !isspace((unsigned char)start[i]))
      return false;
  text_add(out, "\"");
  for (size_t i = 0; i < length && i < LONGEST; i++) {
    if (start[i] == '\n' || start[i] == '\t')
      text_add(out, start[i] == '\n' ? "\\n" : "\\t");
    else
      text_add_bytes(out, &start[i], 1);
  }
  text_add(out, length > LONGEST ? "…\"" : "\"");
  return true;
}

/* False: nothing is there. */
static bool describe_pointer(struct text *out, struct snapshot snapshot, uint64_t address,
                             const struct type *element) {
  struct place place;
  if (!state_find_place(snapshot.state, address, &place))
    return false;
  if (describe_literal(out, &place) || describe_stream(out, &place))
    return true;
  bool is_function = place.variable && place.variable->function;
  bool is_whole = !element && !place.offset;
  if (is_function || is_record(&place) || (is_whole && is_heap(&place))) {
    describe_object(out, snapshot, &place);
  } else if (is_whole) {
    text_add(out, "&");
    describe_object(out, snapshot, &place);
  } else {
    describe_part(out, snapshot, address, element, true);
  }
  return true;
}

static bool is_character(const struct type *type, uint64_t bits) {
  return type && type->size == 1 && (type->kind == TYPE_SIGNED || type->kind == TYPE_UNSIGNED) &&
         strstr(type->name, "char") && bits < 128 && isprint((int)bits);
}

void describe_value(struct text *out, struct snapshot snapshot, const struct type *type,
                    unsigned width, uint64_t bits) {
  bool is_address =
      type ? type->kind == TYPE_POINTER : width == snapshot.state->program->pointer_width;
  int64_t number = width_signed(bits, width);
  if (type && type->kind == TYPE_POINTER && !bits)
    text_add(out, "NULL");
  else if (type && type->kind == TYPE_FLOAT && (width == 32 || width == 64))
    describe_float(out, width, bits);
  else if (width == snapshot.state->program->pointer_width &&
           describe_pointer(out, snapshot, bits, is_address && type ? type->element : NULL))
    return;
  else if (is_character(type, bits))
    text_format(out, "'%c'", (int)bits);
  else if (type && (type->kind == TYPE_UNSIGNED || type->kind == TYPE_BOOL))
    text_format(out, "%" PRIu64, bits);
  else if (is_address && (number < -65536 || number > UINT32_MAX))
    text_format(out, "0x%" PRIx64, bits);
  else
    text_format(out, "%" PRId64, width == 1 ? (int64_t)bits : number);
}

enum { PARTS_PARAMETERS = 3 }; /* which tell about the type */

/* The n-th of the arguments that follow the number; false: it is not there. */
static bool read_word(const struct state *state, uint64_t area, unsigned n, uint64_t *bits) {
  struct chooser chooser = {chooser_zero, true, NULL};
  unsigned width = state->program->pointer_width / 8;
  struct place place;
  if (!area || !state_find_place(state, area + (uint64_t)n * width, &place) || !place.content ||
      place.size - place.offset < width)
    return false;
  struct value value = state->domain->content_read(state->domain_context, place.content, place.size,
                                                   place.offset, width, NULL, &chooser);
  return state->domain->known(state->domain_context, value, bits);
}

static void describe_futex(struct text *out, struct snapshot snapshot, uint64_t area) {
  static const struct type number = {.kind = TYPE_SIGNED, .size = 4, .name = "int"};
  unsigned width = snapshot.state->program->pointer_width;
  uint64_t words[3];
  for (unsigned i = 0; i < 3; i++)
    if (!read_word(snapshot.state, area, i, &words[i]))
      return;
  text_add(out, ", ");
  describe_value(out, snapshot, NULL, width, words[0]);
  text_add(out, ", ");
  system_call_print_operation(out, words[1] & UINT32_MAX);
  text_add(out, ", ");
  describe_value(out, snapshot, &number, 32, words[2] & UINT32_MAX);
}

/* "syscall(SYS_futex, word, FUTEX_WAIT, 1, ...)". False: the frame is none of a known system call,
 * and nothing was added. */
static bool describe_system_call(struct text *out, struct snapshot snapshot,
                                 const struct thread *thread, const struct frame *frame) {
  const struct state *state = snapshot.state;
  const struct function *function = frame->function;
  const struct value *registers = thread->registers.items + frame->first_register;
  uint64_t number, area;
  bool is_futex = false;
  if (!function->is_library || strcmp(program_function_name(function), "syscall") != 0 ||
      function->parameter_count != 2 ||
      !state->domain->known(state->domain_context, registers[function->parameters[0]], &number) ||
      !state->domain->known(state->domain_context, registers[function->parameters[1]], &area))
    return false;
  const char *name = system_call_name(state->program->pointer_width, number, &is_futex);
  if (!name)
    return false;
  text_format(out, "syscall(%s", name);
  if (is_futex)
    describe_futex(out, snapshot, area);
  text_add(out, is_futex ? ", ...)" : ")");
  return true;
}

void describe_call(struct text *out, struct snapshot snapshot, const struct thread *thread,
                   const struct frame *frame) {
  const struct function *function = frame->function;
  uint32_t count = function->parameter_count - (function->is_variadic ? 1 : 0);
  if (strncmp(function->name, LIBRARY_PARTS, strlen(LIBRARY_PARTS)) == 0)
    count -= PARTS_PARAMETERS;
  if (describe_system_call(out, snapshot, thread, frame))
    return;
  text_format(out, "%s(", program_function_name(function));
  for (uint32_t i = 0; i < count; i++) {
    uint32_t parameter = function->parameters[i];
    const struct reg *reg = &function->registers[parameter];
    uint64_t bits;
    text_add(out, i ? ", " : "");
    if (snapshot.state->domain->known(snapshot.state->domain_context,
                                      thread->registers.items[frame->first_register + parameter],
                                      &bits))
      describe_value(out, snapshot, reg->type, reg->width, bits);
    else
      text_add(out, "?");
  }
  text_format(out, "%s)", !function->is_variadic ? "" : count ? ", ..." : "...");
}
