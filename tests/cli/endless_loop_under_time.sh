# SPDX-License-Identifier: Apache-2.0
# A search that does not end is cut off, and so is a run.
write count.c <<'END'
#include <assert.h>
volatile unsigned counter;
int main(void) {
  for (;;) {
    assert(++counter != 4000000000u);
  }
}
END
ends 20 timeout 60 "$HEDDLE" check --engine reference --time 1 "$scratch/count.c"
in_the_way "the time was over"
ends 20 timeout 60 "$HEDDLE" check --time 1 "$scratch/count.c"
in_the_way "the time was over"
out_has "searched  "
ends 20 "$HEDDLE" check -v --time 2 "$scratch/count.c"
err_has "explicit: time, after "
err_has "order: time"
ends 20 timeout 60 "$HEDDLE" run --time 1 "$scratch/count.c"
err_has "time"
ends 20 timeout 60 "$HEDDLE" check --engine lazy --time 1 "$scratch/count.c"
in_the_way "the time was over"
