# SPDX-License-Identifier: Apache-2.0
# The smaller library of what most programs need has all that its functions need of the whole one.
for model in lp64 ilp32; do
  folder=$BUILD/src/library
  llvm-nm-19 --defined-only --extern-only "$folder/library.$model.bc" | awk '{ print $NF }' |
    sort >"$WORK/library"
  llvm-nm-19 --undefined-only "$folder/common.$model.bc" | awk '{ print $NF }' | sort >"$WORK/needed"
  llvm-nm-19 --defined-only --extern-only "$folder/common.$model.bc" | awk '{ print $NF }' |
    sort >"$WORK/common"
  grep -qx pthread_create "$WORK/common"
  [ -z "$(comm -12 "$WORK/library" "$WORK/needed")" ]
  # Every name in the list can be taken from it.
  [ -z "$(tail -n +2 "$folder/common.$model.txt" | sort | comm -23 - "$WORK/common")" ]
done
