# SPDX-License-Identifier: Apache-2.0
# NULL where the standard requires a valid pointer is a memory error, in every function of the library.
# Each case of the programs has one; the list of all violations has to name its line.
for file in tests/cli/null_arguments/*.c; do
  ends 10 "$HEDDLE" check --all --engine explicit --property memory "$file"
  grep -n '^  case' "$file" | while IFS=: read -r line what; do
    grep -q "null pointer.* at $file:$line\$" "$scratch/out" ||
      fail "not found in line $line: $what"
  done || exit 1
done
