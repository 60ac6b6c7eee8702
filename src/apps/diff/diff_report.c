/* diff_report.c - see diff_report.h. */
#include "apps/diff/diff_report.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>

#include "tool/cli/json_file.h"
#include "tool/cli/json_text.h"
#include "tool/cli/options.h"
#include "tool/cli/printable.h"

/* --- counting ------------------------------------------------------------------------------------------------------------- */

struct tally {
    size_t pairs[PAIR_ENDS], all;    /* by their ends */
    size_t fragments;                /* with at least one pair that is covered or known */
    size_t found;                    /* fragments in all */
    size_t left_out;                 /* sentences, and fragments that no thread came to */
    size_t local, quiet;
    size_t programs, verified;       /* that the edit is part of, and those of them that were explored as a whole */
    size_t whole_bugs, older_bugs;   /* in whole programs; and anywhere those that the older version has, too */
    const struct subject *whole;     /* the first that was verified */
    const struct pair *error, *unknown; /* the first */
};

static bool is_covered(const struct pair *p)
{
    return p->end == PAIR_COVERED || p->end == PAIR_KNOWN;
}

static size_t older_bugs(const struct subject *s)
{
    size_t count = 0;
    for (size_t i = 0; i < s->whole.bugs.count; i++)
        count += whole_has_bug(&s->older, s->whole.bugs.at[i]);
    return count;
}

bool diff_is_decided(const struct subject *s)
{
    return s->whole.end == WHOLE_VERIFIED || (s->whole.end == WHOLE_BUG && older_bugs(s) < s->whole.bugs.count);
}

/* Has some thread come there? A bug or a limit counts as such. */
static bool was_executed(const struct subject *s, size_t fragment)
{
    if (diff_is_decided(s))
        return whole_came_to(&s->whole, &s->fragments.at[fragment].code);
    for (size_t i = 0; i < s->count; i++)
        if (s->pairs[i].fragment == fragment && s->pairs[i].end != PAIR_ABSENT && s->pairs[i].end != PAIR_WAITING)
            return true;
    return false;
}

static void count_whole(struct tally *t, const struct subject *s)
{
    size_t older = s->whole.end == WHOLE_BUG ? older_bugs(s) : 0;
    t->programs += s->fragments.count || s->fragments.local || s->fragments.left_out.count || s->fragments.perhaps;
    t->verified += s->whole.end == WHOLE_VERIFIED;
    t->whole = !t->whole && s->whole.end == WHOLE_VERIFIED ? s : t->whole;
    t->older_bugs += older;
    t->whole_bugs += s->whole.end == WHOLE_BUG ? s->whole.bugs.count - older : 0;
}

static void count_subject(struct tally *t, const struct subject *s)
{
    bool decided = diff_is_decided(s);
    count_whole(t, s);
    for (size_t f = 0; f < s->fragments.count; f++) {
        bool covered = false;
        for (size_t i = 0; i < s->count; i++)
            covered |= s->pairs[i].fragment == f && is_covered(&s->pairs[i]);
        t->fragments += covered;
        t->left_out += !decided && !was_executed(s, f);
    }
    for (size_t i = 0; i < s->count; i++) {
        const struct pair *p = &s->pairs[i];
        if (decided)
            break;
        t->older_bugs += p->older;
        t->pairs[p->end] += !p->older;
        t->all++;
        t->error = !t->error && p->end == PAIR_ERROR ? p : t->error;
        t->unknown = !t->unknown && p->end == PAIR_UNKNOWN ? p : t->unknown;
    }
    t->found += s->fragments.count;
    t->left_out += decided ? 0 : s->fragments.left_out.count;
    t->local += s->fragments.local;
    t->quiet += s->fragments.quiet;
}

/* Has another program the lines that this one was compiled without? */
static bool is_hidden_in_all(const struct diff_result *r, const char *sentence, const char *file)
{
    for (size_t i = 0; i < r->count; i++)
        if (strings_contain(&r->subjects[i].fragments.known, file) && !strings_contain(&r->subjects[i].fragments.hidden, sentence))
            return false;
    return true;
}

static bool is_executed_in_one(const struct diff_result *r, const char *title)
{
    for (size_t i = 0; i < r->count; i++)
        for (size_t f = 0; f < r->subjects[i].fragments.count; f++)
            if (strcmp(fragment_title(&r->subjects[i].fragments.at[f]), title) == 0 && was_executed(&r->subjects[i], f))
                return true;
    return false;
}

static char *why_not_executed(const struct subject *s, const struct code_fragment *c);

/* What has changed of a program, and is no part of what was explored of it, though that was all. */
static void add_unexplored(const struct diff_result *r, const struct subject *s, struct strings *all)
{
    const struct fragments *list = &s->fragments;
    for (size_t i = 0; i < list->hidden.count; i++)
        if (!strings_contain(all, list->hidden.at[i]) && is_hidden_in_all(r, list->hidden.at[i], list->hidden_in.at[i]))
            strings_add(all, list->hidden.at[i]);
    for (size_t f = 0; f < list->count && s->whole.end == WHOLE_VERIFIED; f++) {
        char *title = fragment_title(&list->at[f]), *sentence = format_text("%s: %s", title, why_not_executed(s, &list->at[f]));
        if (!strings_contain(all, sentence) && !is_executed_in_one(r, title))
            strings_add(all, sentence);
    }
}

/* Sentences about files that no program has code of, and about code that no program has executed. */
static struct strings foreign_to_all(const struct diff_result *r)
{
    struct strings all = {0};
    for (size_t i = 0; r->count && i < r->subjects[0].fragments.foreign.count; i++) {
        const char *sentence = r->subjects[0].fragments.foreign.at[i];
        size_t have = 0;
        for (size_t k = 0; k < r->count; k++)
            have += strings_contain(&r->subjects[k].fragments.foreign, sentence);
        if (have == r->count)
            strings_add(&all, sentence);
    }
    for (size_t i = 0; i < r->count; i++)
        add_unexplored(r, &r->subjects[i], &all);
    return all;
}

void diff_print_foreign(const struct diff_result *r, FILE *out)
{
    struct strings all = foreign_to_all(r);
    for (size_t i = 0; i < all.count; i++)
        fprintf(out, "left out: %s\n", printable(all.at[i]));
}

static struct tally count_all(const struct diff_result *r)
{
    struct tally t = {.left_out = foreign_to_all(r).count};
    for (size_t i = 0; i < r->count; i++)
        count_subject(&t, &r->subjects[i]);
    return t;
}

/* --- the verdict ------------------------------------------------------------------------------------------------------------ */

static char *of_fragments(const struct tally *t, size_t pairs, size_t fragments)
{
    char *known = t->pairs[PAIR_KNOWN] ? format_text(" (%zu of them known from before)", t->pairs[PAIR_KNOWN]) : format_text("%s", "");
    return format_text("%s of %s%s", show_things(pairs, "pair"), show_things(fragments, "fragment"), known);
}

static char *with_left_out(const struct tally *t, char *line)
{
    return t->left_out ? format_text("%s; %zu left out (see above)", line, t->left_out) : line;
}

static char *with_older(const struct diff_result *r, const struct tally *t, char *line)
{
    const char *name = r->count ? r->subjects[0].older_name : NULL;
    return t->older_bugs ? format_text("%s; %s that %s has, too (above)", line, show_things(t->older_bugs, "bug"), name) : line;
}

static char *bug_line(const struct tally *t)
{
    const char *whole = t->whole_bugs ? "in the whole program" : "";
    if (!t->pairs[PAIR_BUG])
        return format_text("bug: %s", whole);
    char *all = of_fragments(t, t->all - t->pairs[PAIR_ABSENT], t->found);
    return with_left_out(t, format_text("bug: %s%sin %zu of %s", whole, *whole ? ", and " : "", t->pairs[PAIR_BUG], all));
}

static char *verified_line(const struct tally *t)
{
    if (t->verified == 1)
        return format_text("verified: %s", t->whole->whole.reason);
    return format_text("verified: %zu programs, all of each (see above)", t->verified);
}

static char *stopped(void)
{
    return format_text("stopped by %s", end_signal() == SIGINT ? "Ctrl-C" : "SIGTERM");
}

static char *unknown_line(const struct diff_result *r, const struct tally *t, size_t left)
{
    const char *reason = r->interrupted ? stopped() : t->unknown ? t->unknown->reason : NULL;
    return format_text("unknown: %zu of %s not explored to the end%s%s%s", left,
        of_fragments(t, t->all - t->pairs[PAIR_ABSENT], t->found), reason ? ": " : "", reason ? reason : "",
        !r->interrupted && t->unknown && t->unknown->unfinished ? " (--time, --pair-time: more time)" : "");
}

static char *covered_line(const struct tally *t, size_t covered)
{
    char *wholes = t->verified ? format_text(", and all of %s", show_things(t->verified, "program")) : format_text("%s", "");
    char *line = covered ? format_text("covered: %s%s", of_fragments(t, covered, t->fragments), wholes)
                         : format_text("covered: all of %s", show_things(t->verified, "program"));
    line = with_left_out(t, line);
    return covered ? format_text("%s; not seen: bugs of three threads, or of threads that wait inside a fragment", line) : line;
}

static enum diff_verdict judge(const struct diff_result *r, const struct tally *t, char **line)
{
    size_t covered = t->pairs[PAIR_COVERED] + t->pairs[PAIR_KNOWN], left = t->pairs[PAIR_UNKNOWN] + t->pairs[PAIR_WAITING];
    if (t->pairs[PAIR_BUG] || t->whole_bugs) {
        *line = bug_line(t);
        return DIFF_BUG;
    }
    if (t->error) {
        *line = format_text("error: %s", t->error->reason);
        return DIFF_ERROR;
    }
    if (r->interrupted && t->all == 0) {
        *line = format_text("unknown: %s before anything was explored", stopped());
        return DIFF_UNKNOWN;
    }
    if (t->verified && t->verified == t->programs && !t->left_out && !r->interrupted) {
        *line = verified_line(t);
        return DIFF_VERIFIED;
    }
    if (t->found == 0 && t->left_out == 0 && !t->older_bugs) {
        *line = format_text("%s", t->local + t->quiet ? "no thread interaction changed" : "nothing has changed");
        return DIFF_NOTHING;
    }
    if (r->interrupted || left) {
        *line = unknown_line(r, t, left);
        return DIFF_UNKNOWN;
    }
    if (covered == 0 && !t->verified) {
        *line = with_left_out(t, format_text("unknown: %s", t->older_bugs ? "what the edit does beyond a bug is not known"
            : t->found ? "no thread came to what has changed with something that others can notice" : "what has changed was left out"));
        return DIFF_UNKNOWN;
    }
    *line = covered_line(t, covered);
    return DIFF_COVERED;
}

enum diff_verdict diff_judge(const struct diff_result *r, char **line)
{
    struct tally t = count_all(r);
    enum diff_verdict verdict = judge(r, &t, line);
    *line = with_older(r, &t, *line);
    return verdict;
}

int diff_exit_code(enum diff_verdict verdict)
{
    static const int codes[] = {EXIT_VERIFIED, EXIT_VERIFIED, EXIT_BUG, EXIT_UNKNOWN, EXIT_UNKNOWN, EXIT_ERROR};
    return codes[verdict];
}

/* --- text -------------------------------------------------------------------------------------------------------------------- */

static char *joined(const struct strings *words)
{
    char *text = format_text("%s", words->count ? words->at[0] : "");
    for (size_t i = 1; i < words->count; i++)
        text = format_text("%s, %s", text, words->at[i]);
    return text;
}

static char *thread_name(const struct subject *s, size_t number)
{
    return format_text("thread %zu (%s)", number, s->instances.at[number].start);
}

/* Threads that may execute the fragment, with how that is known. */
static struct strings executors(const struct subject *s, size_t fragment)
{
    struct strings names = {0};
    const struct fragment *code = &s->fragments.at[fragment].code;
    for (size_t i = 0; i < s->instances.count; i++)
        if (instance_may_execute(s->map, &s->instances, i, code))
            strings_addf(&names, "%s", thread_name(s, i));
    return names;
}

void diff_print_fragments(const struct subject *s, FILE *out)
{
    if (s->name && s->fragments.count)
        fprintf(out, "target %s\n", s->name);
    for (size_t f = 0; f < s->fragments.count; f++) {
        const struct code_fragment *c = &s->fragments.at[f];
        struct strings who = executors(s, f);
        fprintf(out, "fragment %s", fragment_title(c));
        if (c->function && c->from)
            fprintf(out, " in %s()", c->function);
        fprintf(out, "%s%s%s%s\n", c->removed ? ", something was removed" : "", c->what.count ? ": " : "", joined(&c->what),
            who.count ? "" : ": no thread is known to come there");
        if (who.count)
            fprintf(out, "  executed by %s\n", joined(&who));
    }
}

void diff_print_whole(const struct subject *s, FILE *out)
{
    const struct whole_program *w = &s->whole;
    if (w->end != WHOLE_UNASKED)
        fprintf(out, "the whole program: %s%s%s, %.2f s\n", whole_end_word(w->end), w->end == WHOLE_BUG ? "" : ": ",
            w->end == WHOLE_BUG || !w->reason ? "" : w->reason, w->seconds);
}

char *diff_older_sentence(const struct subject *s, const char *headline)
{
    const struct whole_program *w = &s->older;
    if (w->end == WHOLE_UNASKED)
        return NULL;
    if (w->end == WHOLE_VERIFIED)
        return format_text("%s is verified: the bug is of the edit", s->older_name);
    if (w->end == WHOLE_UNKNOWN && !w->bugs.count)
        return format_text("whether %s has it, too, is not known: %s", s->older_name, w->reason ? w->reason : "");
    return format_text("%s in %s: %s", whole_has_bug(w, headline) ? "also" : "not found", s->older_name, headline);
}

static void print_pair(const struct subject *s, const struct pair *p, FILE *out)
{
    fprintf(out, "  %s with %s: ", thread_name(s, p->i), thread_name(s, p->j));
    if (p->end == PAIR_KNOWN)
        fprintf(out, "covered before, %s\n", show_things(p->states, "state"));
    else if (p->end == PAIR_BUG)
        fprintf(out, "bug, %s, %.2f s\n", show_things(p->states, "state"), p->seconds);
    else if (p->end == PAIR_COVERED)
        fprintf(out, "covered, %s, %.2f s\n", show_things(p->states, "state"), p->seconds);
    else if (p->end == PAIR_WAITING)
        fprintf(out, "not explored\n");
    else
        fprintf(out, "%s: %s\n", pair_end_word(p->end), p->reason ? p->reason : "");
}

void diff_print_pairs(const struct subject *s, FILE *out)
{
    for (size_t f = 0; f < s->fragments.count; f++) {
        size_t absent = 0, shown = 0;
        for (size_t i = 0; i < s->count; i++) {
            if (s->pairs[i].fragment != f)
                continue;
            absent += s->pairs[i].end == PAIR_ABSENT;
            if (s->pairs[i].end == PAIR_ABSENT)
                continue;
            if (shown++ == 0)
                fprintf(out, "%s\n", fragment_title(&s->fragments.at[f]));
            print_pair(s, &s->pairs[i], out);
        }
        if (absent && shown)
            fprintf(out, "  %zu more, whose first thread never came to the fragment\n", absent);
    }
}

/* A function that nobody calls by its name, and whose address nobody takes. */
static bool has_no_caller(const struct program_map *map, size_t function)
{
    if (map->functions[function].address_taken || strcmp(map->functions[function].name, "main") == 0)
        return false;
    for (size_t i = 0; i < map->site_count; i++)
        if (map->sites[i].kind == SITE_CALL && map->sites[i].callee == function)
            return false;
    return true;
}

static char *why_not_executed(const struct subject *s, const struct code_fragment *c)
{
    for (size_t i = 0; i < s->instances.count; i++)
        if (instance_was_there(&s->instances, i, &c->code))
            return format_text("%s does nothing there that others can notice", thread_name(s, i));
    for (size_t i = 0; i < c->code.count; i++) {
        size_t function = program_map_function(s->map, c->code.at[i].start);
        if (function != SIZE_MAX && has_no_caller(s->map, function))
            return format_text("no thread came there: nothing in the program is known to call %s()", s->map->functions[function].name);
    }
    return format_text("no thread came there with these arguments");
}

/* Sentences about all that was not explored. */
static struct strings left_out(const struct subject *s)
{
    struct strings all = {0};
    strings_append(&all, &s->fragments.left_out);
    for (size_t f = 0; f < s->fragments.count; f++)
        if (!was_executed(s, f))
            strings_addf(&all, "%s: %s", fragment_title(&s->fragments.at[f]), why_not_executed(s, &s->fragments.at[f]));
    return all;
}

static bool was_found(const struct subject *s, const char *headline)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->pairs[i].headline && strcmp(s->pairs[i].headline, headline) == 0)
            return true;
    return false;
}

void diff_print_left_out(const struct subject *s, FILE *out)
{
    struct strings all = left_out(s);
    for (size_t i = 0; i < all.count; i++)
        fprintf(out, "left out: %s\n", all.at[i]);
    if (s->fragments.local)
        fprintf(out, "%s without a thread interaction statement\n", show_things(s->fragments.local, "change"));
    if (s->instances.fault && !was_found(s, s->instances.fault))
        fprintf(out, "the first run ended with a fault: %s (`mazurka check` shows it)\n", s->instances.fault);
}

/* --- JSON -------------------------------------------------------------------------------------------------------------------- */

static json_t *pair_json(const struct subject *s, const struct pair *p)
{
    return json_pack("{s:I, s:I, s:o, s:o, s:s, s:o, s:o, s:b, s:I, s:f, s:I}", "first", (json_int_t)p->i, "second", (json_int_t)p->j,
        "first_start", text_or_null(s->instances.at[p->i].start), "second_start", text_or_null(s->instances.at[p->j].start),
        "end", pair_end_word(p->end), "reason", text_or_null(p->reason), "bug", text_or_null(p->headline),
        "older", p->older, "states", (json_int_t)p->states, "seconds", p->seconds, "limit_milliseconds", (json_int_t)p->limit_ms);
}

static json_t *fragment_json(const struct subject *s, size_t f)
{
    const struct code_fragment *c = &s->fragments.at[f];
    json_t *pairs = json_array();
    for (size_t i = 0; i < s->count; i++)
        if (s->pairs[i].fragment == f)
            json_array_append_new(pairs, pair_json(s, &s->pairs[i]));
    return json_pack("{s:o, s:i, s:i, s:o, s:b, s:i, s:o, s:b, s:o}", "file", text_or_null(c->shown), "from", (int)c->from, "to",
        (int)c->to, "function", text_or_null(c->function), "removed", c->removed, "pieces", (int)c->code.count, "interactions",
        texts_of(&c->what), "executed", was_executed(s, f), "pairs", pairs);
}

static json_t *whole_json(const struct subject *s)
{
    const struct whole_program *w = &s->whole;
    json_t *bugs = json_array();
    for (size_t i = 0; i < w->bugs.count; i++)
        json_array_append_new(bugs, json_pack("{s:s, s:b}", "bug", w->bugs.at[i], "older", whole_has_bug(&s->older, w->bugs.at[i])));
    return json_pack("{s:s, s:o, s:I, s:f, s:I, s:o, s:s}", "end", whole_end_word(w->end), "reason", text_or_null(w->reason), "states",
        (json_int_t)w->states, "seconds", w->seconds, "limit_milliseconds", (json_int_t)w->limit_ms, "bugs", bugs, "older_version",
        whole_end_word(s->older.end));
}

static json_t *subject_json(const struct subject *s)
{
    json_t *fragments = json_array(), *threads = json_array();
    struct strings left = left_out(s);
    strings_append(&left, &s->fragments.foreign);
    strings_append(&left, &s->fragments.hidden);
    for (size_t f = 0; f < s->fragments.count; f++)
        json_array_append_new(fragments, fragment_json(s, f));
    for (size_t i = 0; i < s->instances.count; i++)
        json_array_append_new(threads, json_pack("{s:i, s:o}", "number", (int)i, "start", text_or_null(s->instances.at[i].start)));
    return json_pack("{s:o, s:o, s:o, s:s, s:I, s:I, s:o, s:o, s:o, s:o, s:I, s:I, s:o}", "name", text_or_null(s->name), "program",
        text_or_null(s->program), "arguments", texts_of(&s->arguments), "pair_rule", s->rule, "pair_milliseconds",
        (json_int_t)s->time.pair_ms, "budget_milliseconds", (json_int_t)s->time.budget_ms,
        "whole", whole_json(s), "threads", threads, "fragments", fragments, "left_out", texts_of(&left), "changes_without_interaction",
        (json_int_t)s->fragments.local, "changes_without_code", (json_int_t)s->fragments.quiet, "first_run_fault",
        text_or_null(s->instances.fault));
}

int diff_write_json(const struct diff_result *r, const char *path)
{
    static const char *const words[] = {"nothing", "verified", "bug", "covered", "unknown", "error"};
    struct tally t = count_all(r);
    char *line;
    enum diff_verdict verdict = diff_judge(r, &line);
    const char *colon = strstr(line, ": ");
    json_t *targets = json_array();
    for (size_t i = 0; i < r->count; i++)
        json_array_append_new(targets, subject_json(&r->subjects[i]));
    json_t *document = json_pack("{s:s, s:i, s:s, s:s, s:s, s:i, s:o, s:f, s:I, s:I, s:I, s:o}", "schema", "mazurka-diff",
        "schema_version", 1, "mazurka_version", MZ_VERSION, "verdict", words[verdict], "reason",
        verdict == DIFF_NOTHING || !colon ? line : colon + 2, "exit_code", diff_exit_code(verdict), "compared", text_or_null(r->compared),
        "seconds", r->seconds, "fragments", (json_int_t)t.found, "pairs", (json_int_t)(t.all - t.pairs[PAIR_ABSENT]), "known_pairs",
        (json_int_t)t.pairs[PAIR_KNOWN], "targets", targets);
    return json_file_write(document, path);
}
