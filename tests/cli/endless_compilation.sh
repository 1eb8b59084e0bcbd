# SPDX-License-Identifier: Apache-2.0
# A clang that does not end is stopped by --time and by Ctrl-C, and leaves no process behind.
mkfifo "$scratch/endless.h"
exec 4<>"$scratch/endless.h" # somebody who could write to it, but does not
write slow.c <<'END'
#include "endless.h"
int main(void) { return 0; }
END
ends 20 timeout -s KILL 20 "$HEDDLE" check --time 1 "$scratch/slow.c"
last_line "UNKNOWN(time, clang has not finished)"
ends 20 timeout --preserve-status -k 20 -s INT 1 "$HEDDLE" check "$scratch/slow.c"
last_line "UNKNOWN(interrupted)"
ends 20 timeout -s KILL 20 "$HEDDLE" run --time 1 "$scratch/slow.c"
err_has "no time left before the program started"
sleep 0.2
if cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' '\n' | grep "^$scratch/slow[.]c$"; then
  fail "clang is still running"
fi
exec 4>&-
