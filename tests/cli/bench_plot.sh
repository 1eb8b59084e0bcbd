# SPDX-License-Identifier: Apache-2.0
# Several results become one picture and one table; a folder gets everything.
columns=task,property,expected,verdict,reason,engine,wall_s,cpu_s,memory_mb,tool
write fast.csv <<END
$columns
a.yml,p,TRUE,TRUE,,order,0.02,0.01,30.0,x
b.yml,p,FALSE,FALSE,reach,order,1.5,1.4,90.0,x
c.yml,p,TRUE,UNKNOWN,"time, after ""much""
thought",order,9.0,9.0,99.0,x
d.yml,p,FALSE,TRUE,,order,3.0,3.0,20.0,x
END
write 'slow <&"> .csv' <<END
$columns
a.yml,p,TRUE,TRUE,,explicit,2.0,2.0,30.0,y
END
# Other programs write other columns; their tools are apart.
write peers.csv <<END
tool,task,expected,verdict,wall_s
one,a,true,true,0.5
two,a,true,false,0.7
two,b,false,false(reach),0.001
END
echo $columns | write empty.csv
svg=$scratch/plot.svg
ends 10 "$HEDDLE" bench --plot "$svg" "$scratch/fast.csv" "$scratch/slow <&\"> .csv" "$scratch/peers.csv" \
  "$scratch/empty.csv"
figures() { awk -v name="$1" 'index($0, name) == 1 { sub(name, ""); print $1, $2, $3, $4, $5, $6, $8 }' "$scratch/out" | tail -n 1; }
[ "$(figures "$scratch/fast.csv ")" = "4 1 1 1 1 0 -29" ] || fail "fast.csv: $(figures "$scratch/fast.csv ")"
[ "$(figures "one ")" = "1 1 0 0 0 0 2" ] || fail "one: $(figures "one ")"
[ "$(figures "two ")" = "2 0 1 1 0 0 -15" ] || fail "two: $(figures "two ")"
xmllint --noout "$svg" || fail "the plot is not XML"
count() { xmllint --xpath "count($1)" "$svg"; }
[ "$(count "//*[local-name()='polyline']")" = 5 ] || fail "not a line for each"
line() { xmllint --xpath "string(//*[local-name()='polyline'][$1]/@points | //*[local-name()='g'][$1]/*[local-name()='polyline']/@points)" "$svg"; }
[ "$(line 1 | wc -w)" = 2 ] || fail "not the two correct results: $(line 1)"
[ "$(line 4 | wc -w)" = 1 ] || fail "not the one correct result: $(line 4)"
grep -q 'slow &lt;&amp;&quot;&gt; .csv: 1 solved, score 2' "$svg" || fail "the legend lacks a name"
# One file: a row for each folder of tasks.
ends 0 "$HEDDLE" bench "$scratch/slow <&\"> .csv"
last_line "$(grep '^\. ' "$scratch/out")"
ends 2 "$HEDDLE" bench "$scratch/nothing.csv"
err_has "nothing.csv: No such file"
ends 2 "$HEDDLE" bench --plot "$scratch/nowhere/plot.svg" "$scratch/empty.csv"
err_has "plot.svg: cannot be written: No such file"
# With tasks to run, and a folder.
echo 'int main(void) { return 0; }' | write main.c
ends 10 "$HEDDLE" bench -o "$scratch/folder" "$scratch/main.c" "$scratch/fast.csv"
cmp -s "$scratch/out" "$scratch/folder/bench.txt" || fail "the table is another one"
[ "$(wc -l <"$scratch/folder/bench.csv")" = 2 ] || fail "no result in the folder"
svg=$scratch/folder/bench.svg
[ "$(count "//*[local-name()='polyline']")" = 2 ] || fail "not a line for each"
