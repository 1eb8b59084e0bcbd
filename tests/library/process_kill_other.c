// expect: UNKNOWN(kill of another process at tests/library/process_kill_other.c:4)
#include <signal.h>
#include <unistd.h>
int main(void) { return kill(getpid() + 1, SIGKILL); }
// SPDX-License-Identifier: Apache-2.0
