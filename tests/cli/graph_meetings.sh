# SPDX-License-Identifier: Apache-2.0
# Executions that differ only in the order in which threads arrive at a barrier are one, unless they
# look at who is the serial thread.
write meet.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
static pthread_barrier_t barrier;
static atomic_int x, last;
static void *run(void *argument) {
#ifdef LOOKS
  if (pthread_barrier_wait(&barrier))
    last = (int)(intptr_t)argument;
#else
  pthread_barrier_wait(&barrier);
#endif
  x = (int)(intptr_t)argument;
  return NULL;
}
int main(void) {
  pthread_t threads[THREADS];
  pthread_barrier_init(&barrier, NULL, MEMBERS);
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, run, (void *)(intptr_t)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
}
END
counts() { # MODEL NUMBER FLAG...
  model=$1
  number=$2
  shift 2
  ends 0 "$HEDDLE" check --engine graph --memory-model "$model" --property reach,race --symmetry off \
    --check-graphs on --stats -q "$scratch/meet.c" -- "$@"
  last_line TRUE
  err_has "complete executions: $number"
  err_has "blocked executions: 0"
  err_has "graphs visited twice: 0"
}
for model in sc tso rc11; do
  counts $model 6 -DTHREADS=3 -DMEMBERS=3          # the orders in which x is written
  counts $model 18 -DTHREADS=3 -DMEMBERS=3 -DLOOKS # times the thread that is told that it is the serial one
  counts $model 2 -DTHREADS=2 -DMEMBERS=1          # a round each, which have nothing to do with one another
done
