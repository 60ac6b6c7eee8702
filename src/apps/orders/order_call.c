/* order_call.c - see order_call.h. A call is changed only where the operation is known to be this call, and where it names just the orders
 * that the operation has, or none. */
#include "apps/orders/order_call.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "model/order_words.h"

char *order_name(const struct source *s, int order)
{
    return format_text("%smemory_order_%s", s->cxx ? "std::" : "", order_word((unsigned)order));
}

/* --- functions -------------------------------------------------------------------------------------------------------------- */

/* What an atomic function is called without atomic_, and how many arguments it has besides its object and its orders. */
static const struct {
    const char      *name;
    enum atomic_kind kind;
    size_t           arguments;
} functions[] = {
    {"load", ATOMIC_LOAD, 0}, {"store", ATOMIC_STORE, 1}, {"exchange", ATOMIC_UPDATE, 1}, {"fetch_add", ATOMIC_UPDATE, 1},
    {"fetch_sub", ATOMIC_UPDATE, 1}, {"fetch_or", ATOMIC_UPDATE, 1}, {"fetch_and", ATOMIC_UPDATE, 1}, {"fetch_xor", ATOMIC_UPDATE, 1},
    {"compare_exchange_strong", ATOMIC_EXCHANGE_IF, 2}, {"compare_exchange_weak", ATOMIC_EXCHANGE_IF, 2},
    {"test_and_set", ATOMIC_UPDATE, 0}, {"clear", ATOMIC_STORE, 0}, {"test", ATOMIC_LOAD, 0},
    {"flag_test_and_set", ATOMIC_UPDATE, 0}, {"flag_clear", ATOMIC_STORE, 0}, {"flag_test", ATOMIC_LOAD, 0},
};

static bool holds(const char *name, size_t length, const char *part)
{
    const char *found = strstr(name, part);
    return found && found + strlen(part) <= name + length;
}

static enum atomic_kind kind_of_name(const char *name, size_t length)
{
    if (holds(name, length, "compare_exchange"))
        return ATOMIC_EXCHANGE_IF;
    if (holds(name, length, "fence"))
        return ATOMIC_FENCE;
    if (holds(name, length, "load"))
        return ATOMIC_LOAD;
    if (holds(name, length, "store") || holds(name, length, "clear"))
        return ATOMIC_STORE;
    if (holds(name, length, "fetch") || holds(name, length, "exchange") || holds(name, length, "test_and_set"))
        return ATOMIC_UPDATE;
    return holds(name, length, "test") ? ATOMIC_LOAD : ATOMIC_KINDS;
}

static bool is_free(const char *name)
{
    static const char *const beginnings[] = {"atomic_", "__atomic_", "__c11_atomic_"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (starts_with(name, beginnings[i]))
            return true;
    return false;
}

static bool is_member(const char *text, size_t at)
{
    while (at > 0 && isspace((unsigned char)text[at - 1]))
        at--;
    return at > 0 && (text[at - 1] == '.' || (at > 1 && text[at - 1] == '>' && text[at - 2] == '-'));
}

/* --- where it is ------------------------------------------------------------------------------------------------------------ */

bool call_find(const struct source *s, const struct site *site, struct call *c)
{
    const char *text = s->code.at[site->line - 1];
    size_t name = (size_t)site->column - 1, end = name;
    if (text[name] != '(')
        for (; in_word(text[end]) || text[end] == ':'; end++)
            name = text[end] == ':' ? end + 1 : name;
    for (c->open = end; text[c->open] == ' ';)
        ++c->open;
    if (end == name) {
        while (end > 0 && text[end - 1] == ' ')
            end--;
        for (name = end; name > 0 && in_word(text[name - 1]);)
            name--;
    }
    c->name = name;
    c->end = end;
    return text[c->open] == '(' && end > name;
}

/* What a macro does with orders: "#define load atomic_load_explicit", or with parameters. */
struct deed {
    size_t functions, orders; /* atomic functions, and orders that it names itself */
    enum atomic_kind kind;    /* of the functions, if they have one */
};

static struct deed deed_of(const struct macro *m)
{
    struct deed d = {.kind = ATOMIC_KINDS};
    for (size_t i = 0; m && !m->several && m->body[i];) {
        const char *word = m->body + i;
        size_t length = 0;
        while (in_word(word[length]))
            length++;
        bool order = starts_with(word, "memory_order") || starts_with(word, "__ATOMIC_");
        d.orders += order;
        if (length > 0 && !order && is_free(word)) {
            enum atomic_kind kind = kind_of_name(word, length);
            d.kind = d.functions++ == 0 || d.kind == kind ? kind : ATOMIC_KINDS;
        }
        i += length ? length : 1;
    }
    return d;
}

/* --- arguments -------------------------------------------------------------------------------------------------------------- */

/* An order that the source names: the whole word, and what is put in for it. */
struct named {
    size_t      line, at, length;
    const char *before; /* the name of the order follows it */
    int         order;
    bool        capitals;
};

enum { MOST_NAMED = 3 };

struct arguments {
    struct named named[MOST_NAMED];
    size_t       orders; /* named; MOST_NAMED: that many or more, or one that nobody can be sure of */
    size_t       count;
    size_t       line, close; /* the parenthesis at the end */
    bool         ends;
};

static int order_of(const char *word, size_t length, bool capitals)
{
    char small[16] = "";
    if (length >= sizeof small)
        return -1;
    for (size_t i = 0; i < length; i++) {
        if (capitals != (isupper((unsigned char)word[i]) != 0) && word[i] != '_')
            return -1;
        small[i] = (char)tolower((unsigned char)word[i]);
    }
    return order_of_word(small, length);
}

/* Is an order named where this word begins? */
static bool read_order(const char *word, struct named *n)
{
    static const char *const beginnings[] = {"memory_order_", "memory_order::", "__ATOMIC_"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        size_t before = strlen(beginnings[i]);
        if (!starts_with(word, beginnings[i]))
            continue;
        n->before = beginnings[i];
        n->capitals = beginnings[i][0] == '_';
        for (n->length = before; in_word(word[n->length]);)
            n->length++;
        n->order = order_of(word + before, n->length - before, n->capitals);
        return n->order >= 0;
    }
    return false;
}

/* Itself, or by a macro that stands for it. */
static bool read_named(const struct source *s, const char *word, struct named *n)
{
    size_t length = 0;
    if (read_order(word, n))
        return true;
    while (in_word(word[length]))
        length++;
    const struct macro *m = length ? source_macro(s, word, length) : NULL;
    if (!m || m->function || m->several || !read_order(m->body, n) || m->body[n->length])
        return false;
    n->length = length;
    return true;
}

static void add_named(struct arguments *a, const struct named *one, int depth, size_t *inside)
{
    if (depth > 1)
        ++*inside;
    else if (a->orders < MOST_NAMED - 1)
        a->named[a->orders++] = *one;
    else
        a->orders = MOST_NAMED;
}

/* Orders that are arguments of the call whose parenthesis opens there, not of calls inside of it. */
static struct arguments read_arguments(const struct source *s, size_t first, size_t open, bool two)
{
    struct arguments a = {0};
    size_t inside = 0;
    int depth = 0;
    bool any = false;
    for (size_t l = first; l < s->code.count && l < first + MOST_LINES; l++) {
        const char *text = s->code.at[l];
        for (size_t i = l == first ? open : 0; text[i]; i++) {
            depth += (strchr("([{", text[i]) != NULL) - (strchr(")]}", text[i]) != NULL);
            if (depth == 0) {
                if (two && a.orders == 1 && inside)
                    a.orders = MOST_NAMED;
                a.count += any;
                a.line = l;
                a.close = i;
                a.ends = true;
                return a;
            }
            struct named one = {.line = l, .at = i};
            any |= depth > 1 || (text[i] != '(' && !isspace((unsigned char)text[i]));
            a.count += depth == 1 && text[i] == ',';
            if ((i == 0 || !in_word(text[i - 1])) && read_named(s, text + i, &one))
                add_named(&a, &one, depth, &inside);
        }
    }
    return a;
}

/* --- changes ---------------------------------------------------------------------------------------------------------------- */

static void rename_order(struct source *s, const struct named *n, int order)
{
    char *word = format_text("%s%s", n->before, order_word((unsigned)order));
    for (char *c = word; n->capitals && *c; c++)
        *c = (char)toupper((unsigned char)*c);
    source_edit(s, (struct edit){n->line, n->at, n->length, word, n->at});
}

/* A compare-exchange that is given one order only has a failure that is as strong as that, and so stronger than it needs to be at most. */
static const char *change_named(struct source *s, const struct site *site, const struct arguments *a, struct levels to)
{
    bool two = site->kind == ATOMIC_EXCHANGE_IF && a->orders == 2;
    if ((a->orders != 1 && !two) || a->named[0].order != site->written.order || (two && a->named[1].order != site->written.failure))
        return "which orders the call names is not clear";
    if (!two && to.order == site->written.order)
        return "the call has one order for success and failure";
    if (two)
        rename_order(s, &a->named[1], to.failure);
    rename_order(s, &a->named[0], to.order);
    return NULL;
}

/* The order that a macro names itself is that of all of its uses. */
bool call_change_macro(struct source *s, const struct site *site, const struct macro *m, int order)
{
    struct deed deed = deed_of(m);
    const char *text = s->code.at[m->line];
    if (deed.kind != site->kind || deed.functions != 1 || deed.orders != 1 || site->kind == ATOMIC_EXCHANGE_IF)
        return false;
    for (size_t i = 0; text[i]; i++) {
        struct named one = {.line = m->line, .at = i};
        if ((i > 0 && in_word(text[i - 1])) || !read_order(text + i, &one))
            continue;
        if (one.order != site->written.order)
            return false;
        rename_order(s, &one, order);
        return true;
    }
    return false;
}

/* Left out, it is seq_cst. */
static const char *add_orders(struct source *s, const struct site *site, const struct call *c, const struct arguments *a, struct levels to)
{
    size_t line = (size_t)site->line - 1, length = c->end - c->name;
    const char *text = s->code.at[line], *name = text + c->name;
    bool member = is_member(text, c->name), c_function = !member && starts_with(name, "atomic_");
    size_t skip = c_function ? strlen("atomic_") : 0, i = 0, known = sizeof functions / sizeof *functions;
    while (i < known && (strlen(functions[i].name) != length - skip || strncmp(functions[i].name, name + skip, length - skip) != 0))
        i++;
    if (i == known || (!member && !c_function) || functions[i].kind != site->kind || a->count != functions[i].arguments + c_function ||
        site->written.order != __ATOMIC_SEQ_CST)
        return "the call does not name its order";
    char *orders = site->kind != ATOMIC_EXCHANGE_IF ? order_name(s, to.order) :
        format_text("%s, %s", order_name(s, to.order), order_name(s, to.failure));
    if (c_function)
        source_edit(s, (struct edit){line, c->end, 0, "_explicit", c->name});
    source_edit(s, (struct edit){a->line, a->close, 0, format_text("%s%s", a->count ? ", " : "", orders), c->name});
    return NULL;
}

/* Anything but a call of this kind just there is left alone: another call in the line need not have been reached, and functions of the
 * program may do more than one thing, or nothing with what they are given. */
const char *call_change(struct source *s, const struct site *site, const struct call *c, struct levels to)
{
    size_t line = (size_t)site->line - 1, length = c->end - c->name;
    const char *text = s->code.at[line], *name = text + c->name;
    bool known = kind_of_name(name, length) == site->kind && (is_free(name) || is_member(text, c->name));
    const struct macro *macro = source_macro(s, name, length);
    struct deed deed = deed_of(macro);
    if (macro ? deed.kind != site->kind || deed.functions != 1 : !known)
        return "it is in a macro or function of the program";
    if (deed.orders > 0)
        return "its order is in a macro of which other uses need more, or are not known";
    struct arguments a = read_arguments(s, line, c->open, site->kind == ATOMIC_EXCHANGE_IF);
    if (!a.ends)
        return "the call does not end there";
    return a.orders > 0 || macro ? change_named(s, site, &a, to) : add_orders(s, site, c, &a, to);
}
