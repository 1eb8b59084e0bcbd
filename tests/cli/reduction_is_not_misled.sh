# SPDX-License-Identifier: Apache-2.0
# A pointer that leaves its object is not foreseen by any analysis of the text: the search notices and
# starts again without relying on one. Every reduction gives the same verdict.
write reach_over.c <<'END'
#include <assert.h>
#include <pthread.h>

static int cells[4], other;

static void *reach_over(void *argument) {
  int distance = -2000;
  while (distance < 2000 && &cells[distance] != &other)
    distance++;
  cells[distance] = 1; /* is other */
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reach_over, 0);
  int before = other, after = other;
  assert(before RELATION after);
  pthread_join(thread, 0);
  return 0;
}
END
for level in none local persistent sleep full; do
  ends 10 "$HEDDLE" check --engine explicit --por $level --property reach "$scratch/reach_over.c" -- '-DRELATION==='
  last_line 'FALSE(reach)'
  ends 0 "$HEDDLE" check --engine explicit --por $level --property reach --stats "$scratch/reach_over.c" -- '-DRELATION=<='
done
err_has 'claims given up: 1'
ends 2 "$HEDDLE" check --por some "$scratch/reach_over.c"
