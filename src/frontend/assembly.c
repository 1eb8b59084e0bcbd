/* SPDX-License-Identifier: Apache-2.0 */
/* Lowers a call of inline assembly: sets its inputs, lowers the statements one by one, and returns
 * its outputs as the value of the call. Unknown instructions are unsupported; the message quotes
 * them. */
#include "frontend/assembly.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool assembly_fail(struct assembly *in, const char *format, ...) {
  if (in->problem)
    return false;
  enum { ROOM = 300 };
  char *text = arena_allocate(in->b->scratch, ROOM);
  va_list list;
  va_start(list, format);
  vsnprintf(text, ROOM, format, list);
  va_end(list);
  in->problem = text;
  return false;
}

bool assembly_refuse(struct assembly *in, const struct assembly_statement *statement) {
  return assembly_fail(in, "\"%s%s\"", statement->is_locked ? "lock " : "", statement->text);
}

int assembly_find_condition(enum assembly_syntax syntax, const char *name, size_t length) {
  return syntax == SYNTAX_ARM ? arm_find_condition(name, length) : x86_find_condition(name, length);
}

const struct term *assembly_condition(struct assembly *in, int condition) {
  return in->syntax == SYNTAX_ARM ? arm_condition(in, condition) : x86_condition(in, condition);
}

static unsigned flags_of_condition(enum assembly_syntax syntax, int condition) {
  static const unsigned x86[] = {1 << FLAG_OVERFLOW,
                                 1 << FLAG_CARRY,
                                 1 << FLAG_ZERO,
                                 1 << FLAG_CARRY | 1 << FLAG_ZERO,
                                 1 << FLAG_SIGN,
                                 1 << FLAG_PARITY,
                                 1 << FLAG_SIGN | 1 << FLAG_OVERFLOW,
                                 1 << FLAG_SIGN | 1 << FLAG_OVERFLOW | 1 << FLAG_ZERO};
  enum { ALL = (1 << ASSEMBLY_FLAGS) - 1, PARITY = 1 << FLAG_PARITY };
  return syntax == SYNTAX_ARM ? ALL & ~PARITY : x86[condition / 2];
}

/* A bit for each flag that a statement asks for. */
static unsigned flags_of_statement(const struct assembly_statement *s) {
  static const char *const prefixes[] = {"j", "set", "cmov"};
  if (!s->mnemonic)
    return 0;
  if (s->syntax == SYNTAX_ARM)
    return flags_of_condition(SYNTAX_ARM, 0);
  if (!strncmp(s->mnemonic, "adc", 3) || !strncmp(s->mnemonic, "sbb", 3) ||
      !strcmp(s->mnemonic, "cmc"))
    return 1U << FLAG_CARRY;
  unsigned flags = 0;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    size_t length = strlen(prefixes[i]);
    if (strncmp(s->mnemonic, prefixes[i], length) != 0)
      continue;
    const char *rest = s->mnemonic + length;
    for (size_t cut = 0; cut < 2 && cut < strlen(rest); cut++) { /* without or with a suffix */
      int condition = x86_find_condition(rest, strlen(rest) - cut);
      flags |= condition >= 0 ? flags_of_condition(s->syntax, condition) : 0;
    }
  }
  return flags;
}

static void find_needed_flags(struct assembly *in) {
  for (size_t i = 0; i < in->statements.count; i++)
    in->needed_flags |= flags_of_statement(&in->statements.items[i]);
  for (unsigned i = 0; i < in->constraint_count; i++)
    if (in->constraints[i].condition >= 0)
      in->needed_flags |= flags_of_condition(in->syntax, in->constraints[i].condition);
}

static enum assembly_syntax syntax_of(struct builder *b, LLVMValueRef assembly) {
  if (lower_is_arm(b->lowering) && !b->function->is_library)
    return SYNTAX_ARM;
  return LLVMGetInlineAsmDialect(assembly) == LLVMInlineAsmDialectIntel ? SYNTAX_INTEL : SYNTAX_ATT;
}

/* Refuses templates that change a register which is neither an output nor a clobber. A register
 * that gets its old value back is fine: programs save ebx by hand. */
static void check_clobbers(struct assembly *in) {
  static const char *const names[ASSEMBLY_MACHINE_REGISTERS] = {
      "ax", "cx", "dx",  "bx",  "sp",  "bp",  "si",  "di",
      "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"};
  for (unsigned i = 0; i < ASSEMBLY_MACHINE_REGISTERS; i++) {
    const struct assembly_slot *slot = &in->slots[i];
    bool is_restored = !in->jumps.any && slot->first && slot->first == slot->term;
    bool is_named = in->is_clobbered[i] || !in->changed_by[i] || is_restored;
    for (unsigned k = 0; k < in->constraint_count; k++) {
      const struct assembly_constraint *c = &in->constraints[k];
      is_named |= c->is_output && !c->is_memory &&
                  (c->machine == (int)i || (c->is_pair && (i == 0 || i == 2)));
    }
    if (is_named)
      continue;
    if (in->syntax == SYNTAX_ARM)
      assembly_fail(in, "\"%s\", which changes x%u, neither output nor clobber", in->changed_by[i],
                    i);
    else
      assembly_fail(in, "\"%s\", which changes %%%s, neither output nor clobber", in->changed_by[i],
                    names[i]);
  }
}

static void lower_statements(struct assembly *in) {
  find_needed_flags(in);
  assembly_start(in);
  for (in->current = 0; in->current < in->statements.count && !in->problem; in->current++) {
    struct assembly_statement *s = &in->statements.items[in->current];
    if (s->label) {
      assembly_place_label(in, in->current);
      in->monitor.found = NULL;
      continue;
    }
    if (in->syntax == SYNTAX_ARM)
      assembly_emit_arm(in, s);
    else
      assembly_emit_x86(in, s);
    assembly_end_statement(in);
  }
  in->current = in->statements.count ? in->statements.count - 1 : 0;
  if (!in->problem)
    assembly_check_loop(in);
  if (!in->problem)
    check_clobbers(in);
}

/* Outputs to memory first, then the results. */
static void set_outputs(struct assembly *in) {
  const struct term *results[ASSEMBLY_MAX_CONSTRAINTS];
  unsigned count = 0;
  for (unsigned i = 0; i < in->constraint_count; i++) {
    const struct assembly_constraint *c = &in->constraints[i];
    if (!c->is_output || c->is_memory)
      continue;
    const struct term *value = assembly_finish_output(in, i);
    if (c->address)
      assembly_store(in, values_term(in->b, c->address), value, ORDER_PLAIN);
    else
      results[count++] = value;
  }
  if (count)
    values_set(in->b, in->call, results);
}

/* The whole template becomes one unsupported operation. Labels that later statements would define
 * lead there, too. */
static void lower_as_unsupported(struct assembly *in) {
  struct builder *b = in->b;
  const char *what = arena_format(b->scratch, "assembly %s", in->problem);
  builder_add_unsupported(b, what);
  uint32_t behind = b->current;
  for (size_t i = 0; i < in->labels.count; i++)
    if (in->labels.items[i].statement >= in->current) {
      b->current = in->labels.items[i].location;
      builder_add_unsupported(b, what);
      builder_add_edge_to(b, OPERATION_SKIP, behind);
    }
  b->current = behind;
  values_set_dummy(b, in->call);
}

bool assembly_defines(const struct lowering *in, const char *name) {
  size_t length, wanted = strlen(name);
  const char *text = LLVMGetModuleInlineAsm(in->module, &length);
  for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
    bool starts = at == text || strchr(" \t\n;", at[-1]);
    if (starts && at[wanted + strspn(at + wanted, " \t")] == ':')
      return true;
  }
  return false;
}

void assembly_lower(struct builder *b, LLVMValueRef call, LLVMValueRef assembly, uint32_t *exits) {
  struct assembly *in = arena_allocate(b->scratch, sizeof *in);
  in->b = b;
  in->terms = b->lowering->terms;
  b->in_assembly = true;
  in->call = call;
  in->exits = exits;
  in->syntax = syntax_of(b, assembly);
  in->word = in->syntax == SYNTAX_ARM ? 64 : b->lowering->pointer_width;
  size_t length;
  const char *constraints = LLVMGetInlineAsmConstraintString(assembly, &length);
  bool understood = assembly_read_constraints(in, constraints, length);
  const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
  understood = understood && assembly_parse(in, text, length);
  if (exits && LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
    understood = assembly_fail(in, "goto with outputs");
  if (understood)
    lower_statements(in);
  if (!in->problem)
    set_outputs(in);
  if (in->problem)
    lower_as_unsupported(in);
  b->in_assembly = false;
  vector_release(&in->statements);
  vector_release(&in->labels);
}
