/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that wait for each other in a cycle are a deadlock, also while others go on. The output
 * notes what each thread holds (`held`), and the function `cycle` follows threads that wait for
 * what the next one holds.
 *
 * No reduction loses a cycle. A thread that is part of one can do nothing more, and what the others
 * do beyond it takes nothing away from it: the arguments of switching.c for a state where no thread
 * can move hold for the threads of the cycle. */
#include "sequentialize/holding.h"

#include "frontend/sequential.h"
#include "sequentialize/lock_order.h"

void holding_write(struct writer *w, const struct edge *hold) {
  if (!w->is_looking && lock_order_is_noted(w->s, w->instance, hold))
    statement_line(w, "%s(%s, %s);", hold->hold.taken ? "note_taken" : "note_given", w->thread,
                   cexpr_as(w, hold->hold.object, ctype_pointer(&w->s->types, NULL)));
}

void holding_write_wait(struct writer *w, const struct edge *wait) {
  const struct term *object = wait->wait.object;
  if (!lock_order_is_awaited(w->s, w->instance, wait))
    return;
  if (numbers_is_thread(w->s, w->instance->function, object))
    statement_line(w, "  joined = %s / %d;",
                   cexpr_as(w, object, ctype_integer(w->s->program->pointer_width, false)),
                   THREAD_UNIT);
  else
    statement_line(w, "  awaited = %s;", cexpr_as(w, object, ctype_pointer(&w->s->types, NULL)));
}

/* Misuse that is not checked: a thread gives back what another one holds. */
static void add_note_given(const struct sequentializer *s, struct text *out) {
  bool is_checked = property_in(PROPERTY_LOCK, s->options->properties), may_exceed;
  uint32_t most = lock_order_most_held(s, &may_exceed);
  text_format(out,
              "static %s %s(unsigned int thread, const void *lock) {\n"
              "  unsigned int i, found = %u;\n"
              "  for (i = 0; i < %u && held[thread][i]; i++)\n"
              "    if (held[thread][i] == lock)\n      found = i;\n"
              "  if (found == %u)\n    return%s;\n  held[thread][found] = held[thread][i - 1];\n"
              "  held[thread][i - 1] = 0;\n%s}\n\n",
              is_checked ? "void" : "int", is_checked ? "note_given" : "forget_held", most, most,
              most, is_checked ? "" : " 0", is_checked ? "" : "  return 1;\n");
  if (!is_checked)
    text_format(out,
                "static void note_given(unsigned int thread, const void *lock) {\n"
                "  unsigned int i;\n  if (forget_held(thread, lock))\n    return;\n"
                "  for (i = 0; i < %u; i++)\n    if (forget_held(i, lock))\n      return;\n}\n\n",
                s->thread_total);
}

static void add_held(const struct sequentializer *s, struct text *out) {
  bool may_exceed;
  uint32_t most = lock_order_most_held(s, &may_exceed);
  text_format(
      out,
      "/* What each thread holds, of what threads may wait for in a cycle. */\n"
      "static const void *held[%u][%u];\n\n"
      "static void note_taken(unsigned int thread, const void *lock) {\n  unsigned int i = 0;\n"
      "  while (i < %u && held[thread][i])\n    i++;\n",
      s->thread_total, most, most);
  text_format(out, "  if (i == %u)\n    %s;\n  else\n    held[thread][i] = lock;\n}\n\n", most,
              may_exceed ? SEQUENTIAL_BOUND "library_model()" : "abort()");
  add_note_given(s, out);
}

void holding_declare(const struct sequentializer *s, struct text *out) {
  if (!lock_order_has_cycles(s))
    return;
  text_format(out,
              "static const void *awaited; /* what a thread waits for ... */\n"
              "static %s joined; /* ... or the thread that it joins, plus 1 */\n",
              s->program->data_model == DATA_MODEL_LP64 ? "unsigned long" : "unsigned int");
  bool may_exceed;
  if (lock_order_most_held(s, &may_exceed))
    add_held(s, out);
}

void holding_define(struct sequentializer *s, const char *dispatch, struct text *out) {
  if (!lock_order_has_cycles(s))
    return;
  text_add(out,
           "/* Does the thread hold what is waited for? */\nstatic int holds_awaited(unsigned int "
           "thread) {\n");
  bool may_exceed;
  uint32_t most = lock_order_most_held(s, &may_exceed);
  if (most)
    text_format(out,
                "  unsigned int i;\n  for (i = 0; i < %u; i++)\n"
                "    if (awaited && held[thread][i] == awaited)\n      return 1;\n",
                most);
  s->needs.self |= !s->threads_are_numbers;
  text_format(out, "  return %s;\n}\n\n",
              s->threads_are_numbers ? "joined == thread + 1"
                                     : "awaited == (const void *)&threads[thread]");
  text_format(
      out,
      "/* Threads wait for each other, also while others go on, or this is no execution. */\n"
      "static void cycle(void) {\n  unsigned int first = __VERIFIER_nondet_uint();\n"
      "  unsigned int next = first, i;\n  __VERIFIER_assume(first < %u);\n"
      "  looks_for_deadlock = 1;\n  for (i = 0; i < %u; i++) {\n"
      "    __VERIFIER_assume(pc[next] > 0);\n    is_waiting = 0;\n    awaited = 0;\n"
      "    joined = 0;\n%s%s    __VERIFIER_assume(is_waiting);\n",
      s->thread_total, s->thread_total, s->needs.running ? "    running = next;\n" : "", dispatch);
  text_format(out,
              "    next = __VERIFIER_nondet_uint();\n"
              "    __VERIFIER_assume(next >= first && next < %u);\n"
              "    __VERIFIER_assume(pc[next] > 0 && holds_awaited(next));\n"
              "    if (next == first)\n      reach_error(); /* deadlock */\n  }\n"
              "  __VERIFIER_assume(0);\n}\n\n",
              s->thread_total);
}
