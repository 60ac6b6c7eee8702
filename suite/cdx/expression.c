/* expression.c - a parser by recursive descent, and the values of what it has parsed. */
#include <stddef.h>
#include "expression.h"

/* --- the parser ------------------------------------------------------------------------------------------------------------ */

struct parser {
    struct expression *made;
    const char        *next;
    bool               wrong;
};

static int parse_formula(struct parser *p);

static int add_node(struct parser *p, enum expression_operation operation, int left, int right)
{
    if (p->made->count == EXPRESSION_NODES) {
        p->wrong = true;
        return 0;
    }
    p->made->node[p->made->count] = (struct expression_node){.operation = operation, .left = left, .right = right};
    return p->made->count++;
}

static int add_number(struct parser *p, int value)
{
    int node = add_node(p, NUMBER, 0, 0);
    p->made->node[node].value = value;
    return node;
}

static void skip_blanks(struct parser *p)
{
    while (*p->next == ' ')
        p->next++;
}

static bool accepts(struct parser *p, char letter)
{
    skip_blanks(p);
    if (*p->next != letter)
        return false;
    p->next++;
    return true;
}

static void expect(struct parser *p, char letter)
{
    if (!accepts(p, letter))
        p->wrong = true;
}

static bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
static bool is_letter(char letter) { return letter >= 'a' && letter <= 'z'; }

static int parse_number(struct parser *p)
{
    int value = 0;
    for (; is_digit(*p->next); p->next++) {
        if (value > 1000000)
            p->wrong = true;
        else
            value = 10 * value + (*p->next - '0');
    }
    return add_number(p, value);
}

static const struct {
    const char               *name;
    enum expression_operation operation;
    int                       operands;
} functions[] = {{"abs", ABS, 1}, {"min", MIN, 2}, {"max", MAX, 2}, {"wave", WAVE, 2}};

enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

/* The word, if it stands here as a whole; it is passed then. */
static bool accepts_word(struct parser *p, const char *word)
{
    const char *at = p->next;
    while (*word && *at == *word) {
        at++;
        word++;
    }
    if (*word || is_letter(*at))
        return false;
    p->next = at;
    return true;
}

static int parse_call(struct parser *p, int function)
{
    int left, right = 0;
    expect(p, '(');
    left = parse_formula(p);
    if (functions[function].operands == 2) {
        expect(p, ',');
        right = parse_formula(p);
    }
    expect(p, ')');
    return add_node(p, functions[function].operation, left, right);
}

static int parse_word(struct parser *p)
{
    for (int i = 0; i < FUNCTIONS; i++)
        if (accepts_word(p, functions[i].name))
            return parse_call(p, i);
    if (!accepts_word(p, "t"))
        p->wrong = true;
    return add_node(p, TIME, 0, 0);
}

static int parse_factor(struct parser *p)
{
    int inner;
    if (p->wrong)
        return 0;
    if (accepts(p, '-')) {
        inner = parse_factor(p);
        return add_node(p, NEGATION, inner, 0);
    }
    if (accepts(p, '(')) {
        inner = parse_formula(p);
        expect(p, ')');
        return inner;
    }
    if (is_digit(*p->next))
        return parse_number(p);
    return parse_word(p);
}

static int parse_term(struct parser *p)
{
    int left = parse_factor(p);
    while (!p->wrong) {
        enum expression_operation operation;
        if (accepts(p, '*'))
            operation = PRODUCT;
        else if (accepts(p, '/'))
            operation = QUOTIENT;
        else if (accepts(p, '%'))
            operation = REMAINDER;
        else
            break;
        int right = parse_factor(p);
        left = add_node(p, operation, left, right);
    }
    return left;
}

static int parse_formula(struct parser *p)
{
    int left = parse_term(p);
    while (!p->wrong) {
        enum expression_operation operation;
        if (accepts(p, '+'))
            operation = SUM;
        else if (accepts(p, '-'))
            operation = DIFFERENCE;
        else
            break;
        int right = parse_term(p);
        left = add_node(p, operation, left, right);
    }
    return left;
}

bool expression_parse(struct expression *e, const char *text)
{
    struct parser p = {.made = e, .next = text};
    e->count = 0;
    parse_formula(&p);
    skip_blanks(&p);
    return !p.wrong && *p.next == '\0';
}

/* --- values ---------------------------------------------------------------------------------------------------------------- */

static int wave_of(int a, int n)
{
    int within;
    if (n <= 0)
        return 0;
    within = a % (2 * n);
    if (within < 0)
        within += 2 * n;
    return within <= n ? within : 2 * n - within;
}

static int value_of(enum expression_operation operation, int a, int b)
{
    switch (operation) {
    case NEGATION: return -a;
    case SUM: return a + b;
    case DIFFERENCE: return a - b;
    case PRODUCT: return a * b;
    case QUOTIENT: return b == 0 ? 0 : a / b;
    case REMAINDER: return b == 0 ? 0 : a % b;
    case ABS: return a < 0 ? -a : a;
    case MIN: return a < b ? a : b;
    case MAX: return a > b ? a : b;
    default: return wave_of(a, b);
    }
}

int expression_value(const struct expression *e, int time)
{
    int value[EXPRESSION_NODES] = {0};
    for (int i = 0; i < e->count; i++) {
        const struct expression_node *n = &e->node[i];
        if (n->operation == NUMBER)
            value[i] = n->value;
        else if (n->operation == TIME)
            value[i] = time;
        else
            value[i] = value_of(n->operation, value[n->left], value[n->right]);
    }
    return value[e->count - 1];
}
