# SPDX-License-Identifier: Apache-2.0
# The reason of UNKNOWN is about the program: each thing once, at the user's own line.
write clock.c <<'END'
#include <signal.h>
#include <time.h>
int main(void) {
  timer_t timer;
  return timer_create(CLOCK_REALTIME, NULL, &timer);
}
END
ends 20 "$HEDDLE" check --time 60 "$scratch/clock.c"
in_the_way "timer_create is not modelled, at clock.c:5"
for engine in explicit order reference; do
  ends 20 "$HEDDLE" check --engine $engine --time 60 "$scratch/clock.c"
  in_the_way "timer_create is not modelled, at clock.c:5"
done
# Each engine's own words are told with -v.
ends 20 "$HEDDLE" check -v --time 60 "$scratch/clock.c"
err_has "explicit: timer_create at $scratch/clock.c:5"
err_has "order: timer_create at $scratch/clock.c:5"
write freed.c <<'END'
#include <stdlib.h>
void *fetch(void);
int main(void) {
  void *block = fetch();
  free(block);
}
END
ends 20 "$HEDDLE" check --time 60 "$scratch/freed.c"
out_has "freed.c:5"
! grep -q -E "allocate\.c" "$scratch/out" || fail "the reason is about heddle"
