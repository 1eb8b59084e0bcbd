/* SPDX-License-Identifier: Apache-2.0 */
/* Inline assembly: barriers are understood, anything else is unsupported by its text. */
#include "frontend/lower.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MAX_TEXT = 64 };

/* Lower case, blanks and line ends as one space, without those around. */
static void normalise(const char *text, size_t length, char out[MAX_TEXT]) {
  size_t count = 0;
  for (size_t i = 0; i < length && text[i] && count + 1 < MAX_TEXT; i++) {
    bool blank = isspace((unsigned char)text[i]);
    if (!blank)
      out[count++] = (char)tolower((unsigned char)text[i]);
    else if (count && out[count - 1] != ' ')
      out[count++] = ' ';
  }
  while (count && (out[count - 1] == ' ' || out[count - 1] == ';'))
    count--;
  out[count] = 0;
}

static bool is_full_barrier(const char *text) {
  return !strcmp(text, "mfence") || !strncmp(text, "lock; addl $$0", 14) ||
         !strncmp(text, "lock addl $$0", 13) || !strncmp(text, "lock; orl $$0", 13) ||
         !strncmp(text, "lock orl $$0", 12) || !strncmp(text, "lock; addq $$0", 14) ||
         !strncmp(text, "lock addq $$0", 13);
}

/* Of no effect between threads: loads stay in order anyway. */
static bool is_nothing(const char *text) {
  static const char *const known[] = {"",        "nop",     "pause", "rep; nop",
                                      "rep nop", "rep;nop", "lfence"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(text, known[i]))
      return true;
  return false;
}

/* An empty text whose only output is tied to its first input: `asm("" : "+r"(x))`. */
static bool passes_value_through(LLVMValueRef call, LLVMValueRef assembly) {
  size_t length;
  const char *constraints = LLVMGetInlineAsmConstraintString(assembly, &length);
  return LLVMGetNumArgOperands(call) == 1 && length >= 4 && !strncmp(constraints, "=r,0", 4) &&
         LLVMTypeOf(call) == LLVMTypeOf(LLVMGetOperand(call, 0));
}

void assembly_lower(struct builder *b, LLVMValueRef call, LLVMValueRef assembly) {
  size_t length;
  const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
  char normal[MAX_TEXT];
  normalise(text, length, normal);
  uint32_t result_count = types_leaves(b->lowering, LLVMTypeOf(call))->count;
  if (!result_count && is_nothing(normal))
    return;
  if (!result_count && is_full_barrier(normal)) {
    builder_add_edge(b, OPERATION_FENCE)->fence.order = ORDER_SEQ_CST;
    return;
  }
  if (!result_count && !strcmp(normal, "sfence")) { /* between stores only */
    builder_add_edge(b, OPERATION_FENCE)->fence.order = ORDER_RELEASE;
    return;
  }
  if (!normal[0] && result_count == 1 && passes_value_through(call, assembly)) {
    values_set_term(b, call, values_term(b, LLVMGetOperand(call, 0)));
    return;
  }
  builder_add_unsupported(b, arena_format(b->scratch, "assembly \"%s\"", normal));
  values_set_dummy(b, call);
}
