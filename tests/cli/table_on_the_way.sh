# SPDX-License-Identifier: Apache-2.0
# Without --time, a check prints its table when nothing was answered for a while, and goes on. Ctrl-C prints it, too.
write hard.c <<'END'
#include <assert.h>
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
static unsigned counter, sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *count(void *unused) {
  for (unsigned i = 0; i < 100000; i++) {
    pthread_mutex_lock(&lock);
    counter = counter * 1103515245u + __VERIFIER_nondet_uint() % 3;
    sum += counter >> 3;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, count, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  assert(sum != 4000000000u);
}
END
"$HEDDLE" check --property reach "$scratch/hard.c" >"$scratch/out" 2>"$scratch/err" &
check=$!
for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
  sleep 1
  grep -q "^After [0-9]* s, and the search goes on:$" "$scratch/out" && break
done
out_has ", and the search goes on:"
out_has "left        reach, 1 of 1 place: hard.c:21 assertion 'sum != 4000000000u'"
out_has "searching ("
! grep -q "^UNKNOWN" "$scratch/out" || fail "it does not go on"
kill -INT $check
wait $check
[ $? -eq 20 ] || fail "another exit code than 20"
last_line "UNKNOWN(reach)"
[ "$(grep -c "^left        reach" "$scratch/out")" -eq 2 ] || fail "Ctrl-C does not print the table"
# With --time it does not.
ends 20 "$HEDDLE" check --time 13 --property reach "$scratch/hard.c"
! grep -q "the search goes on" "$scratch/out" || fail "a table in between, although the time is limited"
# On a terminal a line counts the places.
ends 20 script -q -e -c "stty columns 200; $HEDDLE check --property reach,memory --time 4 $scratch/hard.c" "$scratch/typescript"
grep -q -E '[0-9]+ of [0-9]+ places proven, [0-9]+ left, [0-9]+ s' "$scratch/typescript" || fail "the places are not counted"
