/* name_words.c - see name_words.h. */
#include "tool/run/name_words.h"

#include <inttypes.h>
#include <stdlib.h>

#include "tool/binary/elf/objects.h"
#include "tool/binary/symbols/symbols.h"
#include "tool/cli/util.h"

enum { HANG_MS = 10000 };

#if defined(__x86_64__)
static const char *const registers[] = {"floating-point modes", "r15", "r14", "r13", "r12", "rbx", "rbp", "return address"};
#else
static const char *const registers[] = {"x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x29",
    "return address", "d8", "d9", "d10", "d11", "d12", "d13", "d14", "d15", "fpcr", "fpsr"};
#endif

static const char *function_at(struct symbols *symbols, uint64_t pc)
{
    const char *name = pc ? symbols_function(symbols, pc - 1) : NULL;
    return name ? name : "?";
}

char *name_word(const struct naming *n, const struct wire_word *word)
{
    struct value_type type;
    const char *function = function_at(n->symbols, word->pc);
    switch (word->kind) {
    case WIRE_WORD_STACK:
        return word->pc ? format_text("%s: frame, sp%+" PRId64, function, word->offset)
                        : format_text("stack of thread %u, outside of all functions", word->thread);
    case WIRE_WORD_REGISTER:
        return format_text("%s: %s", function,
                           (size_t)word->offset < sizeof registers / sizeof *registers ? registers[word->offset] : "register");
    case WIRE_WORD_START:
        return format_text("stack of the code that calls main");
    case WIRE_WORD_PENDING:
        return format_text("%s: operation that is about to be performed", function);
    default:
        return name_data(n, AT_THE_END, word->addr, 8, &type);
    }
}

static int by_address(const void *a, const void *b)
{
    const struct wire_word *x = a, *y = b;
    return x->addr < y->addr ? -1 : x->addr > y->addr;
}

bool words_agree(struct wire_word *a, uint64_t a_count, struct wire_word *b, uint64_t b_count, word_agrees *agree, void *data)
{
    qsort(a, a_count, sizeof *a, by_address);
    qsort(b, b_count, sizeof *b, by_address);
    for (uint64_t i = 0, k = 0; i < a_count || k < b_count;) {
        bool here = i < a_count && (k == b_count || a[i].addr <= b[k].addr);
        bool there = k < b_count && (i == a_count || b[k].addr <= a[i].addr);
        const struct wire_word *word = here ? &a[i] : &b[k];
        uint64_t first = here ? a[i++].value : 0, second = there ? b[k++].value : 0;
        if (first != second && !agree(word, first, second, data))
            return false;
    }
    return true;
}

void words_search(struct launch *l, const char *program, char *const *argv, struct wire_config config)
{
    char *why, *absolute = realpath(program, NULL);
    if (!absolute || !program_is_ours(absolute, &why))
        die("%s", absolute ? why : format_text("%s cannot be found", program));
    config.mode = WIRE_SEARCH;
    config.seed = 1;
    config.all_faults = 1;
    *l = (struct launch){.program = absolute, .argv = argv, .hang_ms = HANG_MS, .config = config,
        .dead_values = dead_values_of(absolute, config.dead_values)};
    launch_run(l);
    if (l->end != LAUNCH_DONE)
        die("the search did not end: try `mazurka check %s`", program);
}
