# SPDX-License-Identifier: Apache-2.0
# --sarif writes SARIF 2.1.0: it fits the schema, and what the schema cannot say holds, too.
valid() {
  python3 tests/schemas/validate tests/schemas/sarif-2.1.0.json "$scratch/log.sarif" || fail "it does not fit the schema"
  python3 tests/schemas/check_sarif "$scratch/log.sarif" || fail "it is not consistent"
}
# holds EXPRESSION: of the run, in Python.
holds() {
  python3 -c "
import json, sys
run = json.load(open('$scratch/log.sarif'))['runs'][0]
results = fails = [r for r in run['results'] if r.get('kind', 'fail') == 'fail']
answers = [r for r in run['results'] if r not in fails]
sys.exit(not ($1))" || fail "it is not true that $1"
}

# The checks find what is wrong.
ends 10 "$HEDDLE" check -q --sarif "$scratch/log.sarif" examples/lost_update.c
valid
for change in 's/"startLine": [0-9]*/"startLine": 0/' 's/"locations": \[/"places": [/' 's/"2.1.0"/"2.0.0"/' \
  's/"level": "error"/"level": "fatal"/' 's/"executionSuccessful": true, //'; do
  sed "$change" "$scratch/log.sarif" >"$scratch/bad.sarif"
  python3 tests/schemas/validate tests/schemas/sarif-2.1.0.json "$scratch/bad.sarif" >"$scratch/errors" &&
    fail "valid after $change"
done
sed 's/"executionOrder": [0-9]*/"executionOrder": 7/' "$scratch/log.sarif" >"$scratch/bad.sarif"
python3 tests/schemas/check_sarif "$scratch/bad.sarif" >"$scratch/errors" && fail "steps may have the same number"

# One thread flow per thread, and the order in which they take turns.
holds "len(results) == 1 and results[0]['ruleId'] == 'reach'"
holds "[f['message']['text'] for f in results[0]['codeFlows'][0]['threadFlows']] == ['main', 'pay_in 1', 'pay_in 2']"
holds "max((s['executionOrder'], s['location']['message']['text']) for f in results[0]['codeFlows'][0]['threadFlows'] for s in f['locations'])[1].startswith('assertion')"

# Both accesses of a race, and every violation.
ends 10 "$HEDDLE" check -q --all --sarif "$scratch/log.sarif" examples/peterson_plain.c
valid
holds "len(results) > 2 and all(r['ruleId'] == 'race' and len(r['relatedLocations']) == 1 for r in results)"
holds "len({r['partialFingerprints']['heddleViolation/v1'] for r in results}) == len(results)"

# A name with blanks, and columns in characters instead of bytes.
write "größe of %.c" <<'END'
#include <assert.h>
int main(void) {
  /* äöü */ assert(0);
}
END
ends 10 "$HEDDLE" check -q --sarif "$scratch/log.sarif" "$scratch/größe of %.c"
valid
holds "results[0]['locations'][0]['physicalLocation']['region'] == {'startLine': 3, 'startColumn': 13}"
holds "run['artifacts'][0]['location']['uri'].endswith('/gr%C3%B6%C3%9Fe%20of%20%25.c')"

# Places without a violation pass or are open.
ends 20 "$HEDDLE" check --engine random --executions 3 --sarif - examples/barrier.c
cp "$scratch/out" "$scratch/log.sarif"
valid
holds "run['properties']['verdict'] == 'UNKNOWN' and not fails and {r['kind'] for r in answers} <= {'pass', 'open'}"
holds "{r['ruleId'] for r in answers if r['kind'] == 'open'} >= {'memory', 'race'} and all(r['level'] == 'none' for r in answers)"
holds "run['invocations'][0]['toolExecutionNotifications'][0]['message']['text'].startswith('UNKNOWN: ')"
ends 0 "$HEDDLE" check --property reach --sarif - examples/peterson.c
cp "$scratch/out" "$scratch/log.sarif"
valid
holds "answers and {r['kind'] for r in answers} == {'pass'} and {r['ruleId'] for r in answers} == {'reach'}"
