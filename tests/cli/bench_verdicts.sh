# SPDX-License-Identifier: Apache-2.0
# bench/verdicts runs a set with two builds and compares what each engine says.
mkdir "$scratch/tasks"
for name in holds fails slow; do
  echo 'int main(void) { return 0; }' >"$scratch/tasks/$name.c"
done
printf '#include <assert.h>\nint main(void) { assert(0); }\n' >"$scratch/tasks/fails.c"
printf '%s\n' holds.c fails.c >"$scratch/tasks/two.set"
ENGINES=explicit,order TIME=20 RESULTS=$scratch/same
export ENGINES TIME RESULTS
ends 0 bench/verdicts "$HEDDLE" "$HEDDLE" "$scratch/tasks/two.set"
out_has "explicit            1/1/0          1/1/0      0     0     0      0"
out_has "order               1/1/0          1/1/0      0     0     0      0"

# A build that finds nothing out, one that needs more time, and one that is wrong.
fake() { # NAME: writes what it finds where --csv says
  { cat && echo 'while [ "$1" != --csv ]; do [ "$1" != --time ] || time=$2; shift; done
{ echo task,property,expected,verdict,reason,engine,wall_s,cpu_s; rows "$time"; } >"$2"'; } >"$scratch/$1"
  chmod +x "$scratch/$1"
}
fake old <<'END'
#!/bin/sh
rows() { echo holds.c,reach,TRUE,TRUE,,x,1,1; echo slow.c,reach,TRUE,TRUE,,x,1,1; }
END
fake blind <<'END'
#!/bin/sh
rows() { echo holds.c,reach,TRUE,UNKNOWN,time,x,1,1; echo slow.c,reach,TRUE,TRUE,,x,1,1; }
END
fake late <<'END'
#!/bin/sh
rows() {
  echo holds.c,reach,TRUE,TRUE,,x,1,1
  [ "$1" = 8 ] && echo slow.c,reach,TRUE,TRUE,,x,7,7 || echo slow.c,reach,TRUE,UNKNOWN,time,x,2,2
}
END
fake wrong <<'END'
#!/bin/sh
rows() { echo holds.c,reach,TRUE,FALSE,reach,x,1,1; echo slow.c,reach,TRUE,TRUE,,x,1,1; }
END
echo holds.c >"$scratch/tasks/some.set"
ENGINES=explicit TIME=2 RESULTS=$scratch/fake
ends 1 bench/verdicts "$scratch/old" "$scratch/blind" "$scratch/tasks/some.set"
out_has "explicit: lost: holds.c reach: TRUE, now UNKNOWN, expected TRUE"
ends 0 bench/verdicts "$scratch/old" "$scratch/late" "$scratch/tasks/some.set"
out_has "explicit: late: slow.c reach"
ends 1 bench/verdicts "$scratch/old" "$scratch/wrong" "$scratch/tasks/some.set"
out_has "explicit: wrong: holds.c reach"
ends 0 bench/verdicts "$scratch/blind" "$scratch/old" "$scratch/tasks/some.set"
out_has "explicit: gained: holds.c reach: UNKNOWN, now TRUE, expected TRUE"
ends 1 bench/verdicts
err_has "bench/verdicts OLD-HEDDLE NEW-HEDDLE SET..."
