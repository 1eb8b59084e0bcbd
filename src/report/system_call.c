/* SPDX-License-Identifier: Apache-2.0 */
#include "report/system_call.h"

#include "base/text.h"

enum { PRIVATE = 128, REALTIME = 256 };

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

void system_call_print_operation(struct text *out, uint64_t operation) {
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

const char *system_call_name(unsigned pointer_width, uint64_t number, bool *is_futex) {
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    if (number == (pointer_width == 64 ? calls[i].lp64 : calls[i].ilp32)) {
      *is_futex = calls[i].is_futex;
      return calls[i].name;
    }
  return NULL;
}
