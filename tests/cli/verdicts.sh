# SPDX-License-Identifier: Apache-2.0
# Verdict on the last line of stdout, exit code, and -q leaves nothing else.
ends 0 "$HEDDLE" check examples/barrier.c
last_line "TRUE"
ends 10 "$HEDDLE" check examples/lost_update.c
last_line "FALSE(reach)"
out_has "lost_update.c:"
ends 10 "$HEDDLE" examples/lock_inversion.c
last_line "FALSE(deadlock)"
ends 10 "$HEDDLE" check -q examples/lock_inversion.c
[ "$(cat "$scratch/out")" = "FALSE(deadlock)" ] || fail "-q prints more than the verdict"
err_is_empty
ends 0 "$HEDDLE" check --property reach examples/lock_inversion.c
last_line "TRUE"
ends 0 "$HEDDLE" check --engine explicit --stats examples/barrier.c
err_has "engine: explicit"
err_has "states"
