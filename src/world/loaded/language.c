/* language.c - see language.h. */
#include "world/loaded/language.h"

#include <dlfcn.h>
#include <link.h>

#include "base/text.h"
#include "model/calls.h"
#include "world/loaded/modules.h"

enum { MOST = 8, JUDGED_BITS = 10, STREAMS = 8 };

static struct {
    struct {
        uint64_t lo, size;
    } code[MOST];
    unsigned     count;
    uint64_t     own_lo, own_size; /* the part of libstdc++ that has hooks: it knows what it calls in the rest */
    uint64_t     openmp_lo, openmp_size;
    uint64_t     ios[STREAMS];
    uint64_t     judged[1 << JUDGED_BITS];
    struct wire *wire;
} language;

static int add(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    bool own = modules_is_named(info, "libmazurka-cxx"), openmp = modules_is_named(info, "libmazurka-omp");
    if (!own && !openmp && !modules_is_language(info) && !modules_is_named(info, "libgcc_s"))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
        if (ph->p_type != PT_LOAD || !(ph->p_flags & PF_X))
            continue;
        uint64_t lo = info->dlpi_addr + ph->p_vaddr;
        if (own) {
            language.own_lo = lo;
            language.own_size = ph->p_memsz;
        } else if (openmp) {
            language.openmp_lo = lo;
            language.openmp_size = ph->p_memsz;
        } else if (language.count < MOST) {
            language.code[language.count].lo = lo;
            language.code[language.count++].size = ph->p_memsz;
        }
    }
    return 0;
}

/* ---- standard streams ---------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    unsigned    ios; /* where its std::ios begins */
} streams[STREAMS] = {
    {"_ZSt3cin", 16},  {"_ZSt4cout", 8},  {"_ZSt4cerr", 8},  {"_ZSt4clog", 8},
    {"_ZSt4wcin", 16}, {"_ZSt5wcout", 8}, {"_ZSt5wcerr", 8}, {"_ZSt5wclog", 8},
};

/* What functions for input and output change in a std::ios, by the ABI: width, state, and the character that fills, which is found out
 * when it is first needed. */
static const struct {
    uint8_t at, size;
} changed[] = {{16, 8}, {32, 4}, {224, 8}};

static void know_streams(void)
{
    for (int i = 0; i < STREAMS; i++) {
        uint64_t stream = (uint64_t)dlsym(RTLD_DEFAULT, streams[i].name);
        language.ios[i] = stream ? stream + streams[i].ios : 0;
    }
}

bool language_is_synchronized(uint64_t addr)
{
    for (int i = 0; i < STREAMS; i++)
        for (size_t k = 0; language.ios[i] && k < sizeof changed / sizeof *changed; k++)
            if (addr - language.ios[i] - changed[k].at < changed[k].size)
                return true;
    return false;
}

/* ---- calls through pointers ---------------------------------------------------------------------------------------------- */

void language_prepare(struct wire *wire)
{
    language.wire = wire;
    wire->loose = 0;
    dl_iterate_phdr(add, NULL);
    if (language_is_there())
        know_streams();
}

static bool is_known(const char *name)
{
    return calls_classify(name) == CALL_PURE || calls_are_listed(language.wire->config.trust, name);
}

bool language_is_openmp(uint64_t pc)
{
    return pc - language.openmp_lo < language.openmp_size;
}

bool language_is_there(void)
{
    return language.own_size > 0;
}

/* Each function once: a small table says which were looked at, and forgets some. */
static void judge(uint64_t function)
{
    struct wire *wire = language.wire;
    uint64_t *judged = &language.judged[(function * 0x9e3779b97f4a7c15ULL) >> (64 - JUDGED_BITS)];
    Dl_info info;
    if (*judged == function)
        return;
    *judged = function;
    bool named = dladdr((void *)function, &info) && info.dli_sname && (uint64_t)info.dli_saddr == function;
    const char *name = named ? info.dli_sname : "a function without a name";
    if (is_known(name))
        return;
    for (uint32_t i = 0; i < wire->loose; i++)
        if (text_equal(wire->loose_function[i].name, name))
            return;
    if (wire->loose < WIRE_MAX_LOOSE)
        text_copy(wire->loose_function[wire->loose++].name, sizeof wire->loose_function->name, name);
}

void language_called(uint64_t function, uint64_t by)
{
    for (unsigned i = 0; i < language.count; i++)
        if (function - language.code[i].lo < language.code[i].size && by - language.own_lo >= language.own_size)
            judge(function);
}
