# SPDX-License-Identifier: Apache-2.0
# What is told of each kind of violation: who did what where, under the names of the source.
write race.c <<'END'
#include <pthread.h>
struct account { int number, balance; } accounts[2];
static void *pay(void *unused) {
  accounts[1].balance++;
  return unused;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, pay, 0);
  pthread_create(&two, 0, pay, 0);
  return 0;
}
END
ends 10 "$HEDDLE" check --engine reference --property race "$scratch/race.c"
out_has "data race on accounts[1].balance"
out_has "race.c:4, in pay"
out_has "  9 creates pay 1"
out_has "4 writes accounts[1].balance: data race"
out_has "in pay, holding no lock"
out_has "FALSE(race): data race on accounts[1].balance between pay 1 at $scratch/race.c:4 and pay 2"

write assertion.c <<'END'
#include <assert.h>
#include <pthread.h>
static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *unused) {
  pthread_mutex_lock(&lock);
  total += 5;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t one;
  pthread_create(&one, 0, add, 0);
  pthread_join(one, 0);
  assert(total == 6);
}
END
ends 10 "$HEDDLE" check --engine reference --trace "$scratch/trace.json" "$scratch/assertion.c"
last_line "FALSE(reach)"
out_has "FALSE(reach): assertion 'total == 6' fails at $scratch/assertion.c:15, total is 5"
out_has " >  6 acquires lock"
out_has "7 │ writes total = 5"
out_has "8 releases lock"
out_has "> 14 pthread_join(add, NULL)"
out_has "assertion failed: total == 6"
out_has "main at $scratch/assertion.c:15, in main"
out_has "It needs no preemption. Inputs: none. Replay it: heddle replay $scratch/trace.json $scratch/assertion.c"
sed -e 's/ Replay it: .*//' -e '/^Not decided: /d' "$scratch/out" >"$scratch/first"
ends 0 grep -c '"operation": "writes", "name": "total", "value": "5"' "$scratch/trace.json"
ends 0 grep -c '"violation": {"property": "reach", .*"line": 15' "$scratch/trace.json"
ends 10 "$HEDDLE" replay "$scratch/trace.json"
cmp "$scratch/first" "$scratch/out" || fail "the replay tells another story"

write deadlock.c <<'END'
#include <pthread.h>
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static void *first(void *unused) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  return unused;
}
static void *second(void *unused) {
  pthread_mutex_lock(&right);
  pthread_mutex_lock(&left);
  return unused;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
END
ends 10 "$HEDDLE" check --engine reference --property deadlock "$scratch/deadlock.c"
out_has "deadlock.c:5, in pthread_mutex_lock(&right): waits for right, held by second"
out_has "deadlock.c:10, in pthread_mutex_lock(&left): waits for left, held by first"

write memory.c <<'END'
#include <stdlib.h>
int main(void) {
  int *block = malloc(12);
  block[1] = 7;
  free(block);
  return block[1];
}
END
ends 10 "$HEDDLE" check --engine reference "$scratch/memory.c"
last_line "FALSE(memory)"
out_has "  4 writes block[1] = 7"
out_has "use after free of block[1]"
out_has "concerns block, 12 bytes, at offset 4"
out_has "allocated by main at $scratch/memory.c:3, in malloc"
out_has "freed by main at $scratch/memory.c:5, in free"

# Colours are for terminals, which also say how wide they are.
if command -v script >/dev/null; then
  colour() { printf '\033[%sm' "$1"; }
  on_terminal() { # COLUMNS SETTING
    ends 0 script -q -e -c "stty cols $1; env TERM=xterm $2 '$HEDDLE' check --property reach \
      examples/lost_update.c 2>/dev/null || test \$? = 10" /dev/null
  }
  on_terminal 90 LANG=C
  out_has "$(colour 1)$(colour 36)main$(colour 0)     "
  out_has "$(colour '1;31')38 assertion 'balance == 150' fails$(colour 0)"
  on_terminal 50 LANG=C
  out_has "$(colour 1)$(colour 32)pay_in 2$(colour 0):"
  on_terminal 90 NO_COLOR=1
  out_has "  38 assertion 'balance == 150' fails"
  if grep -q "$(printf '\033')" "$scratch/out"; then fail "colours although NO_COLOR says otherwise"; fi
fi
