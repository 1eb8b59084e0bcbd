# SPDX-License-Identifier: Apache-2.0
# An executable, under its own name and dressed up as C or bitcode.
cp /bin/true "$scratch/program"
ends 3 "$HEDDLE" check "$scratch/program"
cp /bin/true "$scratch/program.c"
ends 3 "$HEDDLE" check "$scratch/program.c"
out_is_empty
cp /bin/true "$scratch/program.bc"
ends 3 "$HEDDLE" check "$scratch/program.bc"
out_is_empty
cp /bin/true "$scratch/program.ll"
ends 3 "$HEDDLE" check "$scratch/program.ll"
head -c 3000 /dev/urandom >"$scratch/noise.c"
ends 3 "$HEDDLE" check "$scratch/noise.c"
# Bytes of such files are not shown.
shows_no_control_characters() {
  ! LC_ALL=C tr -d '\n\t -~' <"$scratch/err" | grep -q . || fail "control characters on stderr"
}
printf 'int \033[31mx = 1;\nint main(void) { return \001; }\n' | write colours.c
ends 3 "$HEDDLE" check "$scratch/colours.c"
err_has "colours.c does not compile: there is a control character in line 1"
printf 'garbage \033[31m\200\n' | write garbage.ll
ends 3 "$HEDDLE" check "$scratch/garbage.ll"
err_has "garbage.ll:1:1: error: expected top-level entity"
shows_no_control_characters
printf 'BC\300\336\033[31m\n' | write garbage.bc
ends 3 "$HEDDLE" check "$scratch/garbage.bc"
shows_no_control_characters
# They do no harm where the file compiles.
printf 'int main(void) { return "\033"[0] == 0; }\n' | write escape.c
ends 0 "$HEDDLE" check "$scratch/escape.c"
