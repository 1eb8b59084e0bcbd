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
err_has "a task definition stands alone"
echo 'input_files: [' | write broken.yml
ends 3 "$HEDDLE" check "$scratch/broken.yml"
err_has "broken.yml"
