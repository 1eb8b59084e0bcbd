# SPDX-License-Identifier: Apache-2.0
# With --all, memory that is exhausted after a violation was found does not take it back.
write growing.c <<'EOF'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int seen, turns;
static void *work(void *unused) {
  seen = 1;
  turns++;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  assert(!seen);
  for (int i = 0; i < 30; i++)
    turns++;
  char *bytes = malloc(600u << 20);
  bytes[5] = 1;
  return bytes[7];
}
EOF
ends 10 "$HEDDLE" check --all --engine explicit --order bfs --property reach,memory --memory 300 "$scratch/growing.c"
last_line "FALSE(reach)"
err_has "out of memory"
