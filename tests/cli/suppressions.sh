# SPDX-License-Identifier: Apache-2.0
# Races that the user does not want to hear of: volatile flags, and what a file in ThreadSanitizer's format names.
write flag.c <<'END'
#include <pthread.h>
static volatile int stop;
static int jobs;
static void count(void) { jobs++; }
static void *work(void *unused) {
  while (!stop)
    ;
  count();
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  stop = 1;
  count();
  pthread_join(thread, 0);
}
END
ends 10 "$HEDDLE" check --property race "$scratch/flag.c"
ends 10 "$HEDDLE" check --time 120 --all --volatile atomic --property race --trace "$scratch/jobs.json" "$scratch/flag.c"
out_has "1 violation:"
out_has "data race on jobs"
ends 10 "$HEDDLE" replay -q "$scratch/jobs.json"
last_line "FALSE(race)"
# A trace without the option is another program.
sed '/"volatile": "atomic"/d' "$scratch/jobs.json" >"$scratch/other.json"
! cmp -s "$scratch/jobs.json" "$scratch/other.json" || fail "the trace does not say that volatile is atomic"

suppress() {
  printf '%s\n' "$@" >"$scratch/suppress.txt"
}
suppress '# a comment' '' 'race:stop' 'race:count' 'race:nowhere'
ends 0 "$HEDDLE" check --property race --suppress "$scratch/suppress.txt" "$scratch/flag.c"
err_has "suppress.txt:3: suppression 'race:stop' was used"
err_has "suppress.txt:4: suppression 'race:count' was used"
err_has "suppress.txt:5: suppression 'race:nowhere' was not used"
# By file, with wildcards and anchors; main calls count, so race_top:main leaves its race.
for line in 'race:flag.c' 'race:*/flag*c$' 'race:^work$' 'race:ma*n'; do
  suppress "$line"
  ends 0 "$HEDDLE" check -q --property race --suppress "$scratch/suppress.txt" "$scratch/flag.c"
done
for line in 'race:^ork' 'race:wor$' 'race_top:main' 'deadlock:work'; do
  suppress "$line"
  ends 10 "$HEDDLE" check --property race --suppress "$scratch/suppress.txt" --trace "$scratch/bug.json" "$scratch/flag.c"
  last_line "FALSE(race)"
  ends 10 "$HEDDLE" replay -q "$scratch/bug.json"
done
suppress 'race_top:main'
ends 10 "$HEDDLE" check --property race --suppress "$scratch/suppress.txt" "$scratch/flag.c"
out_has "data race on jobs"
# The other properties are decided as before.
suppress 'race:*'
ends 0 "$HEDDLE" check --suppress "$scratch/suppress.txt" "$scratch/flag.c"
suppress 'race'
ends 2 "$HEDDLE" check --suppress "$scratch/suppress.txt" "$scratch/flag.c"
err_has "suppress.txt:1: not a suppression"
suppress 'color:red'
ends 2 "$HEDDLE" check --suppress "$scratch/suppress.txt" "$scratch/flag.c"
err_has "no kind of suppression: color"
ends 2 "$HEDDLE" check --suppress "$scratch/missing.txt" "$scratch/flag.c"
suppress 'race:*'
ends 2 "$HEDDLE" check --engine order --suppress "$scratch/suppress.txt" "$scratch/flag.c"

# Races on one variable are listed together, and the story is told once.
write groups.c <<'END'
#include <pthread.h>
static int x, y;
static void *work(void *unused) {
  x = 1;
  y = 1;
  x = 2;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  x = 3;
  y = 3;
  pthread_join(thread, 0);
}
END
ends 10 "$HEDDLE" check --all "$scratch/groups.c"
out_has "3 violations:"
out_has "     races on x:"
[ "$(grep -c '^In ' "$scratch/out")" = 2 ] || fail "not one story for each variable"
ends 10 "$HEDDLE" check --all -v "$scratch/groups.c"
[ "$(grep -c '^In ' "$scratch/out")" = 3 ] || fail "not every story with -v"
