# SPDX-License-Identifier: Apache-2.0
# Several files are one program; preprocessed files and bitcode are accepted like C.
echo 'int twice(int x) { return 2 * x; }' | write twice.c
echo 'int twice(int); int main(void) { return twice(21); }' | write main.c
ends 42 "$HEDDLE" run "$scratch/main.c" "$scratch/twice.c"
clang-19 -E "$scratch/main.c" -o "$scratch/main.i" || fail "no main.i"
clang-19 -O0 -g -c -emit-llvm "$scratch/twice.c" -o "$scratch/twice.bc" || fail "no twice.bc"
clang-19 -O0 -g -S -emit-llvm "$scratch/twice.c" -o "$scratch/twice.ll" || fail "no twice.ll"
ends 42 "$HEDDLE" run "$scratch/main.i" "$scratch/twice.bc"
ends 42 "$HEDDLE" run "$scratch/twice.ll" "$scratch/main.i"
ends 3 "$HEDDLE" run "$scratch/main.c" "$scratch/twice.c" "$scratch/twice.ll"
err_has "twice"
