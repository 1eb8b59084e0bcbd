# Every engine ends at the first signal, whatever it is doing.
write values.c <<'END_OF_FILE'
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = 1;
  for (;;) {
    b = b * 5 + a;
    assert(b != 77777 || a != 99);
  }
}
END_OF_FILE
write block.c <<'END_OF_FILE'
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *bytes = calloc(1u << 29, 1), *copy = calloc(1u << 29, 1);
  for (unsigned i = 0;; i++) {
    memcpy(copy, bytes, 1u << 29);
    bytes[i % 1000]++;
    assert(copy[77] != 2 || i < 9);
  }
}
END_OF_FILE
for engine in reference explicit order lazy schedule widen impact modular auto; do
  for program in values block; do
    spends 2 timeout --preserve-status -s TERM 1 "$HEDDLE" check --engine $engine --threads 1 "$scratch/$program.c"
    [ $code -eq 20 ] || fail "not UNKNOWN"
    grep -q -e "^UNKNOWN(.*interrupted" -e "^UNKNOWN(.* of a.* very large size" "$scratch/out" || fail "not interrupted"
  done
done
spends 2 timeout --preserve-status -s INT 1 "$HEDDLE" run "$scratch/block.c"
err_has "interrupted"

# What was shown before stays found.
write found.c <<'END_OF_FILE'
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_bool(void);
int main(void) {
  assert(__VERIFIER_nondet_bool());
  char *bytes = calloc(1u << 30, 1);
  for (unsigned i = 0;; i++)
    bytes[i % 1000]++;
}
END_OF_FILE
for signal in TERM INT; do
  spends 4 timeout --preserve-status -s $signal 2 "$HEDDLE" check --all --engine lazy "$scratch/found.c"
  [ $code -eq 10 ] || fail "not FALSE"
  last_line "FALSE(reach)"
done
