#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints the licences of the libraries that a binary of heddle contains or is linked with, from the packages that are
# installed here. What is linked statically is a copy, whose licence goes with the binary.
#   scripts/notices.sh BUILD/heddle
set -eu
binary=$1
# The static ones leave no trace in the binary that names their package: meson.build links them.
contained="libcadical-dev"
libraries=$(ldd "$binary" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }')
case $libraries in
*libLLVM*) ;;
*) contained="llvm-19-dev $contained" ;;
esac
linked=$(
  for library in $libraries; do
    real=$(readlink -f "$library")
    # Packages name files below /lib or /usr/lib, wherever one is a link to the other.
    dpkg -S "$library" "$real" "/usr$library" "${real#/usr}" 2>/dev/null | cut -d: -f1 | head -n 1
  done | sort -u | grep -v -x -e libc6
)

version() { dpkg-query -W -f='${Version}' "$1"; }

echo "heddle is licensed under the Apache License, version 2.0 (see the file copyright)."
echo
echo "The binary contains parts of these packages; their licences follow:"
for package in $contained; do
  echo "  $package $(version "$package")"
done
echo "It is linked with the shared libraries of these; /usr/share/doc/PACKAGE/copyright has their licences:"
for package in $linked; do
  echo "  $package $(version "$package")"
done
for package in $contained; do
  echo
  echo "==== $package ===="
  cat "/usr/share/doc/$package/copyright"
done
