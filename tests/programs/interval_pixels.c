// expect: TRUE
// properties: reach
// engines: explicit
// options explicit: --domain interval
/* Two threads fill the rows of a picture of three bytes per pixel: offsets begin at a pixel. */
#include <assert.h>
#include <pthread.h>

enum { PIXELS = 20000 };
static unsigned short written[2];

static void *fill(void *argument) {
  unsigned short *mine = argument;
  for (unsigned short offset = 0; offset < 3 * PIXELS; offset += 3) {
    assert(offset % 3 == 0);
    assert(offset + 2 < 3 * PIXELS);
    *mine = offset;
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, fill, &written[0]);
  fill(&written[1]);
  pthread_join(thread, 0);
}
