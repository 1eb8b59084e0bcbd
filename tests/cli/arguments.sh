# SPDX-License-Identifier: Apache-2.0
# A program that ends because it lacks arguments: what is said of its proof, and how to give it some.
write words.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int sum;
static void *add(void *text) {
  sum += atoi(text);
  return NULL;
}
int main(int count, char **words) {
  if (count < 2) {
    fprintf(stderr, "usage: %s NUMBER\n", words[0]);
    return 2;
  }
  pthread_t thread;
  pthread_create(&thread, NULL, add, words[1]);
  pthread_join(thread, NULL);
  assert(sum < 50);
  puts(words[count - 1]);
  assert(words[count] == NULL);
}
END
for engine in auto explicit order reference; do
  ends 0 "$HEDDLE" check --engine $engine --property reach,memory "$scratch/words.c"
  last_line "TRUE"
  out_has "Warning: no execution creates a second thread."
  out_has "Warning: no execution reaches an assertion."
  out_has "Warning: every execution that ends exits with a failure status, such as 2;"
  out_has "Warning: the program reads its arguments, but it is started without any"
done
ends 0 "$HEDDLE" check -q "$scratch/words.c"
[ "$(wc -l <"$scratch/out")" = 1 ] || fail "-q prints more than the verdict"
for engine in auto explicit order reference; do
  ends 0 "$HEDDLE" check --engine $engine --property reach,memory --args 12 "$scratch/words.c"
  last_line "TRUE"
  ! grep -q Warning "$scratch/out" || fail "there is nothing to warn of"
  err_is_empty
  ends 10 "$HEDDLE" check --engine $engine --property reach --args 51 "$scratch/words.c"
  last_line "FALSE(reach)"
done
# Traces and single executions know them, too.
ends 10 "$HEDDLE" check --args '"60" b' --trace "$scratch/bug.json" "$scratch/words.c"
ends 10 "$HEDDLE" replay "$scratch/bug.json"
last_line "FALSE(reach)"
ends 0 "$HEDDLE" run -q --args "7 'a  b'\"c\" d\\ e" "$scratch/words.c"
last_line "d e"
ends 2 "$HEDDLE" run -q "$scratch/words.c"
ends 2 "$HEDDLE" check --args "a 'b" "$scratch/words.c"
err_has "--args: a quotation does not end"
ends 2 "$HEDDLE" check --args a --entry add "$scratch/words.c"
err_has "--args is for main"
# Any: up to a bound that is said.
ends 10 "$HEDDLE" check --property reach --args any --trace "$scratch/any.json" "$scratch/words.c"
last_line "FALSE(reach)"
err_has "assuming that there are at most 4 arguments of at most 8 characters each"
out_has "Inputs: "
ends 10 "$HEDDLE" replay "$scratch/any.json"
write fourth.c <<'END'
#include <assert.h>
int main(int count, char **words) {
  assert(count >= 1 && count <= 5 && words[count] == 0);
  for (int i = 0; words[1] && words[1][i]; i++)
    assert(i < 8);
  if (count == 5 && words[4][0] == 'a')
    assert(words[4][1] != 'z');
}
END
ends 10 "$HEDDLE" check --args any --property reach "$scratch/fourth.c"
out_has "assertion 'words[4][1] != 'z'' fails"
out_has '"az'
out_has "Inputs: 4 arguments "
