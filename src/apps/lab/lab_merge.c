/* lab_merge.c - `mazurka lab merge INTO FROM...`: the results of several stores in one. A row is known by what it says, not by its number:
 * programs by what was compiled, configurations by their options. Runs that are there already stay as they are. Of experiments the latest
 * has the highest number, so they keep their order. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "apps/lab/lab_settings.h"
#include "apps/store/store_text.h"
#include "tool/cli/options.h"

static const char copy[] =
    "INSERT OR IGNORE INTO program (name, form, scale, buggy, title, threads, flags, fingerprint)"
    "  SELECT name, form, scale, buggy, title, threads, flags, fingerprint FROM other.program;"
    "INSERT OR IGNORE INTO configuration (name, family, title, options, random)"
    "  SELECT name, family, title, options, random FROM other.configuration;"
    "CREATE TEMP TABLE program_of AS SELECT o.id AS theirs, p.id AS ours FROM other.program o JOIN main.program p"
    "  ON p.name = o.name AND p.form = o.form AND p.scale = o.scale AND p.fingerprint = o.fingerprint;"
    "CREATE TEMP TABLE configuration_of AS SELECT o.id AS theirs, c.id AS ours FROM other.configuration o JOIN main.configuration c"
    "  ON c.name = o.name AND c.options = o.options;"
    "INSERT OR IGNORE INTO experiment (program, configuration, errors, max_states, max_milliseconds, mazurka)"
    "  SELECT p.ours, c.ours, e.errors, e.max_states, e.max_milliseconds, e.mazurka FROM other.experiment e"
    "  JOIN program_of p ON p.theirs = e.program JOIN configuration_of c ON c.theirs = e.configuration ORDER BY e.id;"
    "CREATE TEMP TABLE experiment_of AS SELECT o.id AS theirs, e.id AS ours FROM other.experiment o"
    "  JOIN program_of p ON p.theirs = o.program JOIN configuration_of c ON c.theirs = o.configuration JOIN main.experiment e"
    "  ON e.program = p.ours AND e.configuration = c.ours AND e.errors = o.errors AND e.max_states = o.max_states"
    "  AND e.max_milliseconds = o.max_milliseconds AND e.mazurka = o.mazurka;"
    "INSERT INTO finding SELECT x.ours, f.first_seed, f.kind, f.file, f.line, f.headline, f.expected FROM other.finding f"
    "  JOIN experiment_of x ON x.theirs = f.experiment"
    "  WHERE NOT EXISTS (SELECT 1 FROM main.outcome o WHERE o.experiment = x.ours AND o.first_seed = f.first_seed);"
    "INSERT OR IGNORE INTO run SELECT x.ours, r.seed, r.found, r.complete, r.states, r.transitions, r.max_depth, r.path, r.switches,"
    "  r.preemptions, r.bytes, r.seconds, r.outcome, r.processor FROM other.run r JOIN experiment_of x ON x.theirs = r.experiment;"
    "INSERT OR IGNORE INTO outcome SELECT x.ours, o.first_seed, o.runs, o.verdict, o.reason, o.exit_code, o.expected, o.why, o.finished,"
    "  o.seconds, o.statistics FROM other.outcome o JOIN experiment_of x ON x.theirs = o.experiment;"
    "INSERT OR IGNORE INTO census SELECT x.ours, c.complete, c.distinct_states, c.states, c.error_states, c.paths, c.error_paths,"
    "  c.error_state_ratio, c.error_state_low, c.error_state_high, c.error_path_ratio, c.error_path_low, c.error_path_high, c.least_length,"
    "  c.average_length, c.average_low, c.average_high, c.most_length, c.seconds FROM other.census c"
    "  JOIN experiment_of x ON x.theirs = c.experiment;"
    "DROP TABLE program_of; DROP TABLE configuration_of; DROP TABLE experiment_of;";

static bool is_same_file(const char *a, const char *b)
{
    struct stat one, other;
    return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

/* All that can be said before anything is written. */
static void check_others(const struct lab_settings *s)
{
    for (size_t i = 1; i < s->files.count; i++) {
        if (is_same_file(s->files.at[0], s->files.at[i]))
            die("the store %s cannot be merged into itself", s->files.at[0]);
        store_close(store_read(s->files.at[i])); /* is it one, and of a version that is known? */
    }
}

int lab_merge(const struct lab_settings *s)
{
    check_others(s);
    struct store *store = store_open(s->files.at[0], true);
    for (size_t i = 1; i < s->files.count; i++) {
        int64_t before = store_number(store, "SELECT count(*) FROM run", "");
        struct store *other = store_read(s->files.at[i]);
        store_attach(store, other);
        store_begin(store);
        store_script(store, copy);
        store_commit(store);
        store_do(store, "DETACH DATABASE other", "");
        store_close(other);
        int64_t now = store_number(store, "SELECT count(*) FROM run", "");
        if (!s->quiet)
            fprintf(stderr, "%s: %s more\n", s->files.at[i], show_things((uint64_t)(now - before), "run"));
    }
    store_close(store);
    return 0;
}
