/* SPDX-License-Identifier: Apache-2.0 */
/* Explores graphs with several processes. Branches share nothing, so a process with many graphs to
 * visit forks if there is room: the child takes those that would have been visited last, and
 * reports its results at the end.
 *
 * The result does not depend on the number of processes. A process ends as if it had visited the
 * graphs of its children after its own, the newest child first: counts are added up, and a
 * violation ends those that come later, whatever they found. */
#include "engine/graph/search.h"

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

/* In front of the message with the result. */
struct process_report {
  struct egraph_counts counts;
  uint64_t edges_executed, fresh_address;
  const struct edge *part_edge; /* see struct reuse; the program is the same */
  unsigned parts;
  bool must_restart, has_symmetry, has_rendezvous, misses_slots, misses_records, is_over;
  char limit[16];
};

void egraph_processes_begin(struct egraph_search *search) {
  if (search->task->threads < 2 || search->collects)
    return;
  struct egraph_processes *processes =
      mmap(NULL, sizeof *processes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (processes == MAP_FAILED)
    return;
  search->processes = processes;
  search->processes_begin = clock_seconds();
  egraph_processes_reset(search);
}

void egraph_processes_reset(struct egraph_search *search) {
  if (!search->processes || search->is_child)
    return;
  __atomic_store_n(&search->processes->room, (int)search->task->threads - 1, __ATOMIC_SEQ_CST);
  __atomic_store_n(&search->processes->complete, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&search->processes->blocked, 0, __ATOMIC_SEQ_CST);
}

void egraph_processes_end(struct egraph_search *search) {
  if (search->processes)
    munmap(search->processes, sizeof *search->processes);
  search->processes = NULL;
  vector_release(&search->children);
}

/* Takes one of the places for processes that are left. */
static bool takes_place(struct egraph_processes *processes) {
  int room = __atomic_load_n(&processes->room, __ATOMIC_SEQ_CST);
  while (room > 0)
    if (__atomic_compare_exchange_n(&processes->room, &room, room - 1, true, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST))
      return true;
  return false;
}

/* Leaves the graphs from `first` up to `end`. */
static void keep_pending(struct egraph_search *search, size_t first, size_t end) {
  size_t count = 0;
  for (size_t i = 0; i < search->pending.count; i++)
    if (i >= first && i < end)
      search->pending.items[count++] = search->pending.items[i];
    else
      event_graph_release(&search->pending.items[i]);
  search->pending.count = count;
}

static void become_child(struct egraph_search *search, pid_t parent, int answer) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
  for (size_t i = 0; i < search->children.count; i++)
    close(search->children.items[i].answer);
  if (search->is_child)
    close(search->answer);
  search->children.count = 0;
  search->is_child = true;
  search->answer = answer;
  search->counts = (struct egraph_counts){0};
  search->machine.edges_executed = 0;
  search->result->reason[0] = '\0';
}

void egraph_processes_split(struct egraph_search *search) {
  if (!search->processes || search->pending.count < 2 ||
      search->counts.executions - search->last_fork < EXECUTIONS_BETWEEN_FORKS ||
      clock_seconds() - search->processes_begin < before_first_fork ||
      !takes_place(search->processes))
    return;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return; /* as many processes as there are must do */
  fflush(NULL);
  search->last_fork = search->counts.executions;
  size_t half = search->pending.count / 2;
  pid_t parent = getpid(), process = fork();
  if (process == 0) {
    close(ends[0]);
    keep_pending(search, 0, half);
    become_child(search, parent, ends[1]);
    search->last_fork = 0;
    return;
  }
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    return;
  }
  keep_pending(search, half, search->pending.count);
  vector_push(&search->children, (struct egraph_child){process, ends[0]});
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

/* The end of a child. */
__attribute__((noreturn)) static void answer(struct egraph_search *search) {
  struct process_report report = {.counts = search->counts,
                                  .edges_executed = search->machine.edges_executed,
                                  .fresh_address = search->fresh_address,
                                  .must_restart = search->must_restart,
                                  .has_symmetry = search->has_symmetry,
                                  .has_rendezvous = search->has_rendezvous,
                                  .misses_slots = search->misses_slots,
                                  .misses_records = search->misses_records,
                                  .is_over = search->is_over};
  if (stale_addresses_has_part(search->task->program)) {
    report.parts = search->task->program->reuse->parts;
    report.part_edge = search->task->program->reuse->part_edge;
  }
  snprintf(report.limit, sizeof report.limit, "%s", search->limit ? search->limit : "");
  struct text message = {0};
  message_write(&message, search->task->program, search->result);
  write_all(search->answer, &report, sizeof report);
  write_all(search->answer, text_get(&message), message.length);
  _exit(0);
}

/* Reads until the child closes its end; shows progress meanwhile. */
static void read_answer(struct egraph_search *search, int file, struct text *out) {
  char buffer[4096];
  for (;;) {
    struct pollfd wanted = {.fd = file, .events = POLLIN};
    if (poll(&wanted, 1, PROGRESS_MILLISECONDS) == 0) {
      egraph_show_progress(search);
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
  static const char *const limits[] = {"time", "memory", "interrupted"};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    if (strcmp(limits[i], text) == 0)
      return limits[i];
  return *text ? "limit" : NULL;
}

static void add_counts(struct egraph_counts *to, const struct egraph_counts *from) {
  to->complete += from->complete;
  to->blocked += from->blocked;
  to->revisits += from->revisits;
  to->inconsistent += from->inconsistent;
  to->duplicates += from->duplicates;
  to->executions += from->executions;
  if (from->symmetric > to->symmetric)
    to->symmetric = from->symmetric;
  if (from->most_actions > to->most_actions)
    to->most_actions = from->most_actions;
}

static void merge(struct egraph_search *search, const struct text *answer) {
  struct process_report report;
  struct result found;
  if (answer->length < sizeof report) {
    snprintf(search->result->reason, sizeof search->result->reason,
             "internal: a process of the search ended unexpectedly");
    search->is_over = true;
    return;
  }
  memcpy(&report, answer->data, sizeof report);
  bool is_whole = message_read(text_get(answer) + sizeof report, search->task->program, &found);
  add_counts(&search->counts, &report.counts);
  search->machine.edges_executed += report.edges_executed;
  search->has_symmetry &= report.has_symmetry;
  search->has_rendezvous &= report.has_rendezvous;
  search->misses_slots |= report.misses_slots;
  search->misses_records |= report.misses_records;
  if (report.must_restart && report.fresh_address)
    map_set(&search->shared, report.fresh_address, 1);
  search->fresh_address = report.fresh_address;
  search->must_restart |= report.must_restart;
  search->is_over |= report.is_over || !is_whole;
  if (report.parts)
    stale_addresses_note_part(search->task->program, report.part_edge, report.parts);
  if (!search->limit)
    search->limit = known_limit(report.limit);
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

void egraph_processes_gather(struct egraph_search *search) {
  if (!search->processes)
    return;
  __atomic_fetch_add(&search->processes->room, 1, __ATOMIC_SEQ_CST);
  while (search->children.count) {
    struct egraph_child child = vector_pop(&search->children);
    struct text message = {0};
    if (search->is_over || search->must_restart)
      kill(child.process, SIGKILL);
    else
      read_answer(search, child.answer, &message);
    close(child.answer);
    while (waitpid(child.process, NULL, 0) < 0 && errno == EINTR)
      ;
    if (!search->is_over && !search->must_restart)
      merge(search, &message);
    text_release(&message);
  }
  if (search->is_child)
    answer(search);
}
