#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Shortening keeps the violation, never makes an execution worse, ends alike each time, and leaves the best so far when
# its limit comes. What it leaves can be replayed.
set -u

fail() {
  echo "$*"
  exit 1
}

# The threads, context switches, steps and inputs that are not zero of a trace.
cost() {
  python3 - "$1" <<'PYTHON'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as text:
    trace = json.load(text)
steps = trace["schedule"]
print(len({entry["thread"] for entry in steps}), sum(a["thread"] != b["thread"] for a, b in zip(steps, steps[1:])),
      sum(entry["steps"] for entry in steps), sum(int(str(choice), 0) != 0 for choice in trace["choices"]),
      trace["violation"]["property"], trace["violation"]["file"], trace["violation"]["line"])
PYTHON
}

# $1: cost as found, $2: the cost of a shorter one.
compare() {
  # shellcheck disable=SC2086
  set -- $1 $2
  [ "$5 $6 $7" = "${12} ${13} ${14}" ] || fail "another violation: $5 $6:$7, shortened ${12} ${13}:${14}"
  awk -v a="$1 $2 $3 $4" -v b="$8 $9 ${10} ${11}" 'BEGIN {
    split(a, before, " "); split(b, after, " ")
    for (i = 1; i <= 4; i++) if (after[i] != before[i]) exit after[i] > before[i]
  }' || fail "from $1 $2 $3 $4 to $8 $9 ${10} ${11}"
}

cat >"$WORK/loops.c" <<'C'
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first, last, sum;
static void *produce(void *unused) {
  char byte;
  while (read(0, &byte, 1) == 1) {
    pthread_mutex_lock(&lock);
    last++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
static void *consume(void *unused) {
  for (int i = 0; i < 30; i++) {
    pthread_mutex_lock(&lock);
    int ready = first < last;
    pthread_mutex_unlock(&lock);
    if (ready) {
      pthread_mutex_lock(&lock);
      assert(first < last);
      first++;
      sum++;
      pthread_mutex_unlock(&lock);
    }
  }
  return unused;
}
int main(void) {
  pthread_t threads[4];
  pthread_create(&threads[0], NULL, produce, NULL);
  for (int i = 1; i < 4; i++)
    pthread_create(&threads[i], NULL, consume, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
C
for program in "$WORK/loops.c" examples/lost_update.c examples/use_after_free.c examples/dining_philosophers.c; do
  "$HEDDLE" check -q --engine random --seed 3 --shorten 0 --trace "$WORK/found.json" "$program" >"$WORK/found.txt" 2>&1
  [ $? -eq 10 ] || fail "$program is not FALSE: $(cat "$WORK/found.txt")"
  found=$(cost "$WORK/found.json")
  for seconds in 0.0001 0.01 1; do
    "$HEDDLE" replay --shorten $seconds --trace "$WORK/short.json" "$WORK/found.json" >"$WORK/short.txt" 2>&1
    [ $? -eq 10 ] || fail "$program, $seconds s: $(tail -n 1 "$WORK/short.txt")"
    compare "$found" "$(cost "$WORK/short.json")"
    "$HEDDLE" replay -q --shorten $seconds --trace "$WORK/again.json" "$WORK/found.json" >"$WORK/again.txt" 2>&1
    cmp -s "$WORK/short.json" "$WORK/again.json" || fail "$program, $seconds s: shortened in two ways"
    "$HEDDLE" replay -q "$WORK/short.json" >"$WORK/again.txt" 2>&1
    [ $? -eq 10 ] || fail "$program, $seconds s: the shorter one does not replay"
  done
done

# Two consumers see the same item: nothing else is left of 90 turns and a loop over inputs.
"$HEDDLE" check -q --engine random --seed 3 --shorten 0 --trace "$WORK/found.json" "$WORK/loops.c" >"$WORK/found.txt" 2>&1
"$HEDDLE" replay -q --shorten 2 --trace "$WORK/short.json" "$WORK/found.json" >"$WORK/short.txt" 2>&1
# shellcheck disable=SC2046
set -- $(cost "$WORK/short.json")
[ "$1" -eq 4 ] && [ "$2" -eq 4 ] && [ "$3" -le 36 ] || fail "loops.c: threads, switches, steps, inputs: $*"

# Of two races the one that was found stays, although the other one takes fewer steps.
cat >"$WORK/races.c" <<'C'
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static int first, second;
static void *count(void *unused) {
  first++;
  second++;
  return unused;
}
int main(void) {
  pthread_t thread;
  int input = __VERIFIER_nondet_int();
  pthread_create(&thread, NULL, count, NULL);
  if (input == 0)
    first++;
  second++;
  pthread_join(thread, NULL);
  return 0;
}
C
tried=0
for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
  "$HEDDLE" check -q --engine random --seed $seed --property race --shorten 0 --trace "$WORK/found.json" "$WORK/races.c" >"$WORK/found.txt" 2>&1
  grep -q "on second" "$WORK/found.json" || continue
  tried=1
  "$HEDDLE" replay --shorten 1 "$WORK/found.json" >"$WORK/short.txt" 2>&1
  grep -q "data race on second" "$WORK/short.txt" || fail "the race on second became another one"
  break
done
[ $tried = 1 ] || fail "no seed finds the race on second"

# A limit of time that comes while it is shortened: the verdict is that of the execution, and the best so far is told.
"$HEDDLE" check --engine random --seed 3 --time 1 --shorten 1000 "$WORK/loops.c" >"$WORK/limit.txt" 2>&1
[ $? -eq 10 ] || fail "--time: $(tail -n 1 "$WORK/limit.txt")"
grep -q "assertion 'first < last' fails" "$WORK/limit.txt" || fail "no story after the limit"
exit 0
