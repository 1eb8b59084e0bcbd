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
scripts/notices.sh "$build/heddle" >"$root/files/usr/share/doc/heddle/NOTICE"
gzip -9 -n -c CHANGELOG.md >"$root/files/usr/share/doc/heddle/changelog.gz"
gzip -9 -n "$root/files/usr/share/man/man1/heddle.1"
strip --strip-unneeded "$root/files/usr/bin/heddle"

# The libraries it is linked with, from the packages that are installed here.
printf 'Source: heddle\nPackage: heddle\nArchitecture: any\n' >"$root/debian/control"
libraries=$(cd "$root" && dpkg-shlibdeps -O "$root/files/usr/bin/heddle" 2>/dev/null |
  sed -n 's/^shlibs:Depends=//p')
size=$(du -sk "$root/files/usr" | cut -f1)
maintainer=$(git config user.name 2>/dev/null || true)
address=$(git config user.email 2>/dev/null || true)
if [ -n "$maintainer" ] && [ -n "$address" ]; then
  maintainer="$maintainer <$address>"
else # the last author; outside a clone there is none
  maintainer=$(git log -1 --format='%an <%ae>' 2>/dev/null || true)
  maintainer=${maintainer:-heddle developers <heddle@localhost>}
fi
cat >"$root/files/DEBIAN/control" <<END
Package: heddle
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: $maintainer
Installed-Size: $size
Depends: $libraries, clang-19, libc6-dev
Recommends: libc6-dev-i386, bash-completion
Section: devel
Priority: optional
Description: verifier of multi-threaded C programs
 heddle reads C programs that use pthreads or C11 threads and decides whether some
 interleaving of their threads goes wrong: fails an assertion, has a data race, a
 deadlock, an access to freed memory or beyond an object, a leak, a misuse of a lock,
 a signed overflow or a division by zero.
 .
 It either proves that no interleaving does, or prints the one that does, step by
 step and with source lines; the execution can be replayed, run natively as a C
 program of its own, and looked at in a browser. Several engines search at the same
 time: enumeration of states and of execution graphs, SAT-based symbolic execution,
 interpolation, and thread-modular proofs for any number of threads.
 .
 Programs are checked under sequential consistency, TSO, PSO or the memory model of
 C11 (RC11). heddle also finds the weakest memory orders that a program needs, writes
 it as a sequential program for other verifiers, and reads and writes the formats of
 the competition SV-COMP.
END
dpkg-deb --root-owner-group -z1 --build "$root/files" "$output/$package.deb" >/dev/null
echo "$output/$package.deb"
