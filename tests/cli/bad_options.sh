# SPDX-License-Identifier: Apache-2.0
# Every mistake on the command line is named, and points to the help.
file=examples/peterson.c
ends 2 "$HEDDLE"
err_has "Usage:"
ends 2 "$HEDDLE" check
err_has "heddle check: no input file"
err_has "Try 'heddle check --help'."
ends 2 "$HEDDLE" check --frobnicate "$file"
err_has "unknown option '--frobnicate'"
ends 2 "$HEDDLE" check -x "$file"
err_has "unknown option '-x'"
ends 2 "$HEDDLE" check "$file" --time
err_has "option '--time' needs a value (SEC)"
ends 2 "$HEDDLE" check --time soon "$file"
err_has "'soon' is not a value of --time (SEC)"
ends 2 "$HEDDLE" check --time -1 "$file"
ends 2 "$HEDDLE" check --time nan "$file"
ends 2 "$HEDDLE" run --seed -1 "$file"
err_has "'-1' is not a value of --seed (N)"
ends 2 "$HEDDLE" run --seed 18446744073709551616 "$file"
ends 2 "$HEDDLE" check --memory 1.5 "$file"
ends 2 "$HEDDLE" check --data-model lp32 "$file"
err_has "'lp32' is not a value of --data-model (lp64|ilp32)"
ends 2 "$HEDDLE" check --stats=yes "$file"
err_has "option '--stats=yes' takes no value"
ends 2 "$HEDDLE" check --jobs 1 "$file"
err_has "unknown option '--jobs'"
ends 2 "$HEDDLE" check --engine steam "$file"
err_has "no engine 'steam'"
ends 2 "$HEDDLE" show cat "$file"
err_has "cannot show 'cat'"
ends 2 "$HEDDLE" replay
err_has "no trace"

# An option that the engine does not use is refused.
for wrong in "order --por none" "explicit --unwind 3" "explicit --contexts 3" "lockset --solver z3" \
  "random --por none" "graph --domain bdd" "explicit --symmetry off" "order --threads 4" "lazy --seed 3"; do
  # shellcheck disable=SC2086
  ends 2 "$HEDDLE" check --engine $wrong "$file"
  option=${wrong#* }
  err_has "engine '${wrong%% *}' does not use ${option% *}"
done
for wrong in "interval --order bfs" "bdd --partition none" "bdd --thresholds off" "value --merge sep"; do
  # shellcheck disable=SC2086
  ends 2 "$HEDDLE" check --engine explicit --domain $wrong "$file"
  option=${wrong#* }
  err_has "${option% *} has no effect without --domain="
done
ends 2 "$HEDDLE" check --engine explicit --memory-model tso "$file"
err_has "engine 'explicit' does not support --memory-model tso (these do: auto, graph, order, random, reference)"
ends 0 "$HEDDLE" check --engine explicit --domain value+interval --order bfs --merge sep --por none --property reach "$file"
