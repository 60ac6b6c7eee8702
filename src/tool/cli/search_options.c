/* search_options.c - options of the search: from words on the command line to names and numbers. */
#include "tool/cli/search_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/search_table.h"
#include "model/threadset.h"
#include "tool/cli/check_settings.h"
#include "tool/cli/options.h"
#include "tool/cli/util.h"
#include "wire/wire.h"

/* The defaults of the paper's experiments: a minute for an iteration (section 5.2), five seconds for a restart (section 9). */
enum { RB_TIME = 60000, RESTART_TIME = 5000, MOST_OF_A_BOUND = 1000000000 };

static uint32_t read_limit(const char *option, const char *text)
{
    uint64_t value;
    if (parse_count(text, &value) != 0 || value > MOST_OF_A_BOUND)
        die("--%s needs a number, or a range such as 0..3 or 10..100+10, not '%s'", option, text);
    return (uint32_t)value;
}

/* N, A..B or A..B+STEP; A.. goes on until nothing is cut off. */
static struct wire_bound read_bound(const char *option, const char *text, uint32_t least)
{
    if (!text)
        return (struct wire_bound){0};
    struct wire_bound b = {.given = 1, .step = 1};
    char *copy = format_text("%s", text), *to = strstr(copy, ".."), *step = to ? strchr(to, '+') : NULL;
    if (step) {
        *step = '\0';
        b.step = read_limit(option, step + 1);
    }
    if (to)
        *to = '\0';
    b.from = b.to = read_limit(option, copy);
    if (to)
        b.to = to[2] ? read_limit(option, to + 2) : MOST_OF_A_BOUND;
    if (b.to < b.from || b.step == 0)
        die("--%s=%s: a range goes from the smaller number to the larger one", option, text);
    if (b.from < least)
        die("--%s=%s: must be at least %u", option, text, least);
    free(copy);
    return b;
}

static void copy_name(char *to, size_t size, const char *option, const char *name)
{
    if (name && strlen(name) >= size)
        die("unknown %s '%s' (`mazurka searches` lists the known ones)", option, name);
    if (name)
        strcpy(to, name);
}

/* The numbers behind threads: are those of threads, each once. */
static void read_threads(struct wire_steering *w, const char *list)
{
    for (char *end = NULL; !end || *end; list = end + 1) {
        unsigned long t = strtoul(list, &end, 10);
        if (end == list || list[0] < '0' || list[0] > '9' || (*end != ',' && *end != '\0'))
            die("--order=threads: expected numbers of threads such as threads:3,1,2, not '%s'", list);
        if (t >= sizeof w->threads)
            die("--order=threads: no thread has the number %lu: threads have the numbers 0 to %zu", t, sizeof w->threads - 1);
        if (memchr(w->threads, (int)t, w->thread_count))
            die("--order=threads: thread %lu is listed twice", t);
        w->threads[w->thread_count++] = (uint8_t)t;
    }
}

/* NAME, or FIRST+NAME; the name of threads has a list behind it. */
static void read_order(struct wire_steering *w, const char *text)
{
    w->thread_count = 0;
    char *order = format_text("%s", text ? text : ""), *then = strchr(order, '+'), *list = strchr(order, ':');
    if (then)
        *then++ = '\0';
    if (list)
        *list++ = '\0';
    const char *last = then ? then : order;
    if ((strcmp(last, "threads") == 0) != (list != NULL))
        die("--order=%s: threads, and no other order, has a list of threads: threads:3,1,2", text);
    if (list)
        read_threads(w, list);
    copy_name(w->order, sizeof w->order, "order", strcmp(order, "default") != 0 ? order : NULL);
    copy_name(w->then, sizeof w->then, "order", then && strcmp(then, "default") != 0 ? then : NULL);
    free(order);
}

/* The text of one of them, as it is written by us. */
static char *read_tuple(struct wire_steering *w, const char *rb)
{
    char why[128], tuple[RB_TEXT];
    if (w->rb_count == MOST_RB)
        die("--rb: at most %d configurations, with a + between them", MOST_RB);
    struct rb_tuple *c = &w->rb[w->rb_count++];
    if (!rb_parse(strcmp(rb, "auto") == 0 ? "<H,pl,d,R,0.90,1>" : rb, c, why, sizeof why))
        die("--rb=%s: %s. A configuration looks like <I,pl,d,Lb,0.75,1.5>; --rb=list prints those of the paper", rb, why);
    if (c->base == RB_SEQUENCE && !w->rb_milliseconds && !w->rb_states)
        w->rb_milliseconds = RB_TIME;
    rb_print(c, tuple, sizeof tuple);
    return format_text("%s", tuple);
}

/* One, or several with a + between them. Its text is that of the configuration from now on, whatever was written. */
static void read_rb(struct search_settings *s)
{
    struct wire_steering *w = &s->steering;
    const char *rb = s->rb;
    if (!rb) {
        const char *needs = w->rb_paper ? "rb-paper" : w->rb_first_form ? "rb-first-form" : w->rb_states ? "rb-states" : "rb-time";
        if (w->rb_paper || w->rb_first_form || w->rb_states || w->rb_milliseconds)
            die("--%s needs --rb", needs);
        return;
    }
    char *list = format_text("%s", rb), *rest = list;
    s->rb = read_tuple(w, strsep(&rest, "+"));
    while (rest)
        s->rb = format_text("%s+%s", s->rb, read_tuple(w, strsep(&rest, "+")));
    free(list);
    if (w->rb_count > 1 && w->jobs < w->rb_count)
        die("--rb: %u configurations side by side are searched by as many processes: -j %u, or more", w->rb_count, w->rb_count);
}

static void read_restarts(struct wire_steering *w)
{
    if (!w->restarts && (w->restart_states || w->restart_milliseconds))
        die("--restart-%s needs --restarts", w->restart_states ? "states" : "time");
    if (w->restarts && !w->restart_milliseconds && !w->restart_states)
        w->restart_milliseconds = RESTART_TIME;
}

/* I,J: two threads by their numbers. */
static void read_pair(struct wire_steering *w, const char *text)
{
    char *comma, *end;
    if (!text)
        return;
    unsigned long i = strtoul(text, &comma, 10), j = *comma == ',' ? strtoul(comma + 1, &end, 10) : 0;
    bool digits = text[0] >= '0' && text[0] <= '9' && *comma == ',' && comma[1] >= '0' && comma[1] <= '9';
    if (!digits || *end != '\0')
        die("--pair=%s: two numbers of threads such as 1,2", text);
    if (i >= MAX_THREADS || j >= MAX_THREADS)
        die("--pair=%s: threads have the numbers 0 to %d", text, MAX_THREADS - 1);
    if (i == j)
        die("--pair=%s: a pair has two threads", text);
    w->pair_given = true;
    w->pair_first = (uint32_t)i;
    w->pair_second = (uint32_t)j;
}

/* N, A..B, or A.. */
static void read_bug_depth(struct wire_steering *w, const char *text, bool by_variables)
{
    struct wire_bound b = read_bound("bug-depth", text ? text : "3", 0);
    if (b.to == MOST_OF_A_BOUND)
        b.to = BUG_DEPTH_MOST;
    if (b.from == 0 || b.to > BUG_DEPTH_MOST || b.step != 1)
        die("--bug-depth=%s: must be from 1 to %u", text, BUG_DEPTH_MOST);
    w->bug_depth = b.from;
    w->most_depth = b.to;
    if (by_variables && (w->variables == 0 || w->variables >= w->most_depth))
        die("--variables=%u: must be from 1 to one less than --bug-depth=%u", w->variables, w->most_depth);
}

/* C,V,T, or C,V,T.. */
static void read_cvt(struct wire_steering *w, const char *text)
{
    unsigned c, v, t;
    int length;
    bool numbers = sscanf(text, "%2u,%2u,%2u%n", &c, &v, &t, &length) == 3;
    w->rising = numbers && strcmp(text + length, "..") == 0;
    if (!numbers || (text[length] && !w->rising))
        die("--cvt=%s: expected preemptions, variables and threads, such as 2,1,2 or 2,1,2..", text);
    if (c > WIRE_RANK_MOST || v < 1 || v > WIRE_RANK_MOST || t < 2 || t > WIRE_RANK_MOST)
        die("--cvt=%s: preemptions must be from 0 to %u, variables from 1, threads from 2", text, WIRE_RANK_MOST);
    w->most_c = c;
    w->most_v = v;
    w->most_t = t;
}

static uint32_t read_epsilon(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= 1e-9 && value <= 0.5))
        die("--epsilon=%s: must be a chance from 0.000000001 to 0.5", text);
    return (uint32_t)(value * EPSILON_PARTS + 0.5);
}

void search_check_options(const struct check_settings *s)
{
    for (const struct option_row *row = check_options; row->help; row++)
        if (row->searches && option_is_given(row, s) && !option_is_for(row, s->how.search))
            die("--%s needs --search=%s", row->name, option_searches(row));
}

bool search_takes(const struct search_settings *s, const char *option)
{
    return option_is_for(option_find(check_options, option), s->search);
}

bool search_is_default(const struct search_settings *s)
{
    return strcmp(s->search, search_kind_auto.name) == 0;
}

char *those_that_sample(void)
{
    char *names = NULL;
    for (const struct search_kind *const *k = search_kinds; *k; k++)
        if ((*k)->samples)
            names = names ? format_text("%s or %s", names, (*k)->name) : format_text("%s", (*k)->name);
    return names;
}

void search_settings_read(struct search_settings *s)
{
    struct wire_steering *w = &s->steering;
    w->depth = read_bound("depth", s->depth, 1);
    w->preemptions = read_bound("preemptions", s->preemptions, 0);
    w->switches = read_bound("switches", s->switches, 0);
    w->delays = read_bound("delays", s->delays, 0);
    w->preemption_variables = read_bound("preemption-variables", s->preemption_variables, 0);
    w->preemption_threads = read_bound("preemption-threads", s->preemption_threads, 0);
    if (w->jobs > WIRE_MAX_WORKERS)
        die("--jobs=%u: must be at most %u", w->jobs, WIRE_MAX_WORKERS);
    read_restarts(w);
    if (w->redraw > 100)
        die("--redraw=%u: a chance in percent, at most 100", w->redraw);
    read_bug_depth(w, s->bug_depth, search_takes(s, "variables"));
    read_cvt(w, s->cvt ? s->cvt : "2,2,2..");
    w->epsilon = read_epsilon(s->epsilon ? s->epsilon : "0.01");
    if (w->max_walks && !search_kind_named(s->search)->samples)
        die("--walks needs --search=%s", those_that_sample());
    read_pair(w, s->pair);
    read_order(w, s->order);
    copy_name(w->heuristic, sizeof w->heuristic, "heuristic", s->heuristic);
    read_rb(s);
}

bool search_is_bounded(const struct search_settings *s)
{
    return s->depth || s->preemptions || s->switches || s->delays || s->preemption_variables || s->preemption_threads;
}

bool search_is_plain(const struct search_settings *s)
{
    const struct wire_steering *w = &s->steering;
    bool parts = s->order || s->heuristic || search_is_bounded(s) || s->rb || w->restarts || w->completion || w->filters;
    return !parts && !w->rb_paper && !w->rb_first_form && w->max_walks == 0 && w->runs == 0;
}

char *search_description(const struct check_settings *s)
{
    const char *search = s->how.search;
    char *text = format_text("--search=%s", search);
    size_t plain = strlen(text);
    for (const struct option_row *row = check_options; row->help; row++)
        if (row->described && option_is_given(row, s))
            text = format_text("%s %s", text, option_written(row, s));
    if (s->how.steering.jobs > 1)
        text = format_text("%s %s", text, option_written(option_find(check_options, "jobs"), s));
    return strlen(text) == plain && search_is_default(&s->how) ? NULL : text;
}

void print_rb_configurations(void)
{
    for (unsigned i = 0; i < RB_CONFIGURATIONS; i++) {
        char text[RB_TEXT];
        struct rb_tuple c = rb_configuration(i);
        rb_print(&c, text, sizeof text);
        puts(text);
    }
}
