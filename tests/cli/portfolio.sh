# SPDX-License-Identifier: Apache-2.0
# The engines side by side: whoever decides it is named, and a process that is killed costs only itself.
for threads in 1 2; do
  ends 10 "$HEDDLE" check --threads $threads --stats --property deadlock examples/lock_inversion.c
  last_line "FALSE(deadlock)"
  grep -q -x -E "engine: (explicit|random)" "$scratch/err" || fail "not an engine that finds it"
  ends 0 "$HEDDLE" check --threads $threads --stats examples/peterson.c
  last_line "TRUE"
  grep -q -x -E 'engine: (.*\+)?(explicit|order)' "$scratch/err" || fail "not the engine that decided"
done
# With one thread the engines take turns: it does not matter that explicit does not end.
write input.c <<'END'
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), product = 1;
  for (unsigned i = 0; i < a % 8; i++)
    product *= b | 1;
  assert(product & 1);
}
END
ends 0 "$HEDDLE" check --threads 1 --stats --time 60 "$scratch/input.c"
err_has "engine: order"
# Under tso explicit knows nothing and order no deadlocks: those are left to graph or the reference search.
write buffered.c <<'END'
#include <assert.h>
#include <pthread.h>
_Atomic int x;
void *f(void *a) { x = 1; return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_join(t, 0);
  assert(x == 1);
}
END
ends 0 "$HEDDLE" check --memory-model tso --property reach,deadlock --stats "$scratch/buffered.c"
grep -q -x -E 'engine: (.*\+)?(reference|graph)(\+.*)?' "$scratch/err" || fail "not by an engine that covers deadlocks"

# Under sc, graph decides programs of many threads that are alike; order does not cover deadlocks.
ends 0 "$HEDDLE" check --property reach,deadlock --stats --time 60 bench/programs/graph/journal.c -- -DN=20
grep -q -x -E 'engine: (.*\+)?graph' "$scratch/err" || fail "not by graph"

# Neither explicit nor order decides this one in time, no lock excludes a race, and graph gives up on the input.
write hard.c <<'END'
#include <assert.h>
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
_Atomic int turn;
unsigned counter, last;
void *count(void *argument) {
  int own = argument != 0;
  for (;;) {
    while (turn != own)
      ;
    assert(counter != last);
    counter++;
    turn = !own;
  }
}
int main(void) {
  pthread_t thread;
  last = __VERIFIER_nondet_uint() | 4000000000u;
  pthread_create(&thread, 0, count, &turn);
  count(0);
}
END
# Runs heddle in the background and waits for the two engines that are left when random and lockset have ended, and the
# one that searches within bounds.
start() {
  "$HEDDLE" check --threads 2 --property race --time 60 "$scratch/hard.c" >"$scratch/out" 2>"$scratch/err" &
  heddle=$!
  children=
  sleep 2.5
  for _ in $(seq 1 600); do
    children=$(pgrep -P $heddle heddle)
    [ "$(echo "$children" | wc -w)" -eq 3 ] && return
    sleep 0.05
  done
  fail "not three engines but '$children'"
}
# A process that nobody waited for is none any more.
is_alive() { grep -q -s '^State:.[^ZX]' "/proc/$1/status"; }
# stopped CODE: it has ended, and nobody is left.
stopped() {
  wait $heddle
  code=$?
  sed 's/^/out: /' "$scratch/out"
  [ $code -eq "$1" ] || fail "exit code $code instead of $1"
  for child in $children; do
    if is_alive "$child"; then
      fail "process $child is left"
    fi
  done
}
# One engine is killed; the other goes on.
start
first=${children%%[!0-9]*}
second=$(echo "$children" | sed -n 2p)
kill -KILL "$first"
sleep 0.5
is_alive "$second" || fail "the other engine ended, too"
kill -INT $heddle
stopped 20
out_has "ended by signal 9"
# All at once.
start
# shellcheck disable=SC2086
kill -KILL $children
stopped 20
in_the_way "ended by signal 9 (Killed) ("
in_the_way "explicit"
in_the_way "order"
# Ctrl-C, and heddle itself being killed.
for signal in INT TERM; do
  start
  kill -$signal $heddle
  stopped 20
  in_the_way "interrupted"
  grep -q "^searched  *every execution" "$scratch/out" || fail "it does not say how far it came"
done
start
kill -KILL $heddle
sleep 1
stopped 137
# On a terminal there is one line of progress, of all engines.
ends 20 script -q -e -c "stty columns 200; $HEDDLE check --threads 2 --property race --time 3 $scratch/hard.c" "$scratch/typescript"
grep -q '[0-9] s | .*explicit.* | order: unwinding [0-9]* *,' "$scratch/out" || fail "no progress of both"
