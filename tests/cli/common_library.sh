# SPDX-License-Identifier: Apache-2.0
# The smaller library of what most programs need has all that its functions need of the whole one.
for model in lp64 ilp32; do
  folder=$BUILD/src/library
  llvm-nm-19 --defined-only --extern-only "$folder/library.$model.bc" | awk '{ print $NF }' |
    sort >"$scratch/library"
  llvm-nm-19 --undefined-only "$folder/common.$model.bc" | awk '{ print $NF }' | sort >"$scratch/needed"
  llvm-nm-19 --defined-only --extern-only "$folder/common.$model.bc" | awk '{ print $NF }' |
    sort >"$scratch/common"
  grep -qx pthread_create "$scratch/common" || fail "$model: no pthread_create"
  [ -z "$(comm -12 "$scratch/library" "$scratch/needed")" ] || fail "$model: something is not in it"
  # Every name in the list can be taken from it.
  [ -z "$(tail -n +2 "$folder/common.$model.txt" | sort | comm -23 - "$scratch/common")" ] ||
    fail "$model: a name is not defined"
done
