/* options.c - parsing of options from a table, and their list for --help. */
#include "tool/cli/options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/util.h"

/* --- values ------------------------------------------------------------------------------------------------------------ */

struct unit {
    const char *name;
    double      factor;
};

static const struct unit count_units[] = {{"", 1}, {"k", 1e3}, {"K", 1e3}, {"M", 1e6}, {"G", 1e9}, {NULL, 0}};
static const struct unit size_units[] = {{"", 1}, {"B", 1}, {"k", 1024}, {"K", 1024}, {"KB", 1024}, {"KiB", 1024},
    {"M", 1048576}, {"MB", 1048576}, {"MiB", 1048576}, {"G", 1073741824}, {"GB", 1073741824}, {"GiB", 1073741824},
    {"T", 1099511627776}, {"TiB", 1099511627776}, {NULL, 0}};
static const struct unit duration_units[] = {{"", 1000}, {"s", 1000}, {"ms", 1}, {"m", 60000}, {"min", 60000},
    {"h", 3600000}, {NULL, 0}};

static const struct unit *find_unit(const struct unit *units, const char *name)
{
    for (; units->name; units++) {
        if (strcmp(units->name, name) == 0)
            return units;
    }
    return NULL;
}

/* Digits alone are exact over all 64 bits; with a fraction or a unit the value must fit a double without loss. */
static int parse_with_unit(const char *text, const struct unit *units, uint64_t *value)
{
    if (*text < '0' || *text > '9')
        return -1;
    char *end;
    errno = 0;
    uint64_t whole = strtoull(text, &end, 10);
    if (errno)
        return -1;
    if (*end == '\0' && units->factor == 1) {
        *value = whole;
        return 0;
    }
    double number = (double)whole;
    if (*end == '.' && end[1] >= '0' && end[1] <= '9') {
        double scale = 0.1;
        for (end++; *end >= '0' && *end <= '9'; end++, scale /= 10)
            number += (*end - '0') * scale;
    }
    const struct unit *unit = find_unit(units, end);
    if (!unit || number * unit->factor > 0x1p53)
        return -1;
    *value = (uint64_t)(number * unit->factor + 0.5);
    return 0;
}

int parse_count(const char *text, uint64_t *value)
{
    return parse_with_unit(text, count_units, value);
}

static int parse_size(const char *text, uint64_t *value)
{
    return parse_with_unit(text, size_units, value);
}

int parse_duration(const char *text, uint64_t *milliseconds)
{
    return parse_with_unit(text, duration_units, milliseconds);
}

char *show_count(uint64_t value)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, value);
    char *out = allocate(32), *to = out;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    return out;
}

char *show_things(uint64_t count, const char *thing)
{
    return format_text("%s %s%s", show_count(count), thing, count == 1 ? "" : "s");
}

char *show_size(uint64_t bytes)
{
    static const char *const names[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    double value = (double)bytes;
    int unit = 0;
    for (; value >= 1024 && unit < 4; unit++)
        value /= 1024;
    return unit == 0 ? format_text("%" PRIu64 " bytes", bytes) : format_text("%.1f %s", value, names[unit]);
}

char *show_duration(uint64_t milliseconds)
{
    uint64_t seconds = milliseconds / 1000;
    if (milliseconds < 1000)
        return format_text("%" PRIu64 " ms", milliseconds);
    if (seconds < 60)
        return format_text("%" PRIu64 ".%" PRIu64 " s", seconds, milliseconds % 1000 / 100);
    if (seconds < 3600)
        return format_text("%" PRIu64 "m %02" PRIu64 "s", seconds / 60, seconds % 60);
    return format_text("%" PRIu64 "h %02" PRIu64 "m", seconds / 3600, seconds / 60 % 60);
}

/* --- parsing ----------------------------------------------------------------------------------------------------------- */

static const struct option_row *find_row(const struct option_row *table, const char *name, size_t length)
{
    for (; table->help; table++) {
        if (table->name && strlen(table->name) == length && memcmp(table->name, name, length) == 0)
            return table;
    }
    return NULL;
}

const struct option_row *option_of_word(const struct option_row *table, const char *word)
{
    return starts_with(word, "--") ? find_row(table, word + 2, strcspn(word + 2, "=")) : NULL;
}

size_t options_count(const struct option_row *table)
{
    size_t count = 0;
    while (table[count].help)
        count++;
    return count;
}

const struct option_row *option_find(const struct option_row *table, const char *name)
{
    const struct option_row *row = find_row(table, name, strlen(name));
    if (!row)
        die("internal error: there is no option --%s", name);
    return row;
}

static char *unknown_option(const struct option_row *table, const char *name, size_t length)
{
    struct strings names = {0};
    for (; table->help; table++) {
        if (table->name)
            strings_add(&names, table->name);
    }
    strings_add(&names, "help");
    char *word = format_text("%.*s", (int)length, name);
    const char *near = nearest_word(word, (const char *const *)names.at);
    free(names.at);
    char *text = near && strcmp(near, word) == 0 ? format_text("--%s is for the command line", word) /* --help */
               : near ? format_text("unknown option --%s; did you mean --%s?", word, near)
               : format_text("unknown option --%s; --help=all lists all options", word);
    free(word);
    return text;
}

/* Where a word is in a list that is separated by |, counted from 0; -1: nowhere. */
static int position(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (int i = 0;; i++) {
        size_t here = strcspn(words, "|");
        if (here == length && length > 0 && memcmp(words, word, length) == 0)
            return i;
        if (!words[here])
            return -1;
        words += here + 1;
    }
}

static const char *words_of(const struct option_row *row)
{
    return row->words ? row->words : row->argument;
}

static const char between_searches[] = " and ";

static const char *next_search(const char *names)
{
    const char *end = strstr(names, between_searches);
    return end ? end + sizeof between_searches - 1 : NULL;
}

bool option_is_for(const struct option_row *row, const char *search)
{
    size_t length = strlen(search);
    for (const char *name = row->searches; name; name = next_search(name))
        if (strncmp(name, search, length) == 0 && (name[length] == '\0' || name[length] == ' '))
            return true;
    return !row->searches;
}

static char *any_search(const char *names)
{
    const char *next = next_search(names);
    int length = next ? (int)(next - names) - (int)(sizeof between_searches - 1) : 0;
    return next ? format_text("%.*s or %s", length, names, any_search(next)) : format_text("%s", names);
}

char *option_searches(const struct option_row *row)
{
    return any_search(row->searches);
}

char *option_word(const struct option_row *row, uint64_t number)
{
    const char *words = words_of(row);
    for (; number; number--) {
        words += strcspn(words, "|");
        if (!*words++)
            return NULL;
    }
    return format_text("%.*s", (int)strcspn(words, "|"), words);
}

int option_word_number(const struct option_row *row, const char *word)
{
    return position(words_of(row), word);
}

const char *option_text(const struct option_row *row, const void *settings)
{
    return *(const char *const *)((const char *)settings + row->offset);
}

uint64_t option_number(const struct option_row *row, const void *settings)
{
    const void *field = (const char *)settings + row->offset;
    switch (row->size) {
    case sizeof(uint8_t):
        return *(const uint8_t *)field;
    case sizeof(uint16_t):
        return *(const uint16_t *)field;
    case sizeof(uint32_t):
        return *(const uint32_t *)field;
    default:
        return *(const uint64_t *)field;
    }
}

void option_set_number(const struct option_row *row, void *settings, uint64_t value)
{
    void *field = (char *)settings + row->offset;
    switch (row->size) {
    case sizeof(uint8_t):
        *(uint8_t *)field = (uint8_t)(value < UINT8_MAX ? value : UINT8_MAX);
        break;
    case sizeof(uint16_t):
        *(uint16_t *)field = (uint16_t)(value < UINT16_MAX ? value : UINT16_MAX);
        break;
    case sizeof(uint32_t):
        *(uint32_t *)field = (uint32_t)(value < UINT32_MAX ? value : UINT32_MAX);
        break;
    default:
        *(uint64_t *)field = value;
    }
}

static int store_number(int (*parse)(const char *, uint64_t *), const struct option_row *row, void *settings, const char *value,
                        const char *what, char **error)
{
    uint64_t number;
    if (parse(value, &number) == 0) {
        option_set_number(row, settings, number);
        return OPTION_TAKEN;
    }
    *error = format_text("--%s=%s: not a %s", row->name, value, what);
    return OPTION_WRONG;
}

static int needs_argument(const struct option_row *row, char **error)
{
    *error = format_text("--%s needs an argument: --%s=%s", row->name, row->name, row->argument);
    return OPTION_WRONG;
}

static int store_text(const struct option_row *row, void *settings, const char *value, char **error)
{
    if (*value == '\0')
        return needs_argument(row, error);
    *(const char **)((char *)settings + row->offset) = value;
    return OPTION_TAKEN;
}

static int store_word(const struct option_row *row, void *settings, const char *value, char **error)
{
    if (position(row->argument, value) < 0) {
        *error = format_text("--%s=%s: must be one of %s", row->name, value, row->argument);
        return OPTION_WRONG;
    }
    if (row->kind == OPTION_WORD)
        return store_text(row, settings, value, error);
    option_set_number(row, settings, (uint64_t)option_word_number(row, value));
    return OPTION_TAKEN;
}

/* A choice of which no value is given. */
static int store_first(const struct option_row *row, void *settings, char **error)
{
    char *word = format_text("%.*s", (int)strcspn(row->argument, "|"), row->argument);
    int stored = store_word(row, settings, word, error);
    free(word);
    return stored;
}

static int store(const struct option_row *row, void *settings, const char *value, char **error)
{
    switch (row->kind) {
    case OPTION_COUNT:
        return store_number(parse_count, row, settings, value, "number such as 1000 or 2M", error);
    case OPTION_SIZE:
        return store_number(parse_size, row, settings, value, "size such as 64M or 2G", error);
    case OPTION_DURATION:
        if (strstr(row->argument, "|off") && strcmp(value, "off") == 0)
            value = "0";
        return store_number(parse_duration, row, settings, value, "duration such as 10s, 500ms or 5m", error);
    case OPTION_WORD:
    case OPTION_CHOICE:
    case OPTION_CHOICE_OR_FLAG:
        return store_word(row, settings, value, error);
    default:
        return store_text(row, settings, value, error);
    }
}

static int set_flag(const struct option_row *row, void *settings, const char *value, char **error)
{
    if (value) {
        *error = format_text("--%s takes no argument", row->name);
        return OPTION_WRONG;
    }
    option_set_number(row, settings, row->kind == OPTION_FLAG);
    return OPTION_TAKEN;
}

static void set_initial(const struct option_row *row, void *settings)
{
    char *error;
    if (row->kind == OPTION_CLEAR)
        option_set_number(row, settings, true);
    if (row->initial && store(row, settings, row->initial, &error) != OPTION_TAKEN)
        die("%s", error);
}

void options_initial(const struct option_row *table, void *settings)
{
    for (const struct option_row *row = table; row->help; row++)
        set_initial(row, settings);
}

static bool is_text(const struct option_row *row)
{
    return row->kind == OPTION_TEXT || row->kind == OPTION_TEXT_OR_FLAG || row->kind == OPTION_WORD;
}

bool option_is_given(const struct option_row *row, const void *settings)
{
    char *initial = allocate(row->offset + sizeof(uint64_t));
    set_initial(row, initial);
    const char *was = is_text(row) ? option_text(row, initial) : NULL, *is = is_text(row) ? option_text(row, settings) : NULL;
    bool same = !is_text(row) ? option_number(row, settings) == option_number(row, initial)
                              : was == is || (was && is && strcmp(was, is) == 0);
    free(initial);
    return !same;
}

char *option_written(const struct option_row *row, const void *settings)
{
    switch (row->kind) {
    case OPTION_FLAG:
    case OPTION_CLEAR:
        return format_text("--%s", row->name);
    case OPTION_CHOICE:
    case OPTION_CHOICE_OR_FLAG:
        return format_text("--%s=%s", row->name, option_word(row, option_number(row, settings)));
    case OPTION_DURATION:
        return format_text("--%s=%" PRIu64 "ms", row->name, option_number(row, settings));
    case OPTION_COUNT:
    case OPTION_SIZE:
        return format_text("--%s=%" PRIu64, row->name, option_number(row, settings));
    default:
        return format_text("--%s=%s", row->name, shell_quote(option_text(row, settings)));
    }
}

int options_parse(const struct option_row *table, void *settings, char **argv, int *at, char **error)
{
    const char *word = argv[*at];
    if (word[0] != '-' || word[1] != '-' || word[2] == '\0')
        return OPTION_NOT_OURS;
    const char *name = word + 2, *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const struct option_row *row = find_row(table, name, length);
    if (!row) {
        *error = unknown_option(table, name, length);
        return OPTION_WRONG;
    }
    if (row->kind == OPTION_FLAG || row->kind == OPTION_CLEAR)
        return set_flag(row, settings, equals ? equals + 1 : NULL, error);
    if (equals)
        return store(row, settings, equals + 1, error);
    if (row->kind == OPTION_TEXT_OR_FLAG) {
        *(const char **)((char *)settings + row->offset) = "";
        return OPTION_TAKEN;
    }
    if (row->kind == OPTION_CHOICE_OR_FLAG)
        return store_first(row, settings, error);
    if (!argv[*at + 1] || strcmp(argv[*at + 1], "--") == 0)
        return needs_argument(row, error);
    return store(row, settings, argv[++*at], error);
}

/* The piece up to the next colon that is not escaped, without the backslashes; *text is moved behind it. */
static char *next_piece(const char **text)
{
    char *piece = allocate(strlen(*text) + 3), *to = piece + 2;
    piece[0] = piece[1] = '-';
    for (; **text && **text != ':'; ++*text) {
        if (**text == '\\' && (*text)[1] == ':')
            ++*text;
        *to++ = **text;
    }
    *text += **text == ':';
    return piece;
}

/* Test runners know variables better than options: a flag may be written with a value. */
static bool is_flag_off(const struct option_row *table, char *piece)
{
    char *equals = strchr(piece, '=');
    const struct option_row *row = equals ? find_row(table, piece + 2, (size_t)(equals - piece) - 2) : NULL;
    if (!row || (row->kind != OPTION_FLAG && row->kind != OPTION_CLEAR))
        return false;
    if (strcmp(equals, "=1") == 0 || strcmp(equals, "=yes") == 0)
        *equals = '\0';
    return strcmp(equals, "=0") == 0 || strcmp(equals, "=no") == 0;
}

bool options_parse_jobs(const struct option_row *table, void *settings, char **argv, int *at)
{
    const char *value = argv[*at] + 2;
    uint64_t jobs;
    if (strncmp(argv[*at], "-j", 2) != 0)
        return false;
    if (!*value && argv[*at + 1])
        value = argv[++*at];
    if (parse_count(value, &jobs) != 0 || jobs == 0)
        die("-j: a number of processes, not '%s'", value);
    option_set_number(option_find(table, "jobs"), settings, jobs);
    return true;
}

bool options_take(const struct option_row *table, void *settings, const char *command, char **argv, int *at)
{
    char *error;
    int taken = options_parse(table, settings, argv, at, &error);
    if (taken == OPTION_WRONG)
        die("%s", error);
    if (taken == OPTION_TAKEN || options_parse_jobs(table, settings, argv, at))
        return true;
    if (argv[*at][0] == '-')
        die("unknown option '%s': `mazurka %s --help` lists them", argv[*at], command);
    return false;
}

void options_words(const struct option_row *table, const char *variable, struct strings *words)
{
    const char *text = getenv(variable);
    while (text && *text) {
        char *word = next_piece(&text);
        if (!word[2] || is_flag_off(table, word))
            continue;
        if (word[2] == '-' || option_take_help(word))
            die("in %s: '%s' is for the command line: here stand options by their long names, without dashes, as in time=30s:all", variable,
                word + 2);
        strings_add(words, word);
    }
}

void options_from_environment(const struct option_row *table, void *settings, const char *variable)
{
    struct strings words = {0};
    options_words(table, variable, &words);
    for (size_t i = 0; i < words.count; i++) {
        char *word[] = {words.at[i], NULL}, *error;
        int at = 0;
        if (options_parse(table, settings, word, &at, &error) == OPTION_WRONG)
            die("in %s: %s", variable, error);
    }
}

/* --- help -------------------------------------------------------------------------------------------------------------- */

enum { HELP_COLUMN = 28, HELP_WIDTH = 100 };

/* `text` wrapped, each further line indented. */
static void print_wrapped(const char *text, FILE *out)
{
    int column = HELP_COLUMN;
    while (*text) {
        int word = (int)strcspn(text, " ");
        if (column > HELP_COLUMN && column + 1 + word > HELP_WIDTH) {
            fprintf(out, "\n%*s", HELP_COLUMN, "");
            column = HELP_COLUMN;
        } else if (column > HELP_COLUMN) {
            column += fprintf(out, " ");
        }
        column += fprintf(out, "%.*s", word, text);
        text += word + (text[word] == ' ');
    }
    fputc('\n', out);
}

static void print_row(const struct option_row *row, FILE *out)
{
    const char *shape = row->kind == OPTION_CHOICE_OR_FLAG || row->kind == OPTION_TEXT_OR_FLAG ? "  --%s[%s%s]" : "  --%s%s%s";
    int used = fprintf(out, shape, row->name, row->argument ? "=" : "", row->argument ? row->argument : "");
    if (used > HELP_COLUMN - 2)
        fprintf(out, "\n%*s", HELP_COLUMN, "");
    else
        fprintf(out, "%*s", HELP_COLUMN - used, "");
    print_wrapped(row->help, out);
}

bool option_take_help(const char *word)
{
    if (starts_with(word, "--help=") && strcmp(word, OPTION_HELP_ALL) != 0)
        die("%s: help is --help, the usual options, or --help=all, all of them", word);
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, OPTION_HELP_ALL) == 0;
}

/* A heading has no row of its own: it is printed with the first that it stands above. */
void options_print(const struct option_row *table, bool (*shown)(const struct option_row *row), FILE *out)
{
    const char *heading = NULL;
    for (const struct option_row *row = table; row->help; row++) {
        if (row->kind == OPTION_HEADING) {
            heading = row->help;
        } else if (!shown || shown(row)) {
            if (heading)
                fprintf(out, "\n%s:\n", heading);
            heading = NULL;
            print_row(row, out);
        }
    }
}
