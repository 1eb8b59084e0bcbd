# SPDX-License-Identifier: Apache-2.0
# A terminal shows how far the run is and the score so far; elsewhere a short run is silent.
write slow.c <<'END'
#include <assert.h>
volatile unsigned counter, sum;
int main(void) {
  while (counter != 4000000000u) {
    counter++;
    sum += counter % 3;
  }
  assert(sum != 7);
}
END
set -- "$HEDDLE" bench --fresh --time 2 --csv "$scratch/out.csv" "$scratch/slow.c"
ends 0 "$@"
err_is_empty
ends 0 script -q -e -c "$*" "$scratch/typescript"
out_has "0/1 tasks, 1 running, score 0"
ends 0 script -q -e -c "$* --quiet" "$scratch/typescript"
if grep -q running "$scratch/out"; then
  fail "progress in spite of --quiet"
fi
