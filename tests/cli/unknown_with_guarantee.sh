# SPDX-License-Identifier: Apache-2.0
# UNKNOWN comes with what is known: guarantees within bounds, executions that passed, and what multiplies the states. A
# guarantee never covers a violation.
guarantee() {
  awk '/^searched  / { on = 1; sub(/^searched  */, ""); printf "%s", $0; next }
       on && /^            / { sub(/^ +/, " "); printf "%s", $0; next } { on = 0 }' "$scratch/out"
}

# The assertion fails after two preemptions: behind f = 1, and between the two reads of f.
write twice.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int f;
static void *a(void *p) { f = 1; f = 2; return p; }
static void *b(void *p) { if (f == 1 && f == 2) assert(0); return p; }
int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, a, 0);
  pthread_create(&y, 0, b, 0);
  pthread_join(x, 0);
  pthread_join(y, 0);
}
END
for preemptions in 0 1; do
  ends 20 "$HEDDLE" check --engine lazy --switches preemptive --contexts $preemptions --json "$scratch/answer.json" \
    "$scratch/twice.c"
  case $preemptions in
  0) wanted="every execution with switches only where a thread waits or ends: no violation" ;;
  1) wanted="every execution with at most 1 switch away from a thread that could go on: no violation" ;;
  esac
  [ "$(guarantee)" = "$wanted" ] || fail "another guarantee: $(guarantee)"
  python3 tests/schemas/validate docs/check.schema.json "$scratch/answer.json" || fail "it does not fit its schema"
  grep -q "\"preemptions\": $preemptions, \"iterations\": null" "$scratch/answer.json" || fail "it is not in the JSON"
done
ends 10 "$HEDDLE" check --engine lazy --switches preemptive --contexts 2 "$scratch/twice.c"

# The assertion fails in the fourth iteration.
write rounds.c <<'END'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0;
  while (__VERIFIER_nondet_int()) {
    n++;
    assert(n != 4);
  }
}
END
for engine in order "lazy --switches preemptive --contexts 9"; do
  for iterations in 1 2; do
    ends 20 "$HEDDLE" check --engine $engine --unwind $iterations --property reach "$scratch/rounds.c"
    case $(guarantee) in
    *"$iterations turn"*" of the loop at rounds.c:5: no violation" | *"$iterations turn"*" of each loop (rounds.c:5) and"*) ;;
    *) fail "no guarantee of $iterations iterations" ;;
    esac
  done
  ends 10 "$HEDDLE" check --engine $engine --unwind 4 --property reach "$scratch/rounds.c"
done

# Another loop that is unwound further makes no guarantee about this one.
write two_loops.c <<'END'
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static void *other(void *p) {
  for (int i = 0; i < 30; i++) __VERIFIER_nondet_int();
  return p;
}
int main(void) {
  pthread_t t;
  int n = 0;
  pthread_create(&t, 0, other, 0);
  while (__VERIFIER_nondet_int()) { n++; assert(n != 40); }
}
END
"$HEDDLE" check --engine order --time 5 --property reach "$scratch/two_loops.c" >"$scratch/out"
for count in $(guarantee | sed -n 's/.*most \([0-9]*\) turns\{0,1\} of the loop at two_loops.c:12.*/\1/p'); do
  [ "$count" -lt 40 ] || fail "a guarantee covers the violation"
done

# Random executions that ended.
ends 20 "$HEDDLE" check --engine random --executions 7 --json "$scratch/answer.json" examples/barrier.c
out_has "searched    no violation in 7 random executions: all created a second thread, all reached an"
grep -q '"random_executions": 7' "$scratch/answer.json" || fail "they are not in the JSON"

# Which loop makes the states so many, and what would help.
write many.c <<'END'
#include <pthread.h>
unsigned x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *count(void *p) {
  for (int i = 0; i < 5000; i++) {
    pthread_mutex_lock(&m);
    x = (x + 1) % 4;
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, count, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
END
ends 20 "$HEDDLE" check --engine explicit --time 5 --json "$scratch/answer.json" "$scratch/many.c"
in_the_way "the combinations grow most inside the loop at many.c:5"
out_has "To decide more, try fewer iterations of the loop at $scratch/many.c:5, "
out_has "(--property memory)"
python3 tests/schemas/validate docs/check.schema.json "$scratch/answer.json" || fail "it does not fit its schema"
grep -q '"hot_spot": {"file": ".*/many.c", "line": 5' "$scratch/answer.json" || fail "the loop is not in the JSON"
# Or which variable.
sed -e 's/x = (x + 1) % 4/if ((x = x * 5 + i % 3 + 1) == 4000000001) return 0/' -e 's/i < 5000; i++/;i = !i/' "$scratch/many.c" >"$scratch/values.c"
ends 20 "$HEDDLE" check --engine explicit --time 5 --json "$scratch/answer.json" "$scratch/values.c"
in_the_way "the combinations grow most with the values of x (values.c:2)"
out_has "To decide more, try fewer values of x, "
python3 tests/schemas/validate docs/check.schema.json "$scratch/answer.json" || fail "it does not fit its schema"
grep -q '"kind": "variable", "name": "x"' "$scratch/answer.json" || fail "the variable is not in the JSON"
ends 20 "$HEDDLE" check -q --engine explicit --time 1 "$scratch/many.c"
[ "$(wc -l <"$scratch/out")" -eq 1 ] || fail "-q prints more than the verdict"
