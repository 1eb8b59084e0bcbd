# SPDX-License-Identifier: Apache-2.0
# A file that does not exist is named, with the reason.
ends 2 "$HEDDLE" check "$scratch/nowhere.c"
err_has "nowhere.c: No such file or directory"
out_is_empty
ends 2 "$HEDDLE" "$scratch/nowhere.c"
ends 2 "$HEDDLE" run "$scratch/nowhere.c"
ends 2 "$HEDDLE" check "$scratch/nowhere.yml"
err_has "nowhere.yml: No such file or directory"
