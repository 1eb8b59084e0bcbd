/* SPDX-License-Identifier: Apache-2.0 */
/* Explores graphs with several processes. Pending graphs are independent of each other. So a
 * process with several of them forks if there is room: the child takes the half that would have
 * been visited last, and reports its results at the end.
 *
 * The result does not depend on the number of processes. A process adds the results of its children
 * as if it had visited their graphs after its own, the newest child first: counts are added, and
 * after a violation the results of the remaining children are ignored. */
#include "engine/graph/search_processes.h"

#include "analysis/reuse.h"
#include "base/text.h"
#include "engine/message.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXECUTIONS_BETWEEN_FORKS = 64, PROGRESS_MILLISECONDS = 200 };
static const double before_first_fork = 0.05; /* seconds */

/* Precedes the message with the result. */
struct process_report {
  struct search_counts counts;
  uint64_t edges_executed, fresh_address;
  struct stale_parts parts; /* points into the program, which is the same in both processes */
  bool must_restart, has_symmetry, has_rendezvous, misses_slots, misses_records, is_over;
  char limit[16];
};

void search_processes_begin(struct graph_search *search) {
  const struct work *work =
      search->task->limits
          .work; /* a limit of work, which several processes would divide at random */
  if (search->task->threads < 2 || search->collection.is_on || (work && work->most))
    return;
  struct shared_counts *processes =
      mmap(NULL, sizeof *processes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (processes == MAP_FAILED)
    return;
  search->processes.shared = processes;
  search->processes.begin = clock_seconds();
  search_processes_reset(search);
}

void search_processes_reset(struct graph_search *search) {
  if (!search->processes.shared || search->processes.is_child)
    return;
  __atomic_store_n(&search->processes.shared->room, (int)search->task->threads - 1,
                   __ATOMIC_SEQ_CST);
  __atomic_store_n(&search->processes.shared->complete, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&search->processes.shared->blocked, 0, __ATOMIC_SEQ_CST);
}

void search_processes_end(struct graph_search *search) {
  if (search->processes.shared)
    munmap(search->processes.shared, sizeof *search->processes.shared);
  search->processes.shared = NULL;
  vector_release(&search->processes.children);
}

void search_processes_show(struct graph_search *search) {
  double now = clock_seconds();
  if (!search->task->progress || search->processes.is_child ||
      now - search->processes.last_progress < 0.2)
    return;
  search->processes.last_progress = now;
  unsigned long long complete = search->counts.complete, blocked = search->counts.blocked;
  if (search->processes.shared) {
    complete = __atomic_load_n(&search->processes.shared->complete, __ATOMIC_SEQ_CST);
    blocked = __atomic_load_n(&search->processes.shared->blocked, __ATOMIC_SEQ_CST);
  }
  fprintf(stderr, "\rgraph: %llu complete executions, %llu blocked, %zu to visit ", complete,
          blocked, search->pending.count);
}

void search_processes_count(struct graph_search *search, bool is_blocked) {
  struct shared_counts *shared = search->processes.shared;
  search->counts.blocked += is_blocked;
  search->counts.complete += !is_blocked;
  if (shared)
    __atomic_fetch_add(is_blocked ? &shared->blocked : &shared->complete, 1, __ATOMIC_SEQ_CST);
}

/* Claims room for one process. False: there is none. */
static bool takes_place(struct shared_counts *processes) {
  int room = __atomic_load_n(&processes->room, __ATOMIC_SEQ_CST);
  while (room > 0)
    if (__atomic_compare_exchange_n(&processes->room, &room, room - 1, true, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST))
      return true;
  return false;
}

/* Drops the pending graphs except those from `first` up to `end`. */
static void keep_pending(struct graph_search *search, size_t first, size_t end) {
  size_t count = 0;
  for (size_t i = 0; i < search->pending.count; i++)
    if (i >= first && i < end)
      search->pending.items[count++] = search->pending.items[i];
    else
      event_graph_release(&search->pending.items[i]);
  search->pending.count = count;
}

static void become_child(struct graph_search *search, pid_t parent, int answer) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
  for (size_t i = 0; i < search->processes.children.count; i++)
    close(search->processes.children.items[i].answer);
  if (search->processes.is_child)
    close(search->processes.answer);
  search->processes.children.count = 0;
  search->processes.is_child = true;
  search->processes.answer = answer;
  search->counts = (struct search_counts){0};
  search->machine.counts.edges = 0;
  search->result->reason[0] = '\0';
}

void search_processes_split(struct graph_search *search) {
  if (!search->processes.shared || search->pending.count < 2 ||
      search->counts.executions - search->processes.last_fork < EXECUTIONS_BETWEEN_FORKS ||
      clock_seconds() - search->processes.begin < before_first_fork ||
      !takes_place(search->processes.shared))
    return;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return; /* no more processes */
  fflush(NULL);
  search->processes.last_fork = search->counts.executions;
  size_t half = search->pending.count / 2;
  pid_t parent = getpid(), process = fork();
  if (process == 0) {
    close(ends[0]);
    keep_pending(search, 0, half);
    become_child(search, parent, ends[1]);
    search->processes.last_fork = 0;
    return;
  }
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return;
  }
  keep_pending(search, half, search->pending.count);
  vector_push(&search->processes.children, (struct child_process){process, ends[0]});
}

static void write_all(int file, const void *bytes, size_t count) {
  const char *at = bytes;
  while (count) {
    ssize_t written = write(file, at, count);
    if (written < 0 && errno != EINTR)
      _exit(1);
    if (written > 0) {
      at += written;
      count -= (size_t)written;
    }
  }
}

/* Reports the results of a child and ends it. */
__attribute__((noreturn)) static void answer(struct graph_search *search) {
  struct process_report report = {.counts = search->counts,
                                  .edges_executed = search->machine.counts.edges,
                                  .fresh_address = search->locations.fresh_address,
                                  .must_restart = search->ending.must_restart,
                                  .has_symmetry = search->graph.symmetry.is_on,
                                  .has_rendezvous = search->rendezvous.is_on,
                                  .misses_slots = search->missed.slots,
                                  .misses_records = search->missed.records,
                                  .is_over = search->ending.is_over,
                                  .parts = search->task->stale_parts ? *search->task->stale_parts
                                                                     : (struct stale_parts){0}};
  snprintf(report.limit, sizeof report.limit, "%s",
           search->ending.limit ? search->ending.limit : "");
  struct text message = {0};
  message_write(&message, search->task->program, search->result);
  write_all(search->processes.answer, &report, sizeof report);
  write_all(search->processes.answer, text_get(&message), message.length);
  _exit(0);
}

/* Reads until the child closes its end; shows progress meanwhile. */
static void read_answer(struct graph_search *search, int file, struct text *out) {
  char buffer[4096];
  for (;;) {
    struct pollfd wanted = {.fd = file, .events = POLLIN};
    if (poll(&wanted, 1, PROGRESS_MILLISECONDS) == 0) {
      search_processes_show(search);
      continue;
    }
    ssize_t count = read(file, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return;
    text_add_bytes(out, buffer, (size_t)count);
  }
}

static const char *known_limit(const char *text) {
  static const char *const limits[] = {"time", "work", "memory", "interrupted"};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    if (strcmp(limits[i], text) == 0)
      return limits[i];
  return *text ? "limit" : NULL;
}

static void add_counts(struct search_counts *to, const struct search_counts *from) {
  to->complete += from->complete;
  to->blocked += from->blocked;
  to->revisits += from->revisits;
  to->inconsistent += from->inconsistent;
  to->executions += from->executions;
  if (from->symmetric > to->symmetric)
    to->symmetric = from->symmetric;
  if (from->most_actions > to->most_actions)
    to->most_actions = from->most_actions;
}

static void merge_counts(struct graph_search *search, const struct text *answer) {
  struct process_report report;
  struct result found;
  if (answer->length < sizeof report) {
    snprintf(search->result->reason, sizeof search->result->reason,
             "internal: a process of the search ended unexpectedly");
    search->ending.is_over = true;
    return;
  }
  memcpy(&report, answer->data, sizeof report);
  bool is_whole =
      message_read(text_get(answer) + sizeof report, search->task->program, NULL, &found);
  add_counts(&search->counts, &report.counts);
  search->machine.counts.edges += report.edges_executed;
  search->graph.symmetry.is_on &= report.has_symmetry;
  search->rendezvous.is_on &= report.has_rendezvous;
  search->missed.slots |= report.misses_slots;
  search->missed.records |= report.misses_records;
  if (report.must_restart && report.fresh_address)
    map_set(&search->locations.shared, report.fresh_address, 1);
  search->locations.fresh_address = report.fresh_address;
  search->ending.must_restart |= report.must_restart;
  search->ending.is_over |= report.is_over || !is_whole;
  stale_parts_note(search->task->stale_parts, search->task->program, report.parts.edge,
                   report.parts.kinds);
  if (!search->ending.limit)
    search->ending.limit = known_limit(report.limit);
  if (!*search->result->reason)
    snprintf(search->result->reason, sizeof search->result->reason, "%s",
             is_whole ? found.reason : "internal: a process of the search ended unexpectedly");
  if (is_whole && found.verdict == VERDICT_FALSE) {
    search->result->verdict = VERDICT_FALSE;
    search->result->violation = found.violation;
    search->result->schedule = found.schedule;
    found.schedule = (struct schedule){0};
    search->result->violation.message = result_keep_text(search->result, found.violation.message);
  }
  result_release(&found);
}

void search_processes_gather(struct graph_search *search) {
  if (!search->processes.shared)
    return;
  __atomic_fetch_add(&search->processes.shared->room, 1, __ATOMIC_SEQ_CST);
  while (search->processes.children.count) {
    struct child_process child = vector_pop(&search->processes.children);
    struct text message = {0};
    if (search->ending.is_over || search->ending.must_restart)
      kill(child.process, SIGKILL);
    else
      read_answer(search, child.answer, &message);
    close(child.answer);
    while (waitpid(child.process, NULL, 0) < 0 && errno == EINTR)
      ;
    if (!search->ending.is_over && !search->ending.must_restart)
      merge_counts(search, &message);
    text_release(&message);
  }
  if (search->processes.is_child)
    answer(search);
}
