# SPDX-License-Identifier: Apache-2.0
# An SV-COMP property file decides what is checked.
write locked.c <<'END'
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void reach_error(void) {}
int main(void) {
  pthread_mutex_unlock(&lock);
  reach_error();
}
END
echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' | write reach.prp
echo 'CHECK( init(main()), LTL(G ! data-race) )' | write race.prp
echo 'CHECK( init(main()), LTL(F end) )' | write end.prp
echo 'CHECK( whatever )' | write wrong.prp
ends 10 "$HEDDLE" check "$scratch/locked.c"
last_line "FALSE(lock)"
ends 10 "$HEDDLE" check --prp "$scratch/reach.prp" "$scratch/locked.c"
last_line "FALSE(reach)"
ends 0 "$HEDDLE" check --prp "$scratch/race.prp" "$scratch/locked.c"
last_line "TRUE"
ends 20 "$HEDDLE" check --prp "$scratch/end.prp" "$scratch/locked.c"
last_line "UNKNOWN(property not supported: termination)"
ends 3 "$HEDDLE" check --prp "$scratch/wrong.prp" "$scratch/locked.c"
err_has "wrong.prp"
ends 2 "$HEDDLE" check --prp "$scratch/none.prp" "$scratch/locked.c"
err_has "none.prp: No such file or directory"
