/* rb_tuple.c - configurations of DFS-RB: reading, writing, and the list of the paper (section 4). */
#include "model/rb_tuple.h"

#include <string.h>

/* --- reading -------------------------------------------------------------------------------------------------------- */

struct reader {
    const char *at;
    const char *wrong; /* what was expected; NULL: nothing is wrong yet */
};

static void skip_blanks(struct reader *r)
{
    while (*r->at == ' ')
        r->at++;
}

static bool expect_failed(struct reader *r, const char *what)
{
    if (!r->wrong)
        r->wrong = what;
    return false;
}

/* Takes a word if it comes next. */
static bool take(struct reader *r, const char *word)
{
    skip_blanks(r);
    size_t length = strlen(word);
    for (size_t i = 0; i < length; i++)
        if (r->at[i] != word[i])
            return false;
    r->at += length;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static uint32_t read_number(struct reader *r, const char *what)
{
    uint64_t value = 0;
    skip_blanks(r);
    if (!is_digit(*r->at))
        expect_failed(r, what);
    for (; is_digit(*r->at); r->at++)
        if (value <= 1000000000)
            value = value * 10 + (uint64_t)(*r->at - '0');
    if (value > 1000000000)
        expect_failed(r, "a number of at most 1000000000");
    return (uint32_t)value;
}

/* A real number in millionths; digits after the sixth must be zero. */
static uint32_t read_real(struct reader *r, const char *what)
{
    uint64_t value = (uint64_t)read_number(r, what) * RB_MILLION;
    if (*r->at == '.') {
        uint32_t unit = RB_MILLION / 10;
        for (r->at++; is_digit(*r->at); r->at++, unit /= 10) {
            if (unit == 0 && *r->at != '0')
                expect_failed(r, "a number with at most six decimals");
            value += (uint64_t)(*r->at - '0') * unit;
        }
    }
    if (value > UINT32_MAX)
        expect_failed(r, "a smaller number");
    return (uint32_t)value;
}

static void read_sequence(struct reader *r, struct rb_tuple *c)
{
    static const uint32_t of_the_paper[] = {5, 10, 20, 50, 100};
    c->base = RB_SEQUENCE;
    if (!take(r, ":")) {
        c->value_count = 5;
        memcpy(c->values, of_the_paper, sizeof of_the_paper);
        return;
    }
    do {
        if (c->value_count == RB_MAX_VALUES) {
            expect_failed(r, "at most 16 thresholds");
            return;
        }
        uint32_t value = read_number(r, "a threshold");
        if (c->value_count > 0 && value <= c->values[c->value_count - 1])
            expect_failed(r, "thresholds in ascending order");
        c->values[c->value_count++] = value;
    } while (take(r, "-"));
}

/* As many as there is room for, or as are numbers. */
static void read_doubling(struct reader *r, struct rb_tuple *c)
{
    uint64_t value = take(r, ":") ? read_number(r, "a threshold") : 0;
    if (value == 0)
        expect_failed(r, "D:t, with a threshold t above 0");
    c->base = RB_SEQUENCE;
    c->doubles = true;
    for (; value > 0 && value <= 1000000000 && c->value_count < RB_MAX_VALUES; value *= 2)
        c->values[c->value_count++] = (uint32_t)value;
}

static void read_base(struct reader *r, struct rb_tuple *c)
{
    if (take(r, "I")) {
        read_sequence(r, c);
    } else if (take(r, "D")) {
        read_doubling(r, c);
    } else if (take(r, "L")) {
        c->base = RB_FIRST_PATH;
        if (!take(r, "*") && !take(r, "\302\267")) /* · */
            expect_failed(r, "L*f");
        c->fraction = read_real(r, "the f of L*f");
    } else if (take(r, "H")) {
        c->base = RB_OF_THE_PROGRAM;
    } else {
        c->base = RB_CONSTANT;
        c->values[0] = read_number(r, "a threshold: a number, L*f, H, I, I:t1-t2-... or D:t");
        c->value_count = 1;
    }
}

static uint32_t read_divisor(struct reader *r)
{
    uint32_t c = take(r, "/") ? read_number(r, "the c of 1-d/c or 1-r/c") : 0;
    if (c == 0)
        expect_failed(r, "1-d/c or 1-r/c with c above 0");
    return c;
}

static struct rb_ratio read_ratio(struct reader *r)
{
    if (take(r, "n"))
        return (struct rb_ratio){.kind = RB_RATIO_NEW};
    struct rb_ratio ratio = {RB_RATIO_CONSTANT, read_real(r, "a ratio: a number, 1-d/c, 1-r/c, c^r or n")};
    if (ratio.c == RB_MILLION && take(r, "-")) {
        bool depth = take(r, "d");
        if (!depth && !take(r, "r"))
            expect_failed(r, "1-d/c or 1-r/c");
        ratio.kind = depth ? RB_RATIO_DEPTH : RB_RATIO_RUN;
        ratio.c = read_divisor(r);
        return ratio;
    }
    if (take(r, "^")) {
        ratio.kind = RB_RATIO_POWER;
        if (!take(r, "r"))
            expect_failed(r, "c^r");
        if (ratio.c >= RB_MILLION)
            expect_failed(r, "c^r with c below 1");
    } else if (ratio.c > RB_MILLION) {
        expect_failed(r, "a ratio between 0 and 1");
    }
    return ratio;
}

static void read_ratios(struct reader *r, struct rb_tuple *c)
{
    c->ratio = read_ratio(r);
    c->two_ratios = take(r, "|");
    if (c->two_ratios)
        c->ratio_other = read_ratio(r);
}

static void comma(struct reader *r)
{
    if (!take(r, ","))
        expect_failed(r, "a comma");
}

static void read_tuple(struct reader *r, struct rb_tuple *c)
{
    bool bracket = take(r, "<");
    read_base(r, c);
    comma(r);
    c->context_switches = take(r, "cs");
    if (!c->context_switches && !take(r, "pl"))
        expect_failed(r, "the threshold's mode: pl or cs");
    comma(r);
    c->no_context_switch = take(r, "ncs");
    if (!c->no_context_switch && !take(r, "d"))
        expect_failed(r, "the threshold's reduction: d or ncs");
    comma(r);
    c->strategy = take(r, "Lb") ? RB_LUBY : take(r, "R") ? RB_RANDOM : RB_FIXED;
    if (c->strategy == RB_FIXED && !take(r, "F"))
        expect_failed(r, "a strategy: F, R or Lb");
    comma(r);
    read_ratios(r, c);
    comma(r);
    c->coefficient = read_real(r, "the ratio's coefficient: 1, 1.1, ...");
    if (bracket && !take(r, ">"))
        expect_failed(r, ">");
    skip_blanks(r);
    if (*r->at)
        expect_failed(r, "nothing more");
}

/* --- writing -------------------------------------------------------------------------------------------------------- */

struct writer {
    char  *out;
    size_t used, size;
};

static void put(struct writer *w, const char *text)
{
    for (; *text && w->used + 1 < w->size; text++)
        w->out[w->used++] = *text;
    if (w->size)
        w->out[w->used] = '\0';
}

static void put_number(struct writer *w, uint32_t value)
{
    char digits[12], *p = digits + sizeof digits - 1;
    *p = '\0';
    do
        *--p = (char)('0' + value % 10);
    while (value /= 10);
    put(w, p);
}

/* At least so many decimals; the paper writes 0.50 and 1.5. */
static void put_real(struct writer *w, uint32_t millionths, unsigned decimals)
{
    uint32_t rest = millionths % RB_MILLION, unit = RB_MILLION / 10;
    put_number(w, millionths / RB_MILLION);
    if (rest || decimals)
        put(w, ".");
    for (; rest || decimals; rest %= unit, unit /= 10) {
        put_number(w, rest / unit);
        decimals -= decimals > 0;
        if (unit == 1)
            break;
    }
}

static void put_base(struct writer *w, const struct rb_tuple *c)
{
    static const uint32_t of_the_paper[] = {5, 10, 20, 50, 100};
    if (c->base == RB_FIRST_PATH) {
        put(w, "L*");
        put_real(w, c->fraction, 0);
        return;
    }
    if (c->base == RB_OF_THE_PROGRAM)
        put(w, "H");
    if (c->doubles) {
        put(w, "D:");
        put_number(w, c->values[0]);
        return;
    }
    if (c->base == RB_SEQUENCE)
        put(w, "I");
    if (c->base == RB_SEQUENCE && c->value_count == 5 && memcmp(c->values, of_the_paper, sizeof of_the_paper) == 0)
        return;
    for (uint32_t i = 0; i < c->value_count; i++) {
        if (c->base == RB_SEQUENCE)
            put(w, i == 0 ? ":" : "-");
        put_number(w, c->values[i]);
    }
}

static void put_ratio(struct writer *w, const struct rb_ratio *ratio)
{
    if (ratio->kind == RB_RATIO_NEW) {
        put(w, "n");
        return;
    }
    if (ratio->kind == RB_RATIO_DEPTH || ratio->kind == RB_RATIO_RUN) {
        put(w, ratio->kind == RB_RATIO_DEPTH ? "1-d/" : "1-r/");
        put_number(w, ratio->c);
        return;
    }
    put_real(w, ratio->c, 2);
    if (ratio->kind == RB_RATIO_POWER)
        put(w, "^r");
}

void rb_print(const struct rb_tuple *c, char *out, size_t size)
{
    static const char *const strategies[] = {"F", "R", "Lb"};
    struct writer w = {out, 0, size};
    put(&w, "<");
    put_base(&w, c);
    put(&w, c->context_switches ? ",cs" : ",pl");
    put(&w, c->no_context_switch ? ",ncs," : ",d,");
    put(&w, strategies[c->strategy]);
    put(&w, ",");
    put_ratio(&w, &c->ratio);
    if (c->two_ratios) {
        put(&w, "|");
        put_ratio(&w, &c->ratio_other);
    }
    put(&w, ",");
    put_real(&w, c->coefficient, 0);
    put(&w, ">");
}

bool rb_parse(const char *text, struct rb_tuple *out, char *why, size_t size)
{
    struct reader r = {text, NULL};
    *out = (struct rb_tuple){0};
    read_tuple(&r, out);
    if (!r.wrong)
        return true;
    struct writer w = {why, 0, size};
    put(&w, "expected ");
    put(&w, r.wrong);
    return false;
}

/* --- the configurations of the paper -------------------------------------------------------------------------------- */

struct rb_tuple rb_configuration(unsigned i)
{
    static const char *const bases[] = {"5", "10", "20", "50", "100", "L*0.1", "L*0.25", "L*0.33", "L*0.5", "L*0.7", "I"};
    static const char *const ratios[] = {"0.50", "0.75", "0.90", "0.99", "1-d/20", "1-d/50", "1-d/100", "1-d/1000",
        "1-r/2", "1-r/5", "1-r/10", "0.50^r", "0.75^r", "0.90^r", "0.95^r"};
    static const char *const coefficients[] = {"1", "1.1", "1.2", "1.5"};
    struct rb_tuple c = {0};
    struct reader r = {coefficients[i % 4], NULL};
    c.coefficient = read_real(&r, "");
    i /= 4;
    r.at = ratios[i % 15];
    c.ratio = read_ratio(&r);
    i /= 15;
    c.strategy = (enum rb_strategy)(i % 3);
    i /= 3;
    c.no_context_switch = i % 2;
    i /= 2;
    c.context_switches = i % 2;
    i /= 2;
    r.at = bases[i % 11];
    read_base(&r, &c);
    return c;
}
