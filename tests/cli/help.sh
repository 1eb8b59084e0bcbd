# SPDX-License-Identifier: Apache-2.0
# Help exists for every command, and the man page and the completion know every option in it.
ends 0 "$HEDDLE" --version
out_has "heddle 0."
ends 0 "$HEDDLE" --help
out_has "heddle check"
out_has "C++ (.cpp"
for command in check run replay show orders bench; do
  ends 0 "$HEDDLE" $command --help
  out_has "Usage: heddle $command"
  sed -n 's/^  .*--\([a-z-]*\).*/\1/p' "$scratch/out" >>"$scratch/names"
done
[ -s "$scratch/names" ] || fail "no options in the help"
ends 0 "$HEDDLE" --completion
out_has "program cfa arg"
bash -n "$scratch/out" || fail "the completion is not bash"
sort -u "$scratch/names" | while read -r name; do
  out_has "--$name"
  tr -d '\\' <docs/heddle.1 | grep -q -e "fB--${name}fR" || fail "the man page lacks --$name"
done || exit 1
