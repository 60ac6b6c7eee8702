/* orders_sarif.c - see orders_sarif.h. */
#include "apps/orders/orders_sarif.h"

#include <errno.h>
#include <string.h>

#include "tool/cli/json_text.h"
#include "tool/cli/options.h"
#include "tool/cli/sarif.h"

enum rule { RULE_WEAKER, RULE_SURVIVES, RULE_FIX, RULES };

static const struct {
    const char *id, *meaning, *level;
} kinds[RULES] = {
    [RULE_WEAKER] = {"weaker-memory-order", "A weaker memory order is enough for all that the programs do.", "note"},
    [RULE_SURVIVES] = {"unnoticed-memory-order", "No test notices a weaker memory order.", "note"},
    [RULE_FIX] = {"memory-order-too-weak", "A memory order that is too weak, and what mends it.", "error"},
};

static json_t *rules(void)
{
    json_t *all = json_array();
    for (unsigned i = 0; i < RULES; i++) {
        json_t *rule = json_object();
        put(rule, "id", json_string(kinds[i].id));
        put(rule, "shortDescription", sarif_message(kinds[i].meaning));
        append(all, rule);
    }
    return all;
}

/* The program is covered as it is written, and with other orders. */
static const char *doubt(const struct trial *r)
{
    return r->verified ? "" : ", which is not proven";
}

static void add(json_t *results, enum rule rule, const struct site *s, char *text, struct strings *told)
{
    json_t *o = json_object(), *locations = json_array();
    append(locations, sarif_location(s->file, s->line, s->function, NULL));
    put(o, "ruleId", json_string(kinds[rule].id));
    put_number(o, "ruleIndex", rule);
    put(o, "level", json_string(kinds[rule].level));
    put(o, "message", sarif_message(text));
    put(o, "locations", locations);
    char *lasting = format_text("%s %s %s", s->file ? s->file : "", s->function ? s->function : "", text);
    put(o, "partialFingerprints", sarif_fingerprints(lasting, told));
    append(results, o);
}

static void write(const struct trials *t, json_t *results, const struct trial *r, int status)
{
    struct sarif_end end = {.successful = status != EXIT_ERROR, .exit_code = status, .level = status == EXIT_UNKNOWN ? "warning" : "note",
        .told = format_text("%s: %s: %s", t->settings->names.at[r->program], r->verdict ? r->verdict : "unknown",
            r->reason ? r->reason : "")};
    if (sarif_write(rules(), results, &end, t->settings->sarif) != 0)
        die("cannot write %s: %s", t->settings->sarif, strerror(errno));
}

void orders_sarif(const struct trials *t, const struct orders_found *f, const struct fix *fix, int status)
{
    json_t *results = json_array();
    struct strings told = {0};
    if (!t->settings->sarif)
        return;
    for (size_t i = 0; i < f->count; i++) {
        const struct site *s = &t->sites.at[i];
        struct levels l = f->at[i].levels;
        if (!levels_equal(s->written, l))
            add(results, RULE_WEAKER, s, format_text("the %s can be %s in place of %s (x86: %s, Arm: %s)%s", site_operation(s),
                levels_text(s->kind, l), levels_text(s->kind, s->written), levels_on_x86(s->kind, l), levels_on_arm(s->kind, l),
                doubt(&f->whole)), &told);
    }
    for (size_t i = 0; i < fix->count && fix->end == FIX_FOUND; i++)
        add(results, RULE_FIX, &t->sites.at[fix->site[i]], format_text("%s: %s", f->written.reason, fix_text(t, fix)), &told);
    write(t, results, f->written.end == TRIAL_HOLDS ? &f->whole : &f->written, status);
}

void mutants_sarif(const struct trials *t, const struct mutants *m, int status)
{
    json_t *results = json_array();
    struct strings told = {0};
    if (!t->settings->sarif)
        return;
    for (size_t i = 0; i < m->count; i++) {
        const struct site *s = &t->sites.at[m->at[i].site];
        if (m->at[i].trial.end == TRIAL_HOLDS)
            add(results, RULE_SURVIVES, s, format_text("no test notices the %s with %s in place of %s%s", site_operation(s),
                levels_text(s->kind, m->at[i].levels), levels_text(s->kind, s->written), doubt(&m->at[i].trial)), &told);
    }
    write(t, results, &m->written, status);
}
