// Success comes with an address of the family that was asked for.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

int main(void) {
  struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *list;
  assert(getaddrinfo(NULL, NULL, &hints, &list) == EAI_NONAME);
  int error = getaddrinfo("localhost", "80", &hints, &list);
  if (error != 0) {
    assert(strlen(gai_strerror(error)) > 0);
    return 0;
  }
  for (struct addrinfo *at = list; at != NULL; at = at->ai_next) {
    assert(at->ai_family == AF_INET && at->ai_socktype == SOCK_STREAM);
    assert(at->ai_addr != NULL && at->ai_addrlen == sizeof(struct sockaddr_in));
    assert(at->ai_addr->sa_family == AF_INET);
    assert(((struct sockaddr_in *)at->ai_addr)->sin_port == htons(80));
  }
  freeaddrinfo(list);
  if (getaddrinfo(NULL, "80", &hints, &list) == 0) {
    assert(((struct sockaddr_in *)list->ai_addr)->sin_addr.s_addr == htonl(INADDR_LOOPBACK));
    freeaddrinfo(list);
  }
  hints.ai_family = 9999;
  assert(getaddrinfo("localhost", NULL, &hints, &list) == EAI_FAMILY);
  return 0;
}
