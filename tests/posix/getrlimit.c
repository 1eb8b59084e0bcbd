// The soft limit is at most the hard one, and what is set is what is read.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sys/resource.h>

int main(void) {
  struct rlimit limit, again;
  assert(getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur <= limit.rlim_max);
  assert(getrlimit(RLIMIT_NOFILE, &again) == 0);
  assert(again.rlim_cur == limit.rlim_cur && again.rlim_max == limit.rlim_max);
  limit.rlim_cur = limit.rlim_max > 16 ? 16 : limit.rlim_max;
  assert(setrlimit(RLIMIT_NOFILE, &limit) == 0);
  assert(getrlimit(RLIMIT_NOFILE, &again) == 0 && again.rlim_cur == limit.rlim_cur);
  if (limit.rlim_max < RLIM_INFINITY) {
    limit.rlim_cur = limit.rlim_max + 1;
    assert(setrlimit(RLIMIT_NOFILE, &limit) == -1 && errno == EINVAL);
  }
  assert(getrlimit(-1, &limit) == -1 && errno == EINVAL);
  return 0;
}
