# SPDX-License-Identifier: Apache-2.0
# No program of tests/programs that violates a property has a proof of that property by the engine static.
least=220 # programs that were checked when this was written
checked=0
# value FILE KEY: of its line `// KEY: VALUE`
value() { sed -n "s|^// $2: ||p" "$1" | head -n 1; }
for file in tests/programs/*.c; do
  violated=$(value "$file" expect | sed -n 's/^FALSE(\([a-z]*\)).*/\1/p')
  [ -n "$violated" ] || continue
  properties=$(value "$file" properties)
  flags=$(value "$file" flags)
  # shellcheck disable=SC2046,SC2086
  "$HEDDLE" check --engine static --work 5000000 ${properties:+--property "$properties"} $(value "$file" options) "$file" \
    ${flags:+-- $flags} >"$scratch/out" 2>"$scratch/err"
  code=$?
  [ $code -eq 0 ] || [ $code -eq 20 ] || fail "$file ends with $code: $(cat "$scratch/out" "$scratch/err")"
  ! grep -q "^proven .*\b$violated\b" "$scratch/out" || fail "$file: $violated is proven, but violated"
  [ $code -eq 20 ] || fail "$file: $(cat "$scratch/out"), but it violates $violated"
  checked=$((checked + 1))
done
echo "$checked programs"
[ $checked -ge $least ] || fail "only $checked programs were checked"
