/* builds.c - see builds.h. */
#include "apps/suite/builds.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/stat.h>

#include "tool/binary/elf/fingerprint.h"
#include "tool/cli/workers.h"

size_t processes_at_a_time(uint64_t jobs)
{
    cpu_set_t set;
    if (jobs)
        return jobs;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (size_t)CPU_COUNT(&set) : 1;
}

static bool run_tasks(const struct builder *how, struct task *tasks, size_t count, const char *what,
                      void (*done)(struct task *task, int status, double seconds))
{
    struct workers workers = {.at_a_time = how->at_a_time, .what = how->quiet ? NULL : what,
        .seconds = seconds_until(how->end), .done = done};
    return workers_run(&workers, tasks, count);
}

/* A folder for each, so that the program is called what it is called. */
static void place_build(const char *place, struct build *b, size_t number)
{
    char *folder = format_text("%s/%zu", place, number);
    if (mkdir(folder, 0777) != 0)
        die("cannot make the folder %s: %s", folder, strerror(errno));
    b->binary = path_join(folder, b->program->name);
    b->set = path_join(folder, "set");
}

/* The beginning of what a compiler says is what helps. */
static char *first_lines(char *text)
{
    enum { LINES = 12 };
    char *end = text;
    for (unsigned i = 0; i < LINES && *end; i++) {
        end += strcspn(end, "\n");
        end += *end == '\n';
    }
    return *end ? format_text("%.*s...", (int)(end - text), text) : text;
}

static void built(struct task *t, int status, double seconds)
{
    struct build *b = t->self;
    (void)seconds;
    if (status == 0)
        return;
    char *said = read_whole_file(t->log, NULL);
    b->failure = said && *said ? first_lines(said) : format_text("the compiler ended with status %d", status);
}

bool builds_compile(const struct builder *how, struct build *const *builds, size_t count)
{
    struct task *tasks = allocate((count + 1) * sizeof *tasks);
    for (size_t i = 0; i < count; i++) {
        struct build *b = builds[i];
        place_build(how->place, b, i);
        tasks[i] = (struct task){.argv = build_command(b, how->cc), .directory = b->program->directory,
            .log = format_text("%s.log", b->binary), .self = b};
    }
    bool whole = run_tasks(how, tasks, count, "programs compiled", built);
    for (size_t i = 0; whole && i < count; i++) {
        const struct build *b = builds[i];
        if (b->failure)
            warn("%s %s %s cannot be compiled:\n%s", b->program->name, b->form->name, b->scale->name, b->failure);
    }
    return whole;
}

static void set_made(struct task *t, int status, double seconds)
{
    const struct build *b = t->self;
    (void)seconds;
    if (status != EXIT_VERIFIED && status != EXIT_BUG && status != EXIT_UNKNOWN)
        remove(b->set);
}

bool builds_make_sets(const struct builder *how, struct build *const *builds, size_t count)
{
    struct task *tasks = allocate((count + 1) * sizeof *tasks);
    for (size_t i = 0; i < count; i++)
        tasks[i] = (struct task){.argv = set_command(builds[i]), .directory = builds[i]->program->directory,
            .log = format_text("%s.log", builds[i]->set), .self = builds[i]};
    return run_tasks(how, tasks, count, "programs looked at", set_made);
}

char *build_fingerprint(const struct build *b)
{
    struct fingerprint f;
    if (!fingerprint_of(b->binary, &f))
        die("%s: %s", b->binary, strerror(errno));
    return format_text("%016llx", (unsigned long long)f.digest);
}
