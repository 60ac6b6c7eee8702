/* search_options.c - how the search goes: from words on the command line to names and numbers. */
#include "tool/search_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/options.h"
#include "tool/util.h"
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

/* The position of a word in a list; 0 is "none". */
static uint8_t word_number(const char *option, const char *word, const char *const *words)
{
    if (!word)
        return 0;
    for (uint8_t i = 0; words[i]; i++)
        if (strcmp(word, words[i]) == 0)
            return (uint8_t)(i + 1);
    die("unknown value '%s' of --%s (`mazurka searches` lists the known ones)", word, option);
}

static void read_rb(struct wire_steering *w, const struct search_settings *s)
{
    char why[128];
    if (!s->rb) {
        if (s->rb_paper || s->rb_states || s->rb_time)
            die("--%s needs --rb", s->rb_paper ? "rb-paper" : s->rb_states ? "rb-states" : "rb-time");
        return;
    }
    if (!rb_parse(s->rb, &w->rb, why, sizeof why))
        die("--rb=%s: %s. A configuration looks like <I,pl,d,Lb,0.75,1.5>; --rb=list prints those of the paper", s->rb, why);
    w->has_rb = 1;
    w->rb_paper = s->rb_paper;
    w->rb_states = s->rb_states;
    w->rb_milliseconds = s->rb_time ? s->rb_time : s->rb_states ? 0 : RB_TIME;
}

struct wire_steering search_steering(const struct search_settings *s)
{
    static const char *const completions[] = {"order", "random", "again", NULL};
    static const char *const restarts[] = {"fixed", "luby", "walsh", NULL};
    struct wire_steering w = {
        .depth = read_bound("depth", s->depth, 1),
        .preemptions = read_bound("preemptions", s->preemptions, 0),
        .delays = read_bound("delays", s->delays, 0),
        .completion = word_number("rb-complete", s->rb_complete, completions),
        .restarts = word_number("restarts", s->restarts, restarts),
        .restart_states = s->restart_states,
        .restart_milliseconds = s->restart_time ? s->restart_time : s->restart_states ? 0 : RESTART_TIME,
        .mixed_depth = s->mixed_depth,
        .walks = s->walks,
        .runs = s->runs,
        .jobs = (uint32_t)s->jobs,
    };
    if (s->jobs > WIRE_MAX_WORKERS)
        die("--jobs=%llu: must be at most %u", (unsigned long long)s->jobs, WIRE_MAX_WORKERS);
    if (!s->restarts && (s->restart_states || s->restart_time))
        die("--restart-%s needs --restarts", s->restart_states ? "states" : "time");
    if (s->walks && strcmp(s->search, "walk") != 0)
        die("--walks needs --search=walk");
    read_order(&w, s->order);
    copy_name(w.heuristic, sizeof w.heuristic, "heuristic", s->heuristic);
    read_rb(&w, s);
    return w;
}

bool search_is_plain(const struct search_settings *s)
{
    bool parts = s->order || s->heuristic || s->depth || s->preemptions || s->delays || s->rb || s->restarts || s->rb_complete;
    return !parts && !s->rb_paper && s->walks == 0 && s->runs == 0;
}

static void add(char **text, const char *option, const char *value)
{
    if (value)
        *text = format_text("%s --%s%s%s", *text, option, value[0] ? "=" : "", value);
}

static void add_number(char **text, const char *option, uint64_t value, const char *unit)
{
    if (value)
        *text = format_text("%s --%s=%llu%s", *text, option, (unsigned long long)value, unit);
}

char *search_description(const struct search_settings *s)
{
    struct wire_steering w = search_steering(s);
    char tuple[RB_TEXT], *text = format_text("--search=%s", s->search);
    size_t plain = strlen("--search=auto");
    if (s->rb) {
        rb_print(&w.rb, tuple, sizeof tuple);
        text = format_text("%s --rb='%s'", text, tuple);
    }
    add(&text, "rb-paper", s->rb_paper ? "" : NULL);
    add(&text, "rb-complete", s->rb_complete);
    if (s->rb && w.rb.base == RB_SEQUENCE) {
        add_number(&text, "rb-states", w.rb_states, "");
        add_number(&text, "rb-time", w.rb_milliseconds, "ms");
    }
    add(&text, "order", s->order);
    add(&text, "heuristic", s->heuristic);
    add(&text, "depth", s->depth);
    add(&text, "preemptions", s->preemptions);
    add(&text, "delays", s->delays);
    add(&text, "restarts", s->restarts);
    if (s->restarts) {
        add_number(&text, "restart-states", w.restart_states, "");
        add_number(&text, "restart-time", w.restart_milliseconds, "ms");
    }
    add_number(&text, "jobs", s->jobs > 1 ? s->jobs : 0, "");
    if (strcmp(s->search, "mixed") == 0 && !s->rb)
        add_number(&text, "mixed-depth", w.mixed_depth, "");
    return strlen(text) == plain && strcmp(s->search, "auto") == 0 ? NULL : text;
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
