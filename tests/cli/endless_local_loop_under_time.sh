# SPDX-License-Identifier: Apache-2.0
# A loop without any visible operation can be cut off, too.
write spin.c <<'END'
#include <stdlib.h>
int main(void) {
  unsigned i = 0;
  for (;;) {
    i += 2;
    if (i == 1)
      abort();
  }
}
END
ends 20 timeout 60 "$HEDDLE" check --engine reference --time 1 "$scratch/spin.c"
ends 20 timeout 60 "$HEDDLE" run --time 1 "$scratch/spin.c"
