# SPDX-License-Identifier: Apache-2.0
# --compdb: a build's own flags, and of its files those that the entry needs.
mkdir -p "$scratch/project/src" "$scratch/project/include" "$scratch/project/build"
write project/include/queue.h <<'END'
extern int queue_length;
int queue_put(int value);
END
write project/src/queue.c <<'END'
#include "queue.h"
#include <assert.h>
#ifndef LIMIT
#error "LIMIT comes from the build"
#endif
int queue_length;
static int twice(int x) { return 2 * x; }
int queue_put(int value) {
  assert(value != LIMIT);
  queue_length++;
  return twice(value);
}
END
write project/src/server.c <<'END'
#include "queue.h"
#include <pthread.h>
static void *client(void *unused) {
  queue_put(1);
  return unused;
}
int serve(int first, unsigned char second) {
  pthread_t thread;
  pthread_create(&thread, 0, client, 0);
  queue_put(first);
  pthread_join(thread, 0);
  return queue_length + second;
}
int talk(char *text) { return *text; }
int main(void) { return serve(1, 2); }
END
write project/src/tool.c <<'END'
int main(void) { return 0; }
int unused_and_broken(void) { return NOWHERE; }
END
# Both forms of an entry, relative and absolute paths, words that are not for clang.
cat >"$scratch/project/build/compile_commands.json" <<END
[
  {"directory": "$scratch/project/build", "file": "../src/queue.c",
   "command": "ccache gcc -O2 -g3 -Wall -Werror -DLIMIT=\\"( 7 )\\" -I../include -MD -MF queue.d -o queue.o -c ../src/queue.c"},
  {"directory": "..", "file": "src/server.c",
   "arguments": ["/usr/bin/cc", "-I", "include", "-flto", "-c", "src/server.c", "-o", "build/server.o"]},
  {"directory": "$scratch/project/build", "file": "$scratch/project/src/tool.c",
   "arguments": ["cc", "-c", "$scratch/project/src/tool.c"]},
  {"directory": "$scratch/project/build", "file": "../src/window.cc", "command": "c++ -c ../src/window.cc"}
]
END
database=$scratch/project/build/compile_commands.json
ends 10 "$HEDDLE" check --property reach --compdb "$database" --entry serve --trace "$scratch/bug.json"
last_line "FALSE(reach)"
out_has "Inputs: first = 7"
out_has "project/src/queue.c:9"
ends 10 "$HEDDLE" replay "$scratch/bug.json"
last_line "FALSE(reach)"
ends 10 "$HEDDLE" check --property race --compdb "$database" --entry serve
out_has "data race on queue_length"
ends 0 "$HEDDLE" show --compdb "$database" --entry queue_put program
out_has "twice"
ends 0 "$HEDDLE" check --compdb "$database" --entry talk
err_has "talk is started with texts of at most 8 characters"

# main is in two files. One that does not compile matters only if it is needed.
ends 10 "$HEDDLE" check --compdb "$database"
err_has "NOWHERE"
err_has "tool.c does not compile and is left out"
ends 3 "$HEDDLE" check --compdb "$database" --entry unused_and_broken
err_has "unused_and_broken is not defined elsewhere, and $scratch/project/src/tool.c, which mentions it, does not"
sed -i 's/NOWHERE/0/' "$scratch/project/src/tool.c"
ends 3 "$HEDDLE" check --compdb "$database"
err_has "both $scratch/project/src/server.c and $scratch/project/src/tool.c define main: name one of them"
ends 0 "$HEDDLE" check --property reach --compdb "$database" "$scratch/project/build/../src/server.c"
ends 0 "$HEDDLE" check --compdb "$database" "$scratch/project/src/tool.c"
last_line "TRUE"

# A file of the user's own may call what the build has.
write harness.c <<'END'
int queue_put(int value);
int talk(char *text);
int main(void) {
  char text[] = "x";
  return queue_put(talk(text));
}
END
ends 0 "$HEDDLE" check --compdb "$database" "$scratch/harness.c"
last_line "TRUE"

# What can be wrong with it.
ends 3 "$HEDDLE" check --compdb "$database" --entry nowhere
err_has "none of the 3 C files of the build defines a function nowhere"
ends 2 "$HEDDLE" check --compdb "$scratch/none.json"
err_has "none.json: No such file or directory"
ends 2 "$HEDDLE" check --compdb "$database" --witness "$scratch/w.yml"
err_has "without --compdb"
bad() { # TEXT MESSAGE
  echo "$1" | write bad.json
  ends 3 "$HEDDLE" check --compdb "$scratch/bad.json"
  err_has "$2"
}
bad '[{"file": ' 'bad.json: line 2, column 0'
bad '{"file": "x.c"}' 'the file is not a list'
bad '[]' 'there is no C file in it'
bad '[{"directory": "/"}]' '[0] has no "file"'
bad '[{"directory": "/", "file": "x.c"}]' '[0] has neither "arguments" nor "command"'
bad '[{"directory": "/", "file": "x.c", "arguments": "cc"}]' '"arguments" is not a list'
bad '[{"directory": "/", "file": "x.c", "arguments": [1]}]' '"arguments"[0] is not a text'
bad '[{"directory": "/nowhere", "file": "'"$scratch/project/src/tool.c"'", "arguments": ["cc"]}]' \
  'clang-19 in /nowhere: No such file or directory'

# --entry without a build: files that each have a main do not get into each other's way.
write one.c <<'END'
int other(unsigned char n);
int begin(signed char n) { return other((unsigned char)n); }
int main(void) { return 1; }
END
write two.c <<'END'
#include <assert.h>
int other(unsigned char n) { assert(n != 255); return n; }
int main(void) { return 2; }
END
ends 10 "$HEDDLE" check --entry begin "$scratch/one.c" "$scratch/two.c"
out_has "Inputs: n = -1"
ends 3 "$HEDDLE" check "$scratch/one.c" "$scratch/two.c"
err_has "main"
