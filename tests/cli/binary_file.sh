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
