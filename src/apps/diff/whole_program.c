/* whole_program.c - see whole_program.h. */
#include "apps/diff/whole_program.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/diff/search_outcome.h"
#include "tool/cli/options.h"
#include "tool/cli/workers.h"
#include "tool/result/headline.h"

/* Building what is compared with must not take longer than anybody waits for a verdict. */
enum { BUILD_SECONDS = 120, GRACE_SECONDS = 20 };

const char *whole_end_word(enum whole_end end)
{
    static const char *const words[WHOLE_ENDS] = {"not explored", "verified", "bug", "unknown"};
    return words[end];
}

/* --- one process ------------------------------------------------------------------------------------------------------------ */

struct ended {
    int    status;
    double seconds;
};

static void done(struct task *task, int status, double seconds)
{
    *(struct ended *)task->self = (struct ended){status, seconds};
}

/* False: interrupted. Where its time was over, the status is that of a process that was killed. */
static bool run(const struct whole_program *w, struct strings argv, const char *log, double limit, struct ended *ended)
{
    struct task task = {.argv = argv, .directory = w->folder, .log = log, .self = ended};
    struct workers how = {.at_a_time = 1, .done = done, .seconds = limit};
    *ended = (struct ended){.status = 128 + 9};
    return workers_run(&how, &task, 1) || !end_is_asked();
}

static bool build(const struct whole_program *w, bool *built)
{
    struct strings argv = {0};
    struct ended ended;
    strings_add(&argv, "sh");
    strings_add(&argv, "-c");
    strings_add(&argv, w->build);
    bool whole = run(w, argv, path_join(w->files, "build.log"), BUILD_SECONDS, &ended);
    *built = ended.status == 0;
    return whole;
}

static char *places_option(const struct whole_program *w)
{
    char *text;
    size_t length;
    FILE *list = open_memstream(&text, &length);
    for (size_t i = 0; list && i < w->place_count; i++)
        fprintf(list, "%s0x%" PRIx64, i ? "," : "--reached=", w->places[i]);
    if (!list || fclose(list) != 0)
        die("out of memory");
    return text;
}

static struct strings search(const struct whole_program *w, const char *json)
{
    struct strings argv = {0};
    strings_add(&argv, self_path());
    strings_add(&argv, "check");
    strings_add(&argv, "--memory-model=sc");
    strings_append(&argv, &w->program);
    strings_append(&argv, &w->check);
    strings_addf(&argv, "--time=%" PRIu64 "ms", w->limit_ms);
    strings_addf(&argv, "--json=%s", json);
    strings_add(&argv, "--no-trace");
    strings_add(&argv, "--quiet");
    if (w->place_count)
        strings_add(&argv, places_option(w));
    if (w->all)
        strings_add(&argv, "--all");
    strings_add(&argv, "--");
    strings_append(&argv, &w->arguments);
    return argv;
}

/* --- its end ---------------------------------------------------------------------------------------------------------------- */

static enum whole_end end_of(const struct search_outcome *o)
{
    if (o->verdict && strcmp(o->verdict, "verified") == 0)
        return WHOLE_VERIFIED;
    return o->verdict && strcmp(o->verdict, "bug") == 0 && o->headlines.count ? WHOLE_BUG : WHOLE_UNKNOWN;
}

bool whole_explore(struct whole_program *w)
{
    const char *json = path_join(w->files, "whole.json"), *log = path_join(w->files, "whole.log");
    struct ended ended;
    bool built = true;
    w->end = WHOLE_UNKNOWN;
    if (w->build && !build(w, &built)) {
        w->reason = format_text("it was stopped while it was built");
        return false;
    }
    if (!built) {
        w->reason = format_text("`%s` did not build it", w->build);
        return true;
    }
    remove(json);
    bool whole = run(w, search(w, json), log, (double)w->limit_ms / 1000 + GRACE_SECONDS, &ended);
    struct search_outcome o = search_outcome_read(json, log, ended.status);
    w->end = end_of(&o);
    w->reason = o.unfinished ? format_text("not finished in %s, %s", show_duration(w->limit_ms), show_things(o.states, "state")) : o.reason;
    w->bugs = o.headlines;
    w->reached = o.reached == w->place_count ? o.was_reached : NULL;
    w->states = o.states;
    w->seconds = ended.seconds;
    return whole;
}

bool whole_came_to(const struct whole_program *w, const struct fragment *code)
{
    bool asked = false;
    for (size_t i = 0; w->reached && i < w->place_count; i++)
        for (size_t k = 0; k < code->count; k++)
            if (w->places[i] - code->at[k].start < code->at[k].length) {
                asked = true;
                if (w->reached[i])
                    return true;
            }
    return !asked;
}

/* A file of this name that had another one in this version; NULL: there is none. */
static const char *older_name(const struct whole_program *w, const char *name, size_t length)
{
    for (size_t i = 0; w->changes && i < w->changes->count; i++) {
        const struct changed_file *f = &w->changes->files[i];
        const char *now = f->old_path && f->new_path ? path_base(f->new_path) : "";
        if (strlen(now) == length && strncmp(now, name, length) == 0)
            return path_base(f->old_path);
    }
    return NULL;
}

/* The headline without lines, with the names that files had in this version. */
static char *lasting_in(const struct whole_program *w, const char *headline)
{
    char *text = format_text("%s", "");
    for (const char *word = headline_lasting(headline); *word;) {
        size_t length = strcspn(word, " ,;");
        const char *older = older_name(w, word, length);
        size_t behind = strspn(word + length, " ,;");
        text = format_text("%s%.*s%.*s", text, older ? (int)strlen(older) : (int)length, older ? older : word, (int)behind, word + length);
        word += length + behind;
    }
    return text;
}

bool whole_has_bug(const struct whole_program *w, const char *headline)
{
    const char *lasting = lasting_in(w, headline);
    for (size_t i = 0; i < w->bugs.count; i++)
        if (strcmp(headline_lasting(w->bugs.at[i]), lasting) == 0)
            return true;
    return false;
}
