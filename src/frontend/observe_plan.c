/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the places where events of automata happen. */
#include "frontend/observe_plan.h"
#include "frontend/debug.h"
#include "program/condition.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

static void add_value(struct observation *in, struct observer_hook *hook,
                      struct observed_value value) {
  (void)in;
  vector_each (known, &hook->values) {
    if (known->source == value.source && known->index == value.index && known->local == value.local)
      return;
  }
  vector_push(&hook->values, value);
}

/* The types of the function's result and parameters as the source has them; NULL: not known. */
static const struct type *type_in_source(struct observation *in, LLVMValueRef function,
                                         unsigned at) {
  LLVMMetadataRef node = LLVMGetSubprogram(function);
  node = node ? debug_operand(&in->debug, node, FUNCTION_TYPE) : NULL;
  node = node ? debug_operand(&in->debug, node, TYPE_BASE) : NULL;
  if (!node || at >= debug_operand_count(&in->debug, node))
    return NULL;
  node = debug_operand(&in->debug, node, at);
  return node ? debug_type(&in->debug, node) : NULL;
}

static bool has_struct_parameters(LLVMValueRef function) {
  unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
  unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    size_t length;
    const char *name = LLVMGetValueName2(LLVMGetParam(function, i), &length);
    if (strstr(name, ".coerce") || LLVMGetEnumAttributeAtIndex(function, i + 1, byval) ||
        LLVMGetEnumAttributeAtIndex(function, i + 1, sret))
      return true;
  }
  return false;
}

static void add_argument_value(struct observation *in, struct observer_hook *hook, unsigned index,
                               const struct transition *transition) {
  LLVMValueRef function = hook->function;
  const char *name = transition->event.function;
  if (index >= LLVMCountParams(function)) {
    observe_fail(in, transition->line, "%s has %u parameter%s", name, LLVMCountParams(function),
                 LLVMCountParams(function) == 1 ? "" : "s");
    return;
  }
  if (has_struct_parameters(function)) {
    observe_fail(in, transition->line,
                 "%s takes or returns a struct: its arguments cannot be observed", name);
    return;
  }
  LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, index));
  struct observed_value value = {
      .source = OBSERVED_ARGUMENT,
      .index = index,
      .type = observe_type_name(in, type, type_in_source(in, function, index + 1))};
  if (!value.type)
    observe_fail(in, transition->line, "argument %u of %s is neither a number nor a pointer",
                 index + 1, name);
  add_value(in, hook, value);
}

static void add_result_value(struct observation *in, struct observer_hook *hook,
                             const struct transition *transition) {
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(hook->function));
  struct observed_value value = {
      .source = OBSERVED_RESULT,
      .type = observe_type_name(in, type, type_in_source(in, hook->function, 0))};
  if (!value.type)
    observe_fail(in, transition->line, "the result of %s is neither a number nor a pointer",
                 transition->event.function);
  add_value(in, hook, value);
}

/* Is it a name that the event binds? */
static bool is_bound(const struct automaton_event *event, const char *name, size_t length) {
  for (size_t i = 0; i <= event->arguments.count; i++) {
    const struct event_pattern *pattern =
        i < event->arguments.count ? &event->arguments.items[i] : &event->result;
    if (pattern->kind == PATTERN_NAME && strlen(pattern->text) == length &&
        !strncmp(pattern->text, name, length))
      return true;
  }
  return false;
}

/* A parameter at the beginning of its function, a local variable at a line; NULL: neither. */
static LLVMValueRef find_own_variable(struct observation *in, const struct observer_hook *hook,
                                      const char *name, const struct type **type) {
  if (hook->kind == ON_LINE)
    return observe_find_local(in, hook->before, name, type);
  for (unsigned i = 0; i < LLVMCountParams(hook->function); i++) {
    size_t length;
    LLVMValueRef parameter = LLVMGetParam(hook->function, i);
    if (!strcmp(LLVMGetValueName2(parameter, &length), name)) {
      *type =
          has_struct_parameters(hook->function) ? NULL : type_in_source(in, hook->function, i + 1);
      return parameter;
    }
  }
  return NULL;
}

/* Local variables of the program that the condition names. */
static void add_locals(struct observation *in, struct observer_hook *hook,
                       const struct transition *transition) {
  size_t length = 0;
  bool is_field = false;
  for (const char *at = transition->condition; at && (at = condition_next_token(at, &length));
       at += length) {
    bool is_name = condition_is_name(at, length) && !is_field;
    is_field = length == 1 && *at == '.';
    if (!is_name || is_bound(&transition->event, at, length))
      continue;
    const struct type *type = NULL;
    const char *name = arena_format(in->arena, "%.*s", (int)length, at);
    LLVMValueRef local = find_own_variable(in, hook, name, &type);
    if (!local)
      continue;
    LLVMTypeRef llvm = LLVMIsAAllocaInst(local) ? LLVMGetAllocatedType(local) : LLVMTypeOf(local);
    struct observed_value value = {.source = OBSERVED_LOCAL,
                                   .local = local,
                                   .name = name,
                                   .type = observe_type_name(in, llvm, type)};
    if (!value.type)
      observe_fail(in, transition->line,
                   "the local variable '%s' is neither a number nor a pointer", name);
    add_value(in, hook, value);
  }
}

static void add_transition(struct observation *in, struct observer_hook *hook, uint32_t automaton,
                           const struct transition *transition) {
  const struct automaton_event *event = &transition->event;
  vector_push(&hook->transitions, (struct observed_transition){automaton, transition});
  for (unsigned i = 0; i < event->arguments.count; i++)
    if (event->arguments.items[i].kind != PATTERN_ANY)
      add_argument_value(in, hook, i, transition);
  if (hook->function && event->is_exact && !in->failed) {
    unsigned count = LLVMCountParams(hook->function);
    if (count != event->arguments.count)
      observe_fail(in, transition->line, "%s has %u parameter%s, not %zu (... stands for the rest)",
                   event->function, count, count == 1 ? "" : "s", event->arguments.count);
  }
  if (event->result.kind != PATTERN_ANY)
    add_result_value(in, hook, transition);
  if (hook->before)
    add_locals(in, hook, transition);
}

/* The hook of these; made if there is none. */
static struct observer_hook *hook_at(struct observation *in, enum event_kind_of_automaton kind,
                                     LLVMValueRef function, LLVMValueRef before) {
  vector_each (hook, &in->hooks) {
    if (hook->kind == kind && hook->function == function && hook->before == before)
      return hook;
  }
  vector_push(&in->hooks,
              (struct observer_hook){.kind = kind, .function = function, .before = before});
  return &vector_last(&in->hooks);
}

static LLVMValueRef first_behind_allocas(LLVMValueRef function) {
  LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  while (LLVMIsAAllocaInst(i))
    i = LLVMGetNextInstruction(i);
  return i;
}

static bool is_of_line(struct observation *in, LLVMValueRef instruction,
                       const struct automaton_event *event) {
  struct position at =
      debug_position_of_location(&in->debug, LLVMInstructionGetDebugLoc(instruction));
  if (at.line != event->line)
    return false;
  const char *name = in->debug.file_list.items[at.file];
  size_t length = strlen(name), wanted = strlen(event->file);
  return length >= wanted && !strcmp(name + length - wanted, event->file) &&
         (length == wanted || name[length - wanted - 1] == '/');
}

/* Is execution in the same line before the block, on every path? */
static bool continues_line(struct observation *in, LLVMValueRef function, LLVMBasicBlockRef block,
                           const struct automaton_event *event) {
  bool has_predecessor = false;
  for (LLVMBasicBlockRef other = LLVMGetFirstBasicBlock(function); other;
       other = LLVMGetNextBasicBlock(other)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(other);
    for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++) {
      if (LLVMGetSuccessor(end, i) != block)
        continue;
      has_predecessor = true;
      if (!is_of_line(in, end, event))
        return false;
    }
  }
  return has_predecessor;
}

static bool can_be_called_before(LLVMValueRef instruction) {
  return !LLVMIsAAllocaInst(instruction) && !LLVMIsAPHINode(instruction) &&
         !LLVMIsADbgInfoIntrinsic(instruction);
}

/* Adds the places of one function at which execution enters the line. */
static void add_line_in(struct observation *in, LLVMValueRef function, uint32_t automaton,
                        const struct transition *transition, bool *found) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block)) {
    bool inside = continues_line(in, function, block, &transition->event);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
      if (!can_be_called_before(i) || !LLVMInstructionGetDebugLoc(i))
        continue;
      bool is_there = is_of_line(in, i, &transition->event);
      if (is_there && !inside && !in->failed)
        add_transition(in, hook_at(in, ON_LINE, function, i), automaton, transition);
      *found |= is_there;
      inside = is_there;
    }
  }
}

static void add_line(struct observation *in, uint32_t automaton,
                     const struct transition *transition) {
  bool found = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(in->module); f; f = LLVMGetNextFunction(f))
    add_line_in(in, f, automaton, transition, &found);
  if (!found)
    observe_fail(in, transition->line, "the program has no code at %s:%u", transition->event.file,
                 transition->event.line);
}

/* Warns if the program has no such function. */
static bool add_function(struct observation *in, uint32_t automaton,
                         const struct transition *transition) {
  const struct automaton_event *event = &transition->event;
  LLVMValueRef f = NULL;
  bool found = false;
  while ((f = observe_next_function(in, event->function, f)) && !in->failed) {
    found = true;
    bool is_defined = !LLVMIsDeclaration(f);
    if (event->kind == ON_FUNCTION && !is_defined)
      observe_fail(in, transition->line, "%s has no body in these files: use 'on call'",
                   event->function);
    else
      add_transition(
          in,
          hook_at(in, event->kind, f, event->kind == ON_FUNCTION ? first_behind_allocas(f) : NULL),
          automaton, transition);
  }
  return found;
}

void observe_plan(struct observation *in) {
  for (uint32_t i = 0; i < in->specification->automata.count; i++) {
    const struct automaton *automaton = &in->specification->automata.items[i];
    bool is_used = false;
    for (size_t j = 0; j < automaton->transitions.count && !in->failed; j++) {
      const struct transition *transition = &automaton->transitions.items[j];
      enum event_kind_of_automaton kind = transition->event.kind;
      if (kind == ON_LINE)
        add_line(in, i, transition);
      else if (kind == ON_THREAD_END || kind == ON_EXIT)
        add_transition(in, hook_at(in, kind, NULL, NULL), i, transition);
      else if (kind != ON_DEADLOCK && !add_function(in, i, transition))
        continue;
      is_used = true;
    }
    if (!is_used && !in->failed && !in->options->quiet)
      fprintf(stderr,
              "heddle: warning: %s:%u: the program has none of the functions that %s observes\n",
              in->specification->path, automaton->line, automaton->name);
  }
}
