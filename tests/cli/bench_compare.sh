# SPDX-License-Identifier: Apache-2.0
# bench/compare tells which verdicts two runs of `heddle bench` do not share, and how their times differ.
echo 'int main(void) { return 0; }' >"$scratch/good.c"
echo '#include <assert.h>
int main(void) { assert(0); }' >"$scratch/bad.c"
ends 0 "$HEDDLE" bench -q --property reach --csv "$scratch/old.csv" "$scratch/good.c" "$scratch/bad.c"
ends 0 bench/compare "$scratch/old.csv" "$scratch/old.csv"
out_has "0 lost"
out_has "0 gained"
out_has "2 decided by both"

header=task,property,expected,verdict,reason,engine,wall_s,cpu_s
cat >"$scratch/before.csv" <<END
$header
a.yml,reach,true,true,,explicit,1,1
b.yml,reach,false,unknown,"time, after 3 of 5 known states",auto,9,9
c.yml,reach,false,false,reach,explicit,2,2
d.yml,reach,true,unknown,time,auto,9,9
e.yml,reach,true,true,,order,1,1
END
cat >"$scratch/after.csv" <<END
$header
a.yml,reach,true,true,,explicit,1.5,1.5
b.yml,reach,false,false,reach,auto,3,3
c.yml,reach,false,unknown,time,auto,9,9
d.yml,reach,true,false,reach,auto,1,1
END
ends 1 bench/compare "$scratch/before.csv" "$scratch/after.csv"
out_has "3 lost"
out_has "c.yml reach: FALSE, now UNKNOWN, expected FALSE"
out_has "d.yml reach: UNKNOWN, now FALSE, expected TRUE"
out_has "e.yml reach: TRUE, missing now"
out_has "1 gained"
out_has "b.yml reach: UNKNOWN, now FALSE, expected FALSE"
out_has "1 decided by both: 1.00 s, now 1.50 s (+50.0 %)"

# --slower bounds the time.
sed 's/,1,1$/,1.01,1.01/' "$scratch/before.csv" >"$scratch/slower.csv"
ends 0 bench/compare "$scratch/before.csv" "$scratch/slower.csv" --slower 3
ends 1 bench/compare "$scratch/before.csv" "$scratch/slower.csv" --slower 0.1
out_has "slower by more than 0.1 %"
ends 1 bench/compare "$scratch/good.c" "$scratch/before.csv"
