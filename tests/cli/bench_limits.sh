# SPDX-License-Identifier: Apache-2.0
# A task that overruns its time or memory, or dies, costs only itself, and its children go with it.
for name in slow stubborn large family dies good bad gives_up silent; do
  echo "// $name" >"$scratch/$name.c"
  echo "$name.c" >>"$scratch/all.set"
done
cat >"$scratch/tool" <<'END'
#!/bin/sh
# Does what the first line of the file says.
case $(sed -n 's/^\/\/ //p' "$1") in
slow) sleep 1000 ;;
stubborn) trap '' TERM INT; while :; do sleep 1000; done ;;
large) exec python3 -c 'import time; block = bytearray(400 << 20); time.sleep(1000)' ;;
family) for i in 1 2 3; do setsid sleep 1000 & done; wait ;;
dies) echo "is ill"; kill -KILL $$ ;;
good) echo "all is SAFE" ;;
bad) echo "SAFE so far"; echo "found UNSAFE: line 7" ;;
gives_up) echo "gave up: too hard" ;;
silent) exit 7 ;;
esac
END
chmod +x "$scratch/tool"
csv=$scratch/out.csv
ends 3 "$HEDDLE" bench --jobs 3 --time 2 --memory 200 --tool "exec $scratch/tool {file}" --csv "$csv" \
  --says-true ' SAFE$' --says-false 'UNSAFE: (.*)' --says-unknown '^gave up: (.*)' "$scratch/all.set"
row() { grep -q -e "$1" "$csv" || fail "the CSV lacks $1"; }
row '^slow.c,,,UNKNOWN,time,,2\.'
row '^stubborn.c,,,UNKNOWN,time,,4\.'
row '^large.c,,,UNKNOWN,memory,,'
row '^family.c,,,UNKNOWN,time,,2\.'
row '^dies.c,,,ERROR,killed by signal 9 (Killed): is ill,'
row '^good.c,,,TRUE,,'
row '^bad.c,,,FALSE,line 7,'
row '^gives_up.c,,,UNKNOWN,too hard,'
row '^silent.c,,,ERROR,exit code 7,'
[ "$(wc -l <"$csv")" -eq 10 ] || fail "a task is missing"
large=$(awk -F, '$1 == "large.c" {print int($9)}' "$csv")
[ "$large" -ge 200 ] && [ "$large" -lt 600 ] || fail "$large MB is not what it took"
if pgrep -f "$scratch/tool" >/dev/null || pgrep -x -f 'sleep 1000' -n >/dev/null; then
  fail "processes are left"
fi
ends 2 "$HEDDLE" bench --tool "$scratch/tool" "$scratch/all.set"
err_has "--tool names neither {file} nor {task}"
ends 2 "$HEDDLE" bench --tool "$scratch/tool {file}" --says-true '(' "$scratch/all.set"
err_has "'('"
# heddle's own checks under the limits.
write endless.c <<'END'
#include <stdlib.h>
volatile unsigned long counter;
int main(void) {
  while (++counter)
    ;
  abort();
}
END
ends 0 "$HEDDLE" bench --time 1 --csv "$scratch/own.csv" "$scratch/endless.c"
grep -q ',UNKNOWN,.*time' "$scratch/own.csv" || fail "no limit of time"
