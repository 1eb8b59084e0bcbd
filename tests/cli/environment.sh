# SPDX-License-Identifier: Apache-2.0
# --env: the variables of the environment at the start, as getenv, environ and main see them; a trace has them, too.
write variables.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern char **environ;
static int size;
static void *set(void *unused) {
  const char *text = getenv("SIZE");
  size = text ? atoi(text) : 1;
  return unused;
}
int main(int count, char **words, char **variables) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  pthread_join(thread, NULL);
  assert(size < 50);
  assert(getenv("OTHER") == NULL || strcmp(getenv("OTHER"), "two words") == 0);
  assert(variables[0] == environ[0]);
  assert(getenv("SIZ") == NULL && getenv("SIZE2") == NULL);
  setenv("SIZE", "3", 1);
  assert(strcmp(getenv("SIZE"), "3") == 0);
  return count + (words != NULL) - 2;
}
END
for engine in explicit order reference; do
  ends 0 "$HEDDLE" check --engine $engine --property reach,memory "$scratch/variables.c"
  ends 0 "$HEDDLE" check --engine $engine --property reach,memory --env "SIZE=12 'OTHER=two words'" "$scratch/variables.c"
  ends 10 "$HEDDLE" check --engine $engine --property reach,memory --env "OTHER='two words' SIZE=52" "$scratch/variables.c"
  out_has "assertion 'size < 50' fails"
  ends 10 "$HEDDLE" check --engine $engine --property reach,memory --env "OTHER=two" "$scratch/variables.c"
  out_has "OTHER"
done
ends 10 "$HEDDLE" check --engine explicit --property reach --env SIZE=60 --trace "$scratch/trace.json" "$scratch/variables.c"
ends 10 "$HEDDLE" replay "$scratch/trace.json"
last_line "FALSE(reach)"
ends 0 "$HEDDLE" run -q --env SIZE=7 "$scratch/variables.c"
ends 2 "$HEDDLE" check --env "SIZE" "$scratch/variables.c"
ends 2 "$HEDDLE" check --env "=4" "$scratch/variables.c"
ends 2 "$HEDDLE" check --env "SIZE='4" "$scratch/variables.c"
