# SPDX-License-Identifier: Apache-2.0
# The first line of a violation says what undefined functions have to do for it, and nothing else.
# A function that was given to one is called during the call before it is called by another thread.
told() { # TEXT OPTION...: in the first line
  text=$1
  shift
  ends 10 "$HEDDLE" check "$@" "$scratch/deeds.c"
  grep -qF -- "$text" <<END || fail "the first line does not say: $text"
$(grep '^FALSE(' "$scratch/out" | head -n 1)
END
}

write deeds.c <<'END'
#include <stdlib.h>
struct status { int mode; long size; };
int get_status(const char *path, struct status *status);
int main(void) {
  struct status status;
  if (get_status("a", &status) != 0) return 1;
  if (status.mode == 3 && status.size < 0) abort();
}
END
told "deeds.c:7, if the undefined function get_status at $scratch/deeds.c:6 writes status.mode and writes status.size and returns 0"

write deeds.c <<'END'
struct node { int v; };
struct node *find(int key);
int get(void);
int call(void (*function)(int));
static int calls;
static void note(int key) { calls++; }
int main(void) {
  struct node *node = find(1);
  int result = get();
  call(note);
  if (calls == 2) node->v = 3;
  return result;
}
END
told "if the undefined function find at $scratch/deeds.c:8 returns 0, and the undefined function call at $scratch/deeds.c:10 calls note" --property memory
out_has_not() { ! grep -qF -- "$1" "$scratch/out" || fail "the output has: $1"; }
out_has_not "undefined function get at"

write deeds.c <<'END'
static int events;
static void note(void) { events++; }
void subscribe(void (*function)(void));
int main(void) {
  subscribe(note);
  events = 2;
}
END
told "if the undefined function subscribe at $scratch/deeds.c:5 keeps note, which another thread calls later"
# A violation that does not need that is found first.
write deeds.c <<'END'
static int events;
static void note(void) { events++; }
void subscribe(void (*function)(void));
int main(void) {
  subscribe(note);
  if (events == 1) events = 1 / (events - 1);
}
END
told "if the undefined function subscribe at $scratch/deeds.c:5 calls note"
ends 10 "$HEDDLE" check --trace "$scratch/bug.json" "$scratch/deeds.c"
ends 10 "$HEDDLE" replay "$scratch/bug.json"
