# SPDX-License-Identifier: Apache-2.0
# A task definition brings its files, its property and its data model along.
mkdir "$scratch/sub"
cat >"$scratch/sub/size.c" <<'END'
extern void reach_error(void);
int main(void) {
  if (sizeof(long) == 4)
    reach_error();
}
END
echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' | write reach.prp
for model in ILP32 LP64; do
  write "$model.yml" <<END
format_version: '2.0'
input_files: 'sub/size.c'
properties:
  - property_file: reach.prp
    expected_verdict: true
options:
  language: C
  data_model: $model
END
done
ends 10 "$HEDDLE" check "$scratch/ILP32.yml"
last_line "FALSE(reach)"
ends 0 "$HEDDLE" check "$scratch/LP64.yml"
last_line "TRUE"
ends 2 "$HEDDLE" check "$scratch/LP64.yml" "$scratch/sub/size.c"
err_has "task definitions do not mix with other files"
echo 'input_files: [' | write broken.yml
ends 3 "$HEDDLE" check "$scratch/broken.yml"
err_has "broken.yml"

# Several are checked one after the other; one that cannot be read costs nothing of the others.
ends 3 "$HEDDLE" check "$scratch/ILP32.yml" "$scratch/broken.yml" "$scratch/nowhere.yml" "$scratch/LP64.yml"
out_has "FALSE    $scratch/ILP32.yml"
out_has "ERROR    $scratch/broken.yml"
out_has "ERROR    $scratch/nowhere.yml"
last_line "TRUE     $scratch/LP64.yml"
ends 10 "$HEDDLE" check -q "$scratch/LP64.yml" "$scratch/ILP32.yml"
[ "$(paste -s -d ' ' "$scratch/out")" = "TRUE FALSE(reach)" ] || fail "-q prints more than the verdicts"
ends 2 "$HEDDLE" check --trace "$scratch/bug.json" "$scratch/LP64.yml" "$scratch/ILP32.yml"
err_has "for one task, not for 2"
