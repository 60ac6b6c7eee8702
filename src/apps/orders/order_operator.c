/* order_operator.c - see order_operator.h. Debug information names the operator of what writes, and the object that is read, or, as g++ has
 * it, the end of the statement's part in which one is. */
#include "apps/orders/order_operator.h"

#include <ctype.h>
#include <string.h>

static const char value_used[] = "the value of the operator is used";
static const char unclear[] = "what it is in its line is not clear";

/* --- an object: a, a.b, a->b[i] --------------------------------------------------------------------------------------------- */

struct object {
    size_t begin, end;
    size_t last, last_end; /* the name of its last part */
};

static size_t skip_spaces(const char *text, size_t at)
{
    while (text[at] == ' ')
        at++;
    return at;
}

static size_t spaces_before(const char *text, size_t at)
{
    while (at > 0 && isspace((unsigned char)text[at - 1]))
        at--;
    return at;
}

/* Behind brackets that open there; 0: they do not end. */
static size_t behind_brackets(const char *text, size_t at)
{
    int depth = 0;
    for (; text[at]; at++) {
        depth += (text[at] == '[') - (text[at] == ']');
        if (depth == 0)
            return at + 1;
    }
    return 0;
}

/* To where brackets open that close before `end`. */
static size_t before_brackets(const char *text, size_t end)
{
    int depth = 0;
    while (end > 0) {
        end--;
        depth += (text[end] == ']') - (text[end] == '[');
        if (depth == 0)
            return end;
    }
    return 0;
}

static size_t separator_at(const char *text, size_t at)
{
    return text[at] == '.' ? 1 : strncmp(text + at, "->", 2) == 0 || strncmp(text + at, "::", 2) == 0 ? 2 : 0;
}

static size_t separator_before(const char *text, size_t at)
{
    return at > 0 && text[at - 1] == '.' ? 1 : at > 1 ? separator_at(text, at - 2) & 2 : 0;
}

/* The object that ends there. */
static bool object_before(const char *text, size_t end, struct object *o)
{
    *o = (struct object){.begin = end, .end = end};
    for (;;) {
        size_t name_end = o->begin;
        while (name_end > 0 && text[name_end - 1] == ']')
            name_end = before_brackets(text, name_end);
        size_t name = name_end;
        while (name > 0 && in_word(text[name - 1]))
            name--;
        if (name == name_end || isdigit((unsigned char)text[name]))
            return false;
        if (!o->last_end) {
            o->last = name;
            o->last_end = name_end;
        }
        o->begin = name;
        if (!separator_before(text, name))
            return true;
        o->begin -= separator_before(text, name);
    }
}

/* The object of which a part begins there. */
static bool object_at(const char *text, size_t at, struct object *o)
{
    size_t end = at;
    if (!in_word(text[at]) || isdigit((unsigned char)text[at]) || (at > 0 && in_word(text[at - 1])))
        return false;
    for (;;) {
        while (in_word(text[end]))
            end++;
        while (text[end] == '[')
            if (!(end = behind_brackets(text, end)))
                return false;
        if (!separator_at(text, end))
            return object_before(text, end, o);
        end += separator_at(text, end);
    }
}

/* The operation's object has the same name, as far as names go: "s.f" is `p->f`. */
static bool is_named(const struct site *site, const char *text, const struct object *o)
{
    const char *name = site->object, *inner = name ? strstr(name, "._") : NULL; /* parts of std::atomic */
    size_t end = inner ? (size_t)(inner - name) : name ? strlen(name) : 0, begin;
    while (end > 0 && name[end - 1] == ']')
        end = before_brackets(name, end);
    for (begin = end; begin > 0 && in_word(name[begin - 1]);)
        begin--;
    return end > begin && end - begin == o->last_end - o->last && strncmp(name + begin, text + o->last, end - begin) == 0;
}

/* --- statements ------------------------------------------------------------------------------------------------------------- */

/* The last character of code in lines before; '\0': there is none. */
static char last_before(const struct source *s, size_t line)
{
    while (line-- > 0) {
        size_t end = spaces_before(s->code.at[line], strlen(s->code.at[line]));
        if (end > 0)
            return s->code.at[line][skip_spaces(s->code.at[line], 0)] == '#' ? ';' : s->code.at[line][end - 1];
    }
    return '\0';
}

/* if (...), while (...), for (...) that ends there. */
static bool ends_condition(const char *text, size_t end)
{
    static const char *const words[] = {"if", "while", "for", NULL};
    int depth = 0;
    while (end > 0) {
        end--;
        depth += (text[end] == ')') - (text[end] == '(');
        if (depth == 0)
            break;
    }
    size_t word_end = spaces_before(text, end), word = word_end;
    while (word > 0 && in_word(text[word - 1]))
        word--;
    return depth == 0 && is_one_of(format_text("%.*s", (int)(word_end - word), text + word), words);
}

/* Does a statement begin there, whose value nobody uses? */
static bool begins_statement(const struct source *s, size_t line, size_t at)
{
    const char *text = s->code.at[line];
    size_t before = spaces_before(text, at);
    char c = before > 0 ? text[before - 1] : last_before(s, line);
    if (before > 0 && c == ')')
        return ends_condition(text, before);
    if (before >= 4 && strncmp(text + before - 4, "else", 4) == 0)
        return before == 4 || !in_word(text[before - 5]);
    return c == ';' || c == '{' || c == '}';
}

static bool is_assignment(const char *text, size_t at)
{
    bool compared = text[at + 1] == '=' || strchr("=!", text[at - 1]) || (strchr("<>", text[at - 1]) && text[at - 2] != text[at - 1]);
    return text[at] == '=' && !compared;
}

/* The semicolon behind an expression without commas and assignments; 0: there is none in the line. */
static size_t end_of_expression(const char *text, size_t at)
{
    int depth = 0;
    for (; text[at]; at++) {
        depth += (strchr("([{", text[at]) != NULL) - (strchr(")]}", text[at]) != NULL);
        if (depth < 0 || (depth == 0 && (text[at] == ',' || is_assignment(text, at))))
            return 0;
        if (depth == 0 && text[at] == ';')
            return at;
    }
    return 0;
}

/* --- changes ---------------------------------------------------------------------------------------------------------------- */

static void begin_call(struct source *s, size_t line, const struct object *o, const char *function)
{
    if (!s->cxx)
        source_edit(s, (struct edit){line, o->begin, 0, format_text("atomic_%s_explicit(&", function), o->begin});
}

static char *behind_object(const struct source *s, const char *function)
{
    return s->cxx ? format_text(".%s(", function) : format_text(", ");
}

/* `x++`: its value is the one before, as that of the call. */
static const char *change_step(struct source *s, const struct site *site, size_t at, int order)
{
    size_t line = (size_t)site->line - 1, end = at + 2;
    const char *text = s->code.at[line], *function = text[at] == '+' ? "fetch_add" : "fetch_sub";
    struct object o;
    if (!s->cxx && !site->integer)
        return "it is not known to be an integer";
    bool behind = object_before(text, spaces_before(text, at), &o);
    if (!behind) {
        if (!object_at(text, skip_spaces(text, end), &o))
            return unclear;
        if (!begins_statement(s, line, at) || text[skip_spaces(text, o.end)] != ';')
            return value_used;
        source_edit(s, (struct edit){line, at, o.begin - at, "", at});
        end = o.end;
    }
    begin_call(s, line, &o, function);
    source_edit(s, (struct edit){line, o.end, end - o.end,
        format_text("%s1, %s)", behind_object(s, function), order_name(s, order)), o.begin});
    return NULL;
}

/* Commas that are not in parentheses part the arguments of macros, also in braces. */
static bool parts_arguments(const char *text, size_t at, size_t end)
{
    int depth = 0;
    for (; at < end; at++) {
        depth += (text[at] == '(') - (text[at] == ')');
        if (depth == 0 && text[at] == ',')
            return true;
    }
    return false;
}

/* `x = v;` and `x += v;` whose values nobody uses. */
static const char *change_assignment(struct source *s, const struct site *site, size_t at, const char *function, size_t length, int order)
{
    size_t line = (size_t)site->line - 1;
    const char *text = s->code.at[line];
    struct object o;
    if (!s->cxx && length == 2 && !site->integer)
        return "it is not known to be an integer";
    if (!object_before(text, spaces_before(text, at), &o))
        return unclear;
    size_t value = skip_spaces(text, at + length), end = end_of_expression(text, value);
    if (!begins_statement(s, line, o.begin))
        return value_used;
    if (end == 0 || end == value)
        return "what is assigned is not a single value in its line";
    begin_call(s, line, &o, function);
    bool parts = !s->cxx && parts_arguments(text, value, end);
    source_edit(s, (struct edit){line, o.end, value - o.end,
        format_text("%s%s", behind_object(s, function), parts ? "(" : ""), o.begin});
    source_edit(s, (struct edit){line, end, 0, format_text("%s, %s)", parts ? ")" : "", order_name(s, order)), o.begin});
    return NULL;
}

static bool is_once(const char *text, const struct object *o)
{
    size_t length = o->last_end - o->last, count = 0;
    for (size_t i = 0; text[i]; i++)
        count += strncmp(text + i, text + o->last, length) == 0 && !in_word(text[i + length]) && (i == 0 || !in_word(text[i - 1]));
    return count == 1;
}

/* g++ has one place for all that is read in an expression: then the name must be the only one in the statement. */
static bool is_certain(const struct source *s, size_t line, const struct object *o)
{
    const char *text = s->code.at[line];
    size_t end = spaces_before(text, strlen(text));
    return !s->cxx || (is_once(text, o) && begins_statement(s, line, 0) && end > 0 && strchr(";{)", text[end - 1]));
}

/* An object before this, or called. */
static bool is_written(const char *next)
{
    static const char *const words[] = {"(", "++", "--", "<<=", ">>="};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (starts_with(next, words[i]))
            return true;
    bool compound = *next && strchr("+-*/%&|^", *next) && next[1] == '=';
    return compound || (next[0] == '=' && next[1] != '=');
}

static const char *change_read(struct source *s, const struct site *site, size_t at, int order)
{
    size_t line = (size_t)site->line - 1;
    const char *text = s->code.at[line];
    struct object o;
    if (!object_at(text, at, &o) || !is_named(site, text, &o) || !is_certain(s, line, &o))
        return unclear;
    if (is_written(text + skip_spaces(text, o.end)))
        return unclear;
    begin_call(s, line, &o, "load");
    source_edit(s, (struct edit){line, o.end, 0, format_text(s->cxx ? ".load(%s)" : ", %s)", order_name(s, order)), o.begin});
    return NULL;
}

/* clang names the object of `x++` in C++. */
static size_t operator_at(const char *text, size_t at)
{
    struct object o;
    return object_at(text, at, &o) ? skip_spaces(text, o.end) : at;
}

const char *operator_change(struct source *s, const struct site *site, int order)
{
    static const struct {
        const char *text, *function;
    } assignments[] = {{"+=", "fetch_add"}, {"-=", "fetch_sub"}, {"|=", "fetch_or"}, {"&=", "fetch_and"}, {"^=", "fetch_xor"}};
    const char *text = s->code.at[site->line - 1];
    size_t at = (size_t)site->column - 1;
    if (!s->cxx && !s->has_functions)
        return "<stdatomic.h> is not included";
    if (site->kind == ATOMIC_LOAD)
        return change_read(s, site, at, order);
    at = operator_at(text, at);
    if (site->kind == ATOMIC_STORE && text[at] == '=' && text[at + 1] != '=')
        return change_assignment(s, site, at, "store", 1, order);
    if (site->kind != ATOMIC_UPDATE)
        return site->kind == ATOMIC_EXCHANGE_IF ? "there is no function for the operator" : unclear;
    if (strncmp(text + at, "++", 2) == 0 || strncmp(text + at, "--", 2) == 0)
        return change_step(s, site, at, order);
    for (size_t i = 0; i < sizeof assignments / sizeof *assignments; i++)
        if (strncmp(text + at, assignments[i].text, 2) == 0)
            return change_assignment(s, site, at, assignments[i].function, 2, order);
    return unclear;
}
