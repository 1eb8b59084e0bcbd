# SPDX-License-Identifier: Apache-2.0
# --cpu-time limits the processor time of all processes together, whatever engine searches.
write long.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
unsigned x, y, z;
pthread_mutex_t lock;
void *work(void *argument) {
  for (int i = 0; i < 12; i++) {
    pthread_mutex_lock(&lock);
    x = x * 3 + y;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    y = y * 5 + x * *(unsigned *)argument + z++;
    pthread_mutex_unlock(&lock);
    assert(x != 123456789 || y != 987654321);
  }
  return NULL;
}
int main(void) {
  pthread_t threads[3];
  unsigned arguments[3] = {1, 2, 3};
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, work, &arguments[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
}
END
for engine in "auto --threads 3" explicit "graph --threads 3"; do
  # shellcheck disable=SC2086
  spends 4 "$HEDDLE" check -q --cpu-time 2 --time 60 --property reach --engine $engine "$scratch/long.c"
  [ $code -eq 20 ] || fail "$engine: exit code $code"
  grep -q '^UNKNOWN(.*time' "$scratch/out" || fail "$engine: the reason is not the time"
  awk "BEGIN { exit !($spent >= 1.5) }" || fail "$engine: only $spent s of 2 were used"
done
# The compiler's time counts, too: macros that expand to nothing, two to the power of 40 times.
seq 40 | awk '{ print "#define M" $1, "M" $1 - 1, "M" $1 - 1 }' | sed '1i#define M0' >"$scratch/slow.c"
echo 'M40 int main(void) { return 0; }' >>"$scratch/slow.c"
spends 2 "$HEDDLE" check --cpu-time 1 "$scratch/slow.c"
[ $code -eq 20 ] || fail "exit code $code"
last_line "UNKNOWN(time, clang has not finished)"
ends 2 "$HEDDLE" check --cpu-time soon "$scratch/long.c"
err_has "'soon' is not a value of --cpu-time"
