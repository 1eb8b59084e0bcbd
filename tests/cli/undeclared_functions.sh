# SPDX-License-Identifier: Apache-2.0
# Which well-known functions a file calls without a declaration is guessed from its text, which saves a run of
# clang. A wrong guess changes nothing but the number of runs.
mkdir "$scratch/bin"
real=$(command -v clang-19)
cat >"$scratch/bin/clang-19" <<END
#!/bin/sh
echo run >>"$scratch/runs"
exec "$real" "\$@"
END
chmod +x "$scratch/bin/clang-19"
check() { # EXIT-CODE RUNS FILE...: the verdict of reach, and how often clang runs
  code=$1 expected=$2
  shift 2
  : >"$scratch/runs"
  PATH=$scratch/bin:$PATH ends "$code" "$HEDDLE" check --engine explicit --property reach "$@"
  runs=$(wc -l <"$scratch/runs")
  [ "$runs" -eq "$expected" ] || fail "clang runs $runs times on $*, not $expected times"
}
warns() { err_has "warning: $scratch/$1 calls $2 without a declaration; assuming the usual one"; }
is_quiet() { grep "warning: .* without a declaration" "$scratch/err" && fail "a warning that is not true"; }

# Guesses that are right.
cat >"$scratch/right.c" <<'END'
int x, *p;
int main(void) {
  double d = __VERIFIER_nondet_double();
  int *p = __VERIFIER_nondet_pointer();
  if (d == 0.5) return __VERIFIER_nondet_int();
  else assert (x);
  assert(x);
}
END
check 10 1 "$scratch/right.c"
warns right.c "__VERIFIER_nondet_double, __VERIFIER_nondet_pointer, __VERIFIER_nondet_int, assert"
cp "$scratch/right.c" "$scratch/right.i"
check 10 1 "$scratch/right.i"
warns right.i "__VERIFIER_nondet_double, __VERIFIER_nondet_pointer, __VERIFIER_nondet_int, assert"

# What a macro calls is not guessed.
printf '#define PASTE(type) __VERIFIER_nondet_##type()\n#define CHECK assert\n
int main(void) { double d = PASTE(double); __VERIFIER_assume(d == 0.5); CHECK(d != 0.5); }\n' | write macro.c
check 10 2 "$scratch/macro.c"
warns macro.c "__VERIFIER_nondet_double, assert, __VERIFIER_assume"

# Nor is anything if there may be another declaration of it, or flags.
echo 'void assert(int);' | write own.h
printf '#include "own.h"\nint main(void) { assert(0); }\n' | write includes.c
check 10 1 "$scratch/includes.c"
is_quiet
echo 'int main(void) { assert(0); }' | write flags.c
check 0 1 "$scratch/flags.c" -- '-Dassert(x)=0'
check 10 2 "$scratch/flags.c" -- -O1

# The name of a function of the file, before or after the call.
echo 'static void assert(int x) {} int main(void) { assert(0); }' | write static.c
check 0 1 "$scratch/static.c"
is_quiet
echo 'int main(void) { assert(0); } int assert(int x) { return x; }' | write later.c
check 0 3 "$scratch/later.c"
echo 'void reach_error(void); int main(void) { assert(2); } int assert(x) int x; { if (x == 2) reach_error(); }' | write old.c
check 10 3 "$scratch/old.c"
# A declaration without parameters, which looks like a call: the 2 must not become true.
echo 'int main(void) { void other(void), assert(); assert(2); }' | write inner.c
echo 'void assert(int x) { if (x == 2) __VERIFIER_error(); }' | write outer.c
check 10 3 "$scratch/inner.c" "$scratch/outer.c"
warns outer.c __VERIFIER_error
echo 'int main(void) { int other(void), __VERIFIER_nondet_int(void); return __VERIFIER_nondet_int(); }' | write fits.c
check 0 2 "$scratch/fits.c"
is_quiet

# A macro, a variable, a parameter, a member, a comment and a string of that name.
printf '#define assert(x) ((void)(x))\nint main(void) { assert(0); }\n' | write defined.c
check 0 1 "$scratch/defined.c"
is_quiet
echo 'void ignore(int x) {} void (*assert)(int) = ignore; int main(void) { assert(0); }' | write variable.c
check 0 1 "$scratch/variable.c"
is_quiet
echo 'void ignore(int x) {} struct s { void (*assert)(int); };
void f(void (*assert)(int)) { struct s s = {ignore}; assert(0); s.assert(0); } int main(void) { f(ignore); }' | write local.c
check 0 1 "$scratch/local.c"
is_quiet
echo 'int main(void) { /* assert(0); */ const char *text = "assert(0)"; // assert(0)
  return text[0] == 0; }' | write comment.c
check 0 1 "$scratch/comment.c"
is_quiet

# C++ overloads functions, and knows no calls without a declaration.
echo 'void assert(int) {} int main() { assert(true); }' | write overload.cpp
check 0 1 "$scratch/overload.cpp"
echo 'int main() { assert(0); }' | write undeclared.cpp
ends 3 "$HEDDLE" check "$scratch/undeclared.cpp"
err_has "use of undeclared identifier 'assert'"
# Errors are told as without a guess.
echo 'int main(void) { assert(0); return }' | write broken.c
ends 3 "$HEDDLE" check "$scratch/broken.c"
err_has "broken.c:1:36: error: expected expression"
grep -q "declared by a guess" "$scratch/err" && fail "a guess is shown"
exit 0
