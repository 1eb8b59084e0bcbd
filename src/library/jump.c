/* Non-local jumps. setjmp itself is known to the front end, since it returns into its caller. */
#include "heddle.h"

static _Noreturn void jump(void *buffer, int value) {
  __heddle_longjmp(buffer, value == 0 ? 1 : value);
}

_Noreturn void longjmp(void *buffer, int value) { jump(buffer, value); }

_Noreturn void _longjmp(void *buffer, int value) { jump(buffer, value); }

_Noreturn void siglongjmp(void *buffer, int value) { jump(buffer, value); }

_Noreturn void __longjmp_chk(void *buffer, int value) { jump(buffer, value); }
