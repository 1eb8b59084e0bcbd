# SPDX-License-Identifier: Apache-2.0
# The reason of UNKNOWN is about the program: each thing once, at the user's own line.
write stream.c <<'END'
#include <semaphore.h>
#include <fcntl.h>
int main(void) {
  sem_t *s = sem_open("/name", O_CREAT, 0600, 1);
  return sem_wait(s);
}
END
ends 20 "$HEDDLE" check --time 60 "$scratch/stream.c"
in_the_way "sem_open is not modelled, at stream.c:4"
for engine in explicit order reference; do
  ends 20 "$HEDDLE" check --engine $engine --time 60 "$scratch/stream.c"
  in_the_way "sem_open is not modelled, at stream.c:4"
done
# Each engine's own words are told with -v.
ends 20 "$HEDDLE" check -v --time 60 "$scratch/stream.c"
err_has "explicit: sem_open at $scratch/stream.c:4"
err_has "order: sem_open at $scratch/stream.c:4"
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
