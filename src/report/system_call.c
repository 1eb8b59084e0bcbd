/* SPDX-License-Identifier: Apache-2.0 */
/* Names the calls of `syscall` by the constants in the Linux headers. */
#include "report/system_call.h"

#include "base/text.h"
#include "program/type.h"
#include "semantics/chooser.h"
#include "semantics/machine.h"

#include <string.h>

enum { WORDS = 3, PRIVATE = 128, REALTIME = 256 };

static const struct {
  unsigned lp64, ilp32;
  const char *name;
  bool is_futex;
} calls[] = {
    {202, 240, "SYS_futex", true},       {202, 422, "SYS_futex_time64", true},
    {186, 224, "SYS_gettid", false},     {39, 20, "SYS_getpid", false},
    {24, 158, "SYS_sched_yield", false}, {60, 1, "SYS_exit", false},
    {231, 252, "SYS_exit_group", false},
};

static const char *const operations[] = {
    [0] = "FUTEX_WAIT",        [1] = "FUTEX_WAKE",    [3] = "FUTEX_REQUEUE",
    [4] = "FUTEX_CMP_REQUEUE", [5] = "FUTEX_WAKE_OP", [9] = "FUTEX_WAIT_BITSET",
    [10] = "FUTEX_WAKE_BITSET"};

static uint64_t choose_nothing(struct chooser *chooser, unsigned width, const struct edge *edge) {
  (void)chooser, (void)width, (void)edge;
  return 0;
}

/* The n-th of the arguments behind the number; false: it is not there. */
static bool read_word(const struct state *state, uint64_t area, unsigned n, uint64_t *bits) {
  struct chooser chooser = {choose_nothing, true, NULL};
  unsigned width = state->program->pointer_width / 8;
  struct place place;
  if (!area || !state_find_place(state, area + (uint64_t)n * width, &place) || !place.content ||
      place.size - place.offset < width)
    return false;
  struct value value = state->domain->content_read(state->domain_context, place.content, place.size,
                                                   place.offset, width, NULL, &chooser);
  return state->domain->known(state->domain_context, value, bits);
}

static void describe_operation(struct text *out, uint64_t operation) {
  uint64_t plain = operation & ~(uint64_t)(PRIVATE | REALTIME);
  if (plain >= sizeof operations / sizeof *operations || !operations[plain]) {
    text_format(out, "%llu", (unsigned long long)operation);
    return;
  }
  text_add(out, operations[plain]);
  if (operation & REALTIME)
    text_add(out, " | FUTEX_CLOCK_REALTIME");
  else if (operation & PRIVATE)
    text_add(out, "_PRIVATE");
}

static void describe_futex(struct text *out, struct snapshot snapshot, uint64_t area) {
  static const struct type number = {.kind = TYPE_SIGNED, .size = 4, .name = "int"};
  unsigned width = snapshot.state->program->pointer_width;
  uint64_t words[WORDS];
  for (unsigned i = 0; i < WORDS; i++)
    if (!read_word(snapshot.state, area, i, &words[i]))
      return;
  text_add(out, ", ");
  describe_value(out, snapshot, NULL, width, words[0]);
  text_add(out, ", ");
  describe_operation(out, words[1] & UINT32_MAX);
  text_add(out, ", ");
  describe_value(out, snapshot, &number, 32, words[2] & UINT32_MAX);
}

bool describe_system_call(struct text *out, struct snapshot snapshot, const struct thread *thread,
                          const struct frame *frame) {
  const struct function *function = frame->function;
  const struct value *registers = thread->registers.items + frame->first_register;
  uint64_t number, area;
  if (!function->is_library || strcmp(describe_function(function), "syscall") != 0 ||
      function->parameter_count != 2 ||
      !snapshot.state->domain->known(snapshot.state->domain_context,
                                     registers[function->parameters[0]], &number) ||
      !snapshot.state->domain->known(snapshot.state->domain_context,
                                     registers[function->parameters[1]], &area))
    return false;
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    if (number == (snapshot.state->program->pointer_width == 64 ? calls[i].lp64 : calls[i].ilp32)) {
      text_format(out, "syscall(%s", calls[i].name);
      if (calls[i].is_futex)
        describe_futex(out, snapshot, area);
      text_add(out, calls[i].is_futex ? ", ...)" : ")");
      return true;
    }
  return false;
}
