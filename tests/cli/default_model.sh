# SPDX-License-Identifier: Apache-2.0
# Without --memory-model, C files are checked under C11's own model if they need it: if what they can reach has
# orders weaker than seq_cst, or fences, and several threads. Task definitions are about sc.
note='Checked under the memory model of C11 (--memory-model rc11), because of'
out_lacks() { ! grep -q -F -e "$1" "$scratch/out" || fail "stdout has '$1'"; }

write mp.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef ORDER
#define ORDER memory_order_relaxed
#endif
#ifndef FENCE
#define FENCE
#endif
#ifndef CREATE
#define CREATE(f) pthread_t t; pthread_create(&t, 0, f, 0)
#endif
extern void reach_error(void);
atomic_int data, flag;
int unused(void) { return atomic_load_explicit(&data, memory_order_relaxed); }
void *writer(void *a) {
  atomic_store_explicit(&data, 1, ORDER);
  FENCE;
  atomic_store_explicit(&flag, 1, ORDER);
  return a;
}
int main(void) {
  CREATE(writer);
  int ready = atomic_load_explicit(&flag, ORDER);
  FENCE;
  if (ready && !atomic_load_explicit(&data, ORDER))
    assert(0);
  return 0;
}
END
ends 10 "$HEDDLE" check --property reach --trace "$scratch/t.json" "$scratch/mp.c"
last_line 'FALSE(reach)'
out_has "$note orders weaker than seq_cst, for example at $scratch/mp.c:"
grep -q '"memory_model": "rc11"' "$scratch/t.json" || fail "the trace does not name the model"
ends 10 "$HEDDLE" replay -q "$scratch/t.json"
ends 0 "$HEDDLE" check --property reach --memory-model sc "$scratch/mp.c"
out_has 'are taken for seq_cst; --memory-model rc11 checks them.'
out_lacks "$note"
# What engines, observers and witnesses do not know is not chosen for them.
ends 0 "$HEDDLE" check --property reach --engine explicit "$scratch/mp.c"
out_has 'are taken for seq_cst; --memory-model rc11 checks them.'
ends 0 "$HEDDLE" check --property reach --witness "$scratch/w.yml" "$scratch/mp.c"
out_has 'are taken for seq_cst; --memory-model rc11 checks them.'

# Fences alone make a difference, code that is not reached does not, and one thread does not.
ends 0 "$HEDDLE" check "$scratch/mp.c" -- -DORDER=memory_order_seq_cst '-DFENCE=atomic_thread_fence(memory_order_seq_cst)'
out_has "$note fences, for example at $scratch/mp.c:"
last_line TRUE
ends 0 "$HEDDLE" check "$scratch/mp.c" -- -DORDER=memory_order_seq_cst '-DFENCE=__sync_synchronize()'
out_has "$note fences"
ends 0 "$HEDDLE" check "$scratch/mp.c" -- -DORDER=memory_order_seq_cst
out_lacks "$note"
out_lacks 'are taken for seq_cst'
ends 0 "$HEDDLE" check "$scratch/mp.c" -- '-DCREATE(f)=f(0)'
out_lacks "$note"

# A task is about sc, unless the user says otherwise.
cat >"$scratch/reach.prp" <<'END'
CHECK( init(main()), LTL(G ! call(reach_error())) )
END
cat >"$scratch/mp.yml" <<'END'
format_version: '2.0'
input_files: 'task.c'
properties:
  - property_file: reach.prp
    expected_verdict: true
options:
  language: C
  data_model: LP64
END
sed 's/assert(0)/reach_error()/' "$scratch/mp.c" >"$scratch/task.c"
ends 0 "$HEDDLE" check "$scratch/mp.yml"
out_lacks "$note"
ends 10 "$HEDDLE" check -q --memory-model rc11 "$scratch/mp.yml"

# What sc executions violate is violated, whoever finds it and whatever the engines of rc11 can do.
for file in relaxed_reference_count cleared_block_over_relaxed_pointer message_over_relaxed_flag; do
  ends 10 "$HEDDLE" check -q tests/programs/$file.c
  last_line 'FALSE(race)'
done

# What is not decided is said with what is known under sc.
write slot.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
_Atomic(int *) shared;
atomic_int done;
static void lend(void) {
  int local = 3;
  atomic_store_explicit(&shared, &local, memory_order_release);
  while (!atomic_load_explicit(&done, memory_order_relaxed))
    ;
}
static void *lender(void *a) { lend(); return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, lender, 0);
  int *p = atomic_load_explicit(&shared, memory_order_acquire);
  int value = p ? *p : 0;
  atomic_store_explicit(&done, 1, memory_order_release);
  pthread_join(t, 0);
  return value;
}
END
ends 20 "$HEDDLE" check --address-reuse off --property memory --json "$scratch/answer.json" "$scratch/slot.c"
out_has 'searched    every execution under sc: no violation'
in_the_way "an access that does not happen before the end of its object at slot.c:"
tests/schemas/validate docs/check.schema.json "$scratch/answer.json" || fail "--json is not valid"
python3 - "$scratch/answer.json" <<'END' || fail "--json does not say what is known under sc"
import json, sys
answer = json.load(open(sys.argv[1]))
assert [g['properties'] for g in answer['guarantees'] if g['under_sc'] and g['preemptions'] is None] == [['memory']]
assert 'memory-model' in [note['id'] for note in answer['notes']]
END
ends 20 "$HEDDLE" check -q --address-reuse off --property leak "$scratch/slot.c"
tail -n 1 "$scratch/out" | grep -q 'UNKNOWN(an access that does not happen before the end of its object at .*; no violation under sc, not decided under rc11)' ||
  fail "a proof of leak rests on an execution that was given up"
# With violations that are known, what the engines under sc pass over is no proof.
ends 10 "$HEDDLE" check --all --property reach,race tests/programs/message_over_relaxed_flag.c
out_lacks 'no violation under sc'
