# SPDX-License-Identifier: Apache-2.0
# A counting loop is jumped over only where it ends: what is behind one that wraps around for ever is
# not reached.
for loop in \
  'for (unsigned i = 0; i <= limit; i++) ;' \
  'for (unsigned i = limit; i >= 0; i--) ;' \
  'for (unsigned i = 1; i != limit - 1; i += 2) ;' \
  'for (unsigned i = 0; i < limit; i += 2) ;' \
  'for (unsigned long i = 3; i <= -1ul; i += 3) ;' \
  'for (unsigned i = 0; i < limit; i += 0) ;' \
  'unsigned i = 5; do i -= 2; while (i != 2);' \
  'for (int i = 0; i <= 0x7fffffff; i++) ;'; do
  write loop.c <<END_OF_FILE
#include <assert.h>
unsigned limit = -1u;
int main(void) {
  $loop
  assert(0);
}
END_OF_FILE
  "$HEDDLE" check -q --engine explicit --property reach --time 1 "$scratch/loop.c" >"$scratch/out" 2>&1
  grep -q -e "^TRUE$" -e "^UNKNOWN(time" "$scratch/out" || fail "$loop: $(cat "$scratch/out")"
done
# Where the bound is an input, both ways are looked at.
write input.c <<'END_OF_FILE'
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i;
  for (i = 0; i <= n; i++)
    ;
  assert(i == n + 1 && i != 0);
}
END_OF_FILE
"$HEDDLE" check --property reach --time 2 "$scratch/input.c" >"$scratch/out" 2>&1
grep -q -e "^TRUE$" -e "^UNKNOWN" "$scratch/out" || fail "$(cat "$scratch/out")"
