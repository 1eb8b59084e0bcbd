# SPDX-License-Identifier: Apache-2.0
# --svcomp and property files select SV-COMP's rules, so that a file gets the verdict of its task definition.
write relaxed.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
atomic_int x, y, a, b;
void *left(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  a = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}
void *right(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  b = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}
int main(void) {
  pthread_t l, r;
  pthread_create(&l, 0, left, 0);
  pthread_create(&r, 0, right, 0);
  pthread_join(l, 0);
  pthread_join(r, 0);
  if (a == 0 && b == 0)
    reach_error();
}
END
write undefined.c <<'END'
extern void reach_error(void);
extern void unknown(int *);
int main(void) {
  int x = 1;
  unknown(&x);
  if (x != 1)
    reach_error();
}
END
write again.c <<'END'
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
  char *old = malloc(8);
  uintptr_t address = (uintptr_t)old;
  free(old);
  char *young = malloc(8);
  if (address == (uintptr_t)young)
    reach_error();
  free(young);
}
END
echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' | write reach.prp
for name in relaxed undefined again; do
  write $name.yml <<END
format_version: '2.0'
input_files: '$name.c'
properties:
  - property_file: reach.prp
    expected_verdict: true
options:
  language: C
  data_model: LP64
END
  ends 10 "$HEDDLE" check -q --property reach "$scratch/$name.c"
  ends 0 "$HEDDLE" check -q "$scratch/$name.yml"
  ends 0 "$HEDDLE" check -q --svcomp --property reach "$scratch/$name.c"
  ends 0 "$HEDDLE" check -q --prp "$scratch/reach.prp" "$scratch/$name.c"
done

# What the command line says counts.
ends 10 "$HEDDLE" check -q --svcomp --memory-model rc11 --property reach "$scratch/relaxed.c"
ends 10 "$HEDDLE" check -q --undefined environment --prp "$scratch/reach.prp" "$scratch/undefined.c"
ends 10 "$HEDDLE" check -q --svcomp --address-reuse on --property reach "$scratch/again.c"
# A recorded execution is followed under its own rules.
ends 10 "$HEDDLE" check --svcomp --address-reuse on --property reach --trace "$scratch/bug.json" "$scratch/again.c"
ends 10 "$HEDDLE" replay "$scratch/bug.json"
