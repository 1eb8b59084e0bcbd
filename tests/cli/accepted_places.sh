# SPDX-License-Identifier: Apache-2.0
# --write-accept writes the places that are not proven; --accept counts them as proven as long as their lines stay.
write slots.c <<'END'
#include <pthread.h>
static int slots[8], used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  slots[used++] = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  for (int i = 0; i < 8; i++)
    pthread_create(&t, 0, work, 0);
}
END
check() { # CODE OPTION...
  code=$1
  shift
  ends "$code" "$HEDDLE" check --engine static --property memory,lock "$@" "$scratch/slots.c"
}
check 20 --write-accept "$scratch/judged"
last_line "UNKNOWN(memory, lock)"
grep -q "^memory slots.c:6: slots\[used++\] = 1;$" "$scratch/judged" || fail "$(cat "$scratch/judged")"
check 0 --accept "$scratch/judged" --write-accept "$scratch/again" --json "$scratch/answer.json"
out_has "1 place that is not proven is accepted ($scratch/judged)."
last_line "TRUE"
cmp "$scratch/judged" "$scratch/again" || fail "what is accepted is not written again"
tests/schemas/validate docs/check.schema.json "$scratch/answer.json" || fail "--json is not valid"
grep -q '"state": "accepted"' "$scratch/answer.json" || fail "the place is not accepted in --json"
# The line may move, but not change.
sed -i '1i // The first line.' "$scratch/slots.c"
check 0 --accept "$scratch/judged"
sed -i 's/= 1;/= 2;/' "$scratch/slots.c"
check 20 --accept "$scratch/judged"
last_line "UNKNOWN(memory, lock)"
# A place that is accepted may still be shown to be wrong.
sed -i -e 's/= 2;/= 1;/' -e 's/i < 8/i < 9/' "$scratch/slots.c"
check 0 --accept "$scratch/judged"
ends 10 "$HEDDLE" check --engine random --property memory --accept "$scratch/judged" "$scratch/slots.c"
last_line "FALSE(memory)"
# What is none of these files.
ends 2 "$HEDDLE" check --accept "$scratch/none" "$scratch/slots.c"
ends 2 "$HEDDLE" check --accept "$scratch/slots.c" "$scratch/slots.c"
ends 2 "$HEDDLE" check --accept "$scratch/judged" --witness "$scratch/witness.graphml" "$scratch/slots.c"
ends 2 "$HEDDLE" check --engine static --write-accept "$scratch/none/judged" "$scratch/slots.c"
