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
# Whenever the time ends before an engine has answered, nothing is said to be proven.
for seconds in 0.1 0.2 0.3 0.4 0.5 0.7 0.9; do
  ends 20 "$HEDDLE" check --time $seconds examples/ordinary/job_pool.c
  ! grep -q -x "UNKNOWN()" "$scratch/out" || fail "no property is named after $seconds s"
  ! grep -q "^proven .*race" "$scratch/out" || fail "race is told as proven after $seconds s"
  ! grep -q -x "UNKNOWN(time)" "$scratch/out" || fail "it does not say how far it came in $seconds s"
done
