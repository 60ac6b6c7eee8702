/* token.c - see token.h. Before the squeezed text stands its length: seven bits a byte, the lowest first, a high bit in the last. */
#include "tool/trace/token.h"

#include <stdlib.h>
#include <string.h>

#include "tool/trace/squeeze.h"
#include "tool/trace/step_sums.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

enum { LONGEST_TEXT = 1 << 20, LONGEST_TOKEN = 1 << 20 };

/* --- what most traces are like: some of defaults, with different names and numbers, from which the model learns what is always there
 * and what may be anything ------------------------------------------------------------------------------------------------------ */

struct likely {
    const char *program, *source, *text;
};

static const struct likely likely[] = {
    {"counter", "counter.c", "counter == 2"}, {"queue", "queue.c", "head != NULL"}, {"./test", "test.c", "x < n && !done"},
    {"buffer", "src/buffer.c", "size >= 0"}, {"main", "main.c", "i == 0 || full"}, {"list_test", "tests/list_test.c", "found == expected"},
    {"pool", "pool.cpp", "p->next"}, {"build/bench", "lock.cc", "total == 100"}, {"ring", "ring.c", "read <= write"},
    {"./server", "-pthread", "state != OPEN"}, {"map", "map.c", "key > 0"}, {"stack", "-DSIZE=2", "value == 1"},
};
enum { LIKELY = sizeof likely / sizeof *likely };

static uint64_t next_number(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Any digits: that they are digits is what there is to learn. */
static char *likely_sums(uint64_t *state)
{
    uint64_t a = next_number(state), b = next_number(state);
    int count = 16 + (int)(a % 16);
    char *sums = format_text("%016jx%016jx", (uintmax_t)a, (uintmax_t)b), *text = format_text("%d 1 %.*s", count, count, sums);
    free(sums);
    return text;
}

static char *likely_trace(const struct likely *l, uint64_t *state)
{
    uint64_t a = next_number(state), b = next_number(state), c = next_number(state);
    char *build_id = format_text("%016jx%016jx%08x", (uintmax_t)a, (uintmax_t)b, (unsigned)c);
    struct wire_range ranges[] = {{1, 4, 0x20010}, {1, (uint32_t)(c % 64), 0x20000 + a % 999}, {3, 8, 0x330000 + b % 9999},
                                  {0, 8, 0x100001ffdf20 + c % 9999}};
    struct wire_decision decisions[] = {{1, 0}, {(uint16_t)(a % 4), 0}, {2, 0}, {2, 0}, {(uint16_t)(b % 3), 0}, {1, 0}, {0, 0},
                                        {(uint16_t)(c % 3), a % 5 == 0}, {1, 0}};
    bool deadlock = a % 4 == 0;
    struct trace t = {.tool = (char *)MZ_VERSION, .program = (char *)l->program, .directory = (char *)".", .build_id = build_id,
        .compiler = l->program[0] == '.' ? NULL : (char *)"", .visible = (char *)"auto",
        .fault = (char *)(deadlock ? "deadlock" : "assertion"), .fault_text = deadlock ? NULL : (char *)l->text, .fault_line = b % 200,
        .fault_thread = c % 3, .fault_code = 6, .steps = likely_sums(state),
        .ranges = ranges, .range_count = sizeof ranges / sizeof *ranges, .decisions = decisions,
        .decision_count = sizeof decisions / sizeof *decisions};
    size_t length;
    options_initial(check_options, &t.options);
    t.options.config.seed = 1;
    t.options.config.livelock = false;
    t.options.config.exit_status = c % 4 == 0;
    if (t.compiler)
        strings_add(&t.compile, l->source);
    else
        strings_add(&t.arguments, "2");
    char *text = trace_format(&t, &length);
    free(build_id);
    free(t.steps);
    free(t.compile.at);
    free(t.arguments.at);
    return text;
}

static const struct model *model(void)
{
    static struct model *primed;
    uint64_t state = 88172645463325252ULL;
    if (primed)
        return primed;
    char *all = format_text("%s", "");
    for (int i = 0; i < LIKELY; i++) {
        char *one = likely_trace(&likely[i], &state), *more = format_text("%s%s", all, one);
        free(one);
        free(all);
        all = more;
    }
    primed = squeeze_model(all, 1);
    free(all);
    return primed;
}

/* --- tokens ---------------------------------------------------------------------------------------------------------------- */

static char *base64(const unsigned char *bytes, size_t count)
{
    char *text = allocate((count * 8 + 5) / 6 + sizeof TOKEN_PREFIX), *to = text + sizeof TOKEN_PREFIX - 1;
    memcpy(text, TOKEN_PREFIX, sizeof TOKEN_PREFIX - 1);
    for (size_t bit = 0; bit < 8 * count; bit += 6) {
        unsigned pair = bytes[bit / 8] << 8 | (bit / 8 + 1 < count ? bytes[bit / 8 + 1] : 0);
        *to++ = digits[pair >> (10 - bit % 8) & 63];
    }
    return text;
}

char *token_of(const struct trace *trace)
{
    struct trace lean = *trace;
    size_t length, packed, head = 0;
    unsigned char lengths[10];
    lean.directory = (char *)".";
    lean.fault_file = lean.fault_function = NULL;
    lean.setup = 0;
    lean.steps = step_sums_short(lean.steps);
    lean.size = 0;
    char *text = trace_format(&lean, &length);
    unsigned char *bytes = squeeze(model(), text, length, &packed);
    for (size_t rest = length; ; rest >>= 7) {
        lengths[head++] = (unsigned char)((rest & 127) | (rest < 128 ? 128 : 0));
        if (rest < 128)
            break;
    }
    unsigned char *whole = allocate(head + packed);
    memcpy(whole, lengths, head);
    memcpy(whole + head, bytes, packed);
    char *token = base64(whole, head + packed);
    free(text);
    free(bytes);
    free(whole);
    free(lean.steps);
    return token;
}

/* Mail and chats break long words: what stands between letters, or around them, is passed over. */
static const char blank[] = " \t\r\n";

bool token_is(const char *word)
{
    word += strspn(word, blank);
    return starts_with(word, TOKEN_PREFIX) && !strchr(word, '/') && !ends_with(word, ".mzt");
}

/* The bytes behind the prefix; NULL: there are other letters. */
static unsigned char *bytes_of(const char *word, size_t *count)
{
    size_t length = strlen(word), n = 0;
    unsigned char *bytes = allocate(length + 1);
    unsigned held = 0, bits = 0;
    for (; *word; word++) {
        const char *digit = strchr(digits, *word);
        if (!digit) {
            free(bytes);
            return NULL;
        }
        held = (held << 6 | (unsigned)(digit - digits)) & 0xffff;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes[n++] = (unsigned char)(held >> bits);
        }
    }
    *count = n;
    return bytes;
}

static struct trace *parse(const unsigned char *bytes, size_t count, char **error)
{
    size_t length = 0, head = 0;
    for (bool more = true; more && head < count && head < 4; head++) {
        length |= (size_t)(bytes[head] & 127) << (7 * head);
        more = !(bytes[head] & 128);
    }
    if (!head || !(bytes[head - 1] & 128) || length > LONGEST_TEXT) {
        *error = format_text("it is damaged");
        return NULL;
    }
    char *text = unsqueeze(model(), bytes + head, count - head, length);
    struct trace *trace = trace_parse(text, length, error);
    if (!trace) {
        free(*error);
        *error = format_text("it is damaged, incomplete, or of another version of mazurka than " MZ_VERSION);
    }
    free(text);
    return trace;
}

static struct trace *read_word(const char *word, char **error)
{
    size_t count = 0;
    *error = NULL;
    if (!starts_with(word, TOKEN_PREFIX) || strlen(word) > LONGEST_TOKEN) {
        *error = format_text("it is no token of mazurka");
        return NULL;
    }
    unsigned char *bytes = bytes_of(word + sizeof TOKEN_PREFIX - 1, &count);
    if (!bytes) {
        *error = format_text("it has letters that no token has");
        return NULL;
    }
    struct trace *trace = parse(bytes, count, error);
    free(bytes);
    char *again = trace ? token_of(trace) : NULL; /* letters behind its end would mean nothing */
    if (trace && strcmp(again, word) != 0) {
        *error = format_text("it is damaged: there are letters behind its end, or it was not made by mazurka");
        trace_free(trace);
        trace = NULL;
    }
    free(again);
    return trace;
}

struct trace *token_read(const char *words, char **error)
{
    char *word = allocate(strlen(words) + 1), *end = word;
    for (; *(words += strspn(words, blank)); words++)
        *end++ = *words;
    *end = 0;
    struct trace *trace = read_word(word, error);
    free(word);
    return trace;
}
