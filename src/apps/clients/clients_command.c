/* clients_command.c - `mazurka clients`: makes clients of a library from a short specification, and checks every interleaving of each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/clients/client_selection.h"
#include "apps/clients/client_source.h"
#include "apps/clients/client_suite.h"
#include "apps/clients/clients_settings.h"
#include "apps/clients/first_spec.h"
#include "apps/clients/known_clients.h"
#include "apps/clients/sequential_program.h"
#include "apps/clients/shrink.h"
#include "tool/cli/command.h"
#include "tool/cli/options.h"
#include "tool/cli/result_file.h"
#include "tool/commands/checking.h"
#include "tool/compile/compile.h"

static const char usage[] =
    "Usage: mazurka clients SPECIFICATION [OPTIONS] [OPTIONS OF CHECK]\n"
    "       mazurka clients --from=HEADER [SOURCES] [SPECIFICATION] [OPTIONS OF THE COMPILER]\n"
    "\n"
    "For authors of a concurrent queue, map or set. Makes small clients of the library, each a few threads that make a few calls,\n"
    "finds out what these may return by making the calls one after the other in every order, and checks every interleaving of each\n"
    "client: the results must be among those. A client that has others is minimized, shown with its history, and\n"
    "kept as a C file. The specification is a text file:\n"
    "\n"
    "  header \"queue.h\";                              what clients include\n"
    "  sources queue.c;                               files of the library, from where the specification is\n"
    "  flags -DSIZE=2 -lm;                            words for the compiler\n"
    "  object struct queue *q;                        a variable\n"
    "  constructor q = queue_new(4);\n"
    "  destructor queue_free(q);\n"
    "  callers alike;                                 what calls return does not depend on who calls\n"
    "  bool queue_push(q, int value in 1..3);         an operation: its argument is 1, 2 or 3\n"
    "  bool queue_pop(q, out int *value);             one that stores a result\n"
    "  int queue_size(q) readonly;                    one that changes nothing\n"
    "  int queue_take(q) blocks;                      one that may wait: who waits for ever is compared\n"
    "\n"
    "docs/use/clients.md has the rest: classes of C++, operations that fail for no reason, roles, invariants, references.\n"
    "Options that are not listed below (--race=off, --preemptions=2, ...) are given to `mazurka check`, words such as -DSIZE=2 and -O1 to\n"
    "the compiler.\n";

static const char examples[] =
    "\n"
    "Consistency: with `sequential` the results of all calls must be those of some order of whole calls that keeps the order of\n"
    "each thread's. `linearizability` also keeps which call was done before which began, in all threads: that is noted by\n"
    "atomic variables of the client, and costs many more states (two threads are a good bound). `quiescent` keeps no order at all.\n"
    "\n"
    "Examples:\n"
    "  mazurka clients queue.spec                           200 clients, up to 3 threads with up to 3 calls\n"
    "  mazurka clients queue.spec --exhaustive --threads=2 --calls=2\n"
    "  mazurka clients queue.spec --consistency=linearizability --threads=2\n"
    "  mazurka clients queue.spec --clients=75 --calls=5 --budget=1m --junit=clients.xml\n"
    "  mazurka clients queue.spec --list --outcomes         what is to be checked, and what calls may return\n"
    "\n"
    "Exit status: 0 all clients are verified, 1 one has a bug, 2 usage, compiler or system error, 3 one is inconclusive and none has\n"
    "a bug.\n";

#define ROW(...) OPTION_ROW(struct clients_settings, __VA_ARGS__)
static const struct option_row clients_options[] = {
    OPTION_HEADING_ROW("Options"),
    ROW("from", OPTION_TEXT, from, "HEADER",
        "write a first specification of what this header declares, functions of C or a class of C++, and check nothing"),
    ROW("threads", OPTION_COUNT, bounds.threads, "N", "threads of a client, from 2 to N (default 3)", .initial = "3"),
    ROW("least-threads", OPTION_COUNT, bounds.least_threads, "N", "and from N (default 2)", .initial = "2"),
    ROW("calls", OPTION_COUNT, bounds.calls, "N", "calls of a thread, from 1 to N (default 3)", .initial = "3"),
    ROW("values", OPTION_COUNT, bounds.values, "N", "of each argument the first N values only"),
    ROW("given", OPTION_TEXT, given, "VALUE:N", "clients in which N calls are given this value, no more and no fewer (half: of all calls)"),
    ROW("no-readonly", OPTION_FLAG, bounds.changing, NULL, "no calls of operations that change nothing"),
    ROW("clients", OPTION_COUNT, bounds.clients, "N",
        "so many clients (default 200; with --exhaustive all, 0): half of them for all that have few calls, the rest at random"),
    ROW("seed", OPTION_COUNT, bounds.seed, "N", "seed of the random choice of clients (default 1)", .initial = "1"),
    ROW("uniform", OPTION_FLAG, bounds.uniform, NULL,
        "all at random, each as likely as any other: else small ones first, and of eight at random the one whose calls can have the most "
        "different results"),
    ROW("exact", OPTION_FLAG, bounds.exact, NULL, "as many threads and calls as may be, not fewer"),
    ROW("exhaustive", OPTION_FLAG, bounds.exhaustive, NULL, "all clients within the bounds, small ones first"),
    ROW("orders", OPTION_COUNT, bounds.orders, "N",
        "leave out clients whose calls have more than N orders (default 2M; with linearizability at most 20,000)", .initial = "2M"),
    ROW("consistency", OPTION_CHOICE, consistency, "sequential|linearizability|quiescent",
        "which orders may explain the results (default sequential)"),
    ROW("budget", OPTION_DURATION, budget, "DURATION", "time for each client (default 10s; 0: until all is explored)", .initial = "10s"),
    ROW("time", OPTION_DURATION, time, "DURATION", "time for all of them: what was found out by then is told"),
    ROW("jobs", OPTION_COUNT, jobs, "N", "clients that are checked at a time (default: all processors)"),
    ROW("all", OPTION_FLAG, all, NULL, "go on with other clients after one with a bug"),
    ROW("invariants", OPTION_FLAG, invariants, NULL,
        "and what holds of the structure whenever no call is running, as assertions to paste: proposed from calls one after the other, "
        "checked over all interleavings"),
    ROW("no-shrink", OPTION_FLAG, as_it_is, NULL, "show the client with a bug as it was found, and leave out no calls"),
    ROW("keep", OPTION_TEXT, keep, "STEM", "keep the client with a bug as STEM.c, its schedule as STEM.mzt (default NAME-client)"),
    ROW("known", OPTION_TEXT, known, "FILE",
        "the --json of an earlier run, such as one that was stopped: what it has verified is not checked again"),
    ROW("list", OPTION_FLAG, list, NULL, "print the clients, and check nothing"),
    ROW("outcomes", OPTION_FLAG, outcomes, NULL, "with --list: and how many orders their calls have, and what the calls may return"),
    ROW("source", OPTION_TEXT, source, "FILE", "write all clients as a program to FILE, and check nothing"),
    ROW("suite", OPTION_TEXT, suite, "DIR[:NAME]",
        "write each client as a program of a suite, DIR/NAME_001 and so on, with its facts.json, and check nothing; options of check "
        "become the programs'"),
    ROW("json", OPTION_TEXT, json, "FILE", "write the results as JSON; - is stdout"),
    ROW("junit", OPTION_TEXT, junit, "FILE", "write the results as JUnit XML, a test case for each client; - is stdout"),
    ROW("quiet", OPTION_FLAG, quiet, NULL, "no progress, and no line for each client without a verdict"),
    OPTION_END,
};

enum { MOST_ORDERS_IN_TIME = 20000 }; /* a client that knows them all is compiled */

/* --- options ------------------------------------------------------------------------------------------------------------------- */

static void check_settings(const struct clients_settings *s)
{
    const struct client_bounds *b = &s->bounds;
    if (!s->spec && !s->from)
        die("which specification? mazurka clients SPECIFICATION, or --from=HEADER, which writes a first one");
    if (b->threads < 2 || b->threads > MOST_CLIENT_THREADS)
        die("--threads=%ju: a client has from 2 to %d threads", (uintmax_t)b->threads, MOST_CLIENT_THREADS);
    if (b->least_threads < 2 || b->least_threads > b->threads)
        die("--least-threads=%ju: from 2 to --threads", (uintmax_t)b->least_threads);
    if (b->exhaustive && (b->least_threads > 2 || s->given || b->changing))
        die("--least-threads, --given and --no-readonly are for clients at random: leave --exhaustive out");
    if (b->calls < 1 || b->calls > MOST_CLIENT_CALLS)
        die("--calls=%ju: a thread makes from 1 to %d calls", (uintmax_t)b->calls, MOST_CLIENT_CALLS);
    if (s->invariants && (s->list || s->source || s->suite || s->from))
        die("--invariants: they are found when clients are checked: leave --list, --source, --suite and --from out");
    if (is_stdout(s->json) && is_stdout(s->junit))
        die("--json, --junit: one of them only can be written to standard output (-)");
    check_writable("json", s->json);
    check_writable("junit", s->junit);
}

/* VALUE:N */
static void read_given(struct clients_settings *s)
{
    const char *colon = s->given ? strrchr(s->given, ':') : NULL;
    if (!s->given)
        return;
    s->bounds.half_given = colon && strcmp(colon + 1, "half") == 0;
    if (!colon || colon == s->given || (!s->bounds.half_given && parse_count(colon + 1, &s->bounds.calls_given) != 0))
        die("--given=%s: a value and how many calls are given it, such as 4:1 or 4:half", s->given);
    s->bounds.given = format_text("%.*s", (int)(colon - s->given), s->given);
}

/* A specification; with --from sources of the library, too. */
static void take_words(struct clients_settings *s, const struct strings *words)
{
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->at[i];
        if (s->from && (is_source(word) || ends_with(word, ".o") || ends_with(word, ".a")))
            strings_add(&s->sources, word);
        else if (!s->spec)
            s->spec = word;
        else
            die("unexpected argument %s: clients takes one specification; options of check are written --name=value", word);
    }
}

static void read_arguments(struct clients_settings *s, int argc, char **argv)
{
    struct strings words = {0};
    char *error;
    options_initial(clients_options, s);
    s->bounds.clients = UINT64_MAX;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-q") == 0)
            s->quiet = true;
        else if (strcmp(argv[i], "--") == 0)
            die("--: clients have no arguments of their own; options of check are written --name=value");
        else if (starts_with(argv[i], "-j"))
            die("%s: how many clients are checked at a time is said by --jobs=N", argv[i]);
        else if (option_of_word(clients_options, argv[i])) {
            if (options_parse(clients_options, s, argv, &i, &error) == OPTION_WRONG)
                die("%s", error);
        } else if (argv[i][0] == '-')
            strings_add(starts_with(argv[i], "--") ? &s->check : &s->flags, argv[i]);
        else
            strings_add(&words, argv[i]);
    }
    take_words(s, &words);
    if (s->bounds.clients == UINT64_MAX)
        s->bounds.clients = s->bounds.exhaustive ? 0 : 200;
    read_given(s);
    s->bounds.any_order = s->consistency == CONSISTENCY_QUIESCENT;
    if (s->consistency == CONSISTENCY_LINEARIZABILITY && s->bounds.orders > MOST_ORDERS_IN_TIME)
        s->bounds.orders = MOST_ORDERS_IN_TIME;
    if (!s->jobs) {
        long processors = sysconf(_SC_NPROCESSORS_ONLN);
        s->jobs = processors > 0 ? (uint64_t)processors : 1;
    }
    check_settings(s);
}

/* --- the clients ----------------------------------------------------------------------------------------------------------------- */

static const char *stopped_by(uint64_t end)
{
    return end && !end_is_asked() && clock_ms(CLOCK_MONOTONIC) >= end ? "--time" : "a signal";
}

/* The results of all calls; of one that waits for ever, and of those behind it, that. */
static void list_outcome(const struct clients_found *f, const struct client *c, const struct outcomes *o, const long long *all)
{
    const long long *result = all;
    fputs("  ", stdout);
    for (size_t t = 0; t < c->threads; t++) {
        for (size_t i = 0; i < c->calls[t]; i++) {
            size_t slots = operation_slots(f->calls->at[c->call[t][i]].operation);
            bool made = !o->counts || (long long)i < all[o->slots + t];
            for (size_t slot = 0; made && slot < slots; slot++)
                printf(" %lld", result[slot]);
            if (!made)
                fputs(outcome_waits(o, all, c, t, i) ? " waits" : " -", stdout);
            result += slots;
        }
    }
    fputc('\n', stdout);
}

static void list_clients(const struct clients_settings *s, const struct clients_found *f)
{
    for (size_t i = 0; i < f->count; i++) {
        const struct outcomes *o = &f->outcomes[i];
        printf("%zu: %s\n", i + 1, client_text(f->calls, &f->clients[i]));
        if (!s->outcomes)
            continue;
        printf("   %s, %s of results\n", show_things(o->orders, "order"), show_things(o->count, "set"));
        for (size_t row = 0; row < o->count; row++)
            list_outcome(f, &f->clients[i], o, o->at[row].result);
    }
}

static void write_source(const struct clients_settings *s, const struct clients_found *f)
{
    FILE *out = result_open(s->source);
    if (!out)
        die("cannot write %s", s->source);
    clients_write(out, f->spec, f->calls, f->clients, f->outcomes, f->count, s->consistency,
        "/* Clients, made by `mazurka clients`. */\n");
    if (result_close(out) != 0)
        die("cannot write %s", s->source);
}

static void write_suite(const struct clients_settings *s, const struct clients_found *f)
{
    const char *colon = strrchr(s->suite, ':');
    char *directory = colon ? format_text("%.*s", (int)(colon - s->suite), s->suite) : format_text("%s", s->suite);
    clients_write_suite(s, f, directory, colon ? colon + 1 : f->spec->name);
}

/* --- the verdict ----------------------------------------------------------------------------------------------------------------- */

static size_t with_status(const struct clients_found *f, int status)
{
    size_t count = 0;
    for (size_t i = 0; i < f->count; i++)
        count += f->results[i].status == status;
    return count;
}

static char *left_out_text(const struct clients_found *f)
{
    return f->left_out ? format_text("; %s left out, of which a call runs for ever in some order", show_things(f->left_out, "client"))
                       : format_text("%s", "");
}

/* The library that is checked, and nobody else, then says what is right. */
static const char callers_premise[] =
    "what calls return depends on the thread that makes them, and is right as the library has it: neither `reference` nor "
    "`callers alike` is given";

static void collect_premises(struct clients_found *f)
{
    bool by_threads = f->count && f->outcomes[0].by_threads && !f->spec->reference.count;
    if (by_threads) {
        warn("%s: %s", f->spec->path, callers_premise);
        strings_add(&f->premises, callers_premise);
    }
    for (size_t i = 0; by_threads && i < f->count; i++)
        strings_add(&f->results[i].premises, callers_premise);
    for (size_t i = 0; i < f->count; i++)
        for (size_t j = 0; j < f->results[i].premises.count; j++)
            if (!strings_contain(&f->premises, f->results[i].premises.at[j]))
                strings_add(&f->premises, f->results[i].premises.at[j]);
}

/* The number of clients that rest on a premise, if those are not all. */
static char *premise_share(const struct clients_found *f, const char *premise)
{
    size_t count = 0;
    for (size_t i = 0; i < f->count; i++)
        count += strings_contain(&f->results[i].premises, premise);
    return count < f->count ? format_text(" (%s)", show_things(count, "client")) : format_text("%s", "");
}

/* Clients in which calls may wait for ever. */
static char *waiting_text(const struct clients_found *f)
{
    size_t waiting = 0;
    for (size_t i = 0; i < f->count; i++)
        waiting += f->outcomes[i].waiting > 0;
    return waiting ? format_text(", and calls wait for ever only as in some order of them (%s)", show_things(waiting, "client"))
                   : format_text("%s", "");
}

/* What is complete of them. */
static char *scope_text(const struct clients_found *f)
{
    return f->complete ? format_text(", all with up to %s", show_things(f->complete, "call")) : format_text("%s", "");
}

/* The premises of the verdicts of all clients. */
static char *premises_text(const struct clients_found *f)
{
    enum { MOST_SHOWN = 3 };
    char *text = format_text("%s", "");
    for (size_t i = 0; i < f->premises.count && i < MOST_SHOWN; i++)
        text = format_text("%s; %s%s", text, f->premises.at[i], premise_share(f, f->premises.at[i]));
    size_t more = f->premises.count <= MOST_SHOWN ? 0 : f->premises.count - MOST_SHOWN;
    return more ? format_text("%s; %s more (--json)", text, show_things(more, "premise")) : text;
}

static char *client_size(const struct client *c)
{
    return format_text("a client of %s with %s", show_things(c->threads, "thread"), show_things(client_calls(c), "call"));
}

/* The first client with a bug; one that has more than a data race, if there is one. The number of clients: there is none. */
static size_t first_with_bug(const struct clients_found *f)
{
    size_t race = f->count;
    for (size_t i = 0; i < f->count; i++) {
        if (f->results[i].status == EXIT_BUG && strcmp(f->results[i].kind, "race") != 0)
            return i;
        if (f->results[i].status == EXIT_BUG && race == f->count)
            race = i;
    }
    return race;
}

/* A signal came before the client was made small and checked by itself. */
static char *unfinished_bug_text(const struct clients_found *f)
{
    size_t i = first_with_bug(f);
    return format_text("in %s: %s (client %zu, %s; stopped by %s before it was made smaller)", client_size(&f->clients[i]),
        f->results[i].reason, i + 1, client_text(f->calls, &f->clients[i]), f->stopped_by);
}

/* "up() and down() never return: "; nothing, where none is stuck. */
static char *stuck_text(const struct strings *stuck)
{
    char *text = format_text("%s", "");
    for (size_t i = 0; i < stuck->count; i++)
        text = format_text("%s%s%s", text, i == 0 ? "" : i + 1 < stuck->count ? ", " : " and ", stuck->at[i]);
    return stuck->count ? format_text("%s never return%s: ", text, stuck->count == 1 ? "s" : "") : text;
}

static char *bug_text(const struct clients_settings *s, const struct clients_found *f)
{
    const struct violation *v = f->violation;
    if (!v)
        return unfinished_bug_text(f);
    char *size = client_size(&v->client);
    if (!v->unexplained)
        return format_text("in %s: %s%s", size, stuck_text(&v->stuck), v->headline);
    const char *wanted = s->consistency == CONSISTENCY_QUIESCENT ? "quiescently consistent" : consistency_claim(s->consistency);
    if (v->waiting)
        return format_text("not %s: %s waits for ever in a way that no order of the calls does%s", wanted, size,
            v->out_of_time ? " which keeps what was done before what" : "");
    return format_text("not %s: %s has results that no order of the calls gives%s", wanted, size,
        v->out_of_time ? " which keeps what was done before what" : "");
}

static void judge_clients(const struct clients_settings *s, struct clients_found *f)
{
    size_t verified = with_status(f, EXIT_VERIFIED), bugs = with_status(f, EXIT_BUG);
    if (bugs) {
        f->status = EXIT_BUG;
        f->verdict = "bug";
        f->reason = bug_text(s, f);
    } else if (f->count == 0) {
        f->status = EXIT_UNKNOWN;
        f->verdict = "unknown";
        f->reason = format_text("stopped by %s before there were clients of %s", f->stopped_by, f->spec->name);
    } else if (verified == f->count) {
        f->status = EXIT_VERIFIED;
        f->verdict = "verified";
        f->reason = format_text("%s of %s%s: in every interleaving the results are %s%s%s%s", show_things(f->count, "client"),
            f->spec->name, scope_text(f), consistency_claim(s->consistency), waiting_text(f), left_out_text(f), premises_text(f));
    } else {
        bool errors = with_status(f, EXIT_ERROR) || with_status(f, EXIT_UNSOUND);
        f->status = errors ? EXIT_ERROR : EXIT_UNKNOWN;
        f->verdict = errors ? "error" : "unknown";
        char *stopped = format_text("%s", "");
        if (f->stopped_by)
            stopped = format_text("; %zu not checked to the end (stopped by %s)", with_status(f, -1), f->stopped_by);
        f->reason = format_text("%zu of %s of %s are verified, and none has a bug%s%s", verified, show_things(f->count, "client"),
            f->spec->name, stopped, left_out_text(f));
    }
}

static void find_violation(const struct clients_settings *s, const struct session *session, struct clients_found *f)
{
    size_t i = first_with_bug(f);
    if (i == f->count)
        return;
    struct outcomes outcomes = f->outcomes[i];
    struct client least = f->clients[i];
    if (!s->as_it_is && !f->stopped_by)
        least = client_shrink(session, &least, f->results[i].kind, &outcomes);
    if (end_is_asked()) {
        f->stopped_by = "a signal";
        return;
    }
    struct violation *kept = allocate(sizeof *kept);
    *kept = violation_keep(session, &least, &outcomes, s->keep ? s->keep : format_text("%s-client", f->spec->name));
    f->violating = i;
    f->violation = kept;
}

static int conclude(const struct clients_settings *s, struct clients_found *f)
{
    judge_clients(s, f);
    clients_print(s, f);
    return clients_write_files(s, f) ? f->status : EXIT_ERROR;
}

struct conclusion {
    const struct clients_settings *settings;
    struct clients_found *found;
};

/* A signal came while something was compiled, or checked again. */
static int conclude_early(void *self)
{
    struct conclusion *c = self;
    if (c->settings->list || c->settings->source || c->settings->suite)
        die("%s: stopped by a signal", c->settings->spec);
    c->found->stopped_by = "a signal";
    collect_premises(c->found);
    return conclude(c->settings, c->found);
}

/* A library with a bug is to be mended first. */
static void find_invariants(const struct clients_settings *s, const struct session *session, struct clients_found *f)
{
    if (!s->invariants || f->violation || f->stopped_by)
        return;
    struct invariants *found = allocate(sizeof *found);
    *found = invariants_find(session, f->clients, f->outcomes, f->results, f->count);
    f->invariant_lines = invariants_lines(found, session);
    f->invariants = found;
}

static int check_clients(const struct clients_settings *s, const struct session *session, struct clients_found *f)
{
    if (f->unknown && !clients_check(session, f->clients, f->outcomes, f->unknown, s->all, f->results))
        f->stopped_by = stopped_by(session->end);
    find_violation(s, session, f);
    find_invariants(s, session, f);
    collect_premises(f);
    return conclude(s, f);
}

/* No client is checked where the time is over before it is known what calls may return. */
static void choose_clients(const struct clients_settings *s, const char *sequential, uint64_t end, struct clients_found *f)
{
    struct selection chosen = clients_select(sequential, f->spec, f->calls, &s->bounds, s->consistency, end);
    f->clients = chosen.list.at;
    f->count = chosen.list.count;
    f->complete = chosen.complete;
    f->left_out = chosen.left_out;
    f->outcomes = chosen.outcomes ? chosen.outcomes : allocate((f->count + 1) * sizeof *f->outcomes);
    if (!chosen.outcomes)
        f->stopped_by = stopped_by(end);
    if (!f->count && !end_is_asked())
        die("%s: there is no client within these bounds (--threads, --calls, --values, --orders)%s", s->spec,
            f->left_out ? " of which no call runs for ever in some order" : "");
    f->results = allocate((f->count + 1) * sizeof *f->results);
    clients_skip(f->results, f->count);
    f->unknown = chosen.outcomes ? clients_take_known(s, f, chosen.list.at, chosen.outcomes) : f->count;
}

/* Files and lists of clients, asked for besides, or instead of, checking them. */
static int write_clients(const struct clients_settings *s, const struct clients_found *f)
{
    if (f->stopped_by)
        die("%s: stopped by %s before it was known what calls may return", s->spec, f->stopped_by);
    if (s->list)
        list_clients(s, f);
    if (s->source)
        write_source(s, f);
    if (s->suite)
        write_suite(s, f);
    return flush_stdout() ? EXIT_ERROR : EXIT_VERIFIED;
}

/* What is written is compiled, so that what is wrong with it is said at once. */
static int write_first(const struct clients_settings *s)
{
    const char *path = first_spec_write(s->from, &s->sources, &s->flags, s->spec);
    struct spec spec = spec_read(path);
    struct calls calls = calls_of(&spec, s->bounds.values);
    sequential_build(&spec, &calls);
    printf("mazurka clients %s checks it\n", shell_file(path));
    return flush_stdout() ? EXIT_ERROR : EXIT_VERIFIED;
}

static int run(int argc, char **argv)
{
    static struct clients_settings settings;
    read_arguments(&settings, argc, argv);
    const struct clients_settings *s = &settings;
    if (s->from)
        return write_first(s);
    uint64_t end = s->time ? clock_ms(CLOCK_MONOTONIC) + s->time : 0;
    struct spec spec = spec_read(s->spec);
    strings_append(&spec.flags, &s->flags);
    struct calls calls = calls_of(&spec, s->bounds.values);
    struct clients_found found = {.spec = &spec, .calls = &calls};
    struct conclusion early = {s, &found};
    end_on_signals(conclude_early, &early);
    const char *sequential = sequential_build(&spec, &calls);
    choose_clients(s, sequential, end, &found);
    if (s->list || s->source || s->suite)
        return write_clients(s, &found);
    if (found.stopped_by)
        return conclude(s, &found);
    struct library library = library_compile(&spec);
    struct session session = {.spec = &spec, .calls = &calls, .library = &library, .consistency = s->consistency, .sequential = sequential,
        .check = s->check, .budget = s->budget, .end = end, .jobs = (size_t)s->jobs, .progress = !s->quiet};
    return check_clients(s, &session, &found);
}

const struct command clients_command = {
    .name = "clients",
    .help = "make clients of a concurrent data structure, and check what their calls return",
    .example = "mazurka clients --from=queue.h && mazurka clients queue.spec",
    .usage = usage,
    .options = clients_options,
    .examples = examples,
    .run = run,
};
