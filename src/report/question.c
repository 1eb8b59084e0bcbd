/* SPDX-License-Identifier: Apache-2.0 */
#include "report/question.h"

#include "base/text.h"
#include "program/access.h"
#include "program/type.h"
#include "report/describe.h"
#include "report/expression.h"

#include <string.h>

enum { LONGEST_LITERAL = 20 };

static const char *claim_text(unsigned property) {
  static const char *const texts[] = {
      [PROPERTY_REACH] = "does not fail",
      [PROPERTY_SPEC] = "does not violate the specification",
      [PROPERTY_MEMORY] = "lies within a live object",
      [PROPERTY_ABORT] = "is not reached",
      [PROPERTY_LOCK] = "does not misuse a lock",
      [PROPERTY_DEADLOCK] = "does not wait for ever",
      [PROPERTY_DIVISION] = "is defined",
      [PROPERTY_OVERFLOW] = "does not overflow",
      [PROPERTY_LEAK] = "leaves no block unreachable",
      [PROPERTY_MEMCLEANUP] = "leaves no block allocated",
      [PROPERTY_RACE] = "is not accessed concurrently",
      [NOT_MODELLED] = "is not reached",
  };
  return texts[property];
}

const char *question_property(const struct obligation *obligation) {
  return obligation->property == NOT_MODELLED ? "not modelled"
                                              : property_name((enum property)obligation->property);
}

/* The text of a literal that a term points to; NULL: it is something else. */
static const char *find_literal(const struct program *program, const struct term *term) {
  const struct object *object =
      term_is_constant(term) ? program_find_object(program, term->value) : NULL;
  bool is_text = object && object->is_constant && object->bytes && object->name[0] == '.' &&
                 object->address == term->value && memchr(object->bytes, 0, object->size);
  return is_text ? (const char *)object->bytes : NULL;
}

/* As in the source, but for what a long text says. */
static void add_literal(struct text *out, const char *literal) {
  size_t length = strcspn(literal, "\n\t\"\\%");
  bool is_whole = !literal[length] && length <= LONGEST_LITERAL;
  if (is_whole)
    text_format(out, "\"%s\"", literal);
  else
    text_add(out, "\"…\"");
}

/* The members of the C library's types mean nothing to the user: &pool.mutex.__data.__lock. */
static void add_argument(struct text *out, const struct program *program,
                         const struct obligation *obligation, const struct term *term,
                         const struct type *wanted) {
  const char *literal = find_literal(program, term);
  struct text argument = {0};
  if (literal) {
    add_literal(out, literal);
    return;
  }
  bool is_part = expression_add_part(&argument, program, obligation->function, term, wanted);
  if (!is_part)
    expression_add_value(&argument, program, obligation->function, term);
  if (!is_part && term->kind == TERM_APPLY &&
      strchr(text_get(&argument), '&')) { /* an address in a sum */
    text_release(&argument);
    text_add(&argument, "&");
    expression_add_place(&argument, program, obligation->function, term);
  }
  const char *inner = strstr(text_get(&argument), ".__");
  size_t length = inner ? (size_t)(inner - argument.data) : argument.length;
  text_add_bytes(out, text_get(&argument), length);
  text_release(&argument);
}

/* What the parameter points to; NULL: it is not known. */
static const struct type *type_of_parameter(const struct function *callee, uint32_t number) {
  if (!callee || number >= callee->parameter_count)
    return NULL;
  const struct type *type = callee->registers[callee->parameters[number]].type;
  return type && type->kind == TYPE_POINTER ? type->element : NULL;
}

static void add_call(struct text *out, const struct program *program,
                     const struct obligation *obligation) {
  const struct edge *edge = obligation->edge;
  const char *name = edge->call.callee ? program_function_name(edge->call.callee) : NULL;
  const char *assertion = name && strcmp(name, "__assert_fail") == 0 && edge->call.argument_count
                              ? find_literal(program, edge->call.arguments[0])
                              : NULL;
  if (assertion) {
    text_format(out, "assertion '%s'", assertion);
    return;
  }
  if (name)
    text_add(out, name);
  else
    expression_add_value(out, program, obligation->function, edge->call.address);
  text_add(out, "(");
  for (uint32_t i = 0; i < edge->call.argument_count; i++) {
    text_add(out, i ? ", " : "");
    add_argument(out, program, obligation, edge->call.arguments[i],
                 type_of_parameter(edge->call.callee, i));
  }
  text_add(out, ")");
}

void question_add_subject(struct text *out, const struct program *program,
                          const struct obligation *obligation) {
  const struct edge *edge = obligation->edge;
  struct edge_access accesses[MOST_ACCESSES];
  if (!obligation->at.line)
    text_add(out, "the end of a thread or of the program");
  else if (edge->op == OPERATION_CALL)
    add_call(out, program, obligation);
  else if (edge->op == OPERATION_CHECK)
    expression_add_value(out, program, obligation->function, edge->check.condition);
  else if (edge->op == OPERATION_UNSUPPORTED)
    text_add(out, edge->unsupported.what);
  else if (edge_accesses(edge, accesses))
    expression_add_place(out, program, obligation->function, accesses[0].address);
  else
    text_add(out, operation_name(edge->op));
}

void question_add_claim(struct text *out, const struct program *program,
                        const struct obligation *obligation) {
  bool is_call = obligation->at.line && obligation->edge->op == OPERATION_CALL;
  question_add_subject(out, program, obligation);
  if (is_call && obligation->property == PROPERTY_MEMORY)
    text_add(out, " accesses live objects only");
  else if (is_call && obligation->property == PROPERTY_RACE)
    text_add(out, " accesses nothing that others access concurrently");
  else if (is_call &&
           (obligation->property == PROPERTY_ABORT || obligation->property == NOT_MODELLED))
    text_format(out, " does not come to %s",
                obligation->property == NOT_MODELLED ? "what is not modelled" : "an abort");
  else
    text_format(out, " %s", claim_text(obligation->property));
}

void question_list(struct text *out, const struct program *program,
                   const struct obligations *obligations) {
  for (uint32_t i = 0; i < obligations_count(obligations); i++) {
    const struct obligation *obligation = obligations_at(obligations, i);
    text_format(out, "%4u  %-12s  ", i + 1, question_property(obligation));
    size_t before = out->length;
    program_print_position(out, program, obligation->at);
    text_format(out, "%s", out->length > before ? ": " : "");
    question_add_claim(out, program, obligation);
    text_add(out, "\n");
  }
}
