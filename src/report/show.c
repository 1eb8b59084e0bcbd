/* SPDX-License-Identifier: Apache-2.0 */
/* Prints a program as text, and as a graph for Graphviz. */
#include "report/show.h"

#include "base/text.h"
#include "program/program.h"
#include "program/type.h"

#include <ctype.h>
#include <inttypes.h>

enum { TARGET_COLUMN = 64 };

static void pad_to(struct text *out, size_t start, size_t width) {
  text_add(out, " ");
  while (out->length - start < width)
    text_add(out, " ");
}

static const char *type_name(const struct type *type) {
  return type && *type->name ? type->name : "";
}

static bool is_string(const struct object *object) {
  if (!object->is_constant || object->size < 2 || object->bytes[object->size - 1])
    return false;
  for (uint64_t i = 0; i + 1 < object->size; i++)
    if (!isprint(object->bytes[i]) && object->bytes[i] != '\n' && object->bytes[i] != '\t')
      return false;
  return true;
}

static void show_string(struct text *out, const struct object *object) {
  text_add(out, " = \"");
  for (uint64_t i = 0; i + 1 < object->size && i < 40; i++) {
    const char byte = (char)object->bytes[i];
    if (byte == '\n' || byte == '\t')
      text_add(out, byte == '\n' ? "\\n" : "\\t");
    else
      text_add_bytes(out, &byte, 1);
  }
  text_add(out, object->size > 41 ? "...\"" : "\"");
}

static void show_contents(struct text *out, const struct object *object) {
  if (!object->bytes) {
    text_add(out, " = 0");
    return;
  }
  if (is_string(object)) {
    show_string(out, object);
    return;
  }
  uint64_t shown = object->size < 16 ? object->size : 16;
  text_add(out, " =");
  for (uint64_t i = 0; i < shown; i++)
    text_format(out, " %02x", object->bytes[i]);
  text_add(out, shown < object->size ? " ..." : "");
}

static void show_object(struct text *out, const struct program *program,
                        const struct object *object) {
  size_t start = out->length;
  text_format(out, "  %s", object->name);
  if (*type_name(object->type))
    text_format(out, ": %s", type_name(object->type));
  pad_to(out, start, 32);
  text_format(out, "%" PRIu64 " byte%s at %s%#" PRIx64, object->size, object->size == 1 ? "" : "s",
              object->is_thread_local ? "record + " : "", object->address);
  text_add(out, object->is_constant ? ", constant" : "");
  show_contents(out, object);
  if (object->at.line) {
    pad_to(out, start, TARGET_COLUMN);
    program_print_position(out, program, object->at);
  }
  text_add(out, "\n");
}

static void show_objects(struct text *out, const struct program *program, bool with_library) {
  text_add(out, "objects\n");
  for (uint32_t i = 0; i < program->object_count; i++)
    if (!program->objects[i].function && (with_library || !program->objects[i].is_library))
      show_object(out, program, &program->objects[i]);
  for (uint32_t i = 0; i < program->thread_local_count; i++)
    if (with_library || !program->thread_locals[i].is_library)
      show_object(out, program, &program->thread_locals[i]);
}

static void show_signature(struct text *out, const struct function *function) {
  text_format(out, "%s(", function->name);
  for (uint32_t i = 0; i < function->parameter_count; i++) {
    const char *separator = i ? ", " : "";
    if (function->is_variadic && i + 1 == function->parameter_count)
      text_format(out, "%s...", separator);
    else if (function->locations)
      text_format(out, "%s%s: %u", separator, function->registers[function->parameters[i]].name,
                  function->registers[function->parameters[i]].width);
  }
  text_add(out, ")");
  for (uint32_t i = 0; i < function->result_count; i++)
    text_format(out, "%s%u", i ? ", " : " -> ", function->result_widths[i]);
}

static void show_function(struct text *out, const struct program *program,
                          const struct function *function) {
  size_t start = out->length;
  text_add(out, "\nfunction ");
  show_signature(out, function);
  if (function->at.line) {
    pad_to(out, start, TARGET_COLUMN);
    program_print_position(out, program, function->at);
  }
  text_add(out, "\n");
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    start = out->length;
    if (i == 0 || function->edges[i - 1].from != edge->from)
      text_format(out, "%5u%s%s", edge->from, function->locations[edge->from].loop_head ? "*" : " ",
                  operation_is(edge->op, IS_VISIBLE) ? "! " : "  ");
    else
      text_add(out, "        ");
    report_show_edge(out, program, function, edge);
    pad_to(out, start, TARGET_COLUMN);
    text_format(out, "-> %-4u ", edge->to);
    program_print_position(out, program, edge->at);
    text_add(out, "\n");
  }
}

static bool is_shown(const struct function *function, bool with_library) {
  return function->locations && (with_library || !function->is_library);
}

void report_show_program(struct text *out, const struct program *program, bool with_library) {
  text_format(out, "data model %s, starts in %s\n",
              program->data_model == DATA_MODEL_LP64 ? "LP64" : "ILP32", program->start->name);
  for (uint32_t i = 0; i < program->assumption_count; i++)
    text_format(out, "assumes that %s\n", program->assumptions[i]);
  text_add(out, "(* loop head, ! other threads may run before it)\n\n");
  show_objects(out, program, with_library);
  for (uint32_t i = 0; i < program->function_count; i++)
    if (is_shown(program->functions[i], with_library))
      show_function(out, program, program->functions[i]);
}

/* Long labels are cut: a term can be very long. */
void report_escape_label(struct text *out, const char *label) {
  enum { LONGEST = 160 };
  for (size_t i = 0; label[i]; i++) {
    if (i >= LONGEST && (label[i] & 0xc0) != 0x80) { /* not inside a character */
      text_add(out, "…");
      return;
    }
    if (label[i] == '"' || label[i] == '\\')
      text_add(out, "\\");
    if (label[i] == '\n')
      text_add(out, "\\n");
    else
      text_add_bytes(out, &label[i], 1);
  }
}

static void graph_location(struct text *out, const struct function *function, uint32_t at) {
  const struct location *location = &function->locations[at];
  struct position place = {0};
  if (location->edge_count)
    place = function->edges[location->first_edge].at;
  text_format(out, "    f%u_%u [label=\"%u", function->number, at, at);
  if (place.line)
    text_format(out, "\\nline %u", place.line);
  text_format(out, "\"%s%s];\n", at == function->entry ? ", style=bold" : "",
              location->loop_head ? ", shape=doublecircle" : "");
}

static void graph_function(struct text *out, const struct program *program,
                           const struct function *function) {
  struct text label = {0};
  show_signature(&label, function);
  text_format(out, "  subgraph cluster_%u {\n    label=\"", function->number);
  report_escape_label(out, text_get(&label));
  text_add(out, "\";\n");
  for (uint32_t i = 0; i < function->location_count; i++)
    graph_location(out, function, i);
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    text_release(&label);
    report_show_edge(&label, program, function, edge);
    text_format(out, "    f%u_%u -> f%u_%u [label=\"", function->number, edge->from,
                function->number, edge->to);
    report_escape_label(out, text_get(&label));
    text_release(&label);
    program_print_position(&label, program, edge->at);
    text_add(out, label.length ? "\\n" : "");
    report_escape_label(out, text_get(&label));
    text_format(out, "\"%s];\n", operation_is(edge->op, IS_VISIBLE) ? ", color=blue" : "");
  }
  text_add(out, "  }\n");
  text_release(&label);
}

void report_show_cfa(struct text *out, const struct program *program, bool with_library) {
  text_add(out, "digraph program {\n  node [shape=circle, fontsize=10];\n"
                "  edge [fontsize=10, fontname=monospace];\n");
  for (uint32_t i = 0; i < program->function_count; i++)
    if (is_shown(program->functions[i], with_library))
      graph_function(out, program, program->functions[i]);
  text_add(out, "}\n");
}
