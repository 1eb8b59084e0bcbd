// expect: TRUE
// properties: reach
#include <arpa/inet.h>
#include <assert.h>
#include <netdb.h>
#include <string.h>
int main(void) {
  volatile unsigned short port = 80;
  volatile unsigned number = 0x01020304;
  struct in_addr address;
  char text[INET_ADDRSTRLEN];
  assert(htons(port) == 0x5000 && ntohs(htons(port)) == port);
  assert(htonl(number) == 0x04030201 && ntohl(htonl(number)) == number);
  assert((htons)(80) == 0x5000);
  assert(inet_pton(AF_INET, "127.0.0.1", &address) == 1 && address.s_addr == htonl(0x7f000001));
  assert(inet_pton(AF_INET, "127.0.0.256", &address) == 0);
  assert(!strcmp(inet_ntop(AF_INET, &address, text, sizeof text), "127.0.0.1"));
  h_errno = 3;
  assert(h_errno == 3);
}
// SPDX-License-Identifier: Apache-2.0
