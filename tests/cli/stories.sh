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
out_has "race.c:9   creates pay 1 (pthread_create)"

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
out_has "assertion.c:6   takes lock (pthread_mutex_lock)"
out_has "assertion.c:7   writes total = 5"
out_has "assertion.c:8   gives back lock (pthread_mutex_unlock)"
out_has "assertion.c:14  calls pthread_join(add, NULL)"
out_has "assertion failed: total == 6"
out_has "main at $scratch/assertion.c:15, in main"
cp "$scratch/out" "$scratch/first"
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
out_has "memory.c:4  writes block(memory.c:3)+4 = 7"
out_has "use after free"
out_has "concerns block(memory.c:3), 12 bytes, at offset 4"
out_has "allocated by main at $scratch/memory.c:3, in malloc"
out_has "freed by main at $scratch/memory.c:5, in free"
