# SPDX-License-Identifier: Apache-2.0
# What the README shows is what heddle says, and the commands it names do what it says.
sed -n '/^    FALSE(reach): assertion/,/^    FALSE(reach)$/p' README.md | sed 's/^    //' >"$scratch/shown"
sed 1d tests/stories/lost_update.txt | sed 's/ *$//' | cmp - "$scratch/shown" ||
  fail "the story in the README is not the one in tests/stories/lost_update.txt"
