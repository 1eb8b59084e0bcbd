# SPDX-License-Identifier: Apache-2.0
# Ctrl-C and SIGTERM end the search with a verdict.
write count.c <<'END'
#include <assert.h>
volatile unsigned counter;
int main(void) {
  for (;;)
    assert(++counter != 4000000000u);
}
END
for signal in INT TERM; do
  # `timeout` sends the signal; 124 would be its own code.
  ends 20 timeout --preserve-status -k 30 -s $signal 3 "$HEDDLE" check "$scratch/count.c"
  out_has "interrupted"
  ends 20 timeout --preserve-status -k 30 -s $signal 3 "$HEDDLE" run "$scratch/count.c"
  cat "$scratch/err" >>"$scratch/out" # before the execution has begun there is only a verdict
  out_has "interrupted"
done
