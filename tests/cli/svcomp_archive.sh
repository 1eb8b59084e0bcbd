# SPDX-License-Identifier: Apache-2.0
# The archive of `make svcomp`: complete, and it works from any path with nothing else to be found.
# `make svcomp` writes into the build folder itself: what is there stays.
mkdir "$scratch/build"
ln -s "$(realpath "$HEDDLE")" "$scratch/build/heddle"
ends 0 scripts/svcomp.sh "$scratch/build" "$scratch/build" nozip
[ "$(cat "$scratch/out")" = "$scratch/build/svcomp/heddle" ] || fail "the directory has another name"
[ -x "$scratch/build/heddle" ] || fail "the archive replaced the binary"
archive="$scratch/another place/heddle 1"
mkdir -p "$scratch/another place"
mv "$scratch/build/svcomp/heddle" "$archive"
for file in LICENSE README.md heddle.py licenses/libllvm19 lib/clang/19/include/stdatomic.h lib/include/pthread.h \
  lib/include/x86_64-linux-gnu/gnu/stubs-32.h; do
  [ -f "$archive/$file" ] || fail "$file is missing"
done
! grep -q @ "$archive/README.md" || fail "the version of the C library is missing in README.md"
[ -z "$(find "$archive" -type l)" ] || fail "it contains links, which may not survive packing"

# Every library is its own or the C library's.
env -u LD_LIBRARY_PATH ldd "$archive/heddle" >"$scratch/libraries"
LD_LIBRARY_PATH="$archive/lib" ldd "$archive/libexec/clang-19" >>"$scratch/libraries"
foreign=$(grep -v -F -e "$archive/lib/" "$scratch/libraries" |
  grep -v -E '^\s*(linux-vdso\.so|/lib64/ld-linux|lib(c|m|dl|rt|pthread)\.so\.[0-9]+ => /lib)')
[ -z "$foreign" ] || fail "libraries from elsewhere: $foreign"

# From another folder, without environment. Where PATH leads nowhere there is no other clang.
here=$(pwd)
cd / || exit 1
ends 0 env -i PATH=/usr/bin:/bin "$archive/smoketest.sh"
ends 0 env -i PATH=/nowhere "$archive/heddle" check "$archive/smoketest/header.yml"
last_line "TRUE"
ends 0 env -i PATH=/nowhere "$archive/heddle" check --data-model ilp32 "$archive/smoketest/header.c"
last_line "TRUE"
ends 10 env -i PATH=/nowhere LD_LIBRARY_PATH=/nowhere "$archive/heddle" check "$archive/smoketest/unlocked.i"
# The commands of README.md are right.
cd "$archive/smoketest" || exit 1
sed -n 's|^    \(./heddle check .*\) task\(.*\)|.\1 unlocked\2|p' ../README.md >"$scratch/commands"
[ "$(wc -l <"$scratch/commands")" -eq 2 ] || fail "README.md has other commands"
while read -r command; do
  ends 10 sh -c "$command"
done <"$scratch/commands"
cd / || exit 1
# The headers of the archive suffice if the machine has none.
ends 0 env -i PATH=/nowhere "$archive/heddle" check "$archive/smoketest/header.c" -- -nostdlibinc \
  -idirafter "$archive/lib/include/x86_64-linux-gnu" -idirafter "$archive/lib/include"
# The verdict of smoketest.sh counts.
sed -i 's/^expect "TRUE"/expect "FALSE(reach)"/' "$archive/smoketest.sh"
ends 1 env -i PATH=/usr/bin:/bin "$archive/smoketest.sh"
out_has "FAILED: locked.yml, unreach-call: 'TRUE'"
cd "$here" || exit 1
