# SPDX-License-Identifier: Apache-2.0
# Witnesses are well-formed, have every field that is required, and tell the execution.
write nondet.c <<'END'
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
int x;
void *sets(void *to) {
  x = *(int *)to;
  return 0;
}
void *idles(void *unused) { return unused; }
int main(void) {
  pthread_t first, second;
  int chosen = __VERIFIER_nondet_int();
  unsigned char other =
      __VERIFIER_nondet_uchar(/* ) */
      );
  pthread_create(&first, 0, idles, ")");
  pthread_create(&second, 0, sets,
                 &chosen);
  pthread_join(second, 0);
  if (x == -7 && other == 200) reach_error();
}
END
echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' | write reach.prp
write check.py <<'END'
"""check.py WITNESS.yml PROGRAM: prints the waypoints, one a line, after checking the required fields."""
import hashlib
import re
import sys

import yaml

with open(sys.argv[1]) as file:
    entries = yaml.safe_load(file)
program = sys.argv[2]
assert isinstance(entries, list) and len(entries) == 1
(entry,) = entries
meta = entry["metadata"]
violation = entry["entry_type"] == "violation_sequence"
assert violation or entry["entry_type"] == "invariant_set"
assert meta["format_version"] == ("2.2" if violation else "2.0")
assert re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", meta["uuid"])
assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", meta["creation_time"])
assert meta["producer"]["name"] == "heddle" and meta["producer"]["version"]
task = meta["task"]
digest = hashlib.sha256(open(program, "rb").read()).hexdigest()
assert task["input_files"] == [program] and task["input_file_hashes"] == {program: digest}
assert task["language"] == "C" and task["data_model"] in ("LP64", "ILP32")
assert task["specification"].startswith("CHECK( init(main()), LTL(")
print(task["data_model"], task["specification"])
if not violation:
    assert entry["content"] == []
    print("correct")
    sys.exit()
for number, segment in enumerate(entry["content"]):
    (key,) = segment
    assert key == "segment"
    for item in segment[key]:
        point = item["waypoint"]
        assert point["action"] == "follow"
        assert (point["type"] == "target") == (number + 1 == len(entry["content"]))
        place = point["location"]
        assert place["file_name"] == program
        constraint = point.get("constraint", {})
        print(point["thread_id"], point["type"], f"{place['line']}:{place.get('column', '')}",
              place["function"], constraint.get("value", ""), constraint.get("format", ""))
END
set -- --engine order --prp "$scratch/reach.prp"
ends 10 "$HEDDLE" check "$@" --witness "$scratch/w.yml" "$scratch/nondet.c"
ends 0 python3 "$scratch/check.py" "$scratch/w.yml" "$scratch/nondet.c"
[ "$(head -n 1 "$scratch/out")" = "LP64 CHECK( init(main()), LTL(G ! call(reach_error())) )" ] ||
  fail "not the specification"
out_has "0 function_return 13:38 main \\result == -7 acsl_expression"
out_has "0 function_return 16:7 main \\result == 200U acsl_expression"
out_has "0 function_enter 17:39 main"
out_has "0 function_enter 19:25 main"
out_has "2 assumption 7: sets 1 c_expression"
last_line "0 target 21:32 main  "

# GraphML: entry and violation, a chain of edges, who creates whom.
ends 10 "$HEDDLE" check "$@" --witness "$scratch/w.graphml" "$scratch/nondet.c"
graph() { xmllint --xpath "string($1)" "$scratch/w.graphml"; }
same() { [ "$(graph "$1")" = "$2" ] || fail "$1 is '$(graph "$1")', not '$2'"; }
data() { echo "//*[local-name()='$1']/*[@key='$2']"; }
xmllint --noout "$scratch/w.graphml" || fail "not XML"
same "$(data graph witness-type)" violation_witness
same "$(data graph sourcecodelang)" C
same "$(data graph specification)" 'CHECK( init(main()), LTL(G ! call(reach_error())) )'
same "$(data graph programfile)" "$scratch/nondet.c"
same "$(data graph programhash)" "$(sha256sum "$scratch/nondet.c" | cut -d' ' -f1)"
same "$(data graph architecture)" 64bit
graph "$(data graph producer)" | grep -q '^heddle ' || fail "no producer"
graph "$(data graph creationtime)" | grep -q '^20[0-9-]*T[0-9:]*Z$' || fail "no time"
same "count($(data node entry)[.='true'])" 1
same "count($(data node violation)[.='true'])" 1
same "count(//*[local-name()='edge']) + 1 - count(//*[local-name()='node'])" 0
same "count(//*[local-name()='edge'][not(@source = //*[local-name()='node']/@id)])" 0
same "count(//*[local-name()='data'][not(@key = //*[local-name()='key']/@id)])" 0
edge() { echo "//*[local-name()='edge'][$1]"; }
created="*[@key='createThread']"
same "$(edge "$created='1'")/*[@key='threadId']" 0
same "$(edge "$created='1'")/following-sibling::*[1]/*[@key='threadId']" 1
same "$(edge "$created='1'")/following-sibling::*[1]/*[@key='enterFunction']" idles
same "$(edge "$created='2'")/following-sibling::*[1]/*[@key='enterFunction']" sets
same "$(edge "*[@key='assumption.resultfunction']='__VERIFIER_nondet_int'")/*[@key='assumption']" '\result == -7;'
same "$(edge "*[@key='returnFromFunction']='sets'")/*[@key='threadId']" 2
same "$(edge 'last()')/*[@key='startline']" 21

# A race has two targets of two threads; ILP32 and the properties of a list are told.
write race.c <<'END'
#include <pthread.h>
int x;
void *writes(void *unused) {
  x = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writes, 0);
  return x;
}
END
ends 10 "$HEDDLE" check --property race,reach --data-model ilp32 --witness "$scratch/r.yml" "$scratch/race.c"
ends 0 python3 "$scratch/check.py" "$scratch/r.yml" "$scratch/race.c"
out_has "ILP32 CHECK( init(main()), LTL(G ! call(reach_error())) )"
out_has "CHECK( init(main()), LTL(G ! data-race) )"
out_has "0 target 10: main"
out_has "1 target 4: writes"

# Correctness, in a file with an awkward name.
echo 'int main(void) { return 0; }' | write 'a"ä&.c'
ends 0 "$HEDDLE" check --witness "$scratch/c.yml" "$scratch/a\"ä&.c"
ends 0 python3 "$scratch/check.py" "$scratch/c.yml" "$scratch/a\"ä&.c"
last_line correct
ends 0 "$HEDDLE" check --witness "$scratch/w.graphml" "$scratch/a\"ä&.c"
same "$(data graph witness-type)" correctness_witness
same "$(data graph programfile)" "$scratch/a\"ä&.c"
same "count($(data node entry)[.='true'])" 1

# What cannot be.
ends 2 "$HEDDLE" check --witness "$scratch/w.txt" "$scratch/race.c"
err_has "neither .graphml nor .yml"
ends 2 "$HEDDLE" check --engine reference --memory-model tso --witness "$scratch/w.yml" "$scratch/race.c"
err_has "no memory model but sc"
ends 2 "$HEDDLE" check --witness "$scratch/nowhere/w.yml" "$scratch/race.c"
err_has "nowhere/w.yml: cannot be written: No such file"
write division.c <<'END'
int main(int count, char **arguments) { return 1 / (count - count); }
END
ends 10 "$HEDDLE" check --witness "$scratch/d.yml" "$scratch/division.c"
err_has "no witness: SV-COMP has no property like 'division'"
