/* modules.c - see modules.h. */
#include "world/loaded/modules.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/page.h"
#include "base/raw.h"
#include "base/text.h"
#include "model/calls.h"
#include "world/hot.h"
#include "world/loaded/imports.h"
#include "world/loaded/exported_variables.h"
#include "world/memory/data_ranges.h"
#include "world/thread_pointer.h"

extern char __start_mzmodel[], __stop_mzmodel[];

static bool starts_with(const char *s, const char *prefix)
{
    while (*prefix)
        if (*s++ != *prefix++)
            return false;
    return true;
}

static bool is_hook(const struct import *import, void *unused)
{
    (void)unused;
    return starts_with(import->name, "__tsan_");
}

/* Objects that were looked at: large libraries have thousands of relocations, and are asked about more than a dozen times before a program
 * starts. What is said of an object holds until one is unloaded, which may leave its place to another. */
enum { REMEMBERED = 64 };

static struct {
    const ElfW(Phdr) *headers; /* stand for the object */
    bool instrumented;
} remembered[REMEMBERED];
static unsigned remembered_count;
static unsigned long long unloaded; /* objects, by then */

/* An instrumented object binds hooks through its relocations. The stub and the runtime define them instead. */
bool modules_instrumented(const struct dl_phdr_info *info)
{
    if (unloaded != info->dlpi_subs)
        remembered_count = 0;
    unloaded = info->dlpi_subs;
    for (unsigned i = 0; i < remembered_count; i++)
        if (remembered[i].headers == info->dlpi_phdr)
            return remembered[i].instrumented;
    bool instrumented = imports_each(info, is_hook, NULL);
    if (remembered_count < REMEMBERED) {
        remembered[remembered_count].headers = info->dlpi_phdr;
        remembered[remembered_count++].instrumented = instrumented;
    }
    return instrumented;
}

/* ---- destructors ---------------------------------------------------------------------------------------------------- */

enum { MOST_DESTRUCTORS = 1024 };

static destructor *destructors[MOST_DESTRUCTORS];
static unsigned destructor_count;

/* The compiler's own part of every object: it has no hooks, and nothing to do here. It begins by looking at a flag; what has hooks
 * begins by saving registers and calling one. */
static bool is_start_up_code(const uint8_t *code)
{
#if defined(__x86_64__)
    static const uint8_t landing[] = {0xf3, 0x0f, 0x1e, 0xfa};
    code += memcmp(code, landing, sizeof landing) == 0 ? sizeof landing : 0;
    return code[0] == 0x80 && code[1] == 0x3d; /* cmpb $0, flag(%rip) */
#else
    enum { FRAME = 29, STACK = 31, FEW = 8 };
    for (int i = 0; i < FEW; i++) {
        uint32_t word;
        memcpy(&word, code + 4 * i, sizeof word);
        uint32_t base = word >> 5 & 31;
        if ((word & 0xfc000000) == 0x94000000) /* bl */
            return false;
        if ((word & 0xffc00000) == 0x39400000 && base != FRAME && base != STACK) /* ldrb */
            return true;
    }
    return false;
#endif
}

static bool add_destructor(destructor *function)
{
    for (unsigned i = 0; i < destructor_count; i++)
        if (destructors[i] == function)
            return true;
    if (destructor_count == MOST_DESTRUCTORS)
        return false;
    destructors[destructor_count++] = function;
    return true;
}

/* Last one first. False: there are too many. */
static bool add_destructors(const struct dl_phdr_info *info)
{
    bool added = true;
    destructor **array = NULL;
    size_t bytes = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_DYNAMIC)
            continue;
        for (const ElfW(Dyn) *d = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr); d->d_tag != DT_NULL; d++) {
            if (d->d_tag == DT_FINI_ARRAY)
                array = (destructor **)(info->dlpi_addr + d->d_un.d_ptr);
            else if (d->d_tag == DT_FINI_ARRAYSZ)
                bytes = d->d_un.d_val;
        }
    }
    for (size_t i = array ? bytes / sizeof *array : 0; i > 0; i--)
        if (!is_start_up_code((const uint8_t *)(uintptr_t)array[i - 1]))
            added &= add_destructor(array[i - 1]);
    return added;
}

destructor *modules_destructor(unsigned index)
{
    return index < destructor_count ? destructors[index] : NULL;
}

struct registration {
    struct wire *wire;
    bool     first, failed, too_many;
    unsigned image; /* the segment with the program's own data */
};

static void extent_of(const struct dl_phdr_info *info, struct wire_module *m)
{
    m->base = info->dlpi_addr;
    m->lo = ~0ULL;
    m->hi = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
        if (ph->p_type != PT_LOAD)
            continue;
        uint64_t lo = info->dlpi_addr + ph->p_vaddr, hi = lo + ph->p_memsz;
        m->lo = lo < m->lo ? lo : m->lo;
        m->hi = hi > m->hi ? hi : m->hi;
    }
}

/* A segment for each part that lies in one piece. Where a file is made for larger pages than the system has there are holes between
 * code and data, which cannot even be read. */
static bool add_segments(const struct dl_phdr_info *info, bool program)
{
    uint64_t from = 0, to = 0;
    bool added = true;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
        uint64_t lo = info->dlpi_addr + ph->p_vaddr, hi = lo + ph->p_memsz;
        if (ph->p_type != PT_LOAD)
            continue;
        bool hole = to == 0 || page_up(to) < page_down(lo);
        if (hole && to > 0)
            added &= layout_add_segment(from, to, program);
        from = hole ? lo : from;
        to = hi;
    }
    return layout_add_segment(from, to, program) && added;
}

/* Every state holds what the program can write: its data, but not what ld.so made read-only after relocation. */
static bool add_writable(enum data_kind kind, const struct dl_phdr_info *info)
{
    uint64_t relro_lo = 0, relro_hi = 0;
    bool added = true;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO) {
            relro_lo = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            relro_hi = relro_lo + info->dlpi_phdr[i].p_memsz;
        }
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
        if (ph->p_type != PT_LOAD || !(ph->p_flags & PF_W))
            continue;
        uint64_t lo = info->dlpi_addr + ph->p_vaddr, hi = lo + ph->p_memsz;
        lo = relro_lo <= lo && relro_hi > lo ? relro_hi : lo;
        if (lo < hi) /* lld makes a segment of what becomes read-only, and lets it end with a page */
            added &= data_ranges_add(kind, lo, hi);
    }
    return added;
}

/* Neither the program's nor a library that it uses. */
static bool is_of_system(const struct dl_phdr_info *info)
{
    return *info->dlpi_name && !modules_instrumented(info) && (!modules_is_library(info) || modules_is_system(info));
}

static int register_module(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    struct registration *r = data;
    if (r->wire->modules == WIRE_MAX_MODULES) {
        r->too_many = true;
        return 1;
    }
    struct wire_module *m = &r->wire->module[r->wire->modules++];
    memset(m, 0, sizeof *m);
    extent_of(info, m);
    if (r->first) {
        ssize_t n = readlink("/proc/self/exe", m->path, sizeof m->path - 1);
        m->path[n > 0 ? n : 0] = '\0';
        m->flags |= WIRE_MODULE_PROGRAM;
    } else {
        text_copy(m->path, sizeof m->path, info->dlpi_name);
    }
    if ((uint64_t)__start_mzmodel - m->lo < m->hi - m->lo) {
        m->flags |= WIRE_MODULE_RUNTIME;
    } else if (r->first || modules_instrumented(info)) {
        m->flags |= WIRE_MODULE_INSTRUMENTED;
        r->failed |= !add_segments(info, true);
        r->failed |= !add_writable(DATA_PROGRAM, info);
        r->failed |= !add_destructors(info);
    } else {
        r->failed |= !add_segments(info, false);
    }
    m->flags |= is_of_system(info) ? WIRE_MODULE_SYSTEM : 0;
    m->tls = info->dlpi_tls_data ? (uint64_t)info->dlpi_tls_data - read_thread_pointer() : 0;
    if (modules_is_named(info, "libgcc_s")) {
        mz__layout.unwinder_lo = m->lo;
        mz__layout.unwinder_size = m->hi - m->lo;
    }
    if (r->first)
        r->image = mz__layout.segments - 1;
    r->first = false;
    return 0;
}

bool modules_register(struct wire *wire)
{
    struct registration r = {.wire = wire, .first = true};
    wire->modules = 0;
    dl_iterate_phdr(register_module, &r);
    r.failed |= !layout_add_segment((uint64_t)__start_mzmodel, (uint64_t)__stop_mzmodel, true);
    r.failed |= !data_ranges_add(DATA_MODEL, (uint64_t)__start_mzmodel, (uint64_t)__stop_mzmodel);
    const struct segment *image = &mz__layout.segment[r.image];
    mz__hot.segment_lo = image->lo;
    mz__hot.segment_size = image->size;
    mz__hot.segment_cells = image->cells;
    const struct segment *model = &mz__layout.segment[mz__layout.segments - 1];
    mz__hot.model_lo = model->lo;
    mz__hot.model_size = model->size;
    mz__hot.model_cells = model->cells;
    mz__hot.arena_size = mz__layout.arena_size;
    r.too_many |= destructor_count == MOST_DESTRUCTORS;
    if (r.failed || r.too_many)
        text_copy(wire->message, sizeof wire->message, r.too_many ? "the program has too many libraries, or destructors, to be followed"
                                                                   : "no memory for following the program's data");
    return !r.failed && !r.too_many;
}

/* ---- libraries without hooks ---------------------------------------------------------------------------------------- */

static const char *base_name(const char *path)
{
    const char *base = path;
    for (; *path; path++)
        if (*path == '/')
            base = path + 1;
    return base;
}

/* The program itself comes first, and has no name. */
bool modules_is_library(const struct dl_phdr_info *info)
{
    static const char *const others[] = {"ld-", "ld.so", "linux-vdso", "libmazurka", "libtsan", "libgcc_s", "libstdc++", "libc++", NULL};
    const char *name = base_name(info->dlpi_name);
    if (*name == '\0' || modules_instrumented(info))
        return false;
    for (int i = 0; others[i]; i++)
        if (starts_with(name, others[i]))
            return false;
    return true;
}

bool modules_is_system(const struct dl_phdr_info *info)
{
    const char *name = base_name(info->dlpi_name);
    return starts_with(name, "libc.so") || starts_with(name, "libm.so") || starts_with(name, "libmvec.so");
}

bool modules_is_named(const struct dl_phdr_info *info, const char *beginning)
{
    return starts_with(base_name(info->dlpi_name), beginning);
}

bool modules_is_language(const struct dl_phdr_info *info)
{
    const char *name = base_name(info->dlpi_name);
    return starts_with(name, "libstdc++") || starts_with(name, "libc++") || starts_with(name, "libtsan");
}

static int add_library(struct dl_phdr_info *info, size_t size, void *failed)
{
    struct wire_module m;
    (void)size;
    if (!modules_is_library(info))
        return 0;
    extent_of(info, &m);
    if (!layout_cell(m.lo))
        *(bool *)failed |= !add_segments(info, false);
    bool of_c = starts_with(base_name(info->dlpi_name), "libc.so");
    *(bool *)failed |= !add_writable(of_c ? DATA_C_LIBRARY : DATA_LIBRARY, info) || !exported_variables_add(info, of_c);
    if (!modules_is_system(info))
        *(bool *)failed |= !add_destructors(info);
    return 0;
}

bool modules_have_system_code(const struct wire *wire, uint64_t pc)
{
    for (uint32_t i = 0; i < wire->modules; i++)
        if (pc - wire->module[i].lo < wire->module[i].hi - wire->module[i].lo)
            return wire->module[i].flags & WIRE_MODULE_SYSTEM;
    return false;
}

static bool is_listed(const struct wire *wire, const struct dl_phdr_info *info)
{
    for (uint32_t i = 0; i < wire->modules; i++)
        if (wire->module[i].base == info->dlpi_addr)
            return true;
    return false;
}

static int is_local_late(struct dl_phdr_info *info, size_t size, void *data)
{
    const struct wire *wire = data;
    (void)size;
    if (is_listed(wire, info))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS)
            return 1;
    return 0;
}

bool modules_are_local_late(const struct wire *wire)
{
    return dl_iterate_phdr(is_local_late, (void *)(uintptr_t)wire) != 0;
}

/* ---- objects with hooks that the program has opened ---------------------------------------------------------------------- */

static struct {
    uint64_t lo, hi;
} late[WIRE_MAX_MODULES];
static unsigned lates;

/* What dlopen was given may be relative to where the program is. */
static void copy_path(char *out, size_t size, const char *path)
{
    size_t n = 0;
    if (*path != '/' && raw_syscall(SYS_getcwd, (long)out, (long)size, 0, 0, 0, 0) > 0)
        while (out[n])
            n++;
    if (n > 0 && n < size - 1)
        out[n++] = '/';
    text_copy(out + n, size - n, path);
}

static int list_late(struct dl_phdr_info *info, size_t size, void *data)
{
    struct wire *wire = data;
    (void)size;
    if (is_listed(wire, info) || !modules_instrumented(info) || wire->modules == WIRE_MAX_MODULES)
        return 0;
    struct wire_module *m = &wire->module[wire->modules++];
    *m = (struct wire_module){.flags = WIRE_MODULE_INSTRUMENTED | WIRE_MODULE_LATE};
    extent_of(info, m);
    copy_path(m->path, sizeof m->path, info->dlpi_name);
    for (int i = 0; i < info->dlpi_phnum && lates < WIRE_MAX_MODULES; i++) {
        const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
        uint64_t lo = info->dlpi_addr + ph->p_vaddr;
        if (ph->p_type == PT_LOAD && ph->p_flags & PF_R) {
            late[lates].lo = lo;
            late[lates++].hi = lo + ph->p_memsz;
        }
    }
    return 0;
}

void modules_list_late(struct wire *wire)
{
    dl_iterate_phdr(list_late, wire);
}

bool modules_late_has(uint64_t addr)
{
    for (unsigned i = 0; i < lates; i++)
        if (addr - late[i].lo < late[i].hi - late[i].lo)
            return true;
    return false;
}

/* ---- what they take from others ------------------------------------------------------------------------------------------ */

static bool is_it(const struct import *import, void *wanted)
{
    return text_equal(import->name, wanted);
}

/* Modules of the program, or of a library that it uses; those of the system do not count. */
static bool each_import(const struct dl_phdr_info *info, imports_visitor *each, void *data)
{
    return !is_of_system(info) && imports_each(info, each, data);
}

static int takes(struct dl_phdr_info *info, size_t size, void *name)
{
    (void)size;
    return each_import(info, is_it, name);
}

bool modules_take(const char *name)
{
    return dl_iterate_phdr(takes, (void *)name) != 0;
}

static bool add_traits(const struct import *import, void *traits)
{
    *(uint64_t *)traits |= calls_traits(import->name);
    return false;
}

static int add_traits_of(struct dl_phdr_info *info, size_t size, void *traits)
{
    (void)size;
    return each_import(info, add_traits, traits);
}

uint64_t modules_taken_traits(void)
{
    uint64_t traits = 0;
    dl_iterate_phdr(add_traits_of, &traits);
    return traits;
}

static int uses_c(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    return modules_is_library(info) && !modules_is_system(info) && imports_state_of_c(info);
}

bool modules_libraries_use_c(void)
{
    return dl_iterate_phdr(uses_c, NULL) != 0;
}

bool modules_add_libraries(void)
{
    bool failed = false;
    dl_iterate_phdr(add_library, &failed);
    return !failed;
}
