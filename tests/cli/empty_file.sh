# SPDX-License-Identifier: Apache-2.0
# An empty file is valid C but no program.
: | write empty.c
ends 3 "$HEDDLE" check "$scratch/empty.c"
err_has "empty.c is empty"
out_is_empty
