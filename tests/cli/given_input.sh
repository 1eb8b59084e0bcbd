# SPDX-License-Identifier: Apache-2.0
# --stdin: what the program reads is known.
write lines.c <<'END'
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  char line[20], word[9];
  int a, b, c;
  double d;
  assert(fgets(line, sizeof line, stdin) && strcmp(line, "first\n") == 0);
  assert(scanf("%d %d", &a, &b) == 2 && a == 3 && b == -4);
  assert(getchar() == '\n');
  assert(scanf("%8s %lf", word, &d) == 2 && strcmp(word, "word") == 0 && d == 2.5);
  assert(getchar() == '\n');
  c = getchar();
  assert(c == 'z' && ungetc(c, stdin) == 'z');
  assert(scanf("%3s", word) == 1 && strcmp(word, "zy") == 0);
  assert(read(0, word, 3) == 3 && word[0] == '\n' && word[1] == 'q' && word[2] == '\n');
  assert(getchar() == EOF && feof(stdin));
  assert(scanf("%d", &a) == EOF);
  assert(read(0, word, 3) == 0);
  puts("fine");
}
END
printf 'first\n3 -4\nword 2.5\nzy\nq\n' | write right.txt
printf 'first\n3 4\n' | write wrong.txt
: | write empty.txt
for engine in explicit reference auto; do
  ends 0 "$HEDDLE" check --engine $engine --stdin "$scratch/right.txt" "$scratch/lines.c"
  last_line "TRUE"
  ends 10 "$HEDDLE" check --engine $engine --stdin "$scratch/wrong.txt" "$scratch/lines.c"
  out_has "FALSE(reach): assertion 'scanf(\"%d %d\", &a, &b) == 2 && a == 3 && b == -4' fails"
done
ends 10 "$HEDDLE" check --stdin "$scratch/empty.txt" --trace "$scratch/bug.json" "$scratch/lines.c"
ends 10 "$HEDDLE" replay "$scratch/bug.json"
last_line "FALSE(reach)"
ends 0 "$HEDDLE" run -q --stdin "$scratch/right.txt" "$scratch/lines.c"
last_line "fine"
ends 2 "$HEDDLE" check --stdin "$scratch/none.txt" "$scratch/lines.c"
err_has "none.txt: No such file or directory"
# Files are still arbitrary.
write file.c <<'END'
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *file = fopen("data", "r");
  if (file)
    assert(fgetc(file) != 'x');
}
END
ends 10 "$HEDDLE" check --stdin "$scratch/empty.txt" --property reach "$scratch/file.c"
