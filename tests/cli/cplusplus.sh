# SPDX-License-Identifier: Apache-2.0
# Of C++ the part that needs no exceptions and no type information at run time is accepted; the rest is
# refused or named.
cat >"$scratch/counter.cpp" <<'END'
#include <assert.h>
#include <pthread.h>
namespace {
struct Counter {
  static int made;
  int value;
  Counter() : value(1) { made++; }
  virtual int get() const { return value; }
  virtual ~Counter() { made--; }
};
int Counter::made;
class Twice : public Counter {
  int get() const override { return 2 * value; }
};
template <typename T> T largest(const T &a, const T &b) { return a > b ? a : b; }
class Lock {
  pthread_mutex_t &mutex;

public:
  explicit Lock(pthread_mutex_t &m) : mutex(m) { pthread_mutex_lock(&mutex); }
  ~Lock() { pthread_mutex_unlock(&mutex); }
};
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
Counter *counter;
int shared;
Counter &once() {
  static Counter only;
  return only;
}
void *work(void *) {
  Lock lock(mutex);
  shared = largest(shared, once().get()) + 1;
  return nullptr;
}
} // namespace
int main() {
  counter = new Twice;
  pthread_t a, b;
  pthread_create(&a, nullptr, work, nullptr);
  pthread_create(&b, nullptr, work, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  assert(counter->get() == 2 && Counter::made == 2);
  assert(shared == RESULT);
  delete counter;
}
END
ends 0 "$HEDDLE" check "$scratch/counter.cpp" -- -DRESULT=3
for model in lp64 ilp32; do
  # The guard of the static variable is loaded with acquire, so the default is rc11.
  ends 0 "$HEDDLE" check --data-model $model "$scratch/counter.cpp" -- -DRESULT=3
  ends 10 "$HEDDLE" check --data-model $model "$scratch/counter.cpp" -- -DRESULT=4
  out_has "assertion 'shared == RESULT' fails"
done
sed 's/Lock lock(mutex);//' "$scratch/counter.cpp" >"$scratch/race.cc"
ends 10 "$HEDDLE" check --property race "$scratch/race.cc" -- -DRESULT=3
last_line "FALSE(race)"
sed 's/delete counter;/delete counter; delete counter;/' "$scratch/counter.cpp" >"$scratch/twice.cxx"
ends 10 "$HEDDLE" check --property memory "$scratch/twice.cxx" -- -DRESULT=3
last_line "FALSE(memory)"

echo 'int main() { throw 1; }' | write throw.cpp
ends 3 "$HEDDLE" check "$scratch/throw.cpp"
err_has "cannot use 'throw' with exceptions disabled"
echo 'int f(int x) { if (x) throw 1; return 0; } int main() { try { f(1); } catch (int) { return 1; } }' | write caught.cpp
clang-19 -g -c -emit-llvm "$scratch/caught.cpp" -o "$scratch/caught.bc" || fail "no caught.bc"
ends 20 "$HEDDLE" check "$scratch/caught.bc"
out_has "invoke"
# What the C++ library would throw is named, and not taken for an end that is meant.
echo 'namespace std { [[noreturn]] void __throw_out_of_range(const char *); }
int main() { std::__throw_out_of_range("at"); }' | write range.cpp
ends 20 "$HEDDLE" check "$scratch/range.cpp"
out_has "__throw_out_of_range"

# C and C++ files are one program.
echo '#include <assert.h>
extern "C" void fail(void) { assert(0); }' | write part.cpp
echo 'void fail(void); int main(void) { fail(); }' | write main.c
ends 10 "$HEDDLE" check "$scratch/main.c" "$scratch/part.cpp"
cat >"$scratch/compile_commands.json" <<END
[{"directory": "$scratch", "file": "main.c", "arguments": ["cc", "-c", "main.c"]},
 {"directory": "$scratch", "file": "part.cpp", "arguments": ["c++", "-std=c++17", "-c", "part.cpp"]}]
END
ends 10 "$HEDDLE" check --compdb "$scratch/compile_commands.json"
