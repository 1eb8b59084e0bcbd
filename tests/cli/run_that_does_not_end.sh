# SPDX-License-Identifier: Apache-2.0
# A run that takes long tells where its threads are, and again when it is stopped.
write endless.c <<'END'
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
volatile int turn;
static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  turn = 1;
  pthread_mutex_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&lock);
  pthread_create(&thread, 0, worker, 0);
  while (!turn) {
  }
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
}
END
tells() {
  err_has "  main at $scratch/endless.c:14 (in main)"
  err_has "  worker at $scratch/endless.c:5 (in worker): waits for lock, held by main"
}
ends 20 "$HEDDLE" run --time 1 "$scratch/endless.c"
tells
err_has "heddle: the execution was stopped: time"
"$HEDDLE" run "$scratch/endless.c" >"$scratch/out" 2>"$scratch/err" &
run=$!
for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  sleep 1
  grep -q "still runs after" "$scratch/err" && break
done
tells
kill -INT $run
wait $run
err_has "heddle: the execution was stopped: interrupted"
ends 20 "$HEDDLE" run -q --time 1 "$scratch/endless.c"
! grep -q "endless.c:14" "$scratch/err" || fail "-q is not quiet"
