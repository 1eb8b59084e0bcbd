/* SPDX-License-Identifier: Apache-2.0 */
/* Parses operands of assembly in three syntaxes: AT&T (`8(%rax,%rbx,4)`, `$5`), Intel (`[rax +
 * 4*rbx + 8]`, `dword ptr`) and AArch64 (`[x0, #8]`, `#5`). */
#include "frontend/assembly.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void assembly_skip_blanks(struct assembly_scanner *s) {
  while (isspace((unsigned char)*s->at))
    s->at++;
}

static bool accept(struct assembly_scanner *s, char c) {
  assembly_skip_blanks(s);
  if (*s->at != c)
    return false;
  s->at++;
  return true;
}

static bool is_text(const char *name, size_t length, const char *text) {
  return strlen(text) == length && !strncasecmp(name, text, length);
}

static struct assembly_register machine_register(int machine, unsigned size, bool is_high) {
  return (struct assembly_register){
      .is_present = true, .constraint = -1, .machine = machine, .size = size, .is_high = is_high};
}

static bool find_x86_register(const char *name, size_t length, struct assembly_register *reg) {
  static const char *const words[] = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"};
  static const char *const lower[] = {"al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil"};
  static const char *const upper[] = {"ah", "ch", "dh", "bh"};
  for (int i = 0; i < 8; i++) {
    unsigned size = is_text(name, length, words[i])   ? 2
                    : is_text(name, length, lower[i]) ? 1
                    : length == 3 && is_text(name + 1, 2, words[i])
                        ? (tolower((unsigned char)*name) == 'e'   ? 4
                           : tolower((unsigned char)*name) == 'r' ? 8
                                                                  : 0)
                        : 0;
    bool is_high = i < 4 && is_text(name, length, upper[i]);
    if (size || is_high) {
      *reg = machine_register(i, is_high ? 1 : size, is_high);
      return true;
    }
  }
  if (length < 2 || tolower((unsigned char)*name) != 'r' || !isdigit((unsigned char)name[1]))
    return false;
  char *end;
  long number = strtol(name + 1, &end, 10);
  size_t rest = length - (size_t)(end - name);
  unsigned size = rest == 0     ? 8
                  : rest != 1   ? 0
                  : *end == 'd' ? 4
                  : *end == 'w' ? 2
                  : *end == 'b' ? 1
                                : 0;
  if (number < 8 || number > 15 || !size || end > name + length)
    return false;
  *reg = machine_register((int)number, size, false);
  return true;
}

static bool find_arm_register(const char *name, size_t length, struct assembly_register *reg) {
  if (is_text(name, length, "xzr") || is_text(name, length, "wzr")) {
    *reg = machine_register(ARM_ZERO, tolower((unsigned char)*name) == 'x' ? 8 : 4, false);
    return true;
  }
  if (is_text(name, length, "sp")) {
    *reg = machine_register(ARM_STACK, 8, false);
    return true;
  }
  int kind = length ? tolower((unsigned char)*name) : 0;
  if (length < 2 || length > 3 || (kind != 'x' && kind != 'w'))
    return false;
  int number = 0;
  for (size_t i = 1; i < length; i++) {
    if (!isdigit((unsigned char)name[i]))
      return false;
    number = number * 10 + (name[i] - '0');
  }
  if (number > 30)
    return false;
  *reg = machine_register(number, kind == 'x' ? 8 : 4, false);
  return true;
}

bool assembly_find_register(enum assembly_syntax syntax, const char *name, size_t length,
                            struct assembly_register *reg) {
  return syntax == SYNTAX_ARM ? find_arm_register(name, length, reg)
                              : find_x86_register(name, length, reg);
}

/* The register of an operand of the template, with a modifier for its size. */
static bool constraint_register(struct assembly_scanner *s, unsigned number, char modifier,
                                struct assembly_register *reg) {
  const struct assembly_constraint *c = &s->in->constraints[number];
  bool is_arm = s->syntax == SYNTAX_ARM;
  *reg = machine_register(-1, c->width / 8, modifier == 'h' && !is_arm);
  reg->constraint = (int)number;
  if (is_arm && c->machine == ARM_ZERO)
    return false;
  if (is_arm) { /* `%0` is the x register whatever the type; the upper half of an int is not known
                 */
    reg->size = modifier == 'w' ? 4 : 8;
    return strchr(" wx", modifier) != NULL;
  }
  switch (modifier) {
  case ' ':
  case 'V':
    return true;
  case 'b':
  case 'h':
    reg->size = 1;
    return true;
  case 'w':
    reg->size = 2;
    return true;
  case 'k':
    reg->size = 4;
    return true;
  case 'q':
    reg->size = s->in->word / 8;
    return true;
  default:
    return false;
  }
}

static bool is_constant(const struct assembly_constraint *c) {
  return c->value && !c->is_memory && LLVMIsAConstantInt(c->value);
}

static bool take_reference(struct assembly_scanner *s, struct assembly_operand *operand) {
  unsigned number = (unsigned)(unsigned char)s->at[1] - ASSEMBLY_FIRST_NUMBER;
  char modifier = s->at[2];
  const struct assembly_constraint *c = &s->in->constraints[number];
  s->at += 3;
  if (c->is_label || modifier == 'l') {
    operand->kind = OPERAND_LABEL;
    operand->constraint = (int)number;
    operand->label = "";
    return c->is_label;
  }
  if (c->condition >= 0)
    return false;
  if (c->is_memory) {
    operand->kind = OPERAND_MEMORY;
    operand->constraint = (int)number;
    operand->size = s->syntax == SYNTAX_INTEL ? c->width / 8 : 0;
    return strchr(" bwkqaAP", modifier) != NULL;
  }
  if (strchr("cPpn", modifier)) {
    operand->kind = OPERAND_NUMBER;
    if (!is_constant(c))
      return false;
    operand->number = LLVMConstIntGetSExtValue(c->value) * (modifier == 'n' ? -1 : 1);
    return true;
  }
  if (modifier == 'a') { /* the value as an address */
    operand->kind = OPERAND_MEMORY;
    return constraint_register(s, number, ' ', &operand->base);
  }
  operand->kind = OPERAND_REGISTER;
  return constraint_register(s, number, modifier, &operand->reg);
}

/* A number with a sign, in the notations of C. */
static bool take_number(struct assembly_scanner *s, int64_t *number) {
  assembly_skip_blanks(s);
  const char *at = s->at;
  bool is_negative = *at == '-';
  bool is_inverted = *at == '~';
  if (*at == '-' || *at == '+' || *at == '~')
    at++;
  if (!isdigit((unsigned char)*at))
    return false;
  char *end;
  errno = 0;
  unsigned long long value = strtoull(at, &end, 0);
  if (errno || isalnum((unsigned char)*end) || *end == '_')
    return false;
  *number = (int64_t)(is_negative ? 0 - value : is_inverted ? ~value : value);
  s->at = end;
  return true;
}

static size_t name_length(const char *at) {
  size_t length = 0;
  while (isalnum((unsigned char)at[length]) || at[length] == '_' || at[length] == '.')
    length++;
  return length;
}

/* `1b`, `2f`, `.Lname`. */
static bool take_label(struct assembly_scanner *s, struct assembly_operand *operand) {
  size_t length = name_length(s->at);
  if (!length)
    return false;
  bool is_number = isdigit((unsigned char)*s->at);
  operand->kind = OPERAND_LABEL;
  if (is_number) {
    operand->direction = s->at[length - 1];
    if (operand->direction != 'b' && operand->direction != 'f')
      return false;
  }
  operand->label = arena_format(s->in->b->scratch, "%.*s", (int)(length - is_number), s->at);
  s->at += length;
  return true;
}

/* A register, also one of the template's operands, inside of an address. */
static bool take_register(struct assembly_scanner *s, struct assembly_register *reg) {
  assembly_skip_blanks(s);
  if (*s->at == ASSEMBLY_REFERENCE) {
    struct assembly_operand operand = {.constraint = -1};
    const char *before = s->at;
    if (take_reference(s, &operand) && operand.kind == OPERAND_REGISTER) {
      *reg = operand.reg;
      return true;
    }
    s->at = before;
    return false;
  }
  const char *at = s->at + (*s->at == '%');
  at += strspn(at, " \t"); /* also `% rax` */
  size_t length = name_length(at);
  if (!length || !assembly_find_register(s->syntax, at, length, reg))
    return false;
  s->at = at + length;
  return true;
}

/* A number, or an operand of the template that is one. */
static bool take_constant(struct assembly_scanner *s, int64_t *number) {
  struct assembly_operand operand = {.constraint = -1};
  assembly_skip_blanks(s);
  if (*s->at != ASSEMBLY_REFERENCE)
    return take_number(s, number);
  if (!take_reference(s, &operand) || operand.kind != OPERAND_NUMBER)
    return false;
  *number = operand.number;
  return true;
}

/* After `(`: base, index and scale. */
static bool take_att_address(struct assembly_scanner *s, struct assembly_operand *operand) {
  operand->kind = OPERAND_MEMORY;
  operand->scale = 1;
  take_register(s, &operand->base);
  if (accept(s, ',')) {
    int64_t scale = 1;
    if (!take_register(s, &operand->index))
      return false;
    if (accept(s, ',') && !take_constant(s, &scale))
      return false;
    operand->scale = (unsigned)scale;
  }
  return accept(s, ')') && (operand->base.is_present || operand->index.is_present);
}

static bool parse_att(struct assembly_scanner *s, struct assembly_operand *operand) {
  if (accept(s, '$')) {
    operand->kind = OPERAND_NUMBER;
    if (*s->at == ASSEMBLY_REFERENCE)
      return take_reference(s, operand) && operand->kind == OPERAND_NUMBER;
    return take_number(s, &operand->number);
  }
  if (*s->at == '%') {
    operand->kind = OPERAND_REGISTER;
    return take_register(s, &operand->reg) && *s->at != ':';
  }
  int64_t displacement = 0;
  bool has_number = take_number(s, &displacement);
  if (has_number)
    accept(s, '+');
  if (*s->at == ASSEMBLY_REFERENCE) {
    if (!take_reference(s, operand))
      return false;
    if (operand->kind == OPERAND_NUMBER && accept(s, '(')) { /* `%c0(%rax)` */
      operand->number += displacement;
      return take_att_address(s, operand);
    }
    operand->number += displacement;
    int64_t more = 0;
    if (operand->kind == OPERAND_MEMORY && accept(s, '+')) {
      if (!take_number(s, &more))
        return false;
      operand->number += more;
    }
    return !has_number || operand->kind == OPERAND_MEMORY;
  }
  if (accept(s, '(')) {
    operand->number = displacement;
    return take_att_address(s, operand);
  }
  return !has_number && take_label(s, operand);
}

/* One summand of an address between brackets. */
static bool take_summand(struct assembly_scanner *s, struct assembly_operand *operand,
                         bool is_negative) {
  struct assembly_register reg;
  int64_t number = 1;
  assembly_skip_blanks(s);
  bool has_number = take_number(s, &number);
  if (has_number && !accept(s, '*')) {
    operand->number += is_negative ? -number : number;
    return true;
  }
  if (!take_register(s, &reg)) {
    struct assembly_operand constant = {.constraint = -1};
    if (*s->at != ASSEMBLY_REFERENCE || !take_reference(s, &constant) ||
        constant.kind != OPERAND_NUMBER || has_number)
      return false;
    operand->number += is_negative ? -constant.number : constant.number;
    return true;
  }
  if (!has_number && accept(s, '*')) {
    has_number = true;
    if (!take_number(s, &number))
      return false;
  }
  if (is_negative)
    return false;
  if (!has_number && !operand->base.is_present) {
    operand->base = reg;
    return true;
  }
  if (operand->index.is_present)
    return false;
  operand->index = reg;
  operand->scale = (unsigned)number;
  return true;
}

static bool take_intel_address(struct assembly_scanner *s, struct assembly_operand *operand) {
  operand->kind = OPERAND_MEMORY;
  operand->scale = 1;
  bool is_negative = false;
  do {
    if (!take_summand(s, operand, is_negative))
      return false;
    is_negative = accept(s, '-');
  } while (is_negative || accept(s, '+'));
  return accept(s, ']') && (operand->base.is_present || operand->index.is_present);
}

static unsigned take_size(struct assembly_scanner *s) {
  static const struct {
    const char *name;
    unsigned size;
  } sizes[] = {{"byte", 1}, {"word", 2}, {"dword", 4}, {"qword", 8}, {"xmmword", 16}};
  size_t length = name_length(s->at);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    if (is_text(s->at, length, sizes[i].name)) {
      s->at += length;
      assembly_skip_blanks(s);
      if (is_text(s->at, name_length(s->at), "ptr"))
        s->at += 3;
      assembly_skip_blanks(s);
      return sizes[i].size;
    }
  return 0;
}

static bool parse_intel(struct assembly_scanner *s, struct assembly_operand *operand) {
  unsigned size = take_size(s);
  if (accept(s, '[')) {
    operand->size = size;
    return take_intel_address(s, operand);
  }
  if (*s->at == ASSEMBLY_REFERENCE) {
    bool is_taken = take_reference(s, operand);
    if (size && operand->kind == OPERAND_MEMORY)
      operand->size = size;
    return is_taken;
  }
  if (take_number(s, &operand->number)) {
    operand->kind = OPERAND_NUMBER;
    return true;
  }
  operand->kind = OPERAND_REGISTER;
  return take_register(s, &operand->reg) ? *s->at != ':' : take_label(s, operand);
}

static bool parse_arm(struct assembly_scanner *s, struct assembly_operand *operand) {
  if (accept(s, '[')) {
    operand->kind = OPERAND_MEMORY;
    operand->scale = 1;
    if (!take_register(s, &operand->base) || operand->base.size != 8)
      return false;
    if (accept(s, ',')) {
      accept(s, '#');
      if (!take_number(s, &operand->number) && !take_register(s, &operand->index))
        return false;
    }
    return accept(s, ']') && *s->at != '!';
  }
  bool has_sign = accept(s, '#');
  if (*s->at == ASSEMBLY_REFERENCE)
    return take_reference(s, operand);
  const char *before = s->at;
  if (take_number(s, &operand->number)) {
    operand->kind = OPERAND_NUMBER;
    return true;
  }
  s->at = before;
  operand->kind = OPERAND_REGISTER;
  return !has_sign && (take_register(s, &operand->reg) || take_label(s, operand));
}

bool assembly_parse_operand(struct assembly_scanner *s, struct assembly_operand *operand) {
  *operand = (struct assembly_operand){.constraint = -1};
  assembly_skip_blanks(s);
  switch (s->syntax) {
  case SYNTAX_ATT:
    return parse_att(s, operand);
  case SYNTAX_INTEL:
    return parse_intel(s, operand);
  case SYNTAX_ARM:
    return parse_arm(s, operand);
  }
  return false;
}
