# SPDX-License-Identifier: Apache-2.0
# A counterexample under a weak memory model tells when stores become visible and replays under it.
write sb.c <<'END'
#include <assert.h>
#include <pthread.h>
int x, y, r, s;
void *first(void *a) { x = 1; r = y; return a; }
void *second(void *a) { y = 1; s = x; return a; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(r || s);
}
END
ends 0 "$HEDDLE" check --property reach "$scratch/sb.c"
ends 10 "$HEDDLE" check --property reach --memory-model tso --trace "$scratch/t.json" "$scratch/sb.c"
last_line 'FALSE(reach)'
out_has 'buffers x = 1'
out_has 'makes visible x = 1'
ends 10 "$HEDDLE" replay "$scratch/t.json"
last_line 'FALSE(reach)'
out_has 'buffers y = 1'
ends 10 "$HEDDLE" run --schedule "$scratch/t.json"
sed 's/"tso"/"sc"/' "$scratch/t.json" >"$scratch/sc.json"
ends 20 "$HEDDLE" replay "$scratch/sc.json"
sed 's/"tso"/"rmo"/' "$scratch/t.json" >"$scratch/bad.json"
ends 3 "$HEDDLE" replay "$scratch/bad.json"
err_has '"memory_model" is none of "sc", "tso", "pso" and "rc11"'
# Flushes of their own, from random runs: some fail, and what was recorded replays.
failed=0
for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  "$HEDDLE" run -q --memory-model pso --seed $seed --property reach --trace "$scratch/r.json" \
    "$scratch/sb.c" >/dev/null 2>&1
  [ $? -eq 10 ] || continue
  failed=$((failed + 1))
  grep -q '"flush"' "$scratch/r.json" && ends 10 "$HEDDLE" replay "$scratch/r.json"
done
[ $failed -gt 0 ] || fail "no run failed"
