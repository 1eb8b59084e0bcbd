# SPDX-License-Identifier: Apache-2.0
# Well-known functions mean what they mean without a declaration; any other function without definition
# does what --undefined says.
echo 'int x; int main(void) { assert(x == 1); }' | write assert.c
ends 10 "$HEDDLE" check "$scratch/assert.c"
err_has "warning: $scratch/assert.c calls assert without a declaration"
last_line "FALSE(reach)"
ends 10 "$HEDDLE" check -q "$scratch/assert.c"
grep -q warning "$scratch/err" && fail "-q does not silence the warning"
# Any scalar is a condition, not only the lower half of it.
echo 'int x; int main(void) { assert(&x); assert(1L << 40); assert(0.5); __ESBMC_assert(!x); }' | write holds.c
ends 0 "$HEDDLE" check "$scratch/holds.c"
# An input has its own type: no int becomes 0.5.
echo 'int main(void) { if (__VERIFIER_nondet_double() == 0.5) __VERIFIER_error(); }' | write input.c
ends 10 "$HEDDLE" check --property reach "$scratch/input.c"
# Declarations that do not fit the file's own are not forced upon it.
echo 'int main(void) { assert(1); return assert(0); } int assert(int x) { return 0; }' | write own.c
ends 0 "$HEDDLE" check "$scratch/own.c"
cp "$scratch/assert.c" "$scratch/assert.i"
ends 10 "$HEDDLE" check "$scratch/assert.i"

undefined() { # PROGRAM: read from standard input
  { echo 'void __VERIFIER_error(void);'; cat; } | write undefined.c
}
fails() { ends 10 "$HEDDLE" check --property reach "$@" "$scratch/undefined.c"; }
holds() { ends 0 "$HEDDLE" check --property reach "$@" "$scratch/undefined.c"; }
stops() { # WHY OPTION...
  why=$1
  shift
  ends 20 "$HEDDLE" check --property reach "$@" "$scratch/undefined.c"
  in_the_way "$why"
  last_line "UNKNOWN(reach)"
}
unknown="the undefined function set, which gets memory of an unknown type,"

echo 'void set(int *); int main(void) { int x = 0; set(&x); if (x) __VERIFIER_error(); }' | undefined
fails
err_has "assuming that the undefined function set may write to all memory that its pointers lead to, and to no other"
fails --assume-pure get,let
fails --undefined environment
stops "the undefined function set, at" --undefined stop
holds --undefined stop --assume-pure set
holds --undefined pure
err_has "assuming that the undefined function set has no effect"
holds --assume-pure set
holds --assume-pure get,set
holds --assume-pure all
cat >"$scratch/task.yml" <<'END'
format_version: '2.0'
input_files: 'undefined.c'
properties:
  - property_file: reach.prp
    expected_verdict: true
END
echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' | write reach.prp
ends 0 "$HEDDLE" check "$scratch/task.yml"
ends 10 "$HEDDLE" check --undefined environment "$scratch/task.yml"
ends 2 "$HEDDLE" check --undefined all "$scratch/undefined.c"

# Without a prototype the variable tells the type; const can be trusted, but not for what is behind it.
echo 'int main(void) { int x = 0; set(&x); if (x) __VERIFIER_error(); }' | undefined
fails
echo 'void set(const int *); int main(void) { int x = 0; set(&x); if (x) __VERIFIER_error(); }' | undefined
holds
echo 'struct s { int *p; }; int x; void set(const struct s *);
int main(void) { struct s s = {&x}; set(&s); if (x) __VERIFIER_error(); }' | undefined
fails
echo 'struct s { int *p; }; int x; void set(struct s); int main(void) { struct s s = {&x}; set(s); if (x) __VERIFIER_error(); }' |
  undefined
fails
echo 'int x; void set(unsigned long); int main(void) { set((unsigned long)&x); if (x) __VERIFIER_error(); }' | undefined
fails
echo 'int x; void set(const char *, ...); int main(void) { set("%n", &x); if (x) __VERIFIER_error(); }' | undefined
fails
echo 'int x; void set(const char *, ...); int main(void) { set("%d", x); if (x) __VERIFIER_error(); }' | undefined
holds
# Memory whose type nobody knows.
echo 'void *malloc(unsigned long); void set(void *); int main(void) { set(malloc(4)); }' | undefined
stops "$unknown"
# A function can be called back through whatever holds it.
echo 'struct s { void (*f)(void); }; void f(void) { __VERIFIER_error(); } struct s s = {f}; void set(const struct s *);
int main(void) { set(&s); }' | undefined
fails
err_has "may call functions that it finds, also later from its own thread"
echo 'struct s { void (*f)(void); }; void f(void) { __VERIFIER_error(); } const struct s s = {f}; void set(const void *);
int main(void) { set(&s); }' | undefined
fails
# What such functions return may be given to others.
echo 'struct s; struct s *get(void); void set(struct s *); int main(void) { set(get()); set(0); }' | undefined
holds
echo 'int x; int *get(void); void set(int *); int main(void) { int *p = get(); set(p ? p : &x); if (x) __VERIFIER_error(); }' |
  undefined
fails
# Through a pointer to the function.
echo 'int x; void set(int *); void (*f)(int *) = set; int main(void) { f(0); if (x) __VERIFIER_error(); }' | undefined
holds
echo 'int x; void set(int *); void (*f)(int *) = set; int main(void) { f(&x); if (x) __VERIFIER_error(); }' | undefined
stops "$unknown" # the debug information has no type for it
holds --assume-pure set
echo 'int x; void set(int *); void (*f)(int *) = set;
int main(void) { set(0); f(&x); if (x) __VERIFIER_error(); }' | undefined
fails
# A struct that is returned in memory is any other one at each call.
echo 'struct s { int a[9]; }; struct s get(void); int main(void) {
  int first = 0;
  for (int i = 0; i < 2; i++) {
    struct s s = get();
    if (i && s.a[3] != first) __VERIFIER_error();
    first = s.a[3];
  }
}' | undefined
ends 10 "$HEDDLE" check --property reach "$scratch/undefined.c"
# A trace says what was assumed.
echo 'void set(int *); int main(void) { int x = 0; set(&x); if (!x) __VERIFIER_error(); }' | undefined
ends 10 "$HEDDLE" check --assume-pure set --property reach --trace "$scratch/bug.json" "$scratch/undefined.c"
ends 10 "$HEDDLE" replay "$scratch/bug.json"
# And a trace of the environment is followed as it was found.
echo 'void set(int *); int main(void) { int x = 0; set(&x); if (x == 7) __VERIFIER_error(); }' | undefined
ends 10 "$HEDDLE" check --property reach --trace "$scratch/bug.json" "$scratch/undefined.c"
ends 10 "$HEDDLE" replay "$scratch/bug.json"
