/* SPDX-License-Identifier: Apache-2.0 */
/* Non-local jumps. setjmp itself is known to the front end, since it returns into its caller. */
#include "heddle.h"
#include "process.h"

static _Noreturn void jump(void *buffer, int value) {
  __heddle_longjmp(buffer, value == 0 ? 1 : value);
}

_Noreturn void longjmp(void *buffer, int value) { jump(buffer, value); }

_Noreturn void _longjmp(void *buffer, int value) { jump(buffer, value); }

/* sigsetjmp keeps its second argument in the buffer's third word: is the mask to be restored? Then
 * the signal whose handler is left is not blocked any more. */
_Noreturn void siglongjmp(void *buffer, int value) {
  if (__library_handled_signals != 0 && ((heddle_word *)buffer)[2] != 0) {
    if ((__library_handled_signals & (__library_handled_signals - 1)) != 0)
      __heddle_unsupported("siglongjmp out of nested signal handlers");
    __library_handled_signals = 0;
  }
  jump(buffer, value);
}

_Noreturn void __longjmp_chk(void *buffer, int value) { jump(buffer, value); }
