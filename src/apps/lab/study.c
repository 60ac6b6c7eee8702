/* study.c - reading a study. Every mistake is told with its line. */
#include "apps/lab/study.h"

#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/lab/tuples.h"
#include "model/rb_tuple.h"
#include "tool/cli/ini.h"
#include "tool/cli/options.h"
#include "tool/cli/trust.h"

#define SUFFIX ".study"

struct reader {
    struct study *study;
    const struct ini *ini;
    const struct ini_entry *at; /* that is being read */
    struct configuration *own;  /* [configuration NAME] */
    size_t own_count;
};

static void wrong(const struct reader *r, const char *format, ...) PRINTF(2, 3) __attribute__((noreturn));
static void wrong(const struct reader *r, const char *format, ...)
{
    char text[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    die("%s:%zu: %s", r->study->path, r->at->line, text);
}

/* --- values ---------------------------------------------------------------------------------------------------------- */

/* Each is a program that is compiled and run many times; a few bytes can name more of them than anybody has memory for. */
enum { MOST_CLIENTS = 10000 };

static uint64_t read_number(const struct reader *r)
{
    uint64_t value;
    if (parse_count(r->at->value, &value) != 0 || value == 0)
        wrong(r, "%s is a number such as 5 or 10k, not '%s'", r->at->key, r->at->value);
    return value;
}

static struct strings read_list(const struct reader *r)
{
    struct strings words = {0};
    const char *why;
    if (!ini_words(r->at->value, &words, &why))
        wrong(r, "%s", why);
    if (words.count == 0)
        wrong(r, "%s has no value", r->at->key);
    return words;
}

static bool read_choice(const struct reader *r, const char *no, const char *yes)
{
    if (strcmp(r->at->value, yes) == 0)
        return true;
    if (strcmp(r->at->value, no) != 0)
        wrong(r, "%s is %s or %s, not '%s'", r->at->key, no, yes, r->at->value);
    return false;
}

static const char *read_word(const struct reader *r)
{
    struct strings words = read_list(r);
    if (words.count != 1)
        wrong(r, "%s is one word", r->at->key);
    return words.at[0];
}

static void unknown_key(const struct reader *r, const char *const *known) __attribute__((noreturn));
static void unknown_key(const struct reader *r, const char *const *known)
{
    const char *nearest = nearest_word(r->at->key, known);
    wrong(r, "nobody knows the key '%s' in [%s]%s%s%s", r->at->key, r->at->section, nearest ? ". Is " : "", nearest ? nearest : "",
        nearest ? " meant?" : "");
}

/* --- sections -------------------------------------------------------------------------------------------------------- */

/* NAME, or NAME:FORM of one that has another form than the others. */
static void read_programs(struct reader *r)
{
    struct strings words = read_list(r);
    for (size_t i = 0; i < words.count; i++) {
        const char *colon = strchr(words.at[i], ':');
        if (colon)
            strings_add(&r->study->forms, words.at[i]);
        strings_addf(&r->study->programs, "%.*s", (int)(colon ? colon - words.at[i] : (long)strlen(words.at[i])), words.at[i]);
    }
}

const char *study_form(const struct study *s, const char *program)
{
    size_t length = strlen(program);
    for (size_t i = 0; i < s->forms.count; i++)
        if (strncmp(s->forms.at[i], program, length) == 0 && s->forms.at[i][length] == ':')
            return s->forms.at[i] + length + 1;
    return s->form;
}

static void read_study_key(struct reader *r)
{
    static const char *const known[] = {"title", "programs", "rank-programs", "form", "scale", "errors", "states", "time", "rank",
                                        "compare", "paper", NULL};
    struct study *s = r->study;
    const char *key = r->at->key;
    if (strcmp(key, "title") == 0)
        s->title = r->at->value;
    else if (strcmp(key, "programs") == 0)
        read_programs(r);
    else if (strcmp(key, "rank-programs") == 0)
        s->paper_programs = read_list(r);
    else if (strcmp(key, "form") == 0)
        s->form = read_word(r);
    else if (strcmp(key, "scale") == 0)
        s->scale = read_word(r);
    else if (strcmp(key, "errors") == 0)
        s->races = read_choice(r, "own", "races");
    else if (strcmp(key, "states") == 0)
        s->states = read_number(r);
    else if (strcmp(key, "rank") == 0)
        s->ranked = read_word(r);
    else if (strcmp(key, "compare") == 0)
        s->compared = read_word(r);
    else if (strcmp(key, "paper") == 0)
        s->paper = read_word(r);
    else if (strcmp(key, "time") != 0)
        unknown_key(r, known);
    else if (parse_duration(r->at->value, &s->milliseconds) != 0 || s->milliseconds == 0)
        wrong(r, "time is a duration such as 10s, not '%s'", r->at->value);
}

static void read_quick_key(struct reader *r)
{
    static const char *const known[] = {"states", "sample", "runs", "clients", NULL};
    struct study_quick *q = &r->study->quick;
    uint64_t *to = strcmp(r->at->key, "states") == 0   ? &q->states
                   : strcmp(r->at->key, "sample") == 0 ? &q->sample
                   : strcmp(r->at->key, "runs") == 0   ? &q->runs
                   : strcmp(r->at->key, "clients") == 0 ? &q->clients
                                                        : NULL;
    if (!to)
        unknown_key(r, known);
    *to = read_number(r);
}

/* Found by the name of the section; made by the first line of it. */
static struct configuration *own_configuration(struct reader *r)
{
    for (size_t i = 0; i < r->own_count; i++)
        if (strcmp(r->own[i].name, r->at->name) == 0)
            return &r->own[i];
    if (!*r->at->name)
        wrong(r, "a configuration has a name: [configuration NAME]");
    struct configuration *c = &r->own[r->own_count++];
    *c = (struct configuration){.name = r->at->name, .group = "own", .title = r->at->name, .figure = r->at->name, .scale = "paper",
        .by = BY_RUNS, .buggy = true, .fixed = true};
    return c;
}

static void read_configuration_key(struct reader *r)
{
    static const char *const known[] = {"title", "options", "random", "figure", NULL};
    struct configuration *c = own_configuration(r);
    if (strcmp(r->at->key, "title") == 0)
        c->title = r->at->value;
    else if (strcmp(r->at->key, "figure") == 0)
        c->figure = r->at->value;
    else if (strcmp(r->at->key, "options") == 0)
        c->options = r->at->value;
    else if (strcmp(r->at->key, "random") == 0)
        c->random = read_choice(r, "no", "yes");
    else
        unknown_key(r, known);
}

static struct study_phase *phase_of(struct reader *r)
{
    struct study *s = r->study;
    for (size_t i = 0; i < s->phase_count; i++)
        if (strcmp(s->phases[i].name, r->at->name) == 0)
            return &s->phases[i];
    if (!*r->at->name)
        wrong(r, "a phase has a name: [phase NAME]");
    struct study_phase *p = &s->phases[s->phase_count++];
    *p = (struct study_phase){.name = r->at->name, .runs = 1, .line = r->at->line};
    return p;
}

static struct study_clients *clients_of(struct reader *r)
{
    struct study *s = r->study;
    for (size_t i = 0; i < s->clients_count; i++)
        if (strcmp(s->clients[i].name, r->at->name) == 0)
            return &s->clients[i];
    if (!*r->at->name)
        wrong(r, "clients have a name: [clients NAME]");
    struct study_clients *c = &s->clients[s->clients_count++];
    *c = (struct study_clients){.name = r->at->name, .line = r->at->line};
    return c;
}

static uint64_t read_client_count(const struct reader *r)
{
    uint64_t count = read_number(r);
    if (count > MOST_CLIENTS)
        wrong(r, "%s clients are too many: at most %d", r->at->value, MOST_CLIENTS);
    return count;
}

static void read_clients_key(struct reader *r)
{
    static const char *const known[] = {"specification", "clients", "options", NULL};
    struct study_clients *c = clients_of(r);
    if (strcmp(r->at->key, "specification") == 0)
        c->specification = read_word(r);
    else if (strcmp(r->at->key, "clients") == 0)
        c->count = read_client_count(r);
    else if (strcmp(r->at->key, "options") == 0)
        c->options = read_list(r);
    else
        unknown_key(r, known);
}

/* The names of their programs. */
static void name_clients(struct study *s)
{
    for (size_t i = 0; i < s->clients_count; i++)
        for (uint64_t k = 1; k <= s->clients[i].count; k++)
            strings_addf(&s->programs, "%s_%03llu", s->clients[i].name, (unsigned long long)k);
}

/* --- which configurations -------------------------------------------------------------------------------------------- */

static void add(struct configuration_list *list, const struct configuration *c)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i] == c || strcmp(list->at[i]->name, c->name) == 0)
            return;
    list->at = resize(list->at, (list->count + 1) * sizeof *list->at);
    list->at[list->count++] = c;
}

/* All that a table has of that name or group. */
static bool add_matching(struct configuration_list *list, const struct configuration *table, size_t count, const char *word)
{
    bool found = false;
    for (size_t i = 0; i < count; i++) {
        const struct configuration *c = &table[i];
        if (fnmatch(word, c->name, 0) != 0 && strcmp(word, c->group) != 0)
            continue;
        found = true;
        if (!c->absent)
            add(list, c);
    }
    return found;
}

/* All at once: looking each up among those before it would take long. */
static void add_all_tuples(const struct reader *r, struct configuration_list *list)
{
    if (list->count)
        wrong(r, "dfs-rb, which is all configurations of the paper, comes first");
    list->at = allocate(RB_CONFIGURATIONS * sizeof *list->at);
    memcpy(list->at, tuple_configurations(), RB_CONFIGURATIONS * sizeof *list->at);
    list->count = RB_CONFIGURATIONS;
}

/* * and ? stand for any; what matches none of the paper's may be another one. */
static void add_tuples(const struct reader *r, struct configuration_list *list, const char *word)
{
    const struct configuration *const *all = tuple_configurations();
    char *why;
    bool found = false;
    for (unsigned i = 0; i < RB_CONFIGURATIONS; i++)
        if (fnmatch(word, all[i]->name, 0) == 0) {
            add(list, all[i]);
            found = true;
        }
    const struct configuration *one = found ? NULL : tuple_configuration(word, &why);
    if (!found && !one)
        wrong(r, "no configuration is like %s, and by itself it is none: %s", word, why);
    if (one)
        add(list, one);
}

static void refuse_configuration(const struct reader *r, const char *word) __attribute__((noreturn));
static void refuse_configuration(const struct reader *r, const char *word)
{
    const char *names[256] = {"dfs-rb"};
    size_t count = 1;
    for (size_t i = 0; i < r->own_count && count < 250; i++)
        names[count++] = r->own[i].name;
    for (const struct configuration *c = configurations; c->name && count < 250; c++) {
        names[count++] = c->name;
        names[count++] = c->group;
    }
    const char *nearest = nearest_word(word, names);
    wrong(r, "no configuration and no group is called %s%s%s%s. `mazurka suite list --configurations=all` lists those that are not in the "
             "study itself", word, nearest ? ". Is " : "", nearest ? nearest : "", nearest ? " meant?" : "");
}

static struct configuration_list read_configurations(struct reader *r)
{
    struct configuration_list list = {0};
    struct strings words = read_list(r);
    size_t shared = 0;
    while (configurations[shared].name)
        shared++;
    for (size_t i = 0; i < words.count; i++) {
        const char *word = words.at[i];
        if (strcmp(word, "dfs-rb") == 0)
            add_all_tuples(r, &list);
        else if (word[0] == '<')
            add_tuples(r, &list, word);
        else if (!add_matching(&list, r->own, r->own_count, word) && !add_matching(&list, configurations, shared, word))
            refuse_configuration(r, word);
    }
    return list;
}

static void read_phase_key(struct reader *r)
{
    static const char *const known[] = {"configurations", "runs", "of", "sample", NULL};
    struct study_phase *p = phase_of(r);
    if (strcmp(r->at->key, "configurations") == 0)
        p->configurations = read_configurations(r);
    else if (strcmp(r->at->key, "runs") == 0)
        p->runs = read_number(r);
    else if (strcmp(r->at->key, "of") == 0)
        p->of = read_word(r);
    else if (strcmp(r->at->key, "sample") == 0)
        p->sample = read_number(r);
    else
        unknown_key(r, known);
}

/* --- the whole file -------------------------------------------------------------------------------------------------- */

static void read_section(struct reader *r, const char *section, void (*read)(struct reader *))
{
    for (size_t i = 0; i < r->ini->count; i++) {
        r->at = &r->ini->at[i];
        if (strcmp(r->at->section, section) == 0 && r->at->key)
            read(r);
        else if (strcmp(section, "configuration") == 0 && strcmp(r->at->section, section) == 0)
            own_configuration(r);
    }
}

static void refuse_sections(struct reader *r)
{
    static const char *const known[] = {"study", "quick", "configuration", "phase", "clients", NULL};
    for (size_t i = 0; i < r->ini->count; i++) {
        r->at = &r->ini->at[i];
        if (!is_one_of(r->at->section, known))
            wrong(r, "a study has the sections study, quick, configuration, phase and clients, and none that is called %s", r->at->section);
    }
}

static void check_phases(struct reader *r)
{
    struct study *s = r->study;
    for (size_t i = 0; i < s->phase_count; i++) {
        struct study_phase *p = &s->phases[i];
        const struct study_phase *before = p->of ? study_phase_named(s, p->of) : NULL;
        struct ini_entry here = {.line = p->line};
        r->at = &here;
        if (!p->of && p->configurations.count == 0)
            wrong(r, "the phase %s says neither which configurations it has nor of which phase it is", p->name);
        if (p->of && (!before || before >= p || before->of))
            wrong(r, "the phase %s goes on with the phase %s, and no phase before it, with configurations of its own, is called so",
                p->name, p->of);
        if (p->of && p->runs <= before->runs)
            wrong(r, "the phase %s goes on with %s, which has %llu runs: it must have more than %llu", p->name, p->of,
                (unsigned long long)before->runs, (unsigned long long)p->runs);
        if (p->of)
            p->configurations = before->configurations;
        p->whole = p->configurations.count;
    }
}

static void check_study(struct reader *r)
{
    struct study *s = r->study;
    const char *named[] = {s->ranked, s->compared};
    for (size_t i = 0; i < s->clients_count; i++)
        if (!s->clients[i].specification || !s->clients[i].count)
            die("%s:%zu: [clients %s] needs a specification and a number of clients", s->path, s->clients[i].line, s->clients[i].name);
    if (s->programs.count == 0 && s->clients_count == 0)
        die("%s: [study] does not say which programs it is of: programs = NAME...", s->path);
    if (s->phase_count == 0)
        die("%s: there is no [phase NAME]", s->path);
    for (size_t i = 0; i < 2; i++)
        if (named[i] && !study_phase_named(s, named[i]))
            die("%s: no phase is called %s", s->path, named[i]);
    for (size_t i = 0; i < r->own_count; i++)
        if (!r->own[i].options)
            die("%s: [configuration %s] has no options", s->path, r->own[i].name);
    check_phases(r);
}

const struct study_phase *study_phase_named(const struct study *s, const char *name)
{
    for (size_t i = 0; i < s->phase_count; i++)
        if (strcmp(s->phases[i].name, name) == 0)
            return &s->phases[i];
    return NULL;
}

static void read_all(struct study *s, const char *text, size_t length)
{
    struct ini ini = {0};
    struct reader r = {.study = s, .ini = &ini};
    char *why;
    if (!ini_read(s->path, text, length, &ini, &why))
        die("%s", why);
    r.own = allocate((ini.count + 1) * sizeof *r.own);
    s->phases = allocate((ini.count + 1) * sizeof *s->phases);
    s->clients = allocate((ini.count + 1) * sizeof *s->clients);
    refuse_sections(&r);
    read_section(&r, "study", read_study_key);
    read_section(&r, "quick", read_quick_key);
    read_section(&r, "configuration", read_configuration_key);
    read_section(&r, "phase", read_phase_key);
    read_section(&r, "clients", read_clients_key);
    check_study(&r);
    name_clients(s);
}

/* --- where they are -------------------------------------------------------------------------------------------------- */

const char *studies_directory(void)
{
    const char *places[] = {path_join(self_library_dir(), "../../share/mazurka/studies"),
                            path_join(self_library_dir(), "../../../share/studies"), "share/studies"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (file_exists(places[i]))
            return places[i];
    return places[2];
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

struct strings studies_shipped(void)
{
    struct strings names = {0};
    struct dirent **list;
    int count = scandir(studies_directory(), &list, NULL, by_name);
    for (int i = 0; i < count; i++)
        if (ends_with(list[i]->d_name, SUFFIX))
            strings_addf(&names, "%.*s", (int)(strlen(list[i]->d_name) - strlen(SUFFIX)), list[i]->d_name);
    return names;
}

struct study study_read(const char *name)
{
    const char *shipped = path_join(studies_directory(), format_text("%s" SUFFIX, name));
    const char *path = file_exists(name) || strchr(name, '/') || !file_exists(shipped) ? name : shipped;
    struct study s = {.path = path, .form = "buggy", .scale = "paper", .states = 10000, .milliseconds = 60000};
    size_t length;
    char *text = read_whole_file(path, &length);
    struct strings known = studies_shipped();
    if (!text && errno == ENOENT && !strchr(name, '/')) {
        const char *nearest = known.count ? nearest_word(name, (const char *const *)known.at) : NULL;
        die("there is no study %s, neither as a file nor among those that are shipped%s%s%s. `mazurka lab list` lists them", name,
            nearest ? ": is " : "", nearest ? nearest : "", nearest ? " meant?" : "");
    }
    if (!text)
        die("the study %s: %s", path, strerror(errno));
    if (path != shipped)
        trust_commands_of(path);
    const char *base = path_base(path);
    s.name = ends_with(base, SUFFIX) ? format_text("%.*s", (int)(strlen(base) - strlen(SUFFIX)), base) : base;
    s.title = s.name;
    read_all(&s, text, length);
    return s;
}

/* --- clients --------------------------------------------------------------------------------------------------------- */

const struct study_clients *study_clients_of(const struct study *s, const char *program)
{
    for (size_t i = 0; i < s->clients_count; i++) {
        size_t length = strlen(s->clients[i].name);
        if (strncmp(s->clients[i].name, program, length) == 0 && program[length] == '_' &&
            program[length + 1 + strspn(program + length + 1, "0123456789")] == '\0')
            return &s->clients[i];
    }
    return NULL;
}

bool study_has_suite_programs(const struct study *s)
{
    for (size_t i = 0; i < s->programs.count; i++)
        if (!study_clients_of(s, s->programs.at[i]))
            return true;
    return false;
}

/* --- a sample -------------------------------------------------------------------------------------------------------- */

/* A number that looks like chance, the same one each time. */
static uint64_t scattered(uint64_t i)
{
    i = (i + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
    i = (i ^ i >> 27) * 0x94d049bb133111eb;
    return i ^ i >> 31;
}

/* Stratified: neighbours in the list are alike, so it is cut into as many pieces of the same length, and one is taken of each. */
static void take_sample(struct configuration_list *list, uint64_t wanted)
{
    struct configuration_list few = {allocate((wanted + 1) * sizeof *few.at), 0};
    if (wanted == 0 || list->count <= wanted)
        return;
    for (uint64_t k = 0; k < wanted; k++) {
        uint64_t from = k * list->count / wanted, to = (k + 1) * list->count / wanted;
        few.at[few.count++] = list->at[from + scattered(k) % (to - from)];
    }
    *list = few;
}

void study_take_samples(struct study *s, uint64_t most)
{
    for (size_t i = 0; i < s->phase_count; i++) {
        struct study_phase *p = &s->phases[i];
        if (p->of)
            p->configurations = study_phase_named(s, p->of)->configurations;
        else
            take_sample(&p->configurations, most ? most : p->sample);
    }
}

void study_be_quick(struct study *s)
{
    const struct study_quick *q = &s->quick;
    struct strings programs = {0};
    for (size_t i = 0; i < s->programs.count; i++) {
        const struct study_clients *c = study_clients_of(s, s->programs.at[i]);
        uint64_t number = c ? strtoull(s->programs.at[i] + strlen(c->name) + 1, NULL, 10) : 0;
        if (!q->clients || number <= q->clients)
            strings_add(&programs, s->programs.at[i]);
    }
    s->programs = programs;
    for (size_t i = 0; q->clients && i < s->clients_count; i++)
        s->clients[i].count = s->clients[i].count < q->clients ? s->clients[i].count : q->clients;
    s->states = q->states && q->states < s->states ? q->states : s->states;
    for (size_t i = 0; i < s->phase_count; i++) {
        struct study_phase *p = &s->phases[i];
        p->runs = q->runs && q->runs < p->runs ? q->runs : p->runs;
        p->sample = q->sample ? q->sample : p->sample;
    }
}
