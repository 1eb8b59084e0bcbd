# SPDX-License-Identifier: Apache-2.0
# The tool-info module for BenchExec: the command it makes runs, and its output is understood. BenchExec
# itself is replaced by the little of it that the module uses.
mkdir -p "$scratch/benchexec/tools"
touch "$scratch/benchexec/__init__.py" "$scratch/benchexec/tools/__init__.py"
write benchexec/result.py <<'END'
RESULT_TRUE_PROP, RESULT_FALSE_PROP, RESULT_UNKNOWN, RESULT_ERROR = "true", "false", "unknown", "ERROR"
END
write benchexec/tools/template.py <<'END'
import subprocess


class BaseTool2:
    def _version_from_tool(self, executable, line_prefix):
        output = subprocess.run([executable, "--version"], stdout=subprocess.PIPE, text=True).stdout
        return output.strip()[len(line_prefix):].strip()
END
write drive.py <<'END'
import subprocess
import sys
from types import SimpleNamespace

import heddle

tool = heddle.Tool()
locator = SimpleNamespace(find_executable=lambda name: sys.argv[1])
program = tool.executable(locator)
print("version", tool.version(program))
file, prp, model, wanted = sys.argv[2:]
task = SimpleNamespace(
    input_files=[file], property_file=prp, options={"language": "C", "data_model": model} if model else None
)
limits = SimpleNamespace(cputime=30, walltime=20, memory=2_000_000_000)
command = tool.cmdline(program, ["-q"] if wanted == "false" else [], task, limits)
print(" ".join(command))
run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
answer = tool.determine_result(SimpleNamespace(output=run.stdout.splitlines(keepends=True)))
print(answer)
sys.exit(answer != wanted)
END
write size.c <<'END'
extern void reach_error(void);
int main(void) {
  if (sizeof(long) == 4)
    reach_error();
}
END
write free.c <<'END'
#include <stdlib.h>
int main(void) {
  char *block = malloc(1);
  free(block);
  free(block);
}
END
write after.c <<'END'
#include <stdlib.h>
int main(void) {
  char *block = malloc(1);
  free(block);
  *block = 1;
}
END
write leak.c <<'END'
#include <stdlib.h>
int main(void) {
  char *block = malloc(1);
  *block = 1;
  block = NULL;
  return block != NULL;
}
END
write undefined.c <<'END'
extern void reach_error(void);
extern void unknown(int *);
int main(void) {
  int x = 1;
  unknown(&x);
  if (x != 1)
    reach_error();
}
END
echo 'int main(void) { return x; }' | write wrong.c
echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' | write reach.prp
echo 'CHECK( init(main()), LTL(F end) )' | write end.prp
for name in free deref memtrack; do
  echo "CHECK( init(main()), LTL(G valid-$name) )" >>"$scratch/memory.prp"
done
export PYTHONPATH="$scratch:scripts/benchexec" PYTHONDONTWRITEBYTECODE=1
try() { ends 0 python3 "$scratch/drive.py" "$HEDDLE" "$scratch/$1" "$scratch/$2" "$3" "$4"; }
try size.c reach.prp LP64 true
out_has "version 0."
out_has "--cpu-time 28.5"
out_has "--time 19"
try size.c reach.prp ILP32 'false(unreach-call)'
try size.c reach.prp '' 'false(unreach-call)'
try size.c reach.prp ILP32 false
try free.c memory.prp LP64 'false(valid-free)'
try after.c memory.prp LP64 'false(valid-deref)'
try leak.c memory.prp LP64 'false(valid-memtrack)'
try size.c end.prp LP64 unknown
try wrong.c reach.prp LP64 ERROR
# SV-COMP's rules, as for the task definition.
try undefined.c reach.prp LP64 true
