/* traces.c - the trace files of a check: contents and names. */
#include "tool/report/traces.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "tool/binary/elf/fingerprint.h"
#include "tool/run/setup_repeats.h"
#include "tool/trace/step_sums.h"
#include "tool/trace/token.h"
#include "tool/trace/trace_file.h"
#include "tool/trace/trace_names.h"

static char *text_or_null(const char *text)
{
    return *text ? (char *)text : NULL;
}

static char *here(void)
{
    char *directory = getcwd(NULL, 0);
    return directory ? directory : format_text("/");
}

/* What is the same for all traces of a check. */
static void take_ranges(struct trace *t, const struct wire *w)
{
    t->ranges = wire_ranges(w);
    t->range_count = w->ranges < WIRE_MAX_RANGES ? w->ranges : WIRE_MAX_RANGES;
}

static struct trace common(const struct report *r)
{
    const struct check_settings *s = r->settings;
    const struct wire *w = r->search->wire;
    struct fingerprint f = {0};
    fingerprint_of_code(r->program, &f);
    struct trace t = {
        .tool = (char *)MZ_VERSION,
        .program = (char *)r->name,
        .directory = here(),
        .build_id = f.build_id,
        .digest = f.digest,
        .size = f.size,
        .arguments = s->arguments,
        .compiler = s->compile.count ? (char *)(s->cc ? s->cc : "") : NULL,
        .compile = s->compile,
        .visible = (char *)trace_visible[r->search->config.visible],
        .options = *s,
        .fault = (char *)"none",
        .setup = setup_repeats_digest(w),
    };
    take_ranges(&t, w);
    t.options.config.exit_status = r->search->config.exit_status == WIRE_EXIT_ZERO ? WIRE_EXIT_ZERO : WIRE_EXIT_ANY;
    return t;
}

static bool write_one(const struct report *r, const char *path, const struct trace *t)
{
    trace_make_folder(r->trace, path);
    if (trace_write(path, t) == 0)
        return true;
    warn("cannot write the trace %s: %s", path, strerror(errno));
    return false;
}

enum { LONGEST_TOKEN = 400 }; /* to be printed: a few lines of a terminal */

/* Somebody is going to see it: JSON has those of all findings, the text that of the first. To make one takes as long as to run a
 * program. */
static bool shows_token(const struct report *r, const struct finding *f)
{
    bool first = true;
    for (const struct finding *before = r->findings; before < f; before++)
        first &= !before->token;
    return r->settings->json || (!r->settings->quiet && first);
}

static bool write_finding(const struct report *r, struct finding *f, const char *path)
{
    struct trace t = common(r);
    take_ranges(&t, f->naming.wire); /* a schedule that was made small may have been found with more of them, */
    t.options.config.rounds = f->naming.wire->rounds; /* or with loops cut short */
    t.fault = (char *)fault_words[f->fault.kind];
    if (f->fault.kind == FAULT_EXIT)
        t.options.config.exit_status = r->search->config.exit_status;
    t.fault_text = text_or_null(f->fault.text);
    t.fault_file = (char *)f->place.file;
    t.fault_line = f->place.line > 0 ? (uint64_t)f->place.line : 0;
    t.fault_function = (char *)f->place.function;
    t.fault_thread = f->fault.thread;
    t.fault_code = (uint32_t)f->fault.code;
    t.steps = f->replay.wire ? step_sums_of(f->replay.wire) : NULL;
    t.decisions = f->schedule;
    t.decision_count = f->schedule_count;
    f->token = shows_token(r, f) ? token_of(&t) : NULL;
    if (f->token && strlen(f->token) > LONGEST_TOKEN)
        f->token = NULL;
    if (!write_one(r, path, &t))
        return false;
    f->trace = format_text("%s", path);
    return true;
}

static void tell(struct report *r, const char *path)
{
    strings_addf(&r->notes, "the schedule that led there: mazurka replay %s", shell_file(path));
}

/* The way to where the search process was when it went. */
static bool write_last_path(struct report *r, const char *path)
{
    const struct wire *w = r->search->wire;
    struct trace t = common(r);
    t.decisions = wire_path(w);
    t.decision_count = w->path_count < WIRE_MAX_PATH ? w->path_count : WIRE_MAX_PATH;
    if (!write_one(r, path, &t))
        return false;
    tell(r, path);
    return true;
}

static bool has_lost_its_process(const struct report *r)
{
    enum launch_end end = r->search->end;
    return end == LAUNCH_DIED || end == LAUNCH_HUNG || end == LAUNCH_WAITED;
}

bool traces_write(struct report *r)
{
    const struct check_settings *s = r->settings;
    size_t number = 0;
    bool written = true;
    if (!s->write_trace || !r->trace) /* a check that did not come to a search has no name for one */
        return true;
    for (size_t i = 0; i < r->finding_count; i++) {
        struct finding *f = &r->findings[i];
        if (f->doubt || f->fault.kind == FAULT_REFUSED || f->fault.kind == FAULT_DIVERGED)
            continue;
        written = write_finding(r, f, trace_name(r->trace, ++number)) && written;
        if (f->trace && f->fault.kind == FAULT_INTERNAL)
            tell(r, f->trace);
    }
    if (has_lost_its_process(r))
        written = write_last_path(r, trace_name(r->trace, ++number)) && written;
    struct trace now = common(r);
    traces_tell_old(r->trace, &now, number, &r->notes);
    return written;
}
