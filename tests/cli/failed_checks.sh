# SPDX-License-Identifier: Apache-2.0
# How failed checks end: abort is a property of its own, other functions have to be named.
write check.c <<'END'
#include <assert.h>
#include <stdlib.h>
extern void panic(int why);
static int x;
static void die(void) { exit(1); }
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
  if (__VERIFIER_nondet_bool())
    abort();
  if (__VERIFIER_nondet_bool())
    assert(x == 1);
  if (__VERIFIER_nondet_bool())
    die();
  if (__VERIFIER_nondet_bool())
    die();
  if (__VERIFIER_nondet_bool())
    panic(3);
}
END
# A failing assertion is one violation, not an abort as well; each call of a named function is one.
for engine in auto explicit reference; do
  ends 10 "$HEDDLE" check --all --engine $engine "$scratch/check.c"
  last_line "FALSE(reach,abort)"
  out_has "2 violations:"
  out_has "FALSE(abort): abort is called at $scratch/check.c:9"
  ends 10 "$HEDDLE" check --all --engine $engine --error-function die,panic "$scratch/check.c"
  out_has "5 violations:"
  out_has "FALSE(reach): die is called at $scratch/check.c:13"
  out_has "FALSE(reach): die is called at $scratch/check.c:15"
  out_has "FALSE(reach): panic is called at $scratch/check.c:17"
done
# A trace knows the functions that were named.
write die.c <<'END'
#include <stdlib.h>
static void die(void) { exit(1); }
int main(void) { die(); }
END
ends 10 "$HEDDLE" check --error-function die --trace "$scratch/bug.json" "$scratch/die.c"
ends 10 "$HEDDLE" replay "$scratch/bug.json"
last_line "FALSE(reach)"
ends 10 "$HEDDLE" run --error-function die "$scratch/die.c"
err_has "the execution violates 'reach'"
ends 1 "$HEDDLE" run "$scratch/die.c"
# A name that means nothing is said.
ends 0 "$HEDDLE" check --error-function Die "$scratch/die.c"
err_has "the program has no function Die"
# A task is checked for its own properties.
echo 'int abort(void); int main(void) { abort(); }' | write aborts.c
echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' | write reach.prp
write task.yml <<END
format_version: '2.0'
input_files: 'aborts.c'
properties:
  - property_file: reach.prp
    expected_verdict: true
options:
  language: C
  data_model: LP64
END
ends 0 "$HEDDLE" check "$scratch/task.yml"
ends 10 "$HEDDLE" check "$scratch/aborts.c"
last_line "FALSE(abort)"
# No format for witnesses knows it.
ends 10 "$HEDDLE" check --witness "$scratch/witness.yml" "$scratch/aborts.c"
err_has "no witness: SV-COMP has no property like 'abort'"
