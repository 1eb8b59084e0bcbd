# SPDX-License-Identifier: Apache-2.0
# --json writes what a check says, in the form that docs/check.schema.json describes.
valid() { python3 tests/schemas/validate docs/check.schema.json "$scratch/answer.json" || fail "it does not fit its schema"; }
# holds EXPRESSION: of the document, in Python.
holds() {
  python3 -c "
import json, sys
a = json.load(open('$scratch/answer.json'))
ids = [note['id'] for note in a['notes']]
sys.exit(not ($1))" || fail "it is not true that $1"
}

# The validator finds what does not fit.
echo '{"format": "heddle-check", "version": 1, "verdict": "PERHAPS"}' | write answer.json
python3 tests/schemas/validate docs/check.schema.json "$scratch/answer.json" >"$scratch/errors" && fail "anything is valid"
grep -q "PERHAPS" "$scratch/errors" || fail "a wrong value is not found"
grep -q "has no 'engine'" "$scratch/errors" || fail "a missing field is not found"

# A proof, with what it rests on.
write weak.c <<'END'
#include <stdatomic.h>
atomic_int x;
void other(int *);
int main(int argc, char **argv) {
  atomic_store_explicit(&x, argc, memory_order_relaxed);
  return argv[1] == 0;
}
END
ends 0 "$HEDDLE" check --json "$scratch/answer.json" "$scratch/weak.c"
last_line "TRUE"
valid
holds "a['verdict'] == 'TRUE' and a['exit_code'] == 0 and a['reason'] is None"
holds "set(a['properties'].values()) == {'holds'} and not a['violations']"
holds "'weak-memory-orders' in ids and 'no-second-thread' in ids and 'no-assertion' in ids and 'no-arguments' in ids"
holds "a['engine'] and 'clang seconds' in a['statistics']"
# The same notes if nothing of them is printed.
ends 0 "$HEDDLE" check -q --json "$scratch/answer.json" "$scratch/weak.c"
holds "'weak-memory-orders' in ids and 'no-second-thread' in ids"
[ "$(cat "$scratch/out")" = TRUE ] || fail "more than the verdict is printed"

# An assumption about what is not defined.
write open.c <<'END'
int other(int);
int main(void) { return other(3) == 4; }
END
ends 0 "$HEDDLE" check -q --json "$scratch/answer.json" "$scratch/open.c"
valid
holds "any(n['kind'] == 'assumption' and 'other' in n['text'] for n in a['notes'])"

# All violations, with places, threads and steps; the text goes to stderr.
ends 10 "$HEDDLE" check --all --json - examples/peterson_plain.c
cp "$scratch/out" "$scratch/answer.json"
err_has "FALSE(race)"
valid
holds "a['verdict'] == 'FALSE' and a['properties']['race'] == 'violated' and a['properties']['deadlock'] == 'holds'"
holds "len(a['violations']) > 2 and len({v['headline'] for v in a['violations']}) == len(a['violations'])"
holds "all(v['file'] == 'examples/peterson_plain.c' and v['line'] > 0 and v['steps'] for v in a['violations'])"
holds "len(a['violations'][0]['threads']) == 3 and a['reason'] is None"
holds "any(s['operation'] == 'writes' and s['name'] == 'turn' for v in a['violations'] for s in v['steps'])"

# What is not decided.
ends 20 "$HEDDLE" check --engine random --executions 3 --json "$scratch/answer.json" examples/barrier.c
valid
holds "a['verdict'] == 'UNKNOWN' and a['reason'] and a['properties']['memory'] == 'undecided'"
holds "a['properties']['abort'] == 'holds'" # no operation can abort
holds "a['engine'] == 'random'"

# The answer to each place.
ends 0 "$HEDDLE" check --property reach,race --json "$scratch/answer.json" examples/peterson.c
valid
holds "a['obligations'] and {o['state'] for o in a['obligations']} == {'proven'}"
holds "all(o['engine'] and o['claim'] for o in a['obligations'])"
holds "{o['property'] for o in a['obligations']} <= {'reach', 'race', 'not modelled'}"
ends 10 "$HEDDLE" check --json "$scratch/answer.json" examples/lost_update.c
valid
holds "[(o['property'], o['line']) for o in a['obligations'] if o['state'] == 'violated'] == [('reach', 38)]"

# Races and deadlocks have lines alone: what nothing proves there is violated.
ends 10 "$HEDDLE" check --property race --json "$scratch/answer.json" examples/peterson_plain.c
valid
holds "{o['line'] for o in a['obligations'] if o['state'] == 'violated'} >= {v['line'] for v in a['violations']}"

# What does not compile.
echo 'int main(void) { return }' | write bad.c
ends 3 "$HEDDLE" check --json "$scratch/answer.json" "$scratch/bad.c"
valid
holds "a['verdict'] == 'ERROR' and a['exit_code'] == 3"

# A handler that ends the process leaves a document, too: one that is there before it is needed.
write endless.c <<'END'
#include <pthread.h>
unsigned x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *count(void *p) {
  for (;;) { pthread_mutex_lock(&m); x++; y += x; if (x == 4000000000u) return p; pthread_mutex_unlock(&m); }
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, count, 0);
  return 0;
}
END
for signals in "INT TERM" "INT"; do
  rm "$scratch/answer.json"
  "$HEDDLE" check --engine explicit --json "$scratch/answer.json" "$scratch/endless.c" >"$scratch/out" &
  sleep 2
  kill -STOP $!
  for signal in $signals; do kill -$signal $!; done
  kill -CONT $!
  wait $!
  [ $? -eq 20 ] || fail "another exit code than 20"
  valid
  holds "a['verdict'] == 'UNKNOWN' and a['reason'].startswith('interrupted')"
done

ends 2 "$HEDDLE" check --json "$scratch/none/answer.json" examples/barrier.c
err_has "cannot be written"
ends 2 "$HEDDLE" check --json - --sarif - examples/barrier.c
