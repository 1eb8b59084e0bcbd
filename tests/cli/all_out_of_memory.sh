# SPDX-License-Identifier: Apache-2.0
# With --all, memory that is exhausted after a violation was found does not take it back.
write growing.c <<'EOF'
#include <assert.h>
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
  _Bool grows = __VERIFIER_nondet_bool();
  assert(grows);
  char *bytes = malloc(600u << 20);
  bytes[5] = 1;
  return bytes[7];
}
EOF
ends 10 "$HEDDLE" check --all --engine reference --property reach,memory --memory 300 "$scratch/growing.c"
last_line "FALSE(reach)"
err_has "out of memory"
