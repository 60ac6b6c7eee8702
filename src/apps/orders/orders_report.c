/* orders_report.c - see orders_report.h. */
#include "apps/orders/orders_report.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "apps/orders/order_patch.h"
#include "apps/orders/orders_html.h"
#include "apps/orders/orders_sarif.h"
#include "tool/cli/json_file.h"
#include "tool/cli/json_text.h"
#include "tool/cli/options.h"
#include "tool/cli/printable.h"
#include "tool/cli/result_file.h"

static const char as_good[] = "This is as good as the tests are: what no execution of them does may need more.";

static const char *premise(const struct trials *t)
{
    return t->settings->buffering == BUFFERING_ALLOW ?
        "RC11 has no load buffering: Arm may perform a\nrelaxed load behind relaxed stores that follow it." :
        "RC11 has no load buffering:\nwhat keeps loads before stores that follow them stays (--load-buffering).";
}

static bool is_json(const struct trials *t)
{
    return strcmp(t->settings->format, "json") == 0;
}

/* --- a table ---------------------------------------------------------------------------------------------------------------- */

enum { COLUMNS = 6 };
struct row {
    char *cell[COLUMNS];
};

/* As many characters as a terminal shows: all that is not ASCII here is an arrow. */
static size_t width_of(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += (*text & 0xc0) != 0x80;
    return width;
}

static void print_table(const struct row *rows, size_t count, size_t columns)
{
    size_t width[COLUMNS] = {0};
    for (size_t r = 0; r < count; r++)
        for (size_t c = 0; c < columns; c++)
            width[c] = width_of(rows[r].cell[c]) > width[c] ? width_of(rows[r].cell[c]) : width[c];
    for (size_t r = 0; r < count; r++) {
        char *line = format_text("%s", "");
        for (size_t c = 0; c < columns; c++)
            line = format_text("%s%s%*s", line, rows[r].cell[c],
                c + 1 < columns ? (int)(width[c] - width_of(rows[r].cell[c]) + 2) : 0, "");
        printf("%s\n", printable(line));
    }
}

static char *change(const char *from, const char *to)
{
    return strcmp(from, to) == 0 ? format_text("%s", from) : format_text("%s → %s", from, to);
}

static struct row row_of(const struct site *s, const struct found *f)
{
    return (struct row){{site_place(s), site_operation(s), levels_text(s->kind, s->written),
        f->undecided && levels_equal(f->levels, s->written) ? format_text("not decided") : levels_text(s->kind, f->levels),
        change(levels_on_x86(s->kind, s->written), levels_on_x86(s->kind, f->levels)),
        change(levels_on_arm(s->kind, s->written), levels_on_arm(s->kind, f->levels))}};
}

static void print_found(const struct trials *t, const struct orders_found *f)
{
    size_t *sorted = sites_sorted(&t->sites);
    struct row *rows = allocate((f->count + 1) * sizeof *rows);
    rows[0] = (struct row){{"place", "operation", "written", "weakest", "x86", "Arm"}};
    for (size_t i = 0; i < f->count; i++)
        rows[i + 1] = row_of(&t->sites.at[sorted[i]], &f->at[sorted[i]]);
    print_table(rows, f->count + 1, COLUMNS);
    for (size_t i = 0; i < f->count; i++) {
        const struct site *s = &t->sites.at[sorted[i]];
        if (s->kept)
            printf("%s is kept: %s\n", printable(site_place(s)), s->kept);
        else if (f->at[sorted[i]].undecided)
            printf("%s: whether a weaker order holds was not decided\n", printable(site_place(s)));
        else if (f->at[sorted[i]].unproven)
            printf("%s: that a weaker order holds is not proven: seq_cst beside it allows more than is searched\n",
                printable(site_place(s)));
        else if (f->at[sorted[i]].buffers)
            printf("%s: weaker, Arm could perform a load behind a store (load buffering)\n", printable(site_place(s)));
    }
    if (t->sites.others)
        printf("Atomic operations of libraries are not in the table: they are as they are.\n");
}

/* --- the end ---------------------------------------------------------------------------------------------------------------- */

static size_t weakened(const struct trials *t, const struct orders_found *f)
{
    size_t count = 0;
    for (size_t i = 0; i < f->count; i++)
        count += !levels_equal(t->sites.at[i].written, f->at[i].levels);
    return count;
}

static bool any_undecided(const struct orders_found *f)
{
    for (size_t i = 0; i < f->count; i++)
        if (f->at[i].undecided || f->at[i].unproven)
            return true;
    return false;
}

static bool all_decided(const struct orders_found *f)
{
    return !any_undecided(f) && f->confirmed && f->whole.verified;
}

static int status_of(const struct orders_found *f)
{
    if (f->written.end != TRIAL_HOLDS || f->stopped)
        return f->written.end == TRIAL_FAILS ? EXIT_BUG : EXIT_UNKNOWN;
    return f->count == 0 || all_decided(f) ? EXIT_VERIFIED : EXIT_UNKNOWN;
}

static const char *verdict_of(const struct trial *r)
{
    return r->verdict ? r->verdict : "unknown";
}

static const char *name_of(const struct trials *t, const struct trial *r)
{
    return t->settings->names.at[r->program];
}

static void print_whole(const struct trials *t, const struct orders_found *f)
{
    size_t weaker = weakened(t, f);
    printf("\n%zu of %s can be weaker%s%s.\n", weaker, show_things(f->count, "place"), weaker > 1 ? ", all of them together" : "",
        any_undecided(f) || !weaker ? "" : "; no single one can be weaker still");
    printf("%s%s%s: %s\n", t->settings->names.count > 1 ? printable(name_of(t, &f->whole)) : "",
        t->settings->names.count > 1 ? ": " : "", verdict_of(&f->whole), printable(f->whole.reason ? f->whole.reason : ""));
    if (weaker && !f->whole.verified)
        printf("That the weaker orders hold is not proven: as it is written it is not, either.\n");
    if (f->stopped)
        printf("Stopped: what is not decided keeps its order, and nothing was confirmed without a reduction.\n");
    else if (!f->confirmed)
        printf("There was no time to confirm this without a reduction (--time).\n");
    printf("%s\n%s %s\n", show_things(t->searches, "trial"), as_good, premise(t));
}

/* No orders were looked for, and why. */
static void tell_why_not(const struct trials *t, const struct trial *written, bool stopped)
{
    if (stopped)
        printf("unknown: stopped\n");
    else if (written->end == TRIAL_FAILS)
        trial_show(t, written->program);
    else if (written->end != TRIAL_HOLDS)
        printf("%s as it is written: %s: %s\n", printable(name_of(t, written)), verdict_of(written), printable(written->reason));
    else
        printf("%s performs no atomic operations or fences of its own%s: there are no memory orders to weaken.\n",
            t->settings->names.count > 1 ? "None of the programs" : printable(t->settings->names.at[0]),
            t->sites.others ? ", but libraries do" : "");
}

static bool is_over(const struct trials *t, const struct trial *written)
{
    return written->end != TRIAL_HOLDS || t->sites.count == 0;
}

/* --- JSON ------------------------------------------------------------------------------------------------------------------- */

static json_t *trial_json(const struct trials *t, const struct trial *r)
{
    return json_pack("{s:s,s:b,s:s?,s:s}", "verdict", verdict_of(r), "proven", r->end == TRIAL_HOLDS && r->verified, "reason", r->reason,
        "program", name_of(t, r));
}

static json_t *site_json(const struct site *s)
{
    json_t *inlined = json_array();
    for (size_t i = 0; i < s->inlined.count; i++)
        json_array_append_new(inlined, json_string(printable(s->inlined.at[i])));
    return json_pack("{s:s?,s:i,s:i,s:s?,s:o,s:s,s:s?,s:b,s:s}", "file", s->file, "line", s->line, "column", s->column, "function",
        s->function, "inlined_into", inlined, "operation", site_operation(s), "kept", s->kept, "in_setup", s->in_setup, "written",
        levels_text(s->kind, s->written));
}

static json_t *costs_json(const struct site *s, struct levels l)
{
    return json_pack("{s:s,s:s}", "x86", levels_on_x86(s->kind, l), "arm", levels_on_arm(s->kind, l));
}

static json_t *document(const struct trials *t, const struct trial *written, bool stopped, int status)
{
    return json_pack("{s:s,s:i,s:s,s:s,s:o,s:i,s:o,s:b,s:I,s:b}", "schema", "mazurka-orders", "schema_version", 1, "mazurka_version",
        MZ_VERSION, "program", t->settings->names.at[0], "programs", texts_of(&t->settings->names), "exit_code", status, "written",
        trial_json(t, written), "stopped", stopped, "searches", (json_int_t)t->searches, "others", t->sites.others);
}

static void put_found(json_t *o, const struct trials *t, const struct orders_found *f)
{
    json_t *all = json_array();
    size_t *sorted = sites_sorted(&t->sites);
    struct order_patch patch = order_patch(t, f);
    for (size_t i = 0; i < f->count; i++) {
        const struct site *s = &t->sites.at[sorted[i]];
        const struct found *found = &f->at[sorted[i]];
        json_t *one = site_json(s);
        json_object_set_new(one, "weakest", json_string(levels_text(s->kind, found->levels)));
        json_object_set_new(one, "undecided", json_boolean(found->undecided));
        json_object_set_new(one, "not_proven", json_boolean(found->unproven));
        json_object_set_new(one, "load_buffering", json_boolean(found->buffers));
        json_object_set_new(one, "not_in_diff", text_or_null(patch.why_not[sorted[i]]));
        json_object_set_new(one, "costs", json_pack("{s:o,s:o}", "written", costs_json(s, s->written), "weakest",
            costs_json(s, found->levels)));
        json_array_append_new(all, one);
    }
    json_object_set_new(o, "places", all);
    json_object_set_new(o, "result", trial_json(t, &f->whole));
    json_object_set_new(o, "confirmed", json_boolean(f->confirmed));
    json_object_set_new(o, "diff", json_string(patch.text));
    json_object_set_new(o, "diff_folder", json_string(patch.folder));
}

/* --- what mends it ---------------------------------------------------------------------------------------------------------- */

static void print_fix(const struct trials *t, const struct fix *fix)
{
    switch (fix->end) {
    case FIX_FOUND:
        printf("\nfix: %s\n", printable(fix_text(t, fix)));
        printf("then %s: %s\n", verdict_of(&fix->trial), printable(fix->trial.reason));
        if (!fix->confirmed)
            printf("There was no time to confirm this without a reduction (--time).\n");
        break;
    case FIX_NONE:
        printf("\nno memory orders mend this: with the strongest ones at all places it fails, too (%s)\n", printable(fix->trial.reason));
        break;
    case FIX_MANY:
        printf("\nstronger memory orders mend this, at more than %d places\n", MOST_FIXED);
        break;
    case FIX_UNDECIDED:
        printf("\nwhether stronger memory orders mend this was not decided (--time)\n");
    }
}

static json_t *fix_json(const struct trials *t, const struct fix *fix)
{
    static const char *const words[] = {
        [FIX_FOUND] = "found", [FIX_NONE] = "none", [FIX_MANY] = "many", [FIX_UNDECIDED] = "undecided"};
    json_t *places = json_array();
    for (size_t i = 0; fix->end == FIX_FOUND && i < fix->count; i++) {
        const struct site *s = &t->sites.at[fix->site[i]];
        json_t *one = site_json(s);
        json_object_set_new(one, "stronger", json_string(levels_text(s->kind, fix->levels[i])));
        json_array_append_new(places, one);
    }
    return json_pack("{s:s,s:b,s:s?,s:o,s:o}", "end", words[fix->end], "confirmed", fix->confirmed, "text",
        fix->end == FIX_FOUND ? fix_text(t, fix) : NULL, "places", places, "result", trial_json(t, &fix->trial));
}

static json_t *found_document(const struct trials *t, const struct orders_found *f, const struct fix *fix)
{
    int status = status_of(f);
    json_t *o = document(t, &f->written, f->stopped, status);
    if (!is_over(t, &f->written))
        put_found(o, t, f);
    else if (status == EXIT_BUG)
        json_object_set_new(o, "fix", fix_json(t, fix));
    return o;
}

/* What patch reads comes last. */
static void print_patch(const struct trials *t, struct order_patch p)
{
    const size_t *sorted = sites_sorted(&t->sites);
    for (size_t i = 0; i < t->sites.count; i++)
        if (p.why_not[sorted[i]])
            printf("not in the diff: %s: %s\n", printable(site_place(&t->sites.at[sorted[i]])), p.why_not[sorted[i]]);
    if (*p.text && strcmp(p.here, p.folder) != 0)
        printf("The diff is of files in %s: patch -p1 -d %s\n", *p.folder ? printable(p.folder) : "/",
            *p.folder ? printable(shell_quote(p.folder)) : "/");
    if (*p.text)
        printf("\n%s", p.text);
}

static void print_orders(const struct trials *t, const struct orders_found *f, const struct fix *fix)
{
    if (is_over(t, &f->written)) {
        tell_why_not(t, &f->written, f->stopped);
        if (f->written.end == TRIAL_FAILS && t->sites.count)
            print_fix(t, fix);
        return;
    }
    print_found(t, f);
    print_whole(t, f);
    print_patch(t, order_patch(t, f));
}

int orders_report(const struct trials *t, const struct orders_found *f, const struct fix *fix)
{
    const struct orders_settings *s = t->settings;
    int status = status_of(f);
    order_patch_warn(t);
    orders_sarif(t, f, fix, status);
    if (s->html)
        orders_html(found_document(t, f, fix), s->html);
    if (is_json(t))
        json_file_put(found_document(t, f, fix), "-");
    else if (!is_stdout(s->sarif) && !is_stdout(s->html))
        print_orders(t, f, fix);
    return status;
}

/* --- mutants ---------------------------------------------------------------------------------------------------------------- */

static const char *fate_of(const struct trial *r)
{
    static const char *const fates[] = {[TRIAL_HOLDS] = "SURVIVES", [TRIAL_FAILS] = "noticed", [TRIAL_BUFFERS] = "load buffering",
        [TRIAL_UNPROVEN] = "not decided", [TRIAL_UNDECIDED] = "not decided", [TRIAL_STOPPED] = "not decided"};
    return fates[r->end];
}

static void print_mutants(const struct trials *t, const struct mutants *m)
{
    struct row *rows = allocate((m->count + 1) * sizeof *rows);
    size_t noticed = 0, survive = 0, buffer = 0;
    rows[0] = (struct row){{"place", "operation", "written", "weakened", "tests"}};
    for (size_t i = 0; i < m->count; i++) {
        const struct mutant *one = &m->at[i];
        const struct site *s = &t->sites.at[one->site];
        rows[i + 1] = (struct row){{site_place(s), site_operation(s), levels_text(s->kind, s->written), levels_text(s->kind, one->levels),
            format_text("%s", fate_of(&one->trial))}};
        noticed += one->trial.end == TRIAL_FAILS;
        survive += one->trial.end == TRIAL_HOLDS;
        buffer += one->trial.end == TRIAL_BUFFERS;
    }
    print_table(rows, m->count + 1, COLUMNS - 1);
    printf("\n%s, each one step weaker at one place: %zu noticed, %zu survive", show_things(m->count, "program"), noticed, survive);
    if (buffer)
        printf(", %zu may allow load buffering", buffer);
    printf(m->count > noticed + survive + buffer ? ", %zu not decided\n" : "\n", m->count - noticed - survive - buffer);
    if (m->stopped)
        printf("Stopped: not all places were weakened.\n");
    printf("What survives is an order that is stronger than it needs to be, or a test that is missing.\n");
}

static json_t *mutants_json(const struct trials *t, const struct mutants *m)
{
    json_t *all = json_array();
    for (size_t i = 0; i < m->count; i++) {
        const struct mutant *one = &m->at[i];
        json_t *o = site_json(&t->sites.at[one->site]);
        json_object_set_new(o, "weakened", json_string(levels_text(t->sites.at[one->site].kind, one->levels)));
        bool decided = one->trial.end == TRIAL_FAILS || one->trial.end == TRIAL_HOLDS;
        json_object_set_new(o, "noticed", decided ? json_boolean(one->trial.end == TRIAL_FAILS) : json_null());
        json_object_set_new(o, "load_buffering", json_boolean(one->trial.end == TRIAL_BUFFERS));
        json_object_set_new(o, "result", trial_json(t, &one->trial));
        json_array_append_new(all, o);
    }
    return all;
}

static json_t *mutants_document(const struct trials *t, const struct mutants *m, int status)
{
    json_t *o = document(t, &m->written, m->stopped, status);
    if (!is_over(t, &m->written))
        json_object_set_new(o, "mutants", mutants_json(t, m));
    return o;
}

static int mutants_status(const struct mutants *m)
{
    bool decided = m->written.end == TRIAL_HOLDS && !m->stopped;
    for (size_t i = 0; i < m->count; i++)
        decided &= m->at[i].trial.end < TRIAL_UNPROVEN;
    return m->written.end == TRIAL_FAILS ? EXIT_BUG : decided ? EXIT_VERIFIED : EXIT_UNKNOWN;
}

int mutants_report(const struct trials *t, const struct mutants *m)
{
    const struct orders_settings *s = t->settings;
    int status = mutants_status(m);
    order_patch_warn(t);
    mutants_sarif(t, m, status);
    if (s->html)
        orders_html(mutants_document(t, m, status), s->html);
    if (is_json(t))
        json_file_put(mutants_document(t, m, status), "-");
    else if (is_stdout(s->sarif) || is_stdout(s->html))
        return status;
    else if (is_over(t, &m->written))
        tell_why_not(t, &m->written, m->stopped);
    else
        print_mutants(t, m);
    return status;
}
