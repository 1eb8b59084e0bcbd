/* SPDX-License-Identifier: Apache-2.0 */
/* Every engine gets the properties that it can prove. Properties proven meanwhile are not asked
 * again. At most --threads processes run at a time: if there are more engines, they take turns, and
 * the others are stopped. Engines that seldom decide what others cannot start late, or when the
 * others gave up. The memory limit is divided among the engines that have not ended, and divided
 * again whenever one ends.
 *
 * When the search takes long, some engines run in the background, in a small part of the time. They
 * search for violations again, and for guarantees to report if time is over. The portfolio does not
 * wait for them, except for a while if all others gave up.
 *
 * Every execution under sc is one under rc11. So under rc11, engines also search under sc: for
 * violations, and for partial results if rc11 stays undecided. */
#include "engine/auto/auto.h"

#include "engine/auto/judge.h"
#include "engine/auto/worker.h"
#include "engine/traits.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static const double look_interval = 0.05; /* at memory, turns, progress */
static const double turn_length = 0.2;
static const double late = 3;      /* when those that come late begin */
static const double no_limit = 40; /* the time that parts are taken of, if it is not limited … */
static const double longest = 120; /* … or if the limit is larger */
static const double pause_between = 1.2; /* turns of an engine in the background, if others wait */
static const double least_grace = 1;   /* for those in the background when the others gave up … */
static const double grace_share = 0.5; /* … and this part of the time these took */
enum { BACKGROUND_PARTS = 8 };         /* of the memory, of which such an engine has one */
static const double patience = 0.4;    /* for engines to say how far they came, when time is over */
static const double last_share = 0.03; /* of the time, kept for that as well, but … */
static const double last_most = 0.5;   /* … not more than this */

enum job_state { JOB_NEW, JOB_RUNNING, JOB_HELD, JOB_ENDED };

/* An engine and what it is asked. */
struct job {
  const struct engine *engine;
  property_set asked;
  enum memory_model model; /* that it searches under: the task's, or sc if that is rc11 */
  enum job_state state;
  double turn_end;     /* of its last turn; 0: it had none */
  const char *stopped; /* why it is being killed, or NULL */
  bool is_spent;       /* it is not asked again */
  bool is_late;        /* it starts only if the others take long */
  bool is_background;
  struct worker worker;
};

struct portfolio {
  const struct task *task;
  struct judge judge;
  VECTOR(struct job) jobs;
  VECTOR(struct pollfd) polled;
  size_t *memory_share; /* shared with the processes; NULL: memory is not limited */
  double begin, turn_start, last_progress;
  double patience_end; /* when a race that was found is no longer held back; 0: none was found */
  double grace_end;    /* when nobody waits any more for the background; 0: others are there */
  double deadline;     /* when those that still run are killed */
  const char *deadline_reason;
};

/* The columns of the terminal, to be left when the line is not to break. */
static size_t terminal_width(void) {
  struct winsize size;
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1u : 79;
}

static void show_progress(struct portfolio *portfolio, double now) {
  if (!portfolio->task->progress || now - portfolio->last_progress < 0.2)
    return;
  portfolio->last_progress = now;
  struct text line = {0};
  text_format(&line, "%.0f s", now - portfolio->task->limits.start);
  vector_each (job, &portfolio->jobs) {
    if (job->state != JOB_RUNNING && job->state != JOB_HELD)
      continue;
    const char *said = text_get(&job->worker.line);
    text_format(&line, " | %s", *said ? said : job->engine->name);
    while (line.data[line.length - 1] == ' ')
      line.data[--line.length] = '\0';
  }
  fprintf(stderr, "\r\033[K%.*s", (int)terminal_width(), text_get(&line));
  text_release(&line);
}

static void clear_progress(const struct portfolio *portfolio) {
  if (portfolio->task->progress)
    fputs("\r\033[K", stderr);
}

static void pass_on(void *context, const char *line) {
  clear_progress(context);
  fprintf(stderr, "%s\n", line);
}

static bool is_alive(const struct job *job) {
  return job->state == JOB_RUNNING || job->state == JOB_HELD;
}

/* Memory for each: what the parent leaves, in equal parts. */
static void share_memory(struct portfolio *portfolio) {
  if (!portfolio->memory_share)
    return;
  size_t parts = 0, own = memory_resident(), all = portfolio->task->limits.memory;
  vector_each (job, &portfolio->jobs) {
    parts += job->state != JOB_ENDED && !job->is_background;
    if (is_alive(job) && job->is_background)
      own += all / BACKGROUND_PARTS;
  }
  size_t share = all > own && parts ? (all - own) / parts : 1;
  *(volatile size_t *)portfolio->memory_share = share;
}

/* The time of an engine: a little less than that of the portfolio. 0: no limit. */
static double engine_seconds(const struct portfolio *portfolio) {
  double all = portfolio->task->limits.seconds, kept = all * last_share;
  return all - (kept < last_most ? kept : last_most);
}

/* How many processes an engine may have: the others that prove something leave so many. */
static unsigned spare_threads(const struct portfolio *portfolio) {
  unsigned used = 0, all = portfolio->task->threads;
  vector_each (job, &portfolio->jobs) {
    used += job->state != JOB_ENDED && !job->is_background && !job->engine->comes_first;
  }
  return used && all > used ? all - used + 1 : 1;
}

static void start(struct portfolio *portfolio, struct job *job) {
  struct task task = *portfolio->task;
  task.threads = spare_threads(portfolio);
  task.properties = job->asked;
  task.memory_model = job->model;
  task.limits.seconds = engine_seconds(portfolio);
  task.is_brief = job->engine->comes_first && !job->is_background;
  task.limits.memory_share = portfolio->memory_share;
  if (job->is_background) {
    task.is_background = true;
    task.bounds_contexts = false;
    task.limits.memory_share = NULL;
    task.limits.memory = portfolio->task->limits.memory / BACKGROUND_PARTS;
  }
  job->state = JOB_RUNNING;
  if (worker_start(&job->worker, job->engine, &task))
    return;
  struct result result = {.verdict = VERDICT_UNKNOWN};
  snprintf(result.reason, sizeof result.reason, "no process for it: %s", strerror(errno));
  job->state = JOB_ENDED;
  judge_hear(&portfolio->judge, job->engine->name, job->asked, job->model, &result);
}

static void run_job(struct portfolio *portfolio, struct job *job) {
  if (job->state == JOB_NEW)
    start(portfolio, job);
  else
    worker_go_on(&job->worker);
  if (job->state == JOB_HELD)
    job->state = JOB_RUNNING;
}

/* Has everybody ended but those in the background and, if `or_late`, those that come late? */
static bool have_others_ended(const struct portfolio *portfolio, bool or_late) {
  vector_each (job, &portfolio->jobs) {
    if (job->state != JOB_ENDED && !job->is_background && !(or_late && job->is_late))
      return false;
  }
  return true;
}

/* Is it time for an engine to come back? */
static bool is_due(const struct portfolio *portfolio, const struct job *job, double elapsed) {
  double limit = portfolio->task->limits.seconds;
  double all = limit <= 0 ? no_limit : limit < longest ? limit : longest;
  return elapsed > all * job->engine->comes_back || have_others_ended(portfolio, false);
}

static bool waits(const struct portfolio *portfolio, const struct job *job) {
  double elapsed = clock_seconds() - portfolio->task->limits.start;
  if (job->state != JOB_NEW)
    return job->state == JOB_HELD;
  if (job->is_background)
    return is_due(portfolio, job, elapsed);
  return !job->is_late || elapsed > late || have_others_ended(portfolio, true);
}

/* The job that has waited longest for its turn; NULL: none waits. */
static struct job *next_waiting(struct portfolio *portfolio) {
  struct job *next = NULL;
  vector_each (job, &portfolio->jobs) {
    if (waits(portfolio, job) && (!next || job->turn_end < next->turn_end))
      next = job;
  }
  return next;
}

static size_t count_running(const struct portfolio *portfolio) {
  size_t count = 0;
  for (size_t i = 0; i < portfolio->jobs.count; i++)
    count += portfolio->jobs.items[i].state == JOB_RUNNING;
  return count;
}

/* Lets jobs run up to the number that may. */
static void fill_turns(struct portfolio *portfolio) {
  struct job *job;
  while (count_running(portfolio) < portfolio->task->threads && (job = next_waiting(portfolio)))
    run_job(portfolio, job);
}

/* Does it get a turn only now and then? */
static bool rests(const struct job *job) {
  return job->is_background || (job->is_late && job->engine->rests);
}

/* Whose turn is over makes room, if anybody waits. */
static void change_turns(struct portfolio *portfolio, double now) {
  if (now - portfolio->turn_start < turn_length)
    return;
  portfolio->turn_start = now;
  size_t waiting = 0;
  for (size_t i = 0; i < portfolio->jobs.count; i++)
    waiting += waits(portfolio, &portfolio->jobs.items[i]);
  for (size_t i = 0; i < portfolio->jobs.count && waiting; i++) {
    struct job *job = &portfolio->jobs.items[i];
    if (job->state != JOB_RUNNING)
      continue;
    worker_hold(&job->worker);
    job->state = JOB_HELD;
    job->turn_end = now + (rests(job) ? pause_between : 0);
    waiting--;
  }
  fill_turns(portfolio);
}

static void stop(struct job *job, const char *reason) {
  job->stopped = reason;
  worker_kill(&job->worker);
}

/* All processes together must not exceed the limit: the largest one pays. */
static void watch_memory(struct portfolio *portfolio) {
  if (!portfolio->memory_share)
    return;
  size_t sum = memory_resident(), most = 0;
  struct job *largest = NULL;
  vector_each (job, &portfolio->jobs) {
    size_t memory = is_alive(job) ? worker_memory(&job->worker) : 0;
    sum += memory;
    if (memory > most) {
      most = memory;
      largest = job;
    }
  }
  if (sum > portfolio->task->limits.memory && largest)
    stop(largest, "memory");
}

/* Asks everybody to end and to say how far he came; who has not begun does not. */
static void interrupt_all(struct portfolio *portfolio) {
  vector_each (job, &portfolio->jobs) {
    if (is_alive(job))
      worker_interrupt(&job->worker);
    if (job->state == JOB_NEW)
      job->state = JOB_ENDED;
  }
}

/* When time is over or the user does not want to wait, everybody may say how far he came. */
static void watch_limits(struct portfolio *portfolio, double now) {
  const struct limits *limits = &portfolio->task->limits;
  bool is_cancelled = limits->cancelled && *limits->cancelled;
  bool is_over = limits->seconds > 0 && now - limits->start >= limits->seconds;
  if (portfolio->deadline_reason) {
    for (size_t i = 0; i < portfolio->jobs.count && now >= portfolio->deadline; i++)
      if (is_alive(&portfolio->jobs.items[i]))
        stop(&portfolio->jobs.items[i], portfolio->deadline_reason);
    return;
  }
  if (!is_cancelled && !is_over)
    return;
  portfolio->deadline = now + patience;
  portfolio->deadline_reason = is_cancelled ? "interrupted" : "time";
  if (is_cancelled)
    interrupt_all(portfolio);
  vector_each (job, &portfolio->jobs) {
    if (is_alive(job))
      worker_go_on(&job->worker);
    if (job->state == JOB_NEW)
      job->state = JOB_ENDED;
  }
}

static void collect(struct portfolio *portfolio, struct job *job) {
  struct result result;
  worker_collect(&job->worker, portfolio->task->program, &result);
  if (job->stopped && result.verdict == VERDICT_UNKNOWN)
    snprintf(result.reason, sizeof result.reason, "%s", job->stopped);
  job->state = JOB_ENDED;
  job->is_spent =
      job->is_background || (job->engine->comes_first && result.verdict == VERDICT_UNKNOWN);
  if (job->is_spent && result.verdict == VERDICT_UNKNOWN) { /* nobody expected it to decide */
    judge_note(&portfolio->judge, job->model, &result);
    result_release(&result);
  } else
    judge_hear(&portfolio->judge, job->engine->name, job->asked, job->model, &result);
}

/* Waits for news and looks at everybody, so that verdicts that came together are seen together. */
static void listen(struct portfolio *portfolio) {
  portfolio->polled.count = 0;
  vector_each (job, &portfolio->jobs) {
    if (!is_alive(job))
      continue;
    vector_push(&portfolio->polled, (struct pollfd){.fd = job->worker.answer, .events = POLLIN});
    vector_push(&portfolio->polled, (struct pollfd){.fd = job->worker.words, .events = POLLIN});
  }
  poll(portfolio->polled.items, portfolio->polled.count, (int)ceil(look_interval * 1000));
  vector_each (job, &portfolio->jobs) {
    if (is_alive(job) && worker_read(&job->worker, pass_on, portfolio))
      collect(portfolio, job);
  }
}

/* Ends a process whose answer nobody needs any more. */
static void dismiss(struct portfolio *portfolio, struct job *job) {
  struct result unused;
  worker_kill(&job->worker);
  worker_collect(&job->worker, portfolio->task->program, &unused);
  result_release(&unused);
  job->state = JOB_ENDED;
}

/* What is proven needs nobody any more; who gave up may be able to answer the smaller question. */
static void revise(struct portfolio *portfolio) {
  double elapsed = clock_seconds() - portfolio->task->limits.start;
  bool is_over = portfolio->deadline_reason ||
                 (portfolio->task->limits.seconds > 0 && elapsed >= engine_seconds(portfolio));
  vector_each (job, &portfolio->jobs) {
    property_set left = job->asked & judge_undecided(&portfolio->judge, job->model);
    if (is_alive(job) && !left)
      dismiss(portfolio, job);
    if (!left)
      job->state = JOB_ENDED;
    bool asks_less = left && left != job->asked && !job->is_spent;
    if (asks_less &&
        (job->state == JOB_NEW || (job->state == JOB_ENDED && !job->stopped && !is_over))) {
      job->asked = left;
      job->state = JOB_NEW;
    }
  }
}

static bool is_anybody_left(struct portfolio *portfolio) {
  bool is_background_left = false;
  for (size_t i = 0; i < portfolio->jobs.count; i++)
    is_background_left |= portfolio->jobs.items[i].state != JOB_ENDED;
  if (!is_background_left || !have_others_ended(portfolio, false))
    return is_background_left;
  double now = clock_seconds(), share = (now - portfolio->begin) * grace_share;
  if (portfolio->grace_end == 0)
    portfolio->grace_end = now + (share > least_grace ? share : least_grace);
  if (now >= portfolio->grace_end && !portfolio->deadline_reason) { /* to be told how far it came */
    portfolio->deadline = now + patience;
    portfolio->deadline_reason = "time";
    interrupt_all(portfolio);
  }
  return true;
}

/* Starts to hold a race back when there is nothing but races; true: go on. A race is easily found
 * and may hide the failure that it causes. So it is held back for as long as it took to find it,
 * and for at least task->race_patience, while the other properties are searched. */
static bool hold_race_back(struct portfolio *portfolio) {
  if (!judge_has_only_races(&portfolio->judge))
    return true;
  double now = clock_seconds(), least = portfolio->task->race_patience;
  double elapsed = now - portfolio->begin;
  if (portfolio->patience_end == 0)
    portfolio->patience_end = least > 0 ? now + (elapsed > least ? elapsed : least) : now;
  return now < portfolio->patience_end;
}

static void work(struct portfolio *portfolio) {
  while (is_anybody_left(portfolio) && !judge_is_sure(&portfolio->judge) &&
         hold_race_back(portfolio)) {
    share_memory(portfolio);
    if (!portfolio->deadline_reason)
      fill_turns(portfolio);
    listen(portfolio);
    double now = clock_seconds();
    revise(portfolio);
    watch_limits(portfolio, now);
    watch_memory(portfolio);
    if (!portfolio->deadline_reason)
      change_turns(portfolio, now);
    show_progress(portfolio, now);
  }
  for (size_t i = 0; i < portfolio->jobs.count; i++)
    if (is_alive(&portfolio->jobs.items[i]))
      dismiss(portfolio, &portfolio->jobs.items[i]);
}

static property_set covered(const struct engine *engine, const struct task *task,
                            const struct traits *traits) {
  if (engine->hidden || engine == &engine_auto ||
      (!engine->knows_weak_memory && traits->weak_memory) || (!engine->knows_rc11 && traits->rc11))
    return 0;
  property_set known = engine->skips_known ? 0 : known_properties(task->known);
  return task->properties & ~known & (engine->covers ? engine->covers(traits) : ~(property_set)0);
}

/* Under sc there are better searches. Under other memory models it is the only one. */
static bool is_kept_for_last(const struct engine *engine, const struct task *task) {
  return engine->is_last_resort && task->memory_model == MEMORY_SC;
}

static bool is_late(const struct engine *engine, const struct traits *traits) {
  return engine->comes_late && engine->comes_late(traits);
}

static struct job *add_job(struct portfolio *portfolio, const struct engine *engine,
                           property_set asked, enum memory_model model) {
  vector_push(&portfolio->jobs, (struct job){.engine = engine, .asked = asked, .model = model});
  return &portfolio->jobs.items[portfolio->jobs.count - 1];
}

static void add_jobs(struct portfolio *portfolio, const struct engine *const *some,
                     const struct traits *traits, bool symbolic, property_set *uncovered) {
  for (size_t i = 0; some[i]; i++) {
    property_set set = covered(some[i], portfolio->task, traits);
    bool can_prove = engine_can_prove(some[i], portfolio->task->program);
    if (is_kept_for_last(some[i], portfolio->task) || some[i]->comes_first ||
        some[i]->is_symbolic != symbolic || !set || (!can_prove && some[i]->only_proves))
      continue;
    if (can_prove)
      *uncovered &= ~set;
    add_job(portfolio, some[i], set, portfolio->task->memory_model)->is_late =
        is_late(some[i], traits);
  }
}

/* Beside those that know rc11: whoever finds violations under sc, unless he seldom does. */
static void add_jobs_under_sc(struct portfolio *portfolio, const struct engine *const *some,
                              struct traits traits, bool symbolic) {
  traits.weak_memory = traits.rc11 = false;
  traits.beside_rc11 = true;
  for (size_t i = 0; some[i]; i++) {
    const struct engine *engine = some[i];
    property_set set = covered(engine, portfolio->task, &traits);
    if (set && engine->is_symbolic == symbolic && !engine->comes_first &&
        !is_late(engine, &traits) && !engine->only_proves && !engine->is_last_resort)
      add_job(portfolio, engine, set, MEMORY_SC);
  }
}

/* Single executions and guarantees about schedules are those of sc, also under rc11. */
static enum memory_model model_of_schedules(const struct task *task) {
  return task->memory_model == MEMORY_RC11 ? MEMORY_SC : task->memory_model;
}

/* First comes who is likely to be faster, if not all can run at once: formulas for inputs and for
 * programs without loops, but not for floats. */
static void plan(struct portfolio *portfolio, const struct engine *const *some) {
  struct traits traits = traits_find(portfolio->task->program);
  traits.weak_memory = portfolio->task->memory_model != MEMORY_SC;
  traits.rc11 = portfolio->task->memory_model == MEMORY_RC11;
  bool symbolic_first = (traits.wide_choices || !traits.loops) && !traits.floats;
  property_set uncovered = portfolio->task->properties;
  for (size_t i = 0; some[i]; i++) {
    property_set set = covered(some[i], portfolio->task, &traits);
    if (some[i]->comes_first && set)
      add_job(portfolio, some[i], set, model_of_schedules(portfolio->task));
  }
  add_jobs(portfolio, some, &traits, symbolic_first, &uncovered);
  add_jobs(portfolio, some, &traits, !symbolic_first, &uncovered);
  if (traits.rc11) {
    for (size_t i = 0; i < portfolio->jobs.count; i++)
      if (portfolio->jobs.items[i].model == MEMORY_RC11)
        portfolio->judge.uncovered &= ~portfolio->jobs.items[i].asked;
    add_jobs_under_sc(portfolio, some, traits, symbolic_first);
    add_jobs_under_sc(portfolio, some, traits, !symbolic_first);
  }
  for (size_t i = 0; some[i] && uncovered; i++) {
    property_set set = uncovered & covered(some[i], portfolio->task, &traits);
    if (is_kept_for_last(some[i], portfolio->task) && set)
      add_job(portfolio, some[i], set, portfolio->task->memory_model);
  }
}

/* Those that come back; if violations are known, only who does not find them again. */
static void add_background(struct portfolio *portfolio, const struct engine *const *some) {
  const struct task *task = portfolio->task;
  bool has_known = known_properties(task->known) != 0;
  enum memory_model model = model_of_schedules(task);
  for (size_t i = 0; some[i]; i++)
    if (some[i]->comes_back > 0 && (some[i]->skips_known || !has_known) &&
        (some[i]->knows_weak_memory || model == MEMORY_SC))
      vector_push(&portfolio->jobs, (struct job){.engine = some[i],
                                                 .asked = task->properties,
                                                 .model = model,
                                                 .is_background = true});
}

static size_t *map_shared(void) {
  void *page =
      mmap(NULL, sizeof(size_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? NULL : page;
}

void auto_run(const struct task *task, const struct engine *const *some, struct result *result) {
  double now = clock_seconds();
  struct portfolio portfolio = {.task = task, .begin = now, .turn_start = now};
  if (task->limits.memory)
    portfolio.memory_share = map_shared();
  judge_init(&portfolio.judge, task);
  plan(&portfolio, some);
  add_background(&portfolio, some);
  work(&portfolio);
  clear_progress(&portfolio);
  judge_conclude(&portfolio.judge, result);
  judge_release(&portfolio.judge);
  vector_release(&portfolio.jobs);
  vector_release(&portfolio.polled);
  if (portfolio.memory_share)
    munmap(portfolio.memory_share, sizeof *portfolio.memory_share);
}

static void run(const struct task *task, struct result *result) { auto_run(task, engines, result); }

const struct engine engine_auto = {
    .name = "auto",
    .summary = "runs suitable engines side by side; the first certain verdict wins",
    .knows_weak_memory = true,
    .knows_rc11 = true,
    .skips_known = true,
    .knows_reuse = REUSE_BLOCKS | REUSE_SLOTS | REUSE_RECORDS,
    .run = run,
};
