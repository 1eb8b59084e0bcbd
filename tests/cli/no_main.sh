# SPDX-License-Identifier: Apache-2.0
# A program needs a main, or another function named by --entry.
echo 'int start(void) { return 3; }' | write parts.c
ends 3 "$HEDDLE" check "$scratch/parts.c"
err_has "main"
ends 3 "$HEDDLE" check --entry elsewhere "$scratch/parts.c"
err_has "elsewhere"
ends 3 "$HEDDLE" run --entry start "$scratch/parts.c"
