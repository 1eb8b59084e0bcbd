# SPDX-License-Identifier: Apache-2.0
# What any of the files defines is part of the program, also where another function than main is the
# entry, and where the text of a file does not show what it defines.
echo 'int main(void); int go(void) { return main(); } static int alone(void) { return 1; } int (*keep)(void) = alone;' |
  write go.c
echo '#include <assert.h>
int main(void) { assert(0); }' | write main.c
ends 10 "$HEDDLE" check --entry go "$scratch/go.c" "$scratch/main.c"
ends 10 "$HEDDLE" check --entry go "$scratch/main.c" "$scratch/go.c"
last_line "FALSE(reach)"
# Several files with a main of their own are fine as long as nobody else calls it.
echo 'int other(void) { return 2; } int main(void) { return 0; } static int alone(void) { return 1; } int (*keep2)(void) = alone;' |
  write other.c
echo 'int other(void); int start(void) { return other(); }' | write start.c
ends 0 "$HEDDLE" check --entry start "$scratch/start.c" "$scratch/main.c" "$scratch/other.c"
ends 3 "$HEDDLE" check --entry go "$scratch/go.c" "$scratch/main.c" "$scratch/other.c"
err_has "both $scratch/main.c and $scratch/other.c define main"
ends 3 "$HEDDLE" check --entry alone "$scratch/go.c" "$scratch/main.c" "$scratch/other.c"
err_has "both $scratch/go.c and $scratch/other.c define alone"

# A name that a macro makes, in the file or in a header.
mkdir -p "$scratch/project"
write project/generate.h <<'END'
#include <assert.h>
#define GENERATE(n) void run_##n(void) { assert(n != 2); }
END
write project/runs.c <<'END'
#include "generate.h"
GENERATE(1)
GENERATE(2)
END
echo 'int unrelated(void) { return 0; }' | write project/unrelated.c
write project/first.c <<'END'
void run_1(void);
void run_2(void);
int main(void);
int go(void) { return main(); }
int main(void) {
  run_1();
  run_2();
}
END
echo 'int twice(void); int main(void); int twice(void) { return main(); }' | write project/second.c
cat >"$scratch/project/compile_commands.json" <<END
[
  {"directory": "$scratch/project", "file": "first.c", "arguments": ["cc", "-c", "first.c"]},
  {"directory": "$scratch/project", "file": "second.c", "arguments": ["cc", "-c", "second.c"]},
  {"directory": "$scratch/project", "file": "unrelated.c", "arguments": ["cc", "-c", "unrelated.c"]},
  {"directory": "$scratch/project", "file": "runs.c", "arguments": ["cc", "-c", "runs.c"]}
]
END
for entry in main go twice; do
  ends 10 "$HEDDLE" check --compdb "$scratch/project/compile_commands.json" --entry $entry
  last_line "FALSE(reach)"
done
ends 10 "$HEDDLE" check --compdb "$scratch/project/compile_commands.json" "$scratch/project/first.c"
ends 10 "$HEDDLE" check --compdb "$scratch/project/compile_commands.json" --entry run_2

# Names that static functions of the library models have.
echo '#include <assert.h>
void forget(void *unused) { assert(unused); }' | write project/forget.c
echo 'void forget(void *); int main(void) { forget(0); }' | write project/forgets.c
cat >"$scratch/project/compile_commands.json" <<END
[
  {"directory": "$scratch/project", "file": "forget.c", "arguments": ["cc", "-c", "forget.c"]},
  {"directory": "$scratch/project", "file": "forgets.c", "arguments": ["cc", "-c", "forgets.c"]}
]
END
ends 10 "$HEDDLE" check --compdb "$scratch/project/compile_commands.json"
