#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes a Debian package of heddle: binary, man page, completion, and what it depends on.
#   scripts/deb.sh BUILD OUTPUT-FOLDER      prints the path of the package
set -eu
cd "$(dirname "$0")/.."
build=$(cd "$1" && pwd)
mkdir -p "$2"
output=$(cd "$2" && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

meson configure "$build" | awk '$1 == "prefix" { print $2 }' >"$root/prefix"
prefix=$(cat "$root/prefix")
version=$("$build/heddle" --version | cut -d' ' -f2)
package=heddle_${version}_$(dpkg --print-architecture)
mkdir -p "$root/files/DEBIAN" "$root/debian"

# Meson installs below the prefix of the build folder; a package belongs below /usr.
DESTDIR=$root/staged meson install -C "$build" --no-rebuild --quiet
mkdir -p "$root/files/usr"
cp -r "$root/staged$prefix/." "$root/files/usr/"
mkdir -p "$root/files/usr/share/doc/heddle"
cp LICENSE "$root/files/usr/share/doc/heddle/copyright"
gzip -9 -n -c CHANGELOG.md >"$root/files/usr/share/doc/heddle/changelog.gz"
gzip -9 -n "$root/files/usr/share/man/man1/heddle.1"
strip --strip-unneeded "$root/files/usr/bin/heddle"

# The libraries it is linked with, from the packages that are installed here.
printf 'Source: heddle\nPackage: heddle\nArchitecture: any\n' >"$root/debian/control"
libraries=$(cd "$root" && dpkg-shlibdeps -O "$root/files/usr/bin/heddle" 2>/dev/null |
  sed -n 's/^shlibs:Depends=//p')
size=$(du -sk "$root/files/usr" | cut -f1)
cat >"$root/files/DEBIAN/control" <<END
Package: heddle
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: The heddle maintainers <heddle@localhost>
Installed-Size: $size
Depends: $libraries, clang-19, libc6-dev
Recommends: libc6-dev-i386, bash-completion
Section: devel
Priority: optional
Description: verifier of multi-threaded C programs
 heddle checks multi-threaded C programs (pthreads, C11 threads): it proves that no
 interleaving of the threads breaks an assertion, races, deadlocks or misuses
 memory, or it shows the interleaving that does.
END
dpkg-deb --root-owner-group -z1 --build "$root/files" "$output/$package.deb" >/dev/null
echo "$output/$package.deb"
