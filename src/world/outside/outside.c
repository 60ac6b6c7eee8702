/* outside.c - see outside.h: the table of functions without hooks, the program's imports of them, and running them. */
#include "world/outside/outside.h"

#include <dlfcn.h>
#include <link.h>
#include <locale.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/page.h"
#include "base/raw.h"
#include "base/text.h"
#include "model/calls.h"
#include "world/blocks.h"
#include "world/fault_report.h"
#include "world/hot.h"
#include "world/loaded/imports.h"
#include "world/loaded/language.h"
#include "world/loaded/modules.h"
#include "world/memory/data_ranges.h"
#include "world/outside/call_writes.h"
#include "world/outside/library_code.h"
#include "world/outside/mapped.h"
#include "world/outside/own_code.h"
#include "world/outside/reach.h"
#include "world/outside/returns.h"
#include "world/race/race.h"
#include "world/state/dead.h"
#include "world/switch.h"
#include "world/world.h"

enum { LOCALE_NAME = 512 };

static struct {
    uint64_t     function[OUTSIDE_MOST];
    bool         of_c[OUTSIDE_MOST];    /* in the C library, and uses its data */
    bool         foreign[OUTSIDE_MOST]; /* in another library than the system's */
    bool         trusted[OUTSIDE_MOST];
    bool         meets_own[OUTSIDE_MOST]; /* it calls functions of the program that have no hooks, which use the program's data */
    const struct footprint *footprint[OUTSIDE_MOST];
    char      *(*setlocale)(int, const char *); /* if it is led here */
    uint32_t     count;
    bool         ready, failed;
    bool         libraries_use_c; /* they may read and change its data */
    uint64_t     pc;              /* of the call that runs */
    struct wire *wire;
    void        *runtime;         /* for dlsym */
    bool         writes_protected;
} outside;

/* Some code without hooks may be called unguarded: the tool has to know. */
static void guard_is_missing(void)
{
    outside.wire->unguarded = 1;
}

/* Libraries that are there now. */
static void look_at_libraries(void)
{
    if (!modules_add_libraries() || !library_code_prepare())
        guard_is_missing();
    outside.libraries_use_c = modules_libraries_use_c();
}

/* When there is a library, or the first function is led here. */
static bool make_ready(void)
{
    if (!outside.ready) {
        outside.ready = true;
        look_at_libraries();
        outside.failed = !call_writes_prepare(outside.wire->config.trust[0] == '\0') || !reach_prepare() ||
                         !returns_reserve(RETURNS_OUTSIDE) || !returns_reserve(RETURNS_INSIDE);
    }
    return !outside.failed;
}

uint64_t outside_function(uint64_t n)
{
    return outside.function[n];
}

/* What the program takes of the C library its own functions without hooks may use, too. */
unsigned outside_data(uint64_t n)
{
    bool own = outside.meets_own[n] || own_code_begins(outside.function[n]);
    bool of_c = own || outside.of_c[n] || (outside.foreign[n] && outside.libraries_use_c);
    return (of_c ? REACH_OF_C : 0) | (own ? REACH_PROGRAM : 0);
}

const struct footprint *outside_footprint(uint64_t n)
{
    return outside.footprint[n];
}

bool outside_is_trusted(uint64_t n)
{
    return outside.trusted[n];
}

bool outside_needs_no_guard(uint64_t n)
{
    return outside.trusted[n] && !library_code_has(outside.function[n]);
}

void outside_shares(uint64_t n)
{
    outside.wire->guarded_function[n].flags |= WIRE_GUARDED_SHARES;
}

bool outside_owns(uint64_t addr)
{
    const struct data_range *r = outside.ready ? data_ranges_find(addr) : NULL;
    return r && r->kind == DATA_LIBRARY;
}

/* ---- which functions ------------------------------------------------------------------------------------------------- */

struct search {
    uint64_t addr;
    bool     found, system;
};

static int holds_code(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    struct search *s = data;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
        if (ph->p_type == PT_LOAD && (ph->p_flags & PF_X) && s->addr - (info->dlpi_addr + ph->p_vaddr) < ph->p_memsz)
            s->found = modules_is_library(info);
    }
    s->system = s->found && modules_is_system(info);
    return s->found;
}

static struct search find_code(uint64_t addr)
{
    struct search s = {.addr = addr};
    dl_iterate_phdr(holds_code, &s);
    return s;
}

static bool is_trusted(const char *name)
{
    return calls_are_listed(outside.wire->config.trust, name);
}

static bool all_is_trusted(void)
{
    return is_trusted("all");
}

static bool is_number(uint32_t n, const char *name, uint64_t addr)
{
    const struct wire_guarded *g = &outside.wire->guarded_function[n];
    char cut[sizeof g->name];
    text_copy(cut, sizeof cut, name);
    return outside.function[n] == addr && text_equal(g->name, cut);
}

/* Its thunk, made if there is none yet; the function itself if there is no room for one. Two names of one function have one each: the tool
 * looks for them by name. */
static uint64_t thunk_of(const char *name, uint64_t addr)
{
    uint32_t n = 0;
    while (n < outside.count && !is_number(n, name, addr))
        n++;
    if (n == OUTSIDE_MOST || !make_ready()) {
        guard_is_missing();
        return addr;
    }
    if (n == outside.count) {
        bool system = find_code(addr).system;
        outside.of_c[n] = calls_classify(name) != CALL_GUARDED && system;
        outside.foreign[n] = !system;
        if (system && text_equal(name, "setlocale"))
            outside.setlocale = (char *(*)(int, const char *))addr;
        outside.footprint[n] = system ? footprint_of(name) : NULL;
        outside.trusted[n] = is_trusted(name);
        outside.function[outside.count++] = addr;
        text_copy(outside.wire->guarded_function[n].name, sizeof outside.wire->guarded_function[n].name, name);
        outside.wire->guarded = outside.count;
    }
    return (uint64_t)mz__outside_thunks + n * OUTSIDE_THUNK;
}

/* The function's thunk, or its address where none is needed. One that is trusted needs none in the C library, which is never
 * forbidden. */
static uint64_t wrap(const char *name, uint64_t addr)
{
    enum call_class class = calls_classify(name);
    bool guarded = class == CALL_UNKNOWN || class == CALL_GUARDED || class == CALL_GUARDED_STATE;
    struct search s = find_code(addr);
    if (!guarded || !s.found || (s.system && is_trusted(name)))
        return addr;
    return thunk_of(name, addr);
}

bool outside_goes_on(uint64_t pc)
{
    if (!mz__hot.running || mz__hot.inside || mz__hot.running->outside == 0)
        return false;
    bool own = own_code_goes_on(pc);
    outside.meets_own[mz__hot.running->outside - 1] |= own;
    return own || library_code_is_used(pc);
}

/* The tool knows its name. */
static uint64_t stray_to_own(uint64_t pc)
{
    char name[32];
    text_format(name, sizeof name, WIRE_GUARDED_OWN "%lx", (unsigned long)(pc - outside.wire->module[0].base));
    uint64_t thunk = thunk_of(name, pc);
    return thunk == pc ? (uint64_t)mz__outside_full : thunk;
}

uint64_t outside_stray(uint64_t pc)
{
    Dl_info info;
    if (mz__hot.inside && own_code_begins(pc))
        return stray_to_own(pc);
    if (!mz__hot.inside || !library_code_has(pc))
        return 0;
    bool named = dladdr((void *)pc, &info) && info.dli_sname && (uint64_t)info.dli_saddr == pc;
    uint64_t thunk = thunk_of(named ? info.dli_sname : "a function without a name", pc);
    return thunk == pc ? (uint64_t)mz__outside_full : thunk;
}

/* ---- the program's imports ------------------------------------------------------------------------------------------- */

/* The loader has made it read-only. */
static void store(uint64_t *place, uint64_t value)
{
    uint64_t lo = page_down((uint64_t)place), hi = page_up((uint64_t)place + sizeof *place);
    if (raw_syscall(SYS_mprotect, (long)lo, (long)(hi - lo), PROT_READ | PROT_WRITE, 0, 0, 0) == 0)
        *place = value;
}

/* The runtime's own, if it stands in for the function. */
static void *stand_in_for(const char *name)
{
    void *addr = outside.runtime ? dlsym(outside.runtime, name) : NULL;
    return addr && !find_code((uint64_t)addr).found ? addr : NULL;
}

/* What is found by name is led here too. The library may have been loaded by the program itself, before its first thread: later
 * that is refused. Of a library that was named the function may be its own where there is a stand-in. */
static void *lead_found(const char *name, void *addr)
{
    if (!addr || !mz__hot.running || all_is_trusted())
        return addr;
    struct search s = find_code((uint64_t)addr);
    void *stand_in = s.system ? stand_in_for(name) : NULL;
    if (stand_in)
        return stand_in;
    if (s.found && !layout_cell((uint64_t)addr))
        look_at_libraries();
    return (void *)wrap(name, (uint64_t)addr);
}

static void announce_name(const char *name, uint64_t pc)
{
    if (mz__hot.inside)
        outside_reads_name(pc, name);
}

/* What does not find the name keeps a text of that in the program's heap, and what is called next gives it back: both are guarded. */
static void *found_by_name(void *library, const char *name)
{
    announce_name(name, (uint64_t)__builtin_return_address(0));
    __typeof__(&dlsym) guarded = (__typeof__(&dlsym))wrap("dlsym", (uint64_t)dlsym);
    return lead_found(name, guarded(library, name));
}

static void *found_by_version(void *library, const char *name, const char *version)
{
    announce_name(name, (uint64_t)__builtin_return_address(0));
    announce_name(version, (uint64_t)__builtin_return_address(0));
    __typeof__(&dlvsym) guarded = (__typeof__(&dlvsym))wrap("dlvsym", (uint64_t)dlvsym);
    return lead_found(name, guarded(library, name, version));
}

static uint64_t led_to(const char *name, uint64_t addr)
{
    uint64_t thunk = wrap(name, addr);
    if (text_equal(name, "dlsym"))
        return (uint64_t)found_by_name;
    return text_equal(name, "dlvsym") ? (uint64_t)found_by_version : thunk;
}

static bool lead_import(const struct import *import, void *unused)
{
    (void)unused;
    uint64_t led = import->plain ? led_to(import->name, *import->place) : *import->place;
    if (led != *import->place)
        store(import->place, led);
    return false;
}

/* A library may give an address of the C library to the program: code there is not forbidden. What it has of other libraries is. */
static bool lead_address(const struct import *import, void *unused)
{
    bool searches = calls_traits(import->name) & TRAIT_LOOKS_UP;
    bool leads = searches || (import->is_read && import->plain && find_code(*import->place).system);
    return leads && lead_import(import, unused);
}

static int lead_imports(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    bool *first = data, own = *first || modules_instrumented(info);
    *first = false;
    if (own)
        imports_each(info, lead_import, NULL);
    else if (modules_is_library(info) && !modules_is_system(info) && make_ready())
        imports_each(info, lead_address, NULL);
    return 0;
}

static void lead_all(void)
{
    bool first = true;
    if (!all_is_trusted())
        dl_iterate_phdr(lead_imports, &first);
}

bool outside_prepare(struct wire *wire)
{
    Dl_info info;
    outside.wire = wire;
    if (dladdr((void *)(uintptr_t)outside_prepare, &info))
        outside.runtime = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
    wire->guarded = 0;
    language_prepare(wire);
    lead_all();
    if (!all_is_trusted() && wire->bares && make_ready())
        own_code_prepare(wire);
    return !outside.failed;
}

/* ---- running --------------------------------------------------------------------------------------------------------- */

/* If that was not known when it was called the calls themselves must be scheduling points: the byte at which the function begins is
 * their object. */
static void touches_shared(struct world *w, const struct thread *t)
{
    outside_shares(t->outside - 1);
    if (!w->frozen)
        sharing_force(&w->sharing, outside_function(t->outside - 1), 1);
}

/* Memory that it has written counts as touched. The memory of maps is the process's own, however the program has it
 * protected. */
static void written(uint64_t addr, uint64_t size, void *data)
{
    struct world *w = &mz__world;
    struct thread *t = data;
    outside.writes_protected |= in_maps(addr) && blocks_access(addr) != ACCESS_WRITE;
    if (world_unobserved(w))
        return;
    race_written(w, t, outside.pc, addr, size);
    bool shared = w->frozen ? sharing_is_shared(addr, size) : sharing_touch(&w->sharing, t->number, addr, size, true);
    if (!shared)
        return;
    touches_shared(w, t);
}

/* What hooks and functions have left below the stack pointer would lie in the holes of frames of code without hooks, and be taken for
 * pointers of theirs. */
static void clear_below(const struct thread *t)
{
    enum { MOST = 2048 };
    uint64_t lo = slot_stack_lo(t->number) + MOST < t->sp ? t->sp - MOST : slot_stack_lo(t->number);
    memset((void *)lo, 0, t->sp - lo);
}

/* Told before and after a function runs; where that is not setlocale, it is always the same. */
static void name_locale(uint64_t n, char *name, size_t size)
{
    bool may_change = outside.function[n] == (uint64_t)(uintptr_t)outside.setlocale;
    text_copy(name, size, may_change ? outside.setlocale(LC_ALL, NULL) : "");
}

/* Functions that are stood in for, or that are left to the C library as they are, go by the locale and say so to nobody. */
static void look_at_locale(struct thread *t, uint64_t n, const char *before)
{
    char now[LOCALE_NAME];
    name_locale(n, now, sizeof now);
    if (!text_equal(before, now) && threadset_several(mz__world.live))
        world_report(t, FAULT_REFUSED, 0, 0, "setlocale that changes the locale while there are other threads is not supported");
}

void outside_run(struct thread *t)
{
    struct world *w = &mz__world;
    uint64_t function = t->outside - 1;
    bool followed = !w->setup && !outside.trusted[function];
    char locale[LOCALE_NAME];
    outside.wire->guarded_function[function].flags |= WIRE_GUARDED_CALLED | (w->setup ? 0 : WIRE_GUARDED_LATER);
    w->foresight.learning = false; /* it orders threads, however far behind the step's operation it runs */
    race_outside(w, t);
    if (followed) {
        clear_below(t);
        uint64_t n = t->op.kind == OP_FOREIGN ? t->op.arg[0] : function;
        if (!world_unobserved(w) && reach_touch_now(w, t, outside_data(n), outside.footprint[n]))
            touches_shared(w, t);
        if (!call_writes_open(w, t, outside.libraries_use_c || outside_data(function) & REACH_OF_C)) {
            world_report(t, FAULT_REFUSED, 0, 0, "a function without hooks that can write to so many pieces of memory is not supported");
            return;
        }
    }
    library_code_allow();
    bool own = outside_data(function) & REACH_PROGRAM;
    if (own) /* another one is to be noticed */
        own_code_allow();
    name_locale(function, locale, sizeof locale);
    outside.pc = t->op.pc;
    mz__hot.running = t;
    mz__resume(t);
    mz__hot.running = NULL;
    if (followed) {
        if (!own && outside.meets_own[function] && !world_unobserved(w)) /* what it reads was not looked at */
            touches_shared(w, t);
        outside.writes_protected = false;
        call_writes_close(w, written, t);
        if (outside.writes_protected)
            world_report(t, FAULT_REFUSED, 0, 0, "a function without hooks that writes to maps that are not for writing is not supported");
        look_at_locale(t, function, locale);
    }
    own_code_forbid();
    if (!w->setup)
        library_code_forbid();
}

/* Does the program call functions through pointers unannounced? What it calls of a language's library so is not looked at. */
static int calls_unannounced(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    bool *first = data, own = *first || (modules_instrumented(info) && !modules_is_named(info, "libmazurka-cxx"));
    *first = false;
    return own && !dead_stays(outside.wire, info);
}

/* May the module's code come to that of libraries unnoticed? */
static int may_stray(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    bool *first = data, own = *first || modules_instrumented(info);
    *first = false;
    return own ? !dead_stays(outside.wire, info) : modules_is_language(info);
}

static void forbid_code(uint64_t lo, uint64_t hi, int protection)
{
    if (!make_ready() || !library_code_add(lo, hi, protection))
        guard_is_missing();
}

/* All libraries that will ever be there have been loaded, and all memory is mapped. */
void outside_setup_done(void)
{
    bool first = true;
    lead_all();
    outside.wire->loose_unseen = language_is_there() && dl_iterate_phdr(calls_unannounced, &first) != 0;
    first = true;
    outside.wire->local_late = modules_are_local_late(outside.wire);
    if (!all_is_trusted())
        mapped_code(outside.wire, forbid_code);
    if (!outside.ready)
        return;
    look_at_libraries();
    mapped_take(outside.wire);
    library_code_setup_done(dl_iterate_phdr(may_stray, &first) == 0);
}

void outside_given(uint64_t function)
{
    if (outside.ready)
        library_code_given(function);
    language_called(function, 0);
}

void outside_called(uint64_t function, uint64_t by)
{
    if (outside.ready)
        library_code_given(function);
    if (!mz__world.setup)
        language_called(function, by);
}
