#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes what SV-COMP and similar competitions run: a directory that works from any path, with its own clang,
# shared libraries and headers. It needs only the C library of the machine.
#   scripts/svcomp.sh BUILD OUTPUT-FOLDER [nozip]     prints the path of the archive, or of the directory
set -eu
cd "$(dirname "$0")/.."
build=$(cd "$1" && pwd)
mkdir -p "$2"
output=$(cd "$2" && pwd)
# In a folder of its own, as OUTPUT-FOLDER may be BUILD, which has a file of that name.
root=$output/svcomp/heddle
version=$("$build/heddle" --version | cut -d' ' -f2)
rm -rf "$root"
mkdir -p "$root/libexec" "$root/lib/clang/19" "$root/lib/include" "$root/licenses"

cp LICENSE scripts/svcomp/smoketest.sh scripts/benchexec/heddle.py "$root"
cp -r scripts/svcomp/smoketest "$root/smoketest"
strip --strip-unneeded -o "$root/heddle" "$build/heddle"
chmod 755 "$root/heddle" "$root/smoketest.sh"
clang=$(readlink -f "$(llvm-config-19 --bindir)/clang")
cp "$clang" "$root/libexec/clang-19"
cp -rL "$("$clang" -print-resource-dir)/include" "$root/lib/clang/19/include"

# Everything that the two are linked with, except for what belongs to the C library of the machine.
ldd "$root/heddle" "$root/libexec/clang-19" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
  grep -v -E '/(ld-linux[^/]*|lib(c|m|dl|rt|pthread|util|resolv|mvec|anl))\.so' >"$output/libraries"
while read -r library; do
  cp -L "$library" "$root/lib"
done <"$output/libraries"

# The C library's headers, for programs that are not preprocessed. Links stand for files.
headers="libc6-dev libc6-dev-i386 linux-libc-dev"
# shellcheck disable=SC2086
dpkg -L $headers | sed -n 's|^/usr/include/||p' | while read -r header; do
  [ ! -f "/usr/include/$header" ] || echo "$header"
done | sort -u >"$output/headers"
tar -C /usr/include -chf - -T "$output/headers" | tar -C "$root/lib/include" -xf -
rm "$output/headers"

# The licences, and the oldest C library that has all the symbols.
# A library is looked up by either name that it has on a machine whose /lib is a link to /usr/lib.
packages=$(
  {
    echo "$clang"
    sed 'p; s|^/usr/|/|; p; s|^/|/usr/|; s|^/usr/usr/|/usr/|' "$output/libraries"
    xargs readlink -f <"$output/libraries"
  } | sort -u | xargs dpkg -S 2>/dev/null | cut -d: -f1 | sort -u
)
for package in $packages $headers libclang-common-19-dev; do
  cp -L "/usr/share/doc/$package/copyright" "$root/licenses/$package"
done
rm "$output/libraries"
glibc=$(readelf -W -V "$root/heddle" "$root"/libexec/* "$root"/lib/*.so* |
  grep -o 'GLIBC_2\.[0-9]*' | sort -u -V | tail -n 1 | cut -d_ -f2)
sed "s/@GLIBC@/$glibc/" scripts/svcomp/README.md >"$root/README.md"

if [ "${3:-}" = nozip ]; then
  echo "$root"
  exit
fi
archive=$output/heddle-$version.zip
rm -f "$archive"
(cd "$output/svcomp" && python3 -m zipfile -c "$archive" heddle/)
rm -rf "$output/svcomp"
echo "$archive"
