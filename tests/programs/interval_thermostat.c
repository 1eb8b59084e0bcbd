// expect: TRUE
// properties: reach,overflow
// engines: explicit
// options explicit: --domain interval
/* A heater that two threads control: readings that cannot be are clamped, so the temperature stays in its range. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int temperature = 20, heats;

static int clamp(int value) { return value < -40 ? -40 : value > 120 ? 120 : value; }

static void *sense(void *unused) {
  while (__VERIFIER_nondet_int()) {
    int reading = __VERIFIER_nondet_int();
    pthread_mutex_lock(&lock);
    temperature = (temperature + clamp(reading)) / 2;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sense, 0);
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    heats = temperature < 18;
    assert(temperature >= -40 && temperature <= 120);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(thread, 0);
}
