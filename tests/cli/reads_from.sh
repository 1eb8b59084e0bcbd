# SPDX-License-Identifier: Apache-2.0
# Under rc11 a counterexample says which write each read takes its value from and which newer one it misses: in
# JSON, in the trace, and as arrows of the page. Two writes of one value are told apart.
cat >"$scratch/weak.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *writer(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&x, 2, memory_order_relaxed);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return unused;
}
static void *reader(void *unused) {
  int before = atomic_load_explicit(&x, memory_order_relaxed);
  int ready = atomic_load_explicit(&y, memory_order_relaxed);
  int data = atomic_load_explicit(&x, memory_order_relaxed);
  assert(before || !ready || data != 1);
  return unused;
}
int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], 0, writer, 0);
  pthread_create(&ids[1], 0, reader, 0);
  pthread_join(ids[0], 0);
  pthread_join(ids[1], 0);
  return 0;
}
END
for engine in graph order; do
  ends 10 "$HEDDLE" check --engine "$engine" --memory-model rc11 --property reach --json "$scratch/answer.json" \
    --trace "$scratch/trace.json" --html "$scratch/page.html" "$scratch/weak.c"
  last_line "FALSE(reach)"
  ends 0 python3 tests/schemas/validate docs/check.schema.json "$scratch/answer.json"
  ends 0 xmllint --noout "$scratch/page.html"
  python3 - "$scratch/answer.json" "$scratch/trace.json" <<'END' || fail "$engine: reads-from is wrong"
import json, sys
answer, trace = (json.load(open(name)) for name in sys.argv[1:])
steps = answer["violations"][0]["steps"]
assert [step.get("reads_from", "no") for step in steps] == [step.get("reads_from", "no") for step in trace["steps"]]
reads = [step for step in steps if step["operation"] == "reads"]
assert [step["name"] for step in reads] == ["x", "y", "x"], reads
first, ready, data = reads
assert "reads_from" in ready and steps[ready["reads_from"]]["name"] == "y" and "misses" not in ready
source, missed = steps[data["reads_from"]], steps[data["misses"]]
assert source["value"] == "1" and source["line"] in (6, 7) and missed["value"] == "2", (source, missed)
assert first["value"] == "0" and first["reads_from"] is None
for index, step in enumerate(steps):
    if step["operation"] != "reads":
        assert "misses" not in step and "reads_from" not in step
    elif step["reads_from"] is not None:
        assert steps[step["reads_from"]]["value"] == step["value"]
END
done

# Under sc nothing of that is said, as every read takes the newest write.
ends 10 "$HEDDLE" check --property reach --engine reference --json "$scratch/answer.json" examples/lost_update.c
grep -q reads_from "$scratch/answer.json" && fail "reads-from under sc"

if ! command -v chromium >/dev/null; then
  echo "skipped: there is no chromium to open the page in"
  exit 0
fi
ends 0 env PYTHONDONTWRITEBYTECODE=1 python3 tests/browser/check_arrows.py "$(command -v chromium)" "$scratch/page.html" \
  "$scratch/trace.json"
