# SPDX-License-Identifier: Apache-2.0
# --format gcc and github: a line for each violation, and the verdict as always.
ends 10 "$HEDDLE" check --format gcc --all examples/peterson_plain.c
last_line "FALSE(race)"
out_has "examples/peterson_plain.c:25:8: error: data race on turn between worker 1 and worker 2"
out_has "examples/peterson_plain.c:25:8: note: worker 2 writes turn at the same time"
[ "$(grep -c -v -E '^examples/peterson_plain.c:[0-9]+:[0-9]+: (error|note): ' "$scratch/out")" = 1 ] ||
  fail "there is more than diagnostics and the verdict"

ends 10 "$HEDDLE" check --format gcc examples/use_after_free.c
out_has "examples/use_after_free.c:30:29: note: the block was allocated by main"
out_has "examples/use_after_free.c:20:5: note: the block was freed by receive"

ends 10 "$HEDDLE" check --format gcc examples/lock_inversion.c
out_has "examples/lock_inversion.c:16:3: error: threads wait for each other in a cycle: save and spend [deadlock]"
out_has ": note: save waits for savings.lock, held by spend"

ends 10 "$HEDDLE" check --format github examples/use_after_free.c
out_has "::error file=examples/use_after_free.c,line=19,col=16,title=heddle%3A memory::use after free of message->owners%0Aexamples/use_after_free.c:30: the block was allocated by main%0A"

# GitHub's escapes: a comma and a colon in a name, and a percent sign in a message.
write "a,b:c.c" <<'END'
#include <assert.h>
int main(void) { int x = 7; assert(x % 2 == 0); }
END
ends 10 "$HEDDLE" check --format github "$scratch/a,b:c.c"
out_has "a%2Cb%3Ac.c,line=2,col=29,title=heddle%3A reach::assertion 'x %25 2 == 0' fails"

# Notes and reasons are diagnostics, too.
echo 'int main(void) { return 0; }' | write nothing.c
ends 0 "$HEDDLE" check --format gcc "$scratch/nothing.c"
out_has "heddle: warning: the program creates no threads."
last_line "TRUE"
ends 0 "$HEDDLE" check --format github "$scratch/nothing.c"
out_has "::warning title=heddle::the program creates no threads."
ends 20 "$HEDDLE" check --format github --engine random --executions 3 examples/barrier.c
out_has "::warning title=heddle::not decided: "
ends 20 "$HEDDLE" check -q --format github --engine random --executions 3 examples/barrier.c
[ "$(wc -l <"$scratch/out")" -eq 1 ] || fail "-q prints more than the verdict"
ends 2 "$HEDDLE" check --format xml examples/barrier.c
