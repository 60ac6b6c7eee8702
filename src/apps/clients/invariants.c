/* invariants.c - see invariants.h.
 *
 * The specification is given code that reads the structure by offsets (parts/state.c), as a statement behind the constructor, and as an
 * invariant: so clients, and the program of calls one after the other, are made and run as ever. */
#include "apps/clients/invariants.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "apps/clients/call_source.h"
#include "apps/clients/sequential_program.h"
#include "tool/cli/json_text.h"
#include "tool/cli/options.h"
#include "tool/compile/compile.h"

__asm__(".pushsection .rodata\nstate_part:\n.incbin \"src/apps/clients/parts/state.c\"\n.byte 0\n"
        "notes_part:\n.incbin \"src/apps/clients/parts/state_notes.c\"\n.byte 0\n.popsection\n");
extern const char state_part[] __attribute__((visibility("hidden")));
extern const char notes_part[] __attribute__((visibility("hidden")));

enum { MOST_CANDIDATES = 60, MOST_SHOWN = 10 };

static const char marker[] = "mazurka: not at rest:";

/* With code in front of the rest, and an expression that is evaluated behind the constructor and at the end. */
static struct spec spec_with(const struct spec *s, const char *code, const char *statement)
{
    struct spec with = *s;
    with.code = allocate((s->codes + 1) * sizeof *with.code);
    with.before = allocate((s->befores + 1) * sizeof *with.before);
    memcpy(with.code, s->code, s->codes * sizeof *with.code);
    memcpy(with.before, s->before, s->befores * sizeof *with.before);
    with.code[with.codes++] = (struct fragment_of_c){format_text("%s", code), 1};
    with.before[with.befores++] = (struct fragment_of_c){format_text("%s", statement), 1};
    with.reference = (struct strings){0};
    return with;
}

/* --- the states that calls one after the other lead to ------------------------------------------------------------------------- */

/* The debug information of a program that has the object. */
static struct structure read_structure(const struct session *s)
{
    char *source = path_join(temp_directory(), s->spec->cxx ? "structure.cpp" : "structure.c");
    FILE *out = fopen(source, "we");
    if (!out)
        die("%s: %s", source, strerror(errno));
    fputs("#include <pthread.h>\n#include <stdlib.h>\n", out);
    source_prelude(out, s->spec, false);
    fputs("int main(void)\n{\n", out);
    source_begin(out, s->spec, false);
    source_end(out, s->spec, false);
    fputs("    return 0;\n}\n", out);
    return structure_read(session_compile(s, out, source, "object does"), path_base(source), s->spec->object.text);
}

/* Notes the values of all terms in a file. */
static struct spec noting_spec(const struct session *s, const struct structure *structure, const char *path)
{
    char *values = format_text("%s", ""), *pointers = format_text("%s", "");
    for (size_t i = 0; i < structure->count; i++) {
        const struct term *t = &structure->at[i];
        bool points = t->kind == TERM_POINTER || t->kind == TERM_LAST;
        values = format_text("%s%s(long long)(%s)", values, i ? ", " : "", t->code);
        pointers = format_text("%s%s%d", pointers, i ? ", " : "", points);
    }
    char *code = format_text("#define MZ_LOOKS_BEFORE\n%s"
                             "enum { MZ_TERMS = %zu };\nstatic const char mz_is_pointer[] = {%s};\n#define MZ_NOTES \"%s\"\n%s"
                             "#define mz_note() do { const long long mz_values[] = {%s}; mz_write_note(mz_values); } while (0)\n",
        state_part, structure->count, pointers, path, notes_part, values);
    struct spec with = spec_with(s->spec, code, "mz_note()");
    const char *end = s->spec->destructor.text;
    with.destructor = (struct fragment_of_c){format_text("mz_note(); %s", end ? end : ""), s->spec->destructor.line};
    return with;
}

static struct states_met read_notes(const char *path, size_t terms)
{
    struct states_met met = {0};
    char *text = file_exists(path) ? read_whole_file(path, NULL) : NULL;
    struct strings seen = {0};
    for (char *line = text ? strtok(text, "\n") : NULL; line; line = strtok(NULL, "\n")) {
        if (strings_contain(&seen, line))
            continue; /* another process has met it, too */
        strings_add(&seen, line);
        met.at = resize(met.at, (met.count + 1) * sizeof *met.at);
        long long *row = met.at[met.count++] = allocate((terms + 1) * sizeof *row);
        for (size_t i = 0; i < terms; i++)
            row[i] = strtoll(line, &line, 10);
    }
    return met;
}

/* A client has two calls at least. One call by itself has no interleavings that are to be checked, and leads to a state, too. */
static struct client *single_calls(const struct calls *calls)
{
    struct client *all = allocate((calls->count + 1) * sizeof *all);
    for (size_t i = 0; i < calls->count; i++)
        all[i] = (struct client){.threads = 1, .calls = {1}, .call = {{i}}};
    return all;
}

static struct states_met meet_states(const struct session *s, const struct structure *structure, const struct client *clients, size_t count)
{
    char *path = path_join(temp_directory(), "notes");
    struct spec with = noting_spec(s, structure, path);
    const char *program = sequential_build(&with, s->calls);
    outcomes_of(program, &with, s->calls, clients, count, CONSISTENCY_SEQUENTIAL, s->end);
    outcomes_of(program, &with, s->calls, single_calls(s->calls), s->calls->count, CONSISTENCY_SEQUENTIAL, s->end);
    return read_notes(path, structure->count);
}

/* --- the check ----------------------------------------------------------------------------------------------------------------- */

static bool is_left(const struct invariants *f)
{
    for (size_t i = 0; i < f->count; i++)
        if (!f->at[i].broken_by)
            return true;
    return false;
}

/* An assertion that names the candidates that are not true. */
static struct spec checking_spec(const struct session *s, const struct invariants *f)
{
    char *bits = format_text("%s", "0ull");
    for (size_t i = 0; i < f->count; i++)
        if (!f->at[i].broken_by)
            bits = format_text("%s | (unsigned long long)!(%s) << %zu", bits, f->at[i].is->code, i);
    char *code = format_text("%s"
                             "static void mz_rests(unsigned long long broken)\n{\n"
                             "    static char text[400];\n"
                             "    int length = snprintf(text, sizeof text, \"%s\");\n"
                             "    for (int i = 0; i < 64; i++)\n"
                             "        if (broken >> i & 1)\n"
                             "            length += snprintf(text + length, sizeof text - (size_t)length, \" %%d\", i);\n"
                             "    if (broken)\n"
                             "        __assert_fail(text, __FILE__, __LINE__, __func__);\n"
                             "}\n#define mz_check() mz_rests(%s)\n", state_part, marker, bits);
    struct spec with = spec_with(s->spec, code, "mz_check()");
    const char *old = s->spec->invariant.text;
    with.invariant = (struct fragment_of_c){format_text("(mz_check(), (%s))", old ? old : "1"), s->spec->invariant.line};
    return with;
}

/* Something else goes wrong than an assertion of ours: it is of reading the structure, for the client by itself is verified. Those that
 * rest on most are given up. */
static void note_unreadable(struct invariants *f, const struct client *client)
{
    int most = 0;
    for (size_t i = 0; i < f->count; i++)
        most = !f->at[i].broken_by && f->at[i].is->risk > most ? f->at[i].is->risk : most;
    for (size_t i = 0; i < f->count; i++)
        if (!f->at[i].broken_by && f->at[i].is->risk == most) {
            f->at[i].broken_by = client;
            f->at[i].unreadable = true;
        }
}

/* Candidates that an interleaving of the client breaks. */
static void note_broken(struct invariants *f, const struct client *client, const char *reason)
{
    const char *numbers = strstr(reason, marker);
    char *at = numbers ? format_text("%s", numbers + strlen(marker)) : NULL, *end = at;
    if (!numbers) {
        note_unreadable(f, client);
        return;
    }
    for (unsigned long i = strtoul(at, &end, 10); end > at; i = strtoul(at, &end, 10)) {
        if (i < f->count && !f->at[i].broken_by)
            f->at[i].broken_by = client;
        at = end;
    }
}

/* Clients that are to be checked; `results` are those without the candidates. */
struct left {
    struct client        *clients;
    struct outcomes      *outcomes;
    struct client_result *results;
    size_t                count;
};

/* That our own assertions never failed is no premise. */
static void add_premises(struct invariants *f, const struct client_result *with, const struct client_result *without)
{
    for (size_t i = 0; i < with->premises.count; i++)
        if (!strstr(with->premises.at[i], "never reached") && !strings_contain(&without->premises, with->premises.at[i]) &&
            !strings_contain(&f->premises, with->premises.at[i]))
            strings_add(&f->premises, with->premises.at[i]);
}

/* The result of one that was left. True: it is left still. */
static bool take_result(struct invariants *f, const struct left *left, size_t i, const struct client_result *result)
{
    if (result->status == EXIT_VERIFIED) {
        add_premises(f, result, &left->results[i]);
        f->ends += (double)result->ends / (double)result->together;
    } else if (result->status == EXIT_BUG) {
        struct client *by = allocate(sizeof *by);
        *by = left->clients[i];
        note_broken(f, by, result->reason);
    } else if (result->status != -1)
        f->unfinished++;
    return result->status == EXIT_BUG || result->status == -1;
}

/* One round over the clients that are left. False: there is no need of another. */
static bool check_left(const struct session *s, struct invariants *f, struct left *left)
{
    struct spec with = checking_spec(s, f);
    struct session checking = *s;
    struct client_result *results = allocate((left->count + 1) * sizeof *results);
    size_t kept = 0;
    checking.spec = &with;
    bool goes_on = clients_check(&checking, left->clients, left->outcomes, left->count, false, results), broken = false;
    for (size_t i = 0; i < left->count; i++) {
        broken |= results[i].status == EXIT_BUG;
        if (!take_result(f, left, i, &results[i]))
            continue;
        left->clients[kept] = left->clients[i];
        left->results[kept] = left->results[i];
        left->outcomes[kept++] = left->outcomes[i];
    }
    left->count = kept;
    return goes_on && broken && is_left(f);
}

static void check_candidates(const struct session *s, struct invariants *f, const struct client *clients, const struct outcomes *outcomes,
    const struct client_result *results, size_t count)
{
    struct left left = {.clients = allocate((count + 1) * sizeof *left.clients),
        .outcomes = allocate((count + 1) * sizeof *left.outcomes), .results = allocate((count + 1) * sizeof *left.results)};
    for (size_t i = 0; i < count; i++) {
        if (results[i].status != EXIT_VERIFIED) {
            f->unfinished++;
            continue;
        }
        left.clients[left.count] = clients[i];
        left.results[left.count] = results[i];
        left.outcomes[left.count++] = outcomes[i];
    }
    while (left.count && check_left(s, f, &left))
        ;
    f->unfinished += left.count;
    f->states = (uint64_t)(f->ends + 0.5);
    if (f->unfinished == count)
        f->reason = "no client was explored to the end";
}

struct invariants invariants_find(const struct session *s, const struct client *clients, const struct outcomes *outcomes,
    const struct client_result *results, size_t count)
{
    struct invariants f = {.clients = count};
    if (!s->spec->object.text) {
        f.reason = "the specification has no `object`";
        return f;
    }
    struct structure structure = read_structure(s);
    if (!structure.count) {
        f.reason = "the debug information tells of no field of the object";
        return f;
    }
    struct states_met met = meet_states(s, &structure, clients, count);
    struct candidates *candidates = allocate(sizeof *candidates);
    *candidates = candidates_of(&structure, &met);
    f.met = met.count;
    f.count = candidates->count < MOST_CANDIDATES ? candidates->count : MOST_CANDIDATES;
    f.at = allocate((f.count + 1) * sizeof *f.at);
    for (size_t i = 0; i < f.count; i++)
        f.at[i].is = &candidates->at[i];
    if (f.count)
        check_candidates(s, &f, clients, outcomes, results, count);
    else
        f.reason = "nothing that could be one holds in all states that calls lead to, one after the other";
    return f;
}

/* --- what is told ---------------------------------------------------------------------------------------------------------------- */

static size_t held(const struct invariants *f)
{
    size_t count = 0;
    for (size_t i = 0; i < f->count; i++)
        count += !f->at[i].broken_by;
    return count;
}

static char *where_held(const struct invariants *f)
{
    char *states = show_things(f->states, "state"), *clients = show_things(f->clients, "client");
    char *premises = format_text("%s", "");
    for (size_t i = 0; i < f->premises.count; i++)
        premises = format_text("%s; %s", premises, f->premises.at[i]);
    if (!f->unfinished)
        return format_text("held in %s of %s (complete%s)", states, clients, premises);
    return format_text("held in %s of %zu of %s, no proof: the others were not explored to the end", states, f->clients - f->unfinished,
        clients);
}

static struct strings macros_of(const struct invariants *f)
{
    struct strings lines = {0};
    for (size_t m = 0; structure_macros[m]; m++) {
        bool needed = false;
        for (size_t i = 0, shown = 0; i < f->count && shown < MOST_SHOWN; i++) {
            shown += !f->at[i].broken_by;
            needed |= !f->at[i].broken_by && f->at[i].is->needs[m];
        }
        if (needed && !f->reason)
            strings_add(&lines, structure_macro(structure_macros[m]));
    }
    return lines;
}

static void add_broken(struct strings *lines, const struct invariants *f, const struct calls *calls)
{
    const char *title = "in all orders of whole calls, and not in every interleaving:";
    for (size_t i = 0; i < f->count; i++) {
        if (!f->at[i].broken_by)
            continue;
        if (title)
            strings_add(lines, title);
        title = NULL;
        strings_addf(lines, "  %s   (%s: %s)", f->at[i].is->text, f->at[i].unreadable ? "cannot be read" : "client",
            client_text(calls, f->at[i].broken_by));
    }
}

struct strings invariants_lines(const struct invariants *f, const struct session *s)
{
    struct strings lines = {0}, macros = macros_of(f);
    size_t count = held(f), shown = 0;
    if (f->reason || !count)
        strings_addf(&lines, "invariants: none%s%s", f->reason ? ": " : "", f->reason ? f->reason : "");
    else
        strings_addf(&lines, "invariants: %s", where_held(f));
    if (macros.count && s->spec->cxx)
        strings_add(&lines, "  #define __auto_type auto");
    for (size_t i = 0; i < macros.count; i++)
        strings_addf(&lines, "  %s", macros.at[i]);
    for (size_t i = 0; i < f->count && shown < MOST_SHOWN; i++)
        if (!f->reason && !f->at[i].broken_by) {
            strings_addf(&lines, "  assert(%s);", f->at[i].is->text);
            shown++;
        }
    if (shown < count && !f->reason)
        strings_addf(&lines, "  and %zu more (--json)", count - shown);
    add_broken(&lines, f, s->calls);
    return lines;
}

json_t *invariants_json(const struct invariants *f, const struct calls *calls)
{
    json_t *holds = json_array(), *broken = json_array(), *macros = json_array();
    struct strings lines = macros_of(f);
    for (size_t i = 0; i < f->count; i++) {
        const char *text = f->at[i].is->text;
        if (f->at[i].broken_by)
            json_array_append_new(broken, json_pack("{s:s, s:s, s:b}", "expression", text, "client",
                client_text(calls, f->at[i].broken_by), "unreadable", f->at[i].unreadable));
        else
            json_array_append_new(holds, json_string(text));
    }
    for (size_t i = 0; i < lines.count; i++)
        json_array_append_new(macros, json_string(lines.at[i]));
    return json_pack("{s:b, s:s?, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o}", "complete", !f->reason && !f->unfinished, "reason",
        f->reason, "states", (json_int_t)f->states, "states_proposed_from", (json_int_t)f->met, "clients", (json_int_t)f->clients,
        "clients_unfinished", (json_int_t)f->unfinished, "held", holds, "broken", broken, "macros", macros, "premises",
        texts_of(&f->premises));
}
