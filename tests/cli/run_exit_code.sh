# SPDX-License-Identifier: Apache-2.0
# `heddle run` has the program's exit code and output; everything else is on stderr.
write seven.c <<'END'
#include <stdio.h>
int main(void) {
  printf("%s %d\n", "seven is", 7);
  return 7;
}
END
ends 7 "$HEDDLE" run -q "$scratch/seven.c"
[ "$(cat "$scratch/out")" = "seven is 7" ] || fail "the output is not the program's"
err_is_empty
ends 7 "$HEDDLE" run "$scratch/seven.c"
[ "$(cat "$scratch/out")" = "seven is 7" ] || fail "the output is not the program's"
err_has "exit code 7"
printf '#include <assert.h>\nint main(void) { assert(1 == 2); }\n' | write wrong.c
ends 10 "$HEDDLE" run "$scratch/wrong.c"
out_is_empty
err_has "wrong.c:2"
