/* language.c - see language.h. */
#include "world/outside/language.h"

#include <dlfcn.h>
#include <link.h>

#include "base/text.h"
#include "model/calls.h"
#include "world/memory/modules.h"

enum { MOST = 8, JUDGED_BITS = 10, KINDS_OF_ERRORS = 4, FUNCTIONS_EACH = 8 };

static struct {
    struct {
        uint64_t lo, size;
    } code[MOST];
    unsigned     count;
    uint64_t     own_lo, own_size; /* the part of libstdc++ that has hooks: it knows what it calls in the rest */
    uint64_t     of_errors[KINDS_OF_ERRORS * FUNCTIONS_EACH];
    uint64_t     judged[1 << JUDGED_BITS];
    struct wire *wire;
} language;

static int add(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    bool own = modules_is_named(info, "libmazurka-cxx");
    if (!own && !modules_is_language(info) && !modules_is_named(info, "libgcc_s"))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
        if (ph->p_type != PT_LOAD || !(ph->p_flags & PF_X))
            continue;
        uint64_t lo = info->dlpi_addr + ph->p_vaddr;
        if (own) {
            language.own_lo = lo;
            language.own_size = ph->p_memsz;
        } else if (language.count < MOST) {
            language.code[language.count].lo = lo;
            language.code[language.count++].size = ph->p_memsz;
        }
    }
    return 0;
}

/* Kinds of errors are objects that never change (model/calls_cxx.c). Their functions have no names, but a virtual table knows them. */
static void know_errors(void)
{
    static const char *const kinds[KINDS_OF_ERRORS] = {"_ZNSt3_V216generic_categoryEv", "_ZNSt3_V215system_categoryEv",
                                                       "_ZSt15future_categoryv", "_ZSt17iostream_categoryv"};
    for (int k = 0; k < KINDS_OF_ERRORS; k++) {
        const uint64_t *const *(*kind)(void) = (const uint64_t *const *(*)(void))dlsym(RTLD_DEFAULT, kinds[k]);
        for (int i = 0; kind && i < FUNCTIONS_EACH; i++)
            language.of_errors[k * FUNCTIONS_EACH + i] = (*kind())[i];
    }
}

void language_prepare(struct wire *wire)
{
    language.wire = wire;
    wire->loose = 0;
    dl_iterate_phdr(add, NULL);
    if (language.count > 0)
        know_errors();
}

static bool is_known(uint64_t function, const char *name)
{
    for (size_t i = 0; i < sizeof language.of_errors / sizeof *language.of_errors; i++)
        if (language.of_errors[i] == function)
            return true;
    return calls_classify(name) == CALL_PURE || calls_are_listed(language.wire->config.trust, name);
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
    if (is_known(function, name))
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
