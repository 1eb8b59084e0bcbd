/* errno and its texts. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  printf("%d\n", errno);
  errno = EINVAL;
  printf("%d %s\n", errno == EINVAL, strerror(errno));
  static const int numbers[] = {0,      EPERM, ENOENT, EINTR,  EIO,    EAGAIN,   ENOMEM,
                                EACCES, EBUSY, EEXIST, ENOTDIR, ERANGE, EDEADLK, ETIMEDOUT};
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
    printf("%d %s\n", numbers[i], strerror(numbers[i]));
  printf("%s\n", strerror(9999));
  printf("%s\n", strerror(-1));
  errno = 0;
  strtol("99999999999999999999999", NULL, 10);
  printf("%d\n", errno == ERANGE);
  int saved = errno;
  errno = 0;
  printf("%d %m\n", saved == ERANGE);
  int *address = &errno;
  *address = 5;
  printf("%d %d\n", errno, &errno == address);
  return errno;
}
// SPDX-License-Identifier: Apache-2.0
