/* SPDX-License-Identifier: Apache-2.0 */
/* Every engine gets the properties that it can prove. Properties that have been proven are not
 * asked again. At most --threads processes run at a time: if there are more engines, they take
 * turns, and the others are suspended. Engines that seldom decide what others cannot start late,
 * or when the others gave up. The memory limit is divided among the engines that have not ended,
 * and divided again whenever one ends.
 *
 * When the search takes long, some engines run in the background, in a small part of the time.
 * They search for violations again, and for guarantees to report when the time is over. If all
 * other engines gave up, the portfolio waits for them only for a while.
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

static const double report_interval = 1;  /* between reports to the listener, in seconds */
static const double look_interval = 0.05; /* between checks of memory, turns and progress */
static const double turn_length = 0.2;
static const double late = 3;            /* when late engines start */
static const double no_limit = 40;       /* time of which parts are taken if it is unlimited … */
static const double longest = 120;       /* … or if the limit is larger */
static const double pause_between = 1.2; /* between turns of background engines if others wait */
static const double least_grace = 1;     /* for background engines after the others gave up … */
static const double grace_share = 0.5;   /* … and this part of the time spent so far */
static const double latest_start = 2;    /* of engines that search within bounds */
static const double longest_first =
    3;                         /* … and how long they run without turns, until they report */
enum { BACKGROUND_PARTS = 8 }; /* of the memory; a background engine gets one */
static const double least_head_start = 1; /* seconds for engines that answer first, and … */
static const double most_head_start = 10;
static const double edges_per_second = 2000; /* … one more for so many: about 500 lines */
static const double patience = 0.4;          /* for engines to report when the time is over */
static const double last_share = 0.03;       /* of the time, also kept for these reports, but … */
static const double last_most = 0.5;         /* … at most this */

enum job_state { JOB_NEW, JOB_RUNNING, JOB_HELD, JOB_ENDED };

/* An engine with the properties that it is asked for. */
struct job {
  const struct engine *engine;
  property_set asked;
  enum memory_model model; /* under which it searches: the task's, or sc if that is rc11 */
  enum job_state state;
  double begin;        /* its start */
  double turn_end;     /* of its last turn; 0: there was none */
  const char *stopped; /* why it is being killed, or NULL */
  bool is_spent;       /* it is not started again */
  bool is_late;        /* it starts only if the others take long */
  bool is_background;
  struct worker worker;
};

struct portfolio {
  const struct task *task;
  struct judge judge;
  VECTOR(struct job) jobs;
  VECTOR(struct pollfd) polled;
  size_t *memory_share; /* shared with the processes; NULL: no limit */
  double begin, turn_start, last_progress;
  double head_start_end; /* of engines that answer first */
  double patience_end;   /* when a found race is reported; 0: none was found */
  double grace_end;      /* when background engines end; 0: others run */
  double deadline;       /* when all remaining jobs are killed */
  double last_report;
  uint32_t places, proven_places; /* as of the last report */
  const char *deadline_reason;
};

/* The width of the terminal, less one column so that lines do not break. */
static size_t terminal_width(void) {
  struct winsize size;
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1u : 79;
}

static void show_progress(struct portfolio *portfolio, double now) {
  if (!portfolio->task->progress || now - portfolio->last_progress < 0.2)
    return;
  portfolio->last_progress = now;
  struct text line = {0};
  if (portfolio->places)
    text_format(&line, "%u of %u places proven, %u left, ", portfolio->proven_places,
                portfolio->places, portfolio->places - portfolio->proven_places);
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

/* Merges what the jobs have reported so far; the listener of the task hears it. */
static void report(struct portfolio *portfolio, double now) {
  const struct task *task = portfolio->task;
  struct result all;
  if (now - portfolio->last_report < report_interval || (!task->listener && !task->progress))
    return;
  portfolio->last_report = now;
  judge_report(&portfolio->judge, &all);
  struct text details = {0};
  text_add(&details, all.details);
  vector_each (job, &portfolio->jobs) {
    struct result one = {0};
    if ((job->state != JOB_RUNNING && job->state != JOB_HELD) || job->model != task->memory_model)
      continue;
    worker_peek(&job->worker, task->program, all.board, &one);
    partial_result_merge(&all.partial, &one.partial);
    if (one.board)
      board_merge(all.board, one.board);
    result_release(&one);
    if (!job->is_background)
      text_format(&details, "%s: still searching\n", job->engine->name);
  }
  all.details = result_keep_text(&all, text_get(&details));
  text_release(&details);
  portfolio->proven_places = board_count(all.board, task->properties, BOARD_PROVEN);
  portfolio->places = portfolio->proven_places +
                      board_count(all.board, task->properties, BOARD_OPEN) +
                      board_count(all.board, task->properties, BOARD_VIOLATED);
  if (task->listener) {
    clear_progress(portfolio);
    task->listener->hear(task->listener, &all);
  }
  result_release(&all);
}

static void pass_on(void *context, const char *line) {
  clear_progress(context);
  fprintf(stderr, "%s\n", line);
}

static bool is_alive(const struct job *job) {
  return job->state == JOB_RUNNING || job->state == JOB_HELD;
}

/* Divides the memory that the parent leaves into equal shares. */
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
static double engine_seconds(double all) {
  double kept = all * last_share;
  return all - (kept < last_most ? kept : last_most);
}

/* The number of processes that an engine may use, besides those of other proving engines. */
static unsigned spare_threads(const struct portfolio *portfolio) {
  unsigned used = 0, all = portfolio->task->threads;
  vector_each (job, &portfolio->jobs) {
    used += job->state != JOB_ENDED && !job->is_background && !job->engine->comes_first &&
            !job->engine->answers_first;
  }
  return used && all > used ? all - used + 1 : 1;
}

static void start_job(struct portfolio *portfolio, struct job *job) {
  struct task task = *portfolio->task;
  task.threads = spare_threads(portfolio);
  task.properties = job->asked;
  task.board = portfolio->judge.board;
  task.memory_model = job->model;
  task.limits.seconds = engine_seconds(portfolio->task->limits.seconds);
  task.limits.processor_seconds = engine_seconds(portfolio->task->limits.processor_seconds);
  task.is_brief = job->engine->comes_first && !job->is_background;
  task.limits.memory_share = portfolio->memory_share;
  if (job->is_background) {
    task.is_background = true;
    task.bounds_contexts = false;
    task.limits.memory_share = NULL;
    task.limits.memory = portfolio->task->limits.memory / BACKGROUND_PARTS;
  }
  job->state = JOB_RUNNING;
  job->begin = clock_seconds();
  if (worker_start(&job->worker, job->engine, &task))
    return;
  struct result result = {.verdict = VERDICT_UNKNOWN};
  snprintf(result.reason, sizeof result.reason, "no process for it: %s", strerror(errno));
  job->state = JOB_ENDED;
  judge_hear(&portfolio->judge, job->engine->name, job->asked, job->model, &result);
}

static void run_job(struct portfolio *portfolio, struct job *job) {
  if (job->state == JOB_NEW)
    start_job(portfolio, job);
  else
    worker_go_on(&job->worker);
  if (job->state == JOB_HELD)
    job->state = JOB_RUNNING;
}

/* Have all jobs ended, except background jobs and, with `or_late`, late ones? */
static bool have_others_ended(const struct portfolio *portfolio, bool or_late) {
  vector_each (job, &portfolio->jobs) {
    if (job->state != JOB_ENDED && !job->is_background && !(or_late && job->is_late))
      return false;
  }
  return true;
}

/* Is it a background engine that searches everything within bounds, to tell how far it got? */
static bool searches_within_bounds(const struct job *job) {
  return job->is_background && !job->engine->comes_first;
}

/* Is it time for a background engine to start? */
static bool is_due(const struct portfolio *portfolio, const struct job *job, double elapsed) {
  double limit = limits_planned_seconds(&portfolio->task->limits);
  double all = limit <= 0 ? no_limit : limit < longest ? limit : longest;
  double start = all * job->engine->comes_back;
  if (searches_within_bounds(job) && start > latest_start)
    start = latest_start;
  return elapsed > start || have_others_ended(portfolio, false);
}

/* Does an engine still run that answers first? */
static bool has_head_start(const struct portfolio *portfolio) {
  vector_each (job, &portfolio->jobs) {
    if (job->engine->answers_first && job->state != JOB_ENDED)
      return true;
  }
  return false;
}

static bool is_waiting(const struct portfolio *portfolio, const struct job *job) {
  double elapsed = clock_seconds() - portfolio->task->limits.start;
  if (job->state != JOB_NEW)
    return job->state == JOB_HELD;
  if (job->engine->answers_first || (job->engine->comes_first && !job->is_background))
    return true;
  if (job->is_background && is_due(portfolio, job, elapsed) &&
      (searches_within_bounds(job) || !has_head_start(portfolio)))
    return true;
  if (job->is_background || has_head_start(portfolio))
    return false;
  return !job->is_late || elapsed > late || have_others_ended(portfolio, true);
}

/* The job that has waited longest for its turn; NULL: none waits. */
static struct job *next_waiting(struct portfolio *portfolio) {
  struct job *next = NULL;
  vector_each (job, &portfolio->jobs) {
    if (is_waiting(portfolio, job) && (!next || job->turn_end < next->turn_end))
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

/* Starts or resumes jobs, up to --threads. */
static void fill_turns(struct portfolio *portfolio) {
  struct job *job;
  while (count_running(portfolio) < portfolio->task->threads && (job = next_waiting(portfolio)))
    run_job(portfolio, job);
}

/* Shall it go on without turns, so that something is searched completely soon? */
static bool goes_first(const struct portfolio *portfolio, const struct job *job, double now) {
  return searches_within_bounds(job) && !job->worker.message.length &&
         portfolio->task->threads > 1 && now - job->begin < longest_first;
}

/* Does the job get a turn only now and then? */
static bool runs_seldom(const struct job *job) {
  return job->is_background || (job->is_late && job->engine->rests);
}

/* Suspends jobs whose turn has expired if others wait. */
static void rotate_turns(struct portfolio *portfolio, double now) {
  if (now - portfolio->turn_start < turn_length)
    return;
  portfolio->turn_start = now;
  size_t waiting = 0;
  for (size_t i = 0; i < portfolio->jobs.count; i++)
    waiting += is_waiting(portfolio, &portfolio->jobs.items[i]);
  for (size_t i = 0; i < portfolio->jobs.count && waiting; i++) {
    struct job *job = &portfolio->jobs.items[i];
    if (job->state != JOB_RUNNING || goes_first(portfolio, job, now))
      continue;
    worker_hold(&job->worker);
    job->state = JOB_HELD;
    job->turn_end = now + (runs_seldom(job) ? pause_between : 0);
    waiting--;
  }
  fill_turns(portfolio);
}

static void kill_job(struct job *job, const char *reason) {
  job->stopped = reason;
  worker_kill(&job->worker);
}

/* Kills the largest process if all processes together exceed the limit. */
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
    kill_job(largest, "memory");
}

/* Lets the running jobs report until the deadline; drops jobs that have not started. */
static void set_deadline(struct portfolio *portfolio, const char *reason, bool interrupts) {
  portfolio->deadline = clock_seconds() + patience;
  portfolio->deadline_reason = reason;
  vector_each (job, &portfolio->jobs) {
    if (is_alive(job) && interrupts)
      worker_interrupt(&job->worker);
    else if (is_alive(job))
      worker_go_on(&job->worker);
    if (job->state == JOB_NEW)
      job->state = JOB_ENDED;
  }
}

/* Handles the end of the time and interrupts by the user. */
static void watch_limits(struct portfolio *portfolio, double now) {
  const struct limits *limits = &portfolio->task->limits;
  vector_each (job, &portfolio->jobs) {
    if (is_alive(job) && job->engine->answers_first && now >= portfolio->head_start_end)
      kill_job(job, "time");
  }
  if (portfolio->deadline_reason) {
    for (size_t i = 0; i < portfolio->jobs.count && now >= portfolio->deadline; i++)
      if (is_alive(&portfolio->jobs.items[i]))
        kill_job(&portfolio->jobs.items[i], portfolio->deadline_reason);
  } else if (limits->cancelled && *limits->cancelled) {
    set_deadline(portfolio, "interrupted", true);
  } else if (limits_time_is_over(limits)) {
    set_deadline(portfolio, "time", false);
  }
}

static void collect_result(struct portfolio *portfolio, struct job *job) {
  struct result result;
  worker_collect(&job->worker, portfolio->task->program, portfolio->judge.board, &result);
  if (job->stopped && result.verdict == VERDICT_UNKNOWN)
    snprintf(result.reason, sizeof result.reason, "%s", job->stopped);
  job->state = JOB_ENDED;
  bool is_brief = job->is_background || job->engine->comes_first;
  job->is_spent = job->is_background || job->engine->answers_first ||
                  (job->engine->comes_first && result.verdict == VERDICT_UNKNOWN);
  if (is_brief && result.verdict == VERDICT_UNKNOWN) { /* it was not expected to decide */
    judge_note(&portfolio->judge, job->engine->name, job->model, &result);
    result_release(&result);
  } else
    judge_hear(&portfolio->judge, job->engine->name, job->asked, job->model, &result);
}

/* Waits for output and reads that of all jobs, so that simultaneous verdicts count together. */
static void read_results(struct portfolio *portfolio) {
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
      collect_result(portfolio, job);
  }
}

/* Kills a job whose result is no longer needed. */
static void end_job(struct portfolio *portfolio, struct job *job) {
  struct result unused;
  worker_kill(&job->worker);
  worker_collect(&job->worker, portfolio->task->program, portfolio->judge.board, &unused);
  result_release(&unused);
  job->state = JOB_ENDED;
}

/* Ends jobs whose properties are decided. Restarts jobs that gave up, if fewer properties are
 * left. */
static void drop_decided(struct portfolio *portfolio) {
  struct limits limits = portfolio->task->limits;
  limits.seconds = engine_seconds(limits.seconds);
  limits.processor_seconds = engine_seconds(limits.processor_seconds);
  bool is_over = portfolio->deadline_reason || limits_time_is_over(&limits);
  vector_each (job, &portfolio->jobs) {
    property_set left = job->asked & judge_undecided(&portfolio->judge, job->model);
    if (is_alive(job) && !left)
      end_job(portfolio, job);
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

static bool is_any_left(struct portfolio *portfolio) {
  bool is_background_left = false;
  for (size_t i = 0; i < portfolio->jobs.count; i++)
    is_background_left |= portfolio->jobs.items[i].state != JOB_ENDED;
  if (!is_background_left || !have_others_ended(portfolio, false))
    return is_background_left;
  double now = clock_seconds(), share = (now - portfolio->begin) * grace_share;
  if (portfolio->grace_end == 0)
    portfolio->grace_end = now + (share > least_grace ? share : least_grace);
  if (now >= portfolio->grace_end && !portfolio->deadline_reason)
    set_deadline(portfolio, "time", true); /* they may report their advance */
  return true;
}

/* Holds a race back while no other violation is known; true: go on. A race is easily found and may
 * hide the failure that it causes. So other properties are searched as long as the race took, and
 * at least for task->race_patience. */
static bool hold_race_back(struct portfolio *portfolio) {
  if (!judge_has_only_races(&portfolio->judge))
    return true;
  double now = clock_seconds(), least = portfolio->task->race_patience;
  double elapsed = now - portfolio->begin;
  if (portfolio->patience_end == 0)
    portfolio->patience_end = least > 0 ? now + (elapsed > least ? elapsed : least) : now;
  return now < portfolio->patience_end;
}

static void run_jobs(struct portfolio *portfolio) {
  while (is_any_left(portfolio) && !judge_is_sure(&portfolio->judge) && hold_race_back(portfolio)) {
    share_memory(portfolio);
    if (!portfolio->deadline_reason)
      fill_turns(portfolio);
    read_results(portfolio);
    double now = clock_seconds();
    drop_decided(portfolio);
    watch_limits(portfolio, now);
    watch_memory(portfolio);
    if (!portfolio->deadline_reason)
      rotate_turns(portfolio, now);
    report(portfolio, now);
    show_progress(portfolio, now);
  }
  for (size_t i = 0; i < portfolio->jobs.count; i++)
    if (is_alive(&portfolio->jobs.items[i]))
      end_job(portfolio, &portfolio->jobs.items[i]);
}

static property_set find_askable(const struct engine *engine, const struct task *task,
                                 const struct traits *traits) {
  if (engine->hidden || engine == &engine_auto ||
      !(engine->models & MODEL_BIT(traits->memory_model)) ||
      (engine->is_wanted && !engine->is_wanted(traits)))
    return 0;
  property_set known = engine->skips_known ? 0 : known_properties(task->known);
  return task->properties & ~known &
         (engine->comes_first ? ALL_PROPERTIES : engine_decides(engine, traits));
}

/* Under sc there are better engines for what it decides. */
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
    property_set set = find_askable(some[i], portfolio->task, traits);
    bool can_prove = engine_can_prove(some[i], portfolio->task->program);
    if (is_kept_for_last(some[i], portfolio->task) || some[i]->comes_first ||
        some[i]->answers_first || some[i]->is_symbolic != symbolic || !set ||
        (!can_prove && some[i]->only_proves))
      continue;
    if (can_prove)
      *uncovered &= ~set;
    add_job(portfolio, some[i], set, portfolio->task->memory_model)->is_late =
        is_late(some[i], traits);
  }
}

/* Adds engines that find violations under sc, besides those that know rc11. */
static void add_jobs_under_sc(struct portfolio *portfolio, const struct engine *const *some,
                              struct traits traits, bool symbolic) {
  traits.memory_model = MEMORY_SC;
  traits.beside_rc11 = true;
  for (size_t i = 0; some[i]; i++) {
    const struct engine *engine = some[i];
    property_set set = find_askable(engine, portfolio->task, &traits);
    if (set && engine->is_symbolic == symbolic && !engine->comes_first &&
        !is_late(engine, &traits) && !engine->only_proves && !engine->is_last_resort)
      add_job(portfolio, engine, set, MEMORY_SC);
  }
}

/* The model of random executions and of guarantees about schedules: sc also under rc11. */
static enum memory_model model_of_schedules(const struct task *task) {
  return task->memory_model == MEMORY_RC11 ? MEMORY_SC : task->memory_model;
}

/* Adds the engines. If not all can run at once, those that are likely to be faster come first:
 * symbolic ones for inputs and for programs without loops, but not for floats. */
static void add_foreground(struct portfolio *portfolio, const struct engine *const *some) {
  struct traits traits = traits_find(portfolio->task->program);
  traits.memory_model = portfolio->task->memory_model;
  bool symbolic_first = (traits.wide_choices || !traits.loops) && !traits.floats;
  property_set uncovered = portfolio->task->properties;
  for (size_t i = 0; some[i]; i++) {
    property_set set = find_askable(some[i], portfolio->task, &traits);
    if (some[i]->comes_first && set)
      add_job(portfolio, some[i], set, model_of_schedules(portfolio->task));
    else if (some[i]->answers_first && set)
      add_job(portfolio, some[i], set, portfolio->task->memory_model);
  }
  add_jobs(portfolio, some, &traits, symbolic_first, &uncovered);
  add_jobs(portfolio, some, &traits, !symbolic_first, &uncovered);
  if (traits.memory_model == MEMORY_RC11) {
    for (size_t i = 0; i < portfolio->jobs.count; i++)
      if (portfolio->jobs.items[i].model == MEMORY_RC11)
        portfolio->judge.uncovered &= ~portfolio->jobs.items[i].asked;
    add_jobs_under_sc(portfolio, some, traits, symbolic_first);
    add_jobs_under_sc(portfolio, some, traits, !symbolic_first);
  }
  for (size_t i = 0; some[i] && uncovered; i++) {
    property_set set = uncovered & find_askable(some[i], portfolio->task, &traits);
    if (is_kept_for_last(some[i], portfolio->task) && set)
      add_job(portfolio, some[i], set, portfolio->task->memory_model);
  }
}

/* Adds background engines; if violations are known, only those that do not report them again. */
static void add_background(struct portfolio *portfolio, const struct engine *const *some) {
  const struct task *task = portfolio->task;
  bool has_known = known_properties(task->known) != 0;
  enum memory_model model = model_of_schedules(task);
  for (size_t i = 0; some[i]; i++)
    if (some[i]->comes_back > 0 && (some[i]->skips_known || !has_known) &&
        some[i]->models & MODEL_BIT(model))
      vector_push(&portfolio->jobs, (struct job){.engine = some[i],
                                                 .asked = task->properties,
                                                 .model = model,
                                                 .is_background = true});
}

/* How long engines may take that answer first. */
static double head_start(const struct program *program) {
  double edges = 0;
  for (uint32_t i = 0; i < program->function_count; i++)
    edges += program->functions[i]->is_library ? 0 : program->functions[i]->edge_count;
  double seconds = least_head_start + edges / edges_per_second;
  return seconds < most_head_start ? seconds : most_head_start;
}

static size_t *map_shared(void) {
  void *page =
      mmap(NULL, sizeof(size_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? NULL : page;
}

void auto_run(const struct task *task, const struct engine *const *some, struct result *result) {
  double now = clock_seconds();
  struct portfolio portfolio = {.task = task,
                                .begin = now,
                                .turn_start = now,
                                .head_start_end = now + head_start(task->program)};
  if (task->limits.memory)
    portfolio.memory_share = map_shared();
  judge_init(&portfolio.judge, task);
  add_foreground(&portfolio, some);
  add_background(&portfolio, some);
  run_jobs(&portfolio);
  clear_progress(&portfolio);
  judge_conclude(&portfolio.judge, result);
  judge_release(&portfolio.judge);
  vector_release(&portfolio.jobs);
  vector_release(&portfolio.polled);
  if (portfolio.memory_share)
    munmap(portfolio.memory_share, sizeof *portfolio.memory_share);
}

static void run_auto(const struct task *task, struct result *result) {
  auto_run(task, engines, result);
}

static const struct decision decisions[] = {
    {ALL_MODELS, ALL_PROPERTIES, NULL, "one of the engines that it runs proves it", NULL}, {0}};

const struct engine engine_auto = {
    .name = "auto",
    .summary = "runs suitable engines side by side; the first certain verdict wins",
    .uses = "por solver contexts unwind threads",
    .models = ALL_MODELS,
    .decisions = decisions,
    .skips_known = true,
    .knows_reuse = REUSE_ADDRESSES,
    .run = run_auto,
};
