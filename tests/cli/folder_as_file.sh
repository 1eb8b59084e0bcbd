# SPDX-License-Identifier: Apache-2.0
# A folder is not a program.
mkdir "$scratch/folder.c"
ends 2 "$HEDDLE" check "$scratch/folder.c"
err_has "folder.c: Is a directory"
