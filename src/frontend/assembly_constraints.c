/* SPDX-License-Identifier: Apache-2.0 */
/* Parses LLVM's constraint strings of inline assembly, such as "=r,=*m,0,{ax},~{memory}": outputs,
 * inputs, labels, clobbers. */
#include "frontend/assembly.h"

#include <ctype.h>
#include <string.h>

/* How many of LLVM's arguments and results the constraints read so far have consumed. */
struct constraint_reader {
  struct assembly *in;
  const char *at, *end; /* of one constraint */
  unsigned argument;
  unsigned output;
  unsigned outputs[ASSEMBLY_MAX_CONSTRAINTS]; /* widths of the results */
  unsigned output_count;
};

static unsigned scalar_width(struct assembly *in, LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMPointerTypeKind)
    return in->b->lowering->pointer_width;
  return kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64 ? LLVMGetIntTypeWidth(type)
                                                                        : 0;
}

static void note_results(struct constraint_reader *r) {
  LLVMTypeRef type = LLVMTypeOf(r->in->call);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMVoidTypeKind)
    return;
  if (kind != LLVMStructTypeKind) {
    r->outputs[r->output_count++] = scalar_width(r->in, type);
    return;
  }
  unsigned count = LLVMCountStructElementTypes(type);
  for (unsigned i = 0; i < count && i < ASSEMBLY_MAX_CONSTRAINTS; i++)
    r->outputs[r->output_count++] = scalar_width(r->in, LLVMStructGetTypeAtIndex(type, i));
}

/* Reads "{ax}" or "{@ccz}" and returns what is between the braces. */
static bool take_braces(struct constraint_reader *r, const char **name, size_t *length) {
  const char *close = memchr(r->at, '}', (size_t)(r->end - r->at));
  if (*r->at != '{' || !close)
    return false;
  *name = r->at + 1;
  *length = (size_t)(close - *name);
  r->at = close + 1;
  return true;
}

static bool read_clobber(struct constraint_reader *r) {
  const char *name;
  size_t length;
  struct assembly_register reg;
  r->at++;
  if (!take_braces(r, &name, &length))
    return assembly_fail(r->in, "a clobber without a name");
  if (length == 6 && !memcmp(name, "memory", 6))
    r->in->clobbers_memory = true;
  else if (assembly_find_register(r->in->syntax, name, length, &reg))
    r->in->is_clobbered[reg.machine] = true;
  return true; /* flags and registers that no modelled statement uses */
}

/* "={@ccz}" of x86, "={@cceq}" of AArch64. */
static bool read_condition(struct constraint_reader *r, struct assembly_constraint *c,
                           const char *name, size_t length) {
  c->condition = assembly_find_condition(r->in->syntax, name + 3, length - 3);
  if (c->condition < 0)
    return assembly_fail(r->in, "the condition %.*s", (int)length, name);
  return true;
}

static bool read_fixed(struct constraint_reader *r, struct assembly_constraint *c) {
  const char *name;
  size_t length;
  struct assembly_register reg;
  if (!take_braces(r, &name, &length))
    return assembly_fail(r->in, "a constraint of an operand");
  if (length > 3 && !memcmp(name, "@cc", 3))
    return read_condition(r, c, name, length);
  if (!assembly_find_register(r->in->syntax, name, length, &reg))
    return assembly_fail(r->in, "an operand in the register %.*s", (int)length, name);
  c->machine = reg.machine;
  c->allows_register = true;
  return true;
}

/* One letter. Letters that restrict the range of an immediate are read as "i". */
static bool read_letter(struct constraint_reader *r, struct assembly_constraint *c) {
  char letter = *r->at++;
  bool is_arm = r->in->syntax == SYNTAX_ARM;
  if (letter == 'A' && !is_arm) {
    c->is_pair = c->allows_register = true;
  } else if (strchr(is_arm ? "r" : "rqQRlabcdSDU", letter)) {
    c->allows_register = true;
  } else if (strchr(is_arm ? "mQo" : "moVp<>", letter)) {
    c->is_memory |= letter == 'p';
  } else if (strchr(is_arm ? "inIJKLMNSYZz" : "ineIJKLMNOZsEF", letter)) {
    c->allows_immediate = true;
  } else if (letter == 'g' || letter == 'X') {
    c->allows_register = c->allows_immediate = true;
  } else {
    return assembly_fail(r->in, "an operand with the constraint %c", letter);
  }
  return true;
}

/* An input in the place of an output. */
static bool read_tie(struct constraint_reader *r, struct assembly_constraint *c) {
  unsigned to = 0;
  while (r->at < r->end && isdigit((unsigned char)*r->at))
    to = to * 10 + (unsigned)(*r->at++ - '0');
  if (to >= r->in->constraint_count || !r->in->constraints[to].is_output)
    return assembly_fail(r->in, "an operand tied to what is no output");
  const struct assembly_constraint *output = &r->in->constraints[to];
  c->is_tied = true;
  c->slot = output->slot;
  c->machine = output->machine;
  c->is_pair = output->is_pair;
  c->allows_register = true;
  return true;
}

static bool read_class(struct constraint_reader *r, struct assembly_constraint *c) {
  while (r->at < r->end) {
    char letter = *r->at;
    if (letter == '{') {
      if (!read_fixed(r, c))
        return false;
    } else if (letter == '^') { /* two letters follow */
      return assembly_fail(r->in, "an operand with a constraint of two letters");
    } else if (isdigit((unsigned char)letter)) {
      if (!read_tie(r, c))
        return false;
    } else if (letter == '|' || letter == '?' || letter == '!') {
      r->at++;
    } else if (!read_letter(r, c)) {
      return false;
    }
  }
  return true;
}

static LLVMValueRef take_argument(struct constraint_reader *r) {
  return r->argument < LLVMGetNumArgOperands(r->in->call)
             ? LLVMGetOperand(r->in->call, r->argument++)
             : NULL;
}

static unsigned element_width(struct constraint_reader *r, unsigned argument) {
  unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
  LLVMAttributeRef found = LLVMGetCallSiteEnumAttribute(r->in->call, argument + 1, kind);
  return found ? scalar_width(r->in, LLVMGetTypeAttributeValue(found)) : 0;
}

/* An output that may be in a register or in memory is kept in a register and stored at the end. */
static bool read_value(struct constraint_reader *r, struct assembly_constraint *c) {
  if (c->is_output && !c->is_memory) {
    c->width = r->output < r->output_count ? r->outputs[r->output++] : 0;
    return true;
  }
  unsigned argument = r->argument;
  c->value = take_argument(r);
  if (!c->value)
    return assembly_fail(r->in, "an operand without a value");
  c->width = c->is_memory ? element_width(r, argument) : scalar_width(r->in, LLVMTypeOf(c->value));
  if (c->is_output && c->allows_register) {
    c->address = c->value;
    c->value = NULL;
    c->is_memory = false;
  }
  return true;
}

static bool read_operand(struct constraint_reader *r) {
  struct assembly *in = r->in;
  if (in->constraint_count == ASSEMBLY_MAX_CONSTRAINTS)
    return assembly_fail(in, "more than %d operands", ASSEMBLY_MAX_CONSTRAINTS);
  struct assembly_constraint *c = &in->constraints[in->constraint_count];
  *c = (struct assembly_constraint){.machine = -1, .condition = -1};
  c->slot = ASSEMBLY_MACHINE_REGISTERS + in->constraint_count;
  c->is_output = *r->at == '=';
  for (; r->at < r->end && strchr("=&*%+", *r->at); r->at++) {
    c->is_early |= *r->at == '&';
    c->is_memory |= *r->at == '*';
  }
  if (!read_class(r, c))
    return false;
  if (!read_value(r, c))
    return false;
  if (c->is_pair && c->width && c->width <= in->word && !c->is_tied) {
    c->is_pair = false;
    c->is_either = true;
    c->machine = 0;
  }
  if (!c->is_memory && !c->width)
    return assembly_fail(in, "an operand that is no integer of at most 64 bits");
  if (!c->is_memory && !c->is_pair && c->width > in->word)
    return assembly_fail(in, "an operand of more bits than a register has");
  if (c->machine >= 0)
    c->slot = (unsigned)c->machine;
  in->constraint_count++;
  return true;
}

static bool read_constraint(struct constraint_reader *r) {
  if (*r->at == '~')
    return read_clobber(r);
  if (*r->at != '!')
    return read_operand(r);
  if (r->in->constraint_count == ASSEMBLY_MAX_CONSTRAINTS)
    return assembly_fail(r->in, "more than %d operands", ASSEMBLY_MAX_CONSTRAINTS);
  r->in->constraints[r->in->constraint_count++] =
      (struct assembly_constraint){.is_label = true, .machine = -1, .condition = -1};
  return true;
}

/* Compilers put such an operand into the first of the two registers, unless it has another use. */
static bool check_either(struct assembly *in) {
  for (size_t i = 0; i < in->constraint_count; i++) {
    if (!in->constraints[i].is_either)
      continue;
    bool is_taken = in->is_clobbered[0];
    for (size_t k = 0; k < in->constraint_count; k++)
      is_taken |= k != i && !in->constraints[k].is_tied && in->constraints[k].machine == 0;
    if (is_taken)
      return assembly_fail(in, "the constraint A where the first register has another use");
  }
  return true;
}

bool assembly_read_constraints(struct assembly *in, const char *text, size_t length) {
  struct constraint_reader r = {.in = in};
  note_results(&r);
  for (const char *at = text, *end = text + length; at < end;) {
    const char *stop = at;
    for (int depth = 0; stop < end && (*stop != ',' || depth); stop++)
      depth += *stop == '{' ? 1 : *stop == '}' ? -1 : 0;
    r.at = at;
    r.end = stop;
    if (stop > at && !read_constraint(&r))
      return false;
    at = stop + (stop < end);
  }
  return check_either(in);
}
