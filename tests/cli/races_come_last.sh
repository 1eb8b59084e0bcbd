# SPDX-License-Identifier: Apache-2.0
# A race on a flag does not hide the assertion that fails.
write flag.c <<'END'
#include <assert.h>
#include <pthread.h>
volatile int stop;
int jobs = 3;
void *work(void *unused) {
  while (!stop)
    ;
  assert(jobs == 3);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  jobs--;
  stop = 1;
  pthread_join(thread, 0);
}
END
ends 10 "$HEDDLE" check "$scratch/flag.c"
last_line "FALSE(reach)"
ends 10 "$HEDDLE" check --all "$scratch/flag.c"
last_line "FALSE(reach,race)"
# Nothing else is wrong here: the race is reported when the other properties are proven.
write race.c <<'END'
#include <pthread.h>
volatile int x;
void *work(void *unused) { x = 1; return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  x = 2;
  pthread_join(thread, 0);
}
END
ends 10 "$HEDDLE" check "$scratch/race.c"
last_line "FALSE(race)"
# An execution that random steps found is shortened until no switch can be left out.
write steps.c <<'END'
#include <assert.h>
#include <pthread.h>
_Atomic int turns, seen;
void *work(void *unused) {
  for (int i = 0; i < 40; i++)
    turns++;
  seen = turns;
  return unused;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, work, 0);
  pthread_create(&two, 0, work, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(seen != 80);
}
END
ends 10 "$HEDDLE" check --engine explicit "$scratch/steps.c"
last_line "FALSE(reach)"
out_has "It needs no preemption."
