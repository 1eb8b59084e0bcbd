# SPDX-License-Identifier: Apache-2.0
# Undefined functions are named once each, only those that are reached, and ten of them at most.
{
  echo 'void lonely(void), again(int *), log_line(const char *, ...);'
  for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "void f$i(void);"; done
  echo 'static void unreached(void) { lonely(); }'
  echo 'void unused(void) { lonely(); }'
  echo 'int main(void) { int x = 0, *p = &x; again(0); again(p); log_line("a"); log_line("%p", p); if (x) return 1;'
  for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "f$i();"; done
  echo '}'
} | write many.c
"$HEDDLE" check --property reach --time 20 "$scratch/many.c" >"$scratch/out" 2>"$scratch/err"
sed 's/^/err: /' "$scratch/err"
[ "$(grep -c 'assuming that the undefined function' "$scratch/err")" -eq 10 ] || fail "not ten lines"
[ "$(grep -c 'the undefined function again ' "$scratch/err")" -eq 1 ] || fail "again is not named once"
err_has "heddle: 4 more functions and variables are undefined (-v names them)"
! grep -q lonely "$scratch/err" || fail "a function that is not reached is named"
"$HEDDLE" check -v --property reach --time 20 "$scratch/many.c" >"$scratch/out" 2>"$scratch/err"
err_has "the undefined function f12 has no"
! grep -q "more functions and variables" "$scratch/err" || fail "-v does not name all"
