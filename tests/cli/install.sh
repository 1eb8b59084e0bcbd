# SPDX-License-Identifier: Apache-2.0
# What is installed works from where it is.
ends 0 meson install -C "$BUILD" --no-rebuild --destdir "$scratch/root"
installed=$(find "$scratch/root" -type f | sed "s|.*/root/||" | sort)
echo "$installed"
for name in bin/heddle man/man1/heddle.1 bash-completion/completions/heddle.bash heddle/specs/deadlock.spec \
  heddle/specs/init_before_use.spec heddle/specs/lock_order.spec heddle/specs/open_close.spec; do
  echo "$installed" | grep -q "$name\$" || fail "$name is not installed"
done
[ "$(echo "$installed" | wc -l)" -eq 7 ] || fail "more is installed than expected"
cd "$scratch" || exit 1
echo 'int main(void) { return 9; }' | write nine.c
ends 9 "$(find "$scratch/root" -name heddle -type f)" run -q nine.c
