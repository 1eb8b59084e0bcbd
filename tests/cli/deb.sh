# SPDX-License-Identifier: Apache-2.0
# The Debian package: complete, with what it depends on, and its binary works from a scratch root.
package=$(scripts/deb.sh "$BUILD" "$scratch") || fail "no package was made"
dpkg-deb --field "$package" Version | grep -q -x -F "$("$HEDDLE" --version | cut -d' ' -f2)" ||
  fail "the package has another version than the binary"
for dependency in clang-19 libz3-4 libbdd0c2 libyaml-0-2 libjansson4; do
  dpkg-deb --field "$package" Depends | grep -q "$dependency" || fail "it does not depend on $dependency"
done
dpkg-deb --field "$package" Maintainer | grep -q -E '^[^<]+ <[^ @]+@[^ >]+>$' || fail "the maintainer has no name or address"
[ "$(dpkg-deb --field "$package" Description | wc -l)" -gt 5 ] || fail "the description is too short"
dpkg -x "$package" "$scratch/root"
for file in usr/bin/heddle usr/share/man/man1/heddle.1.gz usr/share/doc/heddle/copyright usr/share/doc/heddle/NOTICE \
  usr/share/bash-completion/completions/heddle.bash; do
  [ -f "$scratch/root/$file" ] || fail "$file is not in the package"
done
# What is linked statically comes with its licence.
for text in "LLVM Exceptions" "Armin Biere" libz3-4 libbdd0c2; do
  grep -q "$text" "$scratch/root/usr/share/doc/heddle/NOTICE" || fail "the notices lack $text"
done
write nine.c <<'END'
int main(void) { return 9; }
END
ends 9 "$scratch/root/usr/bin/heddle" run -q "$scratch/nine.c"
ends 10 "$scratch/root/usr/bin/heddle" check -q examples/lost_update.c
last_line "FALSE(reach)"
