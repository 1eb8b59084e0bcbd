# SPDX-License-Identifier: Apache-2.0
# A counterexample is written to a file, and shown again from it.
ends 10 "$HEDDLE" check --trace "$scratch/bug.json" examples/lost_update.c
sed -e 's/ Replay it: .*//' -e '/^Not decided: /d' "$scratch/out" >"$scratch/first"
ends 10 "$HEDDLE" replay "$scratch/bug.json" examples/lost_update.c
last_line "FALSE(reach)"
cmp "$scratch/first" "$scratch/out" || fail "the replay tells another story"
ends 10 "$HEDDLE" replay "$scratch/bug.json"
ends 10 "$HEDDLE" run --schedule "$scratch/bug.json" examples/lost_update.c
ends 20 "$HEDDLE" replay "$scratch/bug.json" examples/barrier.c
out_has "UNKNOWN("
ends 2 "$HEDDLE" replay "$scratch/none.json" examples/lost_update.c
err_has "none.json: No such file or directory"
echo '{"nothing": 1}' | write other.json
ends 3 "$HEDDLE" replay "$scratch/other.json" examples/lost_update.c
echo '{"nothing": ' | write cut.json
ends 3 "$HEDDLE" replay "$scratch/cut.json" examples/lost_update.c
err_has "cut.json"
