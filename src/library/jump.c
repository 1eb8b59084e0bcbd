/* SPDX-License-Identifier: Apache-2.0 */
/* Non-local jumps. setjmp itself is known to the front end, since it returns into its caller. */
#include "heddle.h"
#include "signals.h"

static _Noreturn void jump(void *buffer, int value) {
  __heddle_longjmp(buffer, value == 0 ? 1 : value);
}

_Noreturn void longjmp(void *buffer, int value) { jump(buffer, value); }

_Noreturn void _longjmp(void *buffer, int value) { jump(buffer, value); }

/* Where the buffer has the mask of signals that siglongjmp restores, and whether it does. */
struct kept_mask {
  heddle_word used[2];
  heddle_word is_kept;
  unsigned low, high;
};

/* Called at a sigsetjmp if the program has siglongjmp. */
void __library_keep_mask(void *buffer, int is_kept);
void __library_keep_mask(void *buffer, int is_kept) {
  struct kept_mask *kept = buffer;
  const struct thread *self = __heddle_self();
  unsigned long long mask = self->blocked_signals;
  kept->is_kept = is_kept != 0;
  kept->low = (unsigned)mask;
  kept->high = (unsigned)(mask >> 32);
}

_Noreturn void siglongjmp(void *buffer, int value) {
  const struct kept_mask *kept = buffer;
  if (kept->is_kept)
    __library_change_blocked((unsigned long long)kept->high << 32 | kept->low);
  jump(buffer, value);
}

_Noreturn void __longjmp_chk(void *buffer, int value) { jump(buffer, value); }
