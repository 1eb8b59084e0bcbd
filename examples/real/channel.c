// expect: TRUE
// bug 1: FALSE(reach)  a receiver that was woken does not look again
// bug 2: FALSE(deadlock)  close wakes nobody
// bug 3: FALSE(deadlock)  a receiver does not tell senders that there is room
//
// A channel as in Go: send waits for room, receive waits for a value or for the end, close ends it.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif
enum { ROOM = 1, VALUES = 2 };

struct channel {
  pthread_mutex_t lock;
  pthread_cond_t has_value, has_room;
  int values[ROOM];
  unsigned first, count;
  bool is_closed;
};

static void channel_send(struct channel *channel, int value) {
  pthread_mutex_lock(&channel->lock);
  while (channel->count == ROOM)
    pthread_cond_wait(&channel->has_room, &channel->lock);
  channel->values[(channel->first + channel->count++) % ROOM] = value;
  pthread_cond_signal(&channel->has_value);
  pthread_mutex_unlock(&channel->lock);
}

static bool channel_receive(struct channel *channel, int *value) {
  pthread_mutex_lock(&channel->lock);
#if BUG == 1
  if (!channel->count && !channel->is_closed)
    pthread_cond_wait(&channel->has_value, &channel->lock);
  bool is_value = !channel->is_closed || channel->count;
#else
  while (!channel->count && !channel->is_closed)
    pthread_cond_wait(&channel->has_value, &channel->lock);
  bool is_value = channel->count > 0;
#endif
  if (is_value) {
    assert(channel->count > 0);
    *value = channel->values[channel->first];
    channel->first = (channel->first + 1) % ROOM;
    channel->count--;
#if BUG != 3
    pthread_cond_signal(&channel->has_room);
#endif
  }
  pthread_mutex_unlock(&channel->lock);
  return is_value;
}

static void channel_close(struct channel *channel) {
  pthread_mutex_lock(&channel->lock);
  channel->is_closed = true;
#if BUG != 2
  pthread_cond_broadcast(&channel->has_value);
#endif
  pthread_mutex_unlock(&channel->lock);
}

static struct channel channel = {.lock = PTHREAD_MUTEX_INITIALIZER,
                                 .has_value = PTHREAD_COND_INITIALIZER,
                                 .has_room = PTHREAD_COND_INITIALIZER};
static int sums[2];

static void *receive_all(void *argument) {
  int *sum = argument, value;
  while (channel_receive(&channel, &value))
    *sum += value;
  return NULL;
}

int main(void) {
  pthread_t receivers[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&receivers[i], NULL, receive_all, &sums[i]);
  for (int i = 1; i <= VALUES; i++)
    channel_send(&channel, i);
  channel_close(&channel);
  for (int i = 0; i < 2; i++)
    pthread_join(receivers[i], NULL);
  assert(sums[0] + sums[1] == 3);
  return 0;
}
