# SPDX-License-Identifier: Apache-2.0
# More memory than --memory allows: by one allocation, by many, and by the search itself.
write large.c <<'END'
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *block = malloc(900u << 20);
  memset(block, 1, 900u << 20);
  return block[77] - 1;
}
END
write many.c <<'END'
#include <stdlib.h>
#include <string.h>
static unsigned long long count;
int main(void) {
  while (++count)
    memset(malloc(1 << 20), 1, 1 << 20);
  abort();
}
END
write states.c <<'END'
#include <stdlib.h>
volatile unsigned long long counter;
char ballast[4096];
int main(void) {
  while (++counter)
    ballast[counter % 4096]++;
  abort();
}
END
for program in large many states; do
  ends 20 timeout 120 "$HEDDLE" check -q --engine reference --memory 150 --time 60 "$scratch/$program.c"
  out_has "memory" # "memory, …" by the search, "out of memory" by one allocation
  ends 20 timeout 120 "$HEDDLE" check --memory 150 --time 12 "$scratch/$program.c"
  out_has "memory"
done
# A run of a few steps is caught only by the system's limit, which AddressSanitizer cannot live with.
case $BUILD in
*asan*) ;;
*)
  ends 20 timeout 120 "$HEDDLE" run --memory 150 --time 60 "$scratch/large.c"
  err_has "memory"
  ;;
esac
ends 20 timeout 120 "$HEDDLE" run --memory 150 --time 60 "$scratch/many.c"
err_has "memory"
