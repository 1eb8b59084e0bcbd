# SPDX-License-Identifier: Apache-2.0
# A program as text and as a graph, on stdout and in a file.
ends 0 "$HEDDLE" show program examples/peterson.c
out_has "worker"
out_has "peterson.c:"
ends 0 "$HEDDLE" show cfa examples/peterson.c
out_has "digraph"
cp "$scratch/out" "$scratch/first"
ends 0 "$HEDDLE" show cfa examples/peterson.c -o "$scratch/out.dot"
out_is_empty
cmp "$scratch/first" "$scratch/out.dot" || fail "the file differs from the output"
ends 2 "$HEDDLE" show cfa examples/peterson.c -o "$scratch/nowhere/out.dot"
err_has "nowhere/out.dot: No such file or directory"
