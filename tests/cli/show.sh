# SPDX-License-Identifier: Apache-2.0
# A program as text and as a graph, on stdout and in a file.
ends 0 "$HEDDLE" show program examples/peterson.c
out_has "worker"
out_has "peterson.c:"
ends 0 "$HEDDLE" show cfa examples/peterson.c
out_has "digraph"
cp "$scratch/out" "$scratch/first"
ends 0 "$HEDDLE" show cfa examples/peterson.c -o "$scratch/out.dot"
out_is_empty
cmp "$scratch/first" "$scratch/out.dot" || fail "the file differs from the output"
ends 2 "$HEDDLE" show cfa examples/peterson.c -o "$scratch/nowhere/out.dot"
err_has "nowhere/out.dot: cannot be written: No such file or directory"

# Between any two passes: delays jumps over the loop that only counts, and lowering has it still.
cat >"$scratch/delay.c" <<'C'
volatile int seen;
int main(void) {
  for (int i = 0; i < 1000; i++) {
  }
  return seen;
}
C
ends 0 "$HEDDLE" show program --after lowering "$scratch/delay.c"
grep -q '\[i.* <s 1000\]' "$scratch/out" || fail "the loop is not there after lowering"
ends 0 "$HEDDLE" show program --after delays "$scratch/delay.c"
! grep -q '\[i.* <s 1000\]' "$scratch/out" || fail "the loop is still there after delays"
cp "$scratch/out" "$scratch/first"
ends 0 "$HEDDLE" show program "$scratch/delay.c"
cmp "$scratch/first" "$scratch/out" || fail "the passes after delays change edges"

# constants: without attributes, a lock is initialised without a branch.
cat >"$scratch/plain.c" <<'C'
#include <pthread.h>
int main(void) {
  pthread_mutex_t lock;
  return pthread_mutex_init(&lock, 0);
}
C
branches() {
  ends 0 "$HEDDLE" show program --verbose --after "$1" "$scratch/plain.c" >"$scratch/log"
  sed -n '/^function pthread_mutex_init/,/^$/p' "$scratch/out" | grep -c '\[attributes'
}
[ "$(branches lowering)" -gt 0 ] || fail "there is no branch after lowering"
[ "$(branches constants)" -eq 0 ] || fail "there is a branch after constants"
ends 2 "$HEDDLE" check --without reuse "$scratch/plain.c"
err_has "no pass that can be left out: reuse"
ends 0 "$HEDDLE" show program --after slots examples/peterson.c
grep -q ' skip ' "$scratch/out" || fail "there is no room for a fence after slots"
ends 2 "$HEDDLE" show program --after nothing "$scratch/delay.c"
err_has "no pass 'nothing'"
ends 0 "$HEDDLE" show passes
for pass in $("$HEDDLE" show --help | sed -n '/^Passes/,$p' | sed -n 's/^    \([a-z]*\) .*/\1/p' | grep -v lowering); do
  grep -q "^$pass " "$scratch/out" || fail "show passes lacks $pass"
done
