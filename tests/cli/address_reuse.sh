# SPDX-License-Identifier: Apache-2.0
# Whether addresses come back is an option; a proof without it says so, and a trace remembers it.
write cache.c <<'EOF'
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  int *old = malloc(sizeof *old);
  uintptr_t key = (uintptr_t)old;
  free(old);
  int *fresh = malloc(sizeof *fresh);
  assert(key != (uintptr_t)fresh);
  free(fresh);
  return 0;
}
EOF
for engine in auto explicit reference; do
  ends 10 "$HEDDLE" check --engine $engine --trace "$scratch/$engine.json" "$scratch/cache.c"
  last_line "FALSE(reach)"
  out_has "malloc returns the address that was freed at line 7"
  ends 10 "$HEDDLE" replay "$scratch/$engine.json"
  last_line "FALSE(reach)"
done
for engine in auto explicit reference order; do
  ends 0 "$HEDDLE" check --engine $engine --address-reuse off "$scratch/cache.c"
  last_line "TRUE"
  out_has "are not reused"
done
# Where only a part of an address is looked at, the search begins again when that is noticed. A trace knows it.
write part.c <<'EOF'
#include <assert.h>
#include <stdlib.h>
static struct { int tag; int *address; } cell;
int main(void) {
  cell.address = malloc(4);
  unsigned kept = *(unsigned *)&cell.address;
  free(cell.address);
  cell.address = malloc(4);
  assert(*(unsigned *)&cell.address != kept);
  return 0;
}
EOF
for engine in auto explicit graph; do
  ends 10 "$HEDDLE" check -v --engine $engine --trace "$scratch/part.json" "$scratch/part.c"
  last_line "FALSE(reach)"
  err_has "part of an address is accessed at $scratch/part.c:6"
  grep -q '"address_parts"' "$scratch/part.json" || fail "the trace does not say what comes back"
  ends 10 "$HEDDLE" replay "$scratch/part.json"
  last_line "FALSE(reach)"
done
ends 10 "$HEDDLE" check --engine order --property reach "$scratch/part.c"
for engine in modular; do
  ends 20 "$HEDDLE" check --engine $engine --property reach "$scratch/part.c"
done
# An engine that does not know it proves nothing then.
ends 20 "$HEDDLE" check --engine order --property reach "$scratch/cache.c"
out_has "addresses are not reused, and engine order does not support reuse"
# A program that compares no addresses needs no such remark.
write plain.c <<'EOF'
#include <stdlib.h>
int main(void) {
  int *block = malloc(sizeof *block);
  *block = 1;
  free(block);
  return 0;
}
EOF
ends 0 "$HEDDLE" check --engine order --property reach,memory "$scratch/plain.c"
ends 0 "$HEDDLE" check --address-reuse off "$scratch/plain.c"
grep -q "reused" "$scratch/out" && fail "stdout has a remark that does not concern it"
# Tasks of SV-COMP are checked without it, unless it is asked for.
write reach.prp <<'EOF'
CHECK( init(main()), LTL(G ! call(reach_error())) )
EOF
write task.c <<'EOF'
#include <stdint.h>
#include <stdlib.h>
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  int *old = malloc(sizeof *old);
  uintptr_t key = (uintptr_t)old;
  free(old);
  int *fresh = malloc(sizeof *fresh);
  if (key == (uintptr_t)fresh)
    reach_error();
  free(fresh);
  return 0;
}
EOF
write task.yml <<'EOF'
format_version: '2.0'
input_files: 'task.c'
properties:
  - property_file: reach.prp
    expected_verdict: true
options:
  language: C
  data_model: LP64
EOF
ends 0 "$HEDDLE" check "$scratch/task.yml"
ends 10 "$HEDDLE" check --address-reuse on "$scratch/task.yml"
