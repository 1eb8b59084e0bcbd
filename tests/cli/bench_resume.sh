# SPDX-License-Identifier: Apache-2.0
# Ctrl-C ends the children and keeps what is done; the same command goes on; another one is refused.
for i in 1 2 3 4; do
  echo "int main(void) { return $i - $i; }" >"$scratch/task$i.c"
done
write endless.c <<'END'
#include <assert.h>
volatile unsigned counter;
int main(void) {
  while (counter != 4000000000u) {
    counter = counter * 1103515245u + 12345u;
    assert(counter % 65536 != 7 || counter > 8);
  }
}
END
printf 'task%s.c\n' 1 2 >"$scratch/all.set"
echo endless.c >>"$scratch/all.set"
printf 'task%s.c\n' 3 4 >>"$scratch/all.set"
csv=$scratch/out.csv
# The third task runs until the signal: it gives no result.
ends 20 timeout --preserve-status -k 60 -s INT 6 "$HEDDLE" bench --time 600 --csv "$csv" "$scratch/all.set"
err_has "interrupted; the same command continues from"
out_has "tasks"
[ "$(wc -l <"$csv")" -eq 3 ] || fail "not two results"
cp "$csv" "$scratch/before.csv"
if pgrep -f "$scratch/endless.c" >/dev/null; then
  fail "a child is left"
fi
# A row that was being written when the machine went down.
printf 'task3.c,,,TR' >>"$csv"
echo 'int main(void) { return 0; }' >"$scratch/endless.c"
ends 0 "$HEDDLE" bench --time 600 --csv "$csv" "$scratch/all.set"
err_has "2 of 5 tasks are done"
[ "$(wc -l <"$csv")" -eq 6 ] || fail "not five results"
head -n 3 "$csv" | cmp -s - "$scratch/before.csv" || fail "earlier results changed"
grep -q '^task3.c,,,TRUE' "$csv" || fail "the half-written row was kept"
ends 0 "$HEDDLE" bench --time 600 --csv "$csv" "$scratch/all.set"
err_has "5 of 5 tasks are done"
[ "$(wc -l <"$csv")" -eq 6 ] || fail "something was run again"
ends 2 "$HEDDLE" bench --time 30 --csv "$csv" "$scratch/all.set"
err_has "results of another command"
[ "$(wc -l <"$csv")" -eq 6 ] || fail "results of another command were touched"
ends 0 "$HEDDLE" bench --fresh --time 30 --csv "$csv" "$scratch/all.set"
[ "$(grep -c time=30 "$csv")" -eq 5 ] || fail "it did not begin anew"
# Results alone can be looked at.
ends 0 "$HEDDLE" bench "$csv" "$scratch/before.csv"
