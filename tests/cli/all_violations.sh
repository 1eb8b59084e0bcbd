# SPDX-License-Identifier: Apache-2.0
# --all goes on after a violation: every one that differs by its place is shown, recorded and listed.
write many.c <<'END'
#include <assert.h>
#include <pthread.h>
static int x, y;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *unused) {
  x++;
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  y++;
  assert(y == 1);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}
static void *two(void *unused) {
  x = x + 2;
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  y++;
  assert(y <= 2); assert(y == 1);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}
int main(void) {
  int block[2] = {0, 0};
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  block[x] = 1; /* x may be 3 */
  pthread_mutex_unlock(&a);
  return block[0];
}
END
for engine in auto explicit reference; do
  ends 10 "$HEDDLE" check --all --engine $engine --trace "$scratch/$engine.json" "$scratch/many.c"
  last_line "FALSE(reach,memory,lock,deadlock,race)"
  out_has "10 violations:"
  out_has "  division   holds"
  out_has "  reach      violated, 2 places"
  out_has "  race       violated, 3 places"
  # What it is about, without the names and values that depend on the execution that was found.
  sed -n '/violations:/,$p' "$scratch/out" | grep '^ *[0-9]' | while read -r _ kind rest; do
    echo "$kind" "$(echo "$rest" | grep -o 'many.c:[0-9]*' | sort | paste -s -d ' ')"
  done | sort >"$scratch/$engine.list"
  for trace in "$scratch/$engine".json "$scratch/$engine"-[2-9].json "$scratch/$engine"-10.json; do
    name=$(sed -n 's/.*"violation": {"property": "\([a-z]*\)".*/\1/p' "$trace")
    ends 10 "$HEDDLE" replay -q "$trace"
    last_line "FALSE($name)"
  done
done
for engine in explicit reference; do
  cmp "$scratch/auto.list" "$scratch/$engine.list" || fail "auto and $engine list different violations"
done
ends 10 "$HEDDLE" check -q --all "$scratch/many.c"
[ "$(wc -l <"$scratch/out")" = 1 ] || fail "-q prints more than the verdict"

# An engine that would find the same again says that there may be more.
ends 10 "$HEDDLE" check --all --engine order --property reach "$scratch/many.c"
out_has "1 violation, perhaps more:"
out_has "  reach      violated, 1 place or more"
out_has "There may be more: engine order finds one violation of each property."
last_line "FALSE(reach)"

ends 10 "$HEDDLE" check --all --engine order --property reach,division examples/lost_update.c
out_has "  reach      violated, 1 place or more"
out_has "  division   holds"
out_has "There may be more: engine order finds one violation of each property."

# Nothing to list, and not everything decided.
write fine.c <<'END'
int main(void) { return 0; }
END
ends 0 "$HEDDLE" check --all "$scratch/fine.c"
last_line "TRUE"
write endless.c <<'END'
#include <assert.h>
#include <pthread.h>
static volatile unsigned counter;
static void *work(void *unused) {
  assert(counter > 100);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  for (;;)
    counter += 3;
}
END
ends 10 "$HEDDLE" check --all --engine explicit --time 3 --property reach "$scratch/endless.c"
out_has "There may be more: time"
last_line "FALSE(reach)"

# A trace that knows nonsense is refused.
sed 's/"known": \[/"known": [{"property": "beauty"},/' "$scratch/auto-2.json" >"$scratch/bad.json"
ends 3 "$HEDDLE" replay "$scratch/bad.json"
err_has '"known"[0]: "property" is not the name of a property'
