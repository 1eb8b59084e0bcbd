# SPDX-License-Identifier: Apache-2.0
# --work limits what an engine does: it ends at the same place each time.
write long.c <<'END'
#include <assert.h>
#include <pthread.h>
unsigned x, y, z;
pthread_mutex_t lock;
void *work(void *argument) {
  for (unsigned i = 0; i < 12; i++) {
    pthread_mutex_lock(&lock);
    x = x * 3 + y + i;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    y = y * 5 + x * *(unsigned *)argument + z++;
    pthread_mutex_unlock(&lock);
    assert(x != 123456789 || y != 987654321);
  }
  return 0;
}
int main(void) {
  pthread_t threads[3];
  unsigned arguments[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], 0, work, &arguments[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], 0);
}
END
most=40000
search() { # OPTION...: what the search says of itself, without times
  "$HEDDLE" check -q --stats --property reach --work $most --time 100 "$@" "$scratch/long.c" >"$scratch/all" 2>&1
  code=$?
  [ $code -eq 20 ] || fail "$*: exit code $code"
  grep -q '^UNKNOWN(work' "$scratch/all" || fail "$*: $(tail -n 1 "$scratch/all") with a limit of work"
  grep -v -e 'seconds: ' -e '^memory: ' -e '^clang: ' -e '^linking: ' -e '^lowering: ' "$scratch/all" >"$scratch/kept"
}
for engine in reference "explicit --domain value" "explicit --domain interval" "explicit --domain bdd" order graph impact \
  lazy schedule widen random "order --solver z3" "impact --solver z3"; do
  # shellcheck disable=SC2086
  search --engine $engine
  work=$(sed -n 's/^work: //p' "$scratch/all")
  { [ "$work" -ge $most ] && [ "$work" -le $((most * 3 / 2)) ]; } || fail "$engine: $work units of work instead of $most"
  cp "$scratch/kept" "$scratch/first"
  # shellcheck disable=SC2086
  search --engine $engine
  cmp "$scratch/kept" "$scratch/first" || fail "$engine: ends elsewhere: $(diff "$scratch/first" "$scratch/kept")"
done
search --engine auto --threads 1 # whose engines count for themselves
