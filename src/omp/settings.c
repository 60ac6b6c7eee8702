/* settings.c - settings of regions to come: from the environment, from omp.h, and the functions that ask for them.
 *
 * Without OMP_NUM_THREADS a team has two threads: what goes wrong with more mostly goes wrong with two, and every thread more multiplies
 * the interleavings. So a check does not depend on the machine either.
 */
#include "omp/parallel.h"
#include "omp/tasks.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>


enum { DEFAULT_THREADS = 2, MOST_LEVELS = 255 };

struct settings initial_settings;
bool wants_cancellation;

/* Before its first region a thread has none of its own. */
struct settings *settings(void)
{
    if (!me.settings.threads)
        me.settings = initial_settings;
    return &me.settings;
}

/* ---- the environment --------------------------------------------------------------------------------------------- */

static unsigned number_in(const char *name, unsigned otherwise)
{
    const char *text = getenv(name);
    long value = text ? strtol(text, NULL, 10) : 0;
    return value > 0 && value < 100000 ? (unsigned)value : otherwise;
}

/* OMP_NUM_THREADS=4,2: in regions inside of a region of the first ones, teams have two threads. */
static unsigned threads_inside[MOST_LEVELS], levels_inside;

static void read_threads_inside(void)
{
    const char *comma = getenv("OMP_NUM_THREADS");
    while (comma && (comma = strchr(comma, ',')) != NULL && levels_inside < MOST_LEVELS) {
        long value = strtol(++comma, NULL, 10);
        if (value <= 0)
            return;
        threads_inside[levels_inside++] = (unsigned)value;
    }
}

void settings_inside(struct settings *s, unsigned level)
{
    if (level <= levels_inside)
        s->threads = threads_inside[level - 1];
}

static bool is_true(const char *name)
{
    const char *text = getenv(name);
    return text && (strcasecmp(text, "true") == 0 || strcmp(text, "1") == 0);
}

static void read_schedule(struct settings *s)
{
    static const struct {
        const char   *name;
        enum schedule schedule;
    } kinds[] = {{"static", SCHEDULE_STATIC}, {"dynamic", SCHEDULE_DYNAMIC}, {"guided", SCHEDULE_GUIDED}, {"auto", SCHEDULE_AUTO}};
    const char *text = getenv("OMP_SCHEDULE"), *colon = text ? strchr(text, ':') : NULL, *comma = text ? strchr(text, ',') : NULL;
    text = colon ? colon + 1 : text;
    for (size_t i = 0; text && i < sizeof kinds / sizeof *kinds; i++)
        if (strncasecmp(text, kinds[i].name, strlen(kinds[i].name)) == 0)
            s->schedule = kinds[i].schedule;
    s->chunk = comma ? (unsigned)strtoul(comma + 1, NULL, 10) : s->schedule == SCHEDULE_DYNAMIC;
}

void settings_read(struct settings *s)
{
    *s = (struct settings){.threads = number_in("OMP_NUM_THREADS", DEFAULT_THREADS), .schedule = SCHEDULE_DYNAMIC,
                           .chosen = getenv("OMP_NUM_THREADS") != NULL};
    read_threads_inside();
    s->max_active_levels = number_in("OMP_MAX_ACTIVE_LEVELS", levels_inside || is_true("OMP_NESTED") ? MOST_LEVELS : 1);
    s->dynamic = is_true("OMP_DYNAMIC");
    read_schedule(s);
    wants_cancellation = is_true("OMP_CANCELLATION");
}

/* ---- threads and teams ------------------------------------------------------------------------------------------- */

EXPORT void omp_set_num_threads(int threads)
{
    settings()->threads = threads > 0 ? (unsigned)threads : 1;
    settings()->chosen = true;
}

EXPORT int omp_get_num_threads(void)
{
    return (int)team_size();
}

EXPORT int omp_get_max_threads(void)
{
    return (int)settings()->threads;
}

EXPORT int omp_get_thread_num(void)
{
    return (int)me.number;
}

EXPORT int omp_get_num_procs(void)
{
    return (int)initial_settings.threads;
}

EXPORT int omp_in_parallel(void)
{
    return me.active > 0;
}

EXPORT int omp_get_thread_limit(void)
{
    return INT32_MAX;
}

/* ---- levels ------------------------------------------------------------------------------------------------------ */

EXPORT int omp_get_level(void)
{
    return (int)me.level;
}

EXPORT int omp_get_active_level(void)
{
    return (int)me.active;
}

static const struct member *at_level(int level)
{
    const struct member *m = &me;
    if (level < 0 || level > (int)me.level)
        return NULL;
    while ((int)m->level > level)
        m = m->outer;
    return m;
}

EXPORT int omp_get_ancestor_thread_num(int level)
{
    const struct member *m = at_level(level);
    return m ? (int)m->number : -1;
}

EXPORT int omp_get_team_size(int level)
{
    const struct member *m = at_level(level);
    return !m ? -1 : m->size ? (int)m->size : 1;
}

EXPORT void omp_set_max_active_levels(int levels)
{
    if (levels >= 0)
        settings()->max_active_levels = levels < MOST_LEVELS ? (unsigned)levels : MOST_LEVELS;
}

EXPORT int omp_get_max_active_levels(void)
{
    return (int)settings()->max_active_levels;
}

EXPORT int omp_get_supported_active_levels(void)
{
    return MOST_LEVELS;
}

EXPORT void omp_set_nested(int nested)
{
    settings()->max_active_levels = nested ? MOST_LEVELS : 1;
}

EXPORT int omp_get_nested(void)
{
    return settings()->max_active_levels > 1;
}

/* ---- the rest ---------------------------------------------------------------------------------------------------- */

EXPORT void omp_set_dynamic(int dynamic)
{
    settings()->dynamic = dynamic != 0;
}

EXPORT int omp_get_dynamic(void)
{
    return settings()->dynamic;
}

EXPORT void omp_set_schedule(unsigned kind, int chunk)
{
    struct settings *s = settings();
    s->schedule = kind & 0x7;
    s->chunk = chunk > 0 ? (unsigned)chunk : s->schedule == SCHEDULE_DYNAMIC;
}

EXPORT void omp_get_schedule(unsigned *kind, int *chunk)
{
    *kind = settings()->schedule;
    *chunk = (int)settings()->chunk;
}

EXPORT int omp_in_final(void)
{
    return me.task && me.task->final;
}

EXPORT int omp_get_max_task_priority(void)
{
    return 0;
}

EXPORT int omp_get_cancellation(void)
{
    return 0;
}
