/* candidates.c - see candidates.h.
 *
 * What never changes is the size that the object was made with, and says nothing: but that a number is 0, or a pointer null. Numbers that
 * are always the same count as one. A bound is proposed where it is met, an order where there were several nodes. */
#include "apps/clients/invariants/candidates.h"

#include <stdlib.h>
#include <string.h>

enum { STRONG, EQUAL, SUMS, BOUNDS, IMPLICATIONS, LOCKS, WEAK };
enum { MOST_IN_SUMS = 10, FEW = 16 };

/* The values that a term had. */
struct range {
    long long least, most;
    bool      readable; /* in all states */
    bool      merged;   /* another term tells the same */
    bool      counts;   /* the nodes of a chain */
    bool      related;  /* to others, in a way that bounds it, too */
};

struct proposing {
    const struct structure  *structure;
    const struct states_met *states;
    struct range            *range;
    struct candidates        found;
};

static long long value(const struct proposing *p, size_t state, int term)
{
    return p->states->at[state][term];
}

static bool varies(const struct proposing *p, int term)
{
    return p->range[term].readable && p->range[term].least < p->range[term].most;
}

static bool is_number(const struct proposing *p, int term)
{
    return p->range[term].readable && p->structure->at[term].kind <= TERM_NODES;
}

static bool is_pointer(const struct proposing *p, int term)
{
    enum term_kind kind = p->structure->at[term].kind;
    return p->range[term].readable && (kind == TERM_POINTER || kind == TERM_LAST);
}

/* Fields of the object are there. Of a chain it is taken for granted that its pointers lead to nodes, or to none; of an array that it is as
 * long as a field says. */
static void need(const struct proposing *p, struct candidate *c, int term)
{
    const struct term *t = term == NO_TERM ? NULL : &p->structure->at[term];
    const char *needs = t ? t->needs : NULL;
    int risk = !needs ? 0 : t->length == NO_TERM ? 1 : 2;
    c->risk = risk > c->risk ? risk : c->risk;
    for (size_t i = 0; needs && structure_macros[i]; i++)
        c->needs[i] |= strcmp(needs, structure_macros[i]) == 0;
}

/* The letters A, B, C of a form stand for terms: their text, or their code. */
static char *filled(const struct proposing *p, const char *form, const int *terms, bool as_code)
{
    char *text = format_text("%s", "");
    for (; *form; form++) {
        const struct term *t = *form >= 'A' && *form <= 'C' ? &p->structure->at[terms[*form - 'A']] : NULL;
        text = t ? format_text("%s%s", text, as_code ? t->code : t->text) : format_text("%s%c", text, *form);
    }
    return text;
}

static void propose(struct proposing *p, int strength, const char *form, int a, int b, int c)
{
    int terms[] = {a, b, c};
    struct candidate made = {.strength = strength, .text = filled(p, form, terms, false), .code = filled(p, form, terms, true)};
    for (int i = 0; i < 3; i++)
        need(p, &made, terms[i]);
    p->found.at = resize(p->found.at, (p->found.count + 1) * sizeof *p->found.at);
    p->found.at[p->found.count++] = made;
}

static void read_ranges(struct proposing *p)
{
    for (int t = 0; t < (int)p->structure->count; t++) {
        struct range *r = &p->range[t];
        *r = (struct range){.least = value(p, 0, t), .most = value(p, 0, t), .readable = true};
        for (size_t i = 0; i < p->states->count; i++) {
            long long now = value(p, i, t);
            r->readable &= now != UNREAD;
            r->least = now < r->least ? now : r->least;
            r->most = now > r->most ? now : r->most;
        }
    }
    for (int t = 0; t < (int)p->structure->count; t++) {
        int length = p->structure->at[t].length;
        p->range[t].readable &= length == NO_TERM || (p->range[length].least == p->range[length].most && p->range[length].least > 0);
    }
}

/* Is b always as much more than a? */
static bool differ_by(const struct proposing *p, int a, int b, long long *by)
{
    *by = (long long)((uint64_t)value(p, 0, b) - (uint64_t)value(p, 0, a));
    for (size_t i = 1; i < p->states->count; i++)
        if ((uint64_t)value(p, i, b) - (uint64_t)value(p, i, a) != (uint64_t)*by)
            return false;
    return true;
}

/* --- numbers ------------------------------------------------------------------------------------------------------------------ */

/* B is A and so much more. Nothing is taken away: of a number without a sign that is 0 the compiler makes a great one. */
static char *differs_by(long long by)
{
    return by == 0 ? format_text("B == A") : by > 0 ? format_text("B == A + %lld", by) : format_text("A == B + %lld", -by);
}

static void relate_equal_numbers(struct proposing *p)
{
    int count = (int)p->structure->count;
    long long by;
    for (int a = 0; a < count; a++) {
        for (int b = a + 1; b < count && is_number(p, a) && varies(p, a) && !p->range[a].merged; b++) {
            bool counts = p->structure->at[b].kind == TERM_NODES;
            if (!is_number(p, b) || !varies(p, b) || p->range[b].merged || !differ_by(p, a, b, &by) || by > 100 || by < -100)
                continue;
            p->range[b].merged = true;
            if (counts && (p->structure->at[a].kind == TERM_NODES || p->range[a].counts))
                continue; /* of two chains of one length one is enough */
            p->range[a].counts |= counts;
            propose(p, counts ? STRONG : by ? SUMS : EQUAL, differs_by(by), a, b, NO_TERM);
            p->range[a].related |= counts;
        }
    }
}

/* Fields that change, and are not the same as another. */
static size_t independent(const struct proposing *p, int *terms)
{
    size_t count = 0;
    for (int t = 0; t < (int)p->structure->count && count < MOST_IN_SUMS; t++)
        if (is_number(p, t) && varies(p, t) && !p->range[t].merged)
            terms[count++] = t;
    return count;
}

static bool is_sum(const struct proposing *p, int sum, int a, int b, int modulus)
{
    for (size_t i = 0; i < p->states->count; i++) {
        uint64_t added = (uint64_t)value(p, i, a) + (uint64_t)value(p, i, b);
        uint64_t whole = modulus == NO_TERM ? 0 : (uint64_t)value(p, i, modulus);
        if ((whole ? added % whole : added) != (uint64_t)value(p, i, sum))
            return false;
    }
    return true;
}

/* a + b is the third. */
static void relate_sums(struct proposing *p, const int *terms, size_t count)
{
    for (size_t s = 0; s < count; s++)
        for (size_t a = 0; a < count; a++)
            for (size_t b = a + 1; b < count; b++)
                if (a != s && b != s && is_sum(p, terms[s], terms[a], terms[b], NO_TERM)) {
                    propose(p, SUMS, "A + B == C", terms[a], terms[b], terms[s]);
                    p->range[terms[s]].related = true;
                }
}

/* a + b, in a ring of `size` places, is a third field, or is the place of one: what is looked at modulo the size. */
static void relate_in_ring(struct proposing *p, const int *terms, size_t count, int size)
{
    long long whole = p->range[size].least;
    for (size_t s = 0; s < count; s++)
        for (size_t a = 0; a < count; a++)
            for (size_t b = a + 1; b < count; b++) {
                const struct range *x = &p->range[terms[a]], *y = &p->range[terms[b]];
                if (a == s || b == s || x->least < 0 || y->least < 0 || x->most + y->most < whole ||
                    is_sum(p, terms[s], terms[a], terms[b], NO_TERM) || !is_sum(p, terms[s], terms[a], terms[b], size))
                    continue;
                int with_size[] = {terms[a], terms[b], size};
                char *left = filled(p, "(A + B) % C == ", with_size, false), *code = filled(p, "(A + B) % C == ", with_size, true);
                propose(p, SUMS, "C", terms[a], terms[b], terms[s]);
                struct candidate *made = &p->found.at[p->found.count - 1];
                made->text = format_text("%s%s", left, made->text);
                made->code = format_text("%s%s", code, made->code);
            }
}

/* --- bounds -------------------------------------------------------------------------------------------------------------------- */

/* The greatest value was met among the first states, one of so many of all, and none of the others has a greater one: small clients come
 * first. */
static bool is_settled(const struct proposing *p, int term, size_t one_of)
{
    size_t first = 0;
    while (value(p, first, term) != p->range[term].most)
        first++;
    return first * one_of < p->states->count;
}

/* A field that never changes, and that this one comes up to, or to the one before; NO_TERM: there is none. */
static int bound_of(const struct proposing *p, int term, const char **form)
{
    for (int k = 0; k < (int)p->structure->count && is_settled(p, term, 2); k++) {
        long long size = p->range[k].least;
        if (p->structure->at[k].kind != TERM_FIELD || !p->range[k].readable || varies(p, k) || size < 2)
            continue;
        bool converts = p->range[term].least < 0 && !p->structure->at[k].is_signed; /* in C the number would lose its sign */
        *form = format_text("A %s %sB", p->range[term].most == size ? "<=" : "<", converts ? "(long long)" : "");
        if (p->range[term].most == size || p->range[term].most == size - 1)
            return k;
    }
    return NO_TERM;
}

static void bound_number(struct proposing *p, int term)
{
    const struct term *t = &p->structure->at[term];
    const struct range *r = &p->range[term];
    const char *form = "";
    int bound = bound_of(p, term, &form);
    bool below = t->is_signed && t->kind == TERM_FIELD && r->least == 0 && !r->related;
    if (bound != NO_TERM)
        propose(p, BOUNDS, below ? format_text("0 <= A && %s", form) : form, term, bound, NO_TERM);
    else if (t->kind == TERM_FIELD && !r->related && !t->is_truth && p->states->count >= FEW && is_settled(p, term, 4) &&
             r->least > -1000 && r->most < 1000)
        propose(p, BOUNDS, format_text("A >= %lld && A <= %lld", r->least, r->most), term, NO_TERM, NO_TERM);
    else if (below)
        propose(p, BOUNDS, "A >= 0", term, NO_TERM, NO_TERM);
}

static void bound_numbers(struct proposing *p)
{
    for (int t = 0; t < (int)p->structure->count; t++) {
        if (!is_number(p, t) || p->range[t].merged)
            continue;
        if (varies(p, t))
            bound_number(p, t);
        else if (p->structure->at[t].kind == TERM_FIELD && p->range[t].least == 0)
            propose(p, LOCKS, "A == 0", t, NO_TERM, NO_TERM);
    }
}

static void relate_numbers(struct proposing *p)
{
    int terms[MOST_IN_SUMS];
    relate_equal_numbers(p);
    size_t count = independent(p, terms);
    relate_sums(p, terms, count);
    for (int k = 0; k < (int)p->structure->count; k++)
        if (p->structure->at[k].kind == TERM_FIELD && p->range[k].readable && !varies(p, k) && p->range[k].least > 1)
            relate_in_ring(p, terms, count, k);
    bound_numbers(p);
}

/* --- pointers ------------------------------------------------------------------------------------------------------------------ */

static bool is_null(const struct proposing *p, int term)
{
    return p->range[term].readable && p->range[term].least == 0 && p->range[term].most == 0;
}

static bool is_sometimes_null(const struct proposing *p, int term)
{
    bool null = false, other = false;
    for (size_t i = 0; i < p->states->count; i++) {
        null |= value(p, i, term) == 0;
        other |= value(p, i, term) != 0;
    }
    return null && other;
}

static bool is_never_null(const struct proposing *p, int term)
{
    return !is_sometimes_null(p, term) && !is_null(p, term);
}

/* A statement about a chain says something: there were more nodes than in the shortest one, so that it could have been otherwise. */
static bool is_told_of_much(const struct proposing *p, const struct term *t)
{
    return t->nodes != NO_TERM && p->range[t->nodes].readable && varies(p, t->nodes) && p->range[t->nodes].most >= 2;
}

static bool is_always_true(const struct proposing *p, int term)
{
    return p->range[term].readable && p->range[term].least == 1;
}

/* The pointer b is among those of the chain from a on, by what the terms say. */
static bool leads_to(const struct proposing *p, int a, int b)
{
    for (int t = 0; t < (int)p->structure->count; t++)
        if (p->structure->at[t].kind == TERM_REACHES && p->structure->at[t].from == a && p->structure->at[t].to == b)
            return is_always_true(p, t);
    return false;
}

/* The last node of the chain from `a` on is what the pointer b points to, by what the terms say. */
static bool ends_at(const struct proposing *p, int a, int b)
{
    long long by;
    for (int t = 0; t < (int)p->structure->count; t++)
        if (p->structure->at[t].kind == TERM_LAST && p->structure->at[t].from == a && is_pointer(p, t) &&
            differ_by(p, t, b, &by) && by == 0)
            return true;
    return false;
}

/* There is a chain from `a` on to b, and one from b on that ends at c, or leads there. */
static bool leads_by_another(const struct proposing *p, int a, int c, bool to_its_end)
{
    for (int b = 0; b < (int)p->structure->count; b++)
        if (b != a && b != c && p->structure->at[b].kind == TERM_POINTER && leads_to(p, a, b) && !leads_to(p, b, a) &&
            (to_its_end ? ends_at(p, b, c) : leads_to(p, b, c)))
            return true;
    return false;
}

/* It is where another chain ends or leads on from, and that one is never empty. */
static bool is_there_anyway(const struct proposing *p, int pointer)
{
    for (int a = 0; a < (int)p->structure->count; a++) {
        bool other = a != pointer && p->structure->at[a].kind == TERM_POINTER && p->range[a].readable && is_never_null(p, a);
        if (other && (ends_at(p, a, pointer) || (leads_to(p, pointer, a) && !leads_to(p, a, pointer))))
            return true;
    }
    return false;
}

/* Both point to the same in all states; `p->range[].merged` is of the one that is said to be the other. */
static void relate_equal_pointers(struct proposing *p)
{
    const struct term *at = p->structure->at;
    long long by;
    for (int a = 0; a < (int)p->structure->count; a++)
        for (int b = a + 1; b < (int)p->structure->count && is_pointer(p, a) && !is_null(p, a) && !p->range[a].merged; b++) {
            bool last = at[b].kind == TERM_LAST, same = at[a].kind == TERM_POINTER && is_pointer(p, b) && !p->range[b].merged;
            if (!same || at[a].kind != TERM_POINTER || !differ_by(p, a, b, &by) || by != 0 || (last && !is_told_of_much(p, &at[b])))
                continue;
            if (!last && strcmp(at[a].node, at[b].node) != 0)
                continue;
            if (!last || !leads_by_another(p, at[b].from, a, true))
                propose(p, last ? STRONG : EQUAL, "B == A", a, b, NO_TERM);
            p->range[b].merged = true;
        }
}

/* One is null where the other one is, or where the number is 0. */
static bool are_null_together(const struct proposing *p, int a, int b)
{
    for (size_t i = 0; i < p->states->count; i++)
        if ((value(p, i, a) == 0) != (value(p, i, b) == 0))
            return false;
    return true;
}

/* The number of nodes of a chain that begins or ends at the pointer is told by a field: it says whether there is one. */
static bool is_counted(const struct proposing *p, int pointer)
{
    for (int t = 0; t < (int)p->structure->count; t++) {
        const struct term *nodes = &p->structure->at[t];
        bool chain = nodes->kind == TERM_NODES && nodes->from != NO_TERM && p->range[t].merged;
        if (chain && (nodes->from == pointer || ends_at(p, nodes->from, pointer)))
            return true;
    }
    return false;
}

static void relate_null(struct proposing *p, int pointer)
{
    for (int b = 0; b < (int)p->structure->count; b++) {
        const struct term *t = &p->structure->at[b];
        bool field = t->kind == TERM_FIELD && varies(p, b) && !p->range[b].merged && !is_counted(p, pointer);
        bool later = b > pointer && t->kind == TERM_POINTER && !p->range[b].merged && is_sometimes_null(p, b);
        if (later && (ends_at(p, pointer, b) || ends_at(p, b, pointer)))
            continue;
        if (!p->range[b].readable || (!field && !later) || !are_null_together(p, pointer, b))
            continue;
        propose(p, IMPLICATIONS, later ? "(A == NULL) == (B == NULL)" : "(A == NULL) == (B == 0)", pointer, b, NO_TERM);
    }
}

static void relate_pointers(struct proposing *p)
{
    relate_equal_pointers(p);
    for (int t = 0; t < (int)p->structure->count; t++) {
        if (p->structure->at[t].kind != TERM_POINTER || p->range[t].merged || !p->range[t].readable)
            continue;
        if (is_sometimes_null(p, t))
            relate_null(p, t);
        else if (is_null(p, t) || !is_there_anyway(p, t))
            propose(p, WEAK, is_null(p, t) ? "A == NULL" : "A != NULL", t, NO_TERM, NO_TERM);
    }
}

/* --- what is true or false ----------------------------------------------------------------------------------------------------- */

/* A statement about a chain follows where the same is said of one that leads there, or of the same one backwards; and of `<` follows
 * `<=`. */
static bool follows(const struct proposing *p, int term)
{
    const struct term *t = &p->structure->at[term];
    for (int other = 0; other < (int)p->structure->count; other++) {
        const struct term *o = &p->structure->at[other];
        bool alike = o->kind == t->kind && o->from != t->from && is_always_true(p, other) && is_told_of_much(p, o) &&
            strcmp(strchr(o->text, ','), strchr(t->text, ',')) == 0 && leads_to(p, o->from, t->from);
        bool back = o->kind == t->kind && other < term && is_always_true(p, other) && ends_at(p, o->from, t->from) &&
            ends_at(p, t->from, o->from);
        if (back || (alike && (!leads_to(p, t->from, o->from) || other < term)))
            return true;
    }
    return t->kind == TERM_ORDERED && strchr(t->text, '=') && is_always_true(p, term - 1);
}

/* The chain leads there anyway: it ends or begins there, or leads there by another pointer. */
static bool is_reached_anyway(const struct proposing *p, const struct term *t)
{
    return ends_at(p, t->from, t->to) || leads_by_another(p, t->from, t->to, true) || leads_by_another(p, t->from, t->to, false) ||
        p->range[t->from].merged || p->range[t->to].merged || is_null(p, t->to);
}

static void propose_truths(struct proposing *p)
{
    for (int t = 0; t < (int)p->structure->count; t++) {
        const struct term *term = &p->structure->at[t];
        if (!is_always_true(p, t))
            continue;
        if (term->kind == TERM_FREE)
            propose(p, LOCKS, "A", t, NO_TERM, NO_TERM);
        else if (term->kind == TERM_REACHES && is_told_of_much(p, term) && !is_reached_anyway(p, term))
            propose(p, EQUAL, "A", t, NO_TERM, NO_TERM);
        else if (term->kind > TERM_FREE && term->kind < TERM_REACHES && is_told_of_much(p, term) && !follows(p, t))
            propose(p, STRONG, "A", t, NO_TERM, NO_TERM);
    }
}

static int by_strength(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    return x->strength != y->strength ? (x->strength > y->strength) - (x->strength < y->strength) : strcmp(x->text, y->text);
}

struct candidates candidates_of(const struct structure *s, const struct states_met *states)
{
    struct proposing p = {.structure = s, .states = states, .range = allocate((s->count + 1) * sizeof *p.range)};
    if (!states->count)
        return p.found;
    read_ranges(&p);
    relate_numbers(&p);
    relate_pointers(&p);
    propose_truths(&p);
    qsort(p.found.at, p.found.count, sizeof *p.found.at, by_strength);
    free(p.range);
    return p.found;
}
