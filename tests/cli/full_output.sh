# SPDX-License-Identifier: Apache-2.0
# Standard output that cannot be written is an error of every command.
write program.c <<'END'
#include <stdio.h>
int main(void) { return puts("printed") < 0; }
END
# loses ARGUMENT...
loses() {
  echo "\$ heddle $*"
  "$HEDDLE" "$@" >/dev/full 2>"$scratch/err" </dev/null
  code=$?
  sed 's/^/err: /' "$scratch/err"
  [ $code -eq 2 ] || fail "exit code $code instead of 2"
  err_has "heddle: standard output: cannot be written"
}
loses check "$scratch/program.c"
loses check --json - "$scratch/program.c"
loses run "$scratch/program.c"
loses show program "$scratch/program.c"
loses show engines
loses sequentialize "$scratch/program.c"
loses --help
loses check --help
loses --version
loses --completion
