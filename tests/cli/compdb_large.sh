# SPDX-License-Identifier: Apache-2.0
# Of a large build, only what the entry needs is compiled. What the files define is kept in the cache directory.
mkdir -p "$scratch/big" "$scratch/cache"
export XDG_CACHE_HOME="$scratch/cache"
write big/all.h <<'END'
#include <stdio.h>
#include <pthread.h>
#define PASTE(name, number) name##number
int deep0(int), old_style(), pasted_7(int), labelled(int), twice(int);
extern int (*chosen)(int);
extern int numbers[3];
int outside(int);
END
{
  echo '['
  for i in 0 1 2 3 4 5 6 7 8 9; do
    for k in 0 1 2 3 4 5 6 7 8 9; do
      n=$i$k
      echo "{\"directory\": \"$scratch/big\", \"file\": \"part$n.c\", \"command\": \"cc -c part$n.c\"},"
      printf '#include "all.h"\nstatic int helper(int x) { return x + %s; }\nint part%s(int x) { return helper(outside(x)); }\n' \
        "$k" "$n" | write "big/part$n.c"
    done
  done
  for file in main pasted old deep broken; do
    echo "{\"directory\": \"$scratch/big\", \"file\": \"$file.c\", \"command\": \"cc -c $file.c\"},"
  done
  echo "{\"directory\": \"$scratch/big\", \"file\": \"last.c\", \"command\": \"cc -c last.c\"}"
  echo ']'
} | write big/compile_commands.json
write big/main.c <<'END'
#include "all.h"
int main(void) {
  chosen = deep0;
  return pasted_7(1) + old_style(2, 3) + chosen(numbers[0]) + labelled(4) + twice(5) + outside(6);
}
END
write big/pasted.c <<'END'
#include "all.h"
int PASTE(pasted_, 7)(int x) { return x; }
END
write big/old.c <<'END'
int old_style(a, b) int a; int b; { return a + b; }
int same(int) __asm__("labelled");
int same(int x) { return x; }
END
write big/deep.c <<'END'
#include "all.h"
int (deep0)(int x) { return x; }
int numbers[3] = { 1, 2, 3 }, (*chosen)(int) = 0;
END
write big/broken.c <<'END'
#include "nowhere.h"
int broken(void) { return 0; }
END
write big/last.c <<'END'
#include "all.h"
static int own(int x) { return 2 * x; }
int twice(int) __attribute__((alias("own")));
END
counting() {
  printf '#!/bin/sh\ncase " $* " in *" -emit-llvm "*) echo >>%s/compiled ;; *" -E "*) echo >>%s/read ;; esac\nexec %s "$@"\n' \
    "$scratch" "$scratch" "$(command -v clang-19)" | write bin/clang-19
}
count() { # NAME: how often since the last time
  wc -l <"$scratch/$1" 2>/dev/null || echo 0
  rm -f "$scratch/$1"
}
mkdir -p "$scratch/bin"
counting
chmod +x "$scratch/bin/clang-19"
PATH=$scratch/bin:$PATH
touch -d '1 hour ago' "$scratch"/big/*
ends 0 "$HEDDLE" show --compdb "$scratch/big/compile_commands.json" program
for function in pasted_7 old_style deep0 same own; do
  grep -q "$function" "$scratch/out" || fail "$function is not linked"
done
! grep -q "helper" "$scratch/out" || fail "a file is linked that nothing needs"
[ "$(count read)" -eq 106 ] || fail "not every file was read"
# Twice each of five, as a function is undefined, and one that cannot be read but mentions nothing.
compiled=$(count compiled)
[ "$compiled" -le 10 ] || fail "$compiled files were compiled"
# Nothing is read again but what changed, and what could not be read.
ends 0 "$HEDDLE" show --compdb "$scratch/big/compile_commands.json" program
read=$(count read)
[ "$read" -eq 1 ] || fail "$read files were read again"
count compiled
echo 'int more(int x) { return outside(x); }' >>"$scratch/big/part42.c"
echo 'int more(int); int main(void) { return more(1); }' | write big/main.c
ends 0 "$HEDDLE" show --compdb "$scratch/big/compile_commands.json" program
grep -q more "$scratch/out" || fail "a new function is not found"
[ "$(count read)" -eq 3 ] || fail "what changed was not read again"
# A header counts for all files that include it.
touch -d '1 minute ago' "$scratch/big/all.h" "$scratch/big/main.c" "$scratch/big/part42.c"
ends 0 "$HEDDLE" show --compdb "$scratch/big/compile_commands.json" program
[ "$(count read)" -eq 105 ] || fail "the header is not looked at"
# Without a place for the cache, everything is read each time.
XDG_CACHE_HOME=/proc/none ends 0 "$HEDDLE" show --compdb "$scratch/big/compile_commands.json" program
[ "$(count read)" -eq 106 ] || fail "read without a cache"
# What was read before the time was over is kept: one file hangs.
rm -rf "$scratch/cache"
touch -d '1 hour ago' "$scratch"/big/*
touch "$scratch/hangs"
sed "1a case \" \$* \" in *\" -E \"*part42*) while [ -e $scratch/hangs ]; do sleep 0.1; done ;; esac" "$scratch/bin/clang-19" |
  write bin/clang-19.new
chmod +x "$scratch/bin/clang-19.new"
mv "$scratch/bin/clang-19.new" "$scratch/bin/clang-19"
ends 20 "$HEDDLE" check --time 6 --compdb "$scratch/big/compile_commands.json"
rm -f "$scratch/hangs" "$scratch/read"
ends 0 "$HEDDLE" show --compdb "$scratch/big/compile_commands.json" program
read=$(count read)
[ "$read" -lt 105 ] || fail "everything was read again"
[ "$read" -ge 2 ] || fail "the file that hung was not read again"
