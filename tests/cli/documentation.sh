# SPDX-License-Identifier: Apache-2.0
# The documentation names only files and options that exist, and its lines fit on a screen.
for command in check run replay show harness sequentialize orders bench; do
  ends 0 "$HEDDLE" $command --help
  cat "$scratch/out" >>"$scratch/help"
done
ends 0 python3 tests/documentation "$scratch/help"

mkdir "$scratch/pages"
cat >"$scratch/pages/wrong.md" <<'END'
See src/base/no_such_file.c and `check.c`, and give `--no-such-option` or `--engine auto`.
END
ends 1 python3 tests/documentation "$scratch/help" "$scratch/pages/wrong.md"
out_has "wrong.md:1: no file src/base/no_such_file.c"
out_has "wrong.md:1: no option --no-such-option"
[ "$(wc -l <"$scratch/out")" -eq 2 ] || fail "it complains about more than it should"

# The table of what engines prove is what the engines say.
ends 0 "$HEDDLE" show engines
grep '^| `' docs/properties.md | grep -F -x -f "$scratch/out" >"$scratch/table"
sed 1,2d "$scratch/out" | cmp - "$scratch/table" || fail "docs/properties.md differs from heddle show engines"
