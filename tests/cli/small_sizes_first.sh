# SPDX-License-Identifier: Apache-2.0
# Of a size that could be too many numbers explicit tries small ones: it finds what is wrong with them, and
# says of the others that it did not look at them.
cat >"$scratch/large.c" <<'C'
#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < LEAST || n > 100000)
    return 0;
  int *p = malloc(n * sizeof *p);
  p[5] = 1;
  p[n - 1] = 2;
  assert(p[5] == 1 || n == 6);
  free(p);
  return 0;
}
C
"$HEDDLE" check -q --engine explicit --time 60 "$scratch/large.c" -- -DLEAST=10 >"$scratch/out" 2>/dev/null
[ $? -eq 20 ] && grep -q '^UNKNOWN(allocation of an unknown size at .*large.c:8; small ones were tried' "$scratch/out" ||
  { cat "$scratch/out"; exit 1; }
"$HEDDLE" check --engine explicit --time 60 "$scratch/large.c" -- -DLEAST=3 >"$scratch/out" 2>/dev/null
[ $? -eq 10 ] && grep -q '^FALSE(memory)' "$scratch/out" || { cat "$scratch/out"; exit 1; }
