# SPDX-License-Identifier: Apache-2.0
# Executions under rc11 whose trace was changed, or that belong to the same program with weaker orders, are no
# executions of the model: `heddle replay` must not say FALSE of a program that is right.
cat >"$scratch/change.py" <<'END'
import json, random, re, subprocess, sys
heddle, folder, name, count = sys.argv[1:4] + [int(sys.argv[4])]
draw = random.Random(name)
program, trace = folder + "/program.c", folder + "/trace.json"
source = open("examples/weak/%s.c" % name).read()
weak = re.sub(r"memory_order_\w+", "memory_order_relaxed", source)
weak = weak.replace("atomic_thread_fence(memory_order_relaxed)", "atomic_thread_fence(memory_order_acquire)")


def replay(document):
    with open(trace, "w") as out:
        json.dump(document, out)
    return subprocess.run([heddle, "replay", trace], capture_output=True, text=True)


def change(document):
    exceptions, schedule = document["exceptions"], document["schedule"]
    what = draw.randrange(6)
    if what == 0:
        one = draw.choice(exceptions)
        one["access"] = max(1, one["access"] + draw.randint(-20, 20))
    elif what == 1:
        one = draw.choice(exceptions)
        one["other"] = max(0, draw.choice([0, one["other"] + draw.randint(-20, 20), 10 ** 9]))
    elif what <= 3:
        exceptions.append({"access": draw.randint(1, 90), "other": draw.choice([0, draw.randint(1, 90)])})
    elif what == 4:
        one = draw.choice(schedule)
        one["steps"] = max(1, one["steps"] + draw.randint(-3, 3))
    else:
        at = draw.randrange(len(schedule) - 1)
        schedule[at], schedule[at + 1] = schedule[at + 1], schedule[at]
    exceptions.sort(key=lambda one: one["access"])


with open(program, "w") as out:
    out.write(weak)
subprocess.run([heddle, "check", "-q", "--engine", "graph", "--memory-model", "rc11", "--trace", trace, program],
               capture_output=True)
given = json.dumps(json.load(open(trace)))
assert json.loads(given)["exceptions"], "the execution needs no weak memory model"
assert replay(json.loads(given)).returncode == 10, "the trace cannot be replayed"
with open(program, "w") as out:
    out.write(source)
for attempt in range(count):
    document = json.loads(given)
    for _ in range(draw.randint(0, 2) if attempt else 0):
        change(document)
    result = replay(document)
    last = result.stdout.strip().split("\n")[-1]
    if result.returncode not in (0, 20) and (result.returncode != 3 or "exceptions" not in result.stderr):
        sys.exit("%s, exceptions %s: exit code %d, '%s'" %
                 (name, document["exceptions"], result.returncode, last + result.stderr))
END
for name in 2+2w store_buffering iriw; do
  ends 0 env PYTHONDONTWRITEBYTECODE=1 python3 "$scratch/change.py" "$HEDDLE" "$scratch" $name 40
done

# A write that comes before what is no write, or what does not exist, would be neither in memory nor in the graph.
ends 10 "$HEDDLE" check -q --engine graph --memory-model rc11 --property reach --trace "$scratch/weak.json" \
  tests/litmus/c11_2+2w_relaxed.c
grep -q '"exceptions"' "$scratch/weak.json" || fail "no exceptions in the trace"
for number in 0 1 1000000; do
  python3 - "$scratch/weak.json" $number >"$scratch/changed.json" <<'END'
import json, sys
document = json.load(open(sys.argv[1]))
document["exceptions"][0]["other"] = int(sys.argv[2])
json.dump(document, sys.stdout)
END
  ends 20 "$HEDDLE" replay "$scratch/changed.json"
  out_has "the recorded execution writes before what is no write to that memory"
done
# Nor is an old value of memory that only one thread accesses: here the counter of the first loop.
write alone.c <<'END'
#include <assert.h>
#include <pthread.h>
static void *run(void *unused) { return unused; }
int main(void) {
  pthread_t id;
  volatile int last = 0;
  pthread_create(&id, 0, run, 0);
  last = 1;
  assert(last != 1);
  pthread_join(id, 0);
  return 0;
}
END
ends 10 "$HEDDLE" check -q --engine graph --memory-model rc11 --property reach --trace "$scratch/alone.json" "$scratch/alone.c"
sed -i 's/last != 1/last != 0/' "$scratch/alone.c"
for access in $(seq 1 12); do
  python3 - "$scratch/alone.json" "$access" >"$scratch/changed.json" <<'END'
import json, sys
document = json.load(open(sys.argv[1]))
document["exceptions"] = [{"access": int(sys.argv[2]), "other": 0}]
json.dump(document, sys.stdout)
END
  "$HEDDLE" replay "$scratch/changed.json" >"$scratch/out" 2>&1
  [ $? -ne 10 ] || fail "an old value of a variable of one thread, access $access"
done
