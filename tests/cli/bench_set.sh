# SPDX-License-Identifier: Apache-2.0
# A set is run, wrong verdicts are listed first, errors cost one task each, and everything is in the CSV.
mkdir "$scratch/tasks"
cat >"$scratch/tasks/fails.c" <<'END'
extern void reach_error(void);
int main(void) { reach_error(); }
END
cat >"$scratch/tasks/holds.c" <<'END'
int main(void) { return 0; }
END
echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' >"$scratch/tasks/unreach-call.prp"
echo 'CHECK( init(main()), LTL(F end) )' >"$scratch/tasks/termination.prp"
echo 'what is this' >"$scratch/tasks/strange.prp"
# task NAME FILE PROPERTY EXPECTED
task() {
  printf "format_version: '2.0'\ninput_files: %s\nproperties:\n" "$2" >"$scratch/tasks/$1.yml"
  printf '  - property_file: %s.prp\n    expected_verdict: %s\n' "$3" "$4" >>"$scratch/tasks/$1.yml"
}
task fails fails.c unreach-call false
task holds holds.c unreach-call true
task false_alarm fails.c unreach-call true
task missed_bug holds.c unreach-call false
task absent nowhere.c unreach-call true
task ends holds.c termination true
task strange holds.c strange true
echo 'input_files: [' >"$scratch/tasks/broken.yml"
echo 'int main(void) { return x; }' >"$scratch/tasks/wrong.c"
task uncompiled wrong.c unreach-call true
write some.set <<'END'
# a remark
tasks/fails.yml
tasks/holds.yml
tasks/false_alarm.yml
tasks/missed_bug.yml
tasks/absent.yml
tasks/ends.yml
tasks/strange.yml
tasks/broken.yml
tasks/nowhere.yml
tasks/uncompiled.yml
tasks/fails.yml
END
csv=$scratch/out.csv
ends 10 "$HEDDLE" bench --time 20 --jobs 2 "$scratch/some.set" --csv "$csv"
[ "$(head -n 1 "$scratch/out")" = "WRONG:" ] || fail "the wrong ones are not first"
out_has "tasks/false_alarm.yml [unreach-call]: FALSE(reach) instead of TRUE"
out_has "tasks/missed_bug.yml [unreach-call]: TRUE instead of FALSE"
last_line "$(grep '^tasks ' "$scratch/out")"
# tasks, TRUE, FALSE, wrong, UNKNOWN, ERROR, -, score: 2 + 1 - 16 - 32
[ "$(grep '^tasks ' "$scratch/out" | awk '{print $2, $3, $4, $5, $6, $7, $9}')" = "10 1 1 2 1 5 -45" ] ||
  fail "the figures are not as they should be"
[ "$(head -n 1 "$csv")" = "task,property,expected,verdict,reason,engine,wall_s,cpu_s,memory_mb,tool" ] ||
  fail "the columns are not as documented"
[ "$(wc -l <"$csv")" -eq 11 ] || fail "not a row per task"
row() { grep -q -e "$1" "$csv" || fail "the CSV lacks $1"; }
row '^tasks/fails.yml,unreach-call,FALSE,FALSE,reach,[a-z]*,[0-9.]*,[0-9.]*,[0-9.]*,heddle'
row '^tasks/holds.yml,unreach-call,TRUE,TRUE,,[a-z]*,'
row '^tasks/absent.yml,unreach-call,TRUE,ERROR,exit code 2: heddle: .*nowhere.c: No such file'
row '^tasks/ends.yml,termination,TRUE,UNKNOWN,property not supported: termination'
row '^tasks/strange.yml,strange,TRUE,ERROR,.*strange.prp:1: not of the form'
row '^tasks/broken.yml,,,ERROR,.*broken.yml:'
row '^tasks/nowhere.yml,,,ERROR,.*nowhere.yml: No such file'
row '^tasks/uncompiled.yml,unreach-call,TRUE,ERROR,exit code 3: .*wrong.c.*error: use of undeclared'

# Wildcards, as in the sets of SV-COMP.
printf 'tasks/h*.yml\ntasks/[f]ails.yml\ntasks/nothing*.yml\n' | write wild.set
ends 3 "$HEDDLE" bench -q --csv "$scratch/wild.csv" "$scratch/wild.set"
out_has "tasks/nothing*.yml: No such file"
[ "$(cut -d, -f1 "$scratch/wild.csv" | tr '\n' ' ')" = "task tasks/holds.yml tasks/fails.yml tasks/nothing*.yml " ] ||
  fail "the patterns name something else"

# Programs and task definitions by themselves; options of check are passed on.
ends 0 "$HEDDLE" bench -q --csv "$scratch/own.csv" --engine order --property reach "$scratch/tasks/fails.c"
grep -q ',,FALSE,reach,order,.* check --property=reach --engine=order --time=60' "$scratch/own.csv" ||
  fail "the options did not arrive"
ends 0 "$HEDDLE" bench --csv "$scratch/own.csv" --fresh "$scratch/tasks/holds.yml"
ends 0 "$HEDDLE" bench --csv "$scratch/prp.csv" --prp "$scratch/tasks/unreach-call.prp" \
  "$scratch/tasks/holds.yml" "$scratch/tasks/ends.yml"
err_has "1 tasks do not have the property asked for"
[ "$(wc -l <"$scratch/prp.csv")" -eq 2 ] || fail "a task without the property was run"

# Usage errors.
ends 2 "$HEDDLE" bench
ends 2 "$HEDDLE" bench "$scratch/nowhere.set"
err_has "nowhere.set: No such file"
ends 2 "$HEDDLE" bench --engine nosuch "$scratch/some.set"
ends 2 "$HEDDLE" bench --csv "$scratch/some.set" "$scratch/some.set"
err_has "some.set: no results"
grep -q '^# a remark' "$scratch/some.set" || fail "a file that holds no results was overwritten"
ends 2 "$HEDDLE" bench --csv "$scratch" "$scratch/some.set"

# A subproperty is part of what is expected.
cat >"$scratch/tasks/free.c" <<'END'
#include <stdlib.h>
int main(void) {
  char *block = malloc(1);
  free(block);
  free(block);
}
END
for part in free deref memtrack; do
  echo "CHECK( init(main()), LTL(G valid-$part) )"
done >"$scratch/tasks/valid-memsafety.prp"
for part in valid-free valid-deref; do
  task $part free.c valid-memsafety false
  echo "    subproperty: $part" >>"$scratch/tasks/$part.yml"
done
ends 10 "$HEDDLE" bench --time 20 "$scratch/tasks/valid-free.yml" "$scratch/tasks/valid-deref.yml" --csv "$scratch/parts.csv"
out_has "valid-deref.yml [valid-memsafety]: FALSE(valid-free) instead of FALSE(valid-deref)"
ends 0 grep -c 'valid-memsafety,FALSE(valid-free),FALSE,valid-free,' "$scratch/parts.csv"
ends 10 "$HEDDLE" bench "$scratch/parts.csv"
out_has "FALSE(valid-free) instead of FALSE(valid-deref)"
printf '    subproperty: [x]\n' >"$scratch/part"
task strange_part free.c valid-memsafety false
cat "$scratch/part" >>"$scratch/tasks/strange_part.yml"
ends 3 "$HEDDLE" bench --time 20 "$scratch/tasks/strange_part.yml" --csv "$scratch/strange.csv"
ends 0 grep -c 'ERROR,.*strange_part.yml:6: subproperty is not a text' "$scratch/strange.csv"
