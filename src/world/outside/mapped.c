/* mapped.c - see mapped.h. What the dynamic linker has mapped is its own: that is what there is before the first constructor of any
 * module has run, and the runtime's is the first (the Makefile links it so). */
#include "world/outside/mapped.h"

#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/page.h"
#include "base/raw.h"
#include "world/blocks.h"
#include "world/memory/data_ranges.h"
#include "world/memory/layout.h"
#include "world/outside/returns.h"

enum { MOST_BEFORE = 1024, MOST_TAKEN = 256, MOST_SHARED = 256 };

/* So much is followed: an image of it is kept, and all of it is compared where the kernel cannot tell what was written. */
static const uint64_t most_bytes = 64 << 20;

struct range {
    uint64_t lo, hi;
};

static struct {
    struct range before[MOST_BEFORE]; /* writable when the process began */
    unsigned     befores;
    struct range taken[MOST_TAKEN];   /* that are followed */
    unsigned     taken_count;
    uint64_t     file[MOST_SHARED];   /* of shared mappings: device and number */
    unsigned     files;
    uint64_t     bytes;               /* that are followed */
} mapped;

/* ---- the kernel's account ----------------------------------------------------------------------------------------------- */

struct line {
    uint64_t lo, hi, file;
    int      protection;
    bool     shared, stack;
};

struct account {
    int    fd;
    size_t at, end;
    char   bytes[4096];
};

static int next_char(struct account *a)
{
    if (a->at == a->end) {
        long n = raw_syscall(SYS_read, a->fd, (long)a->bytes, sizeof a->bytes, 0, 0, 0);
        a->at = 0;
        a->end = n > 0 ? (size_t)n : 0;
    }
    return a->at < a->end ? (unsigned char)a->bytes[a->at++] : -1;
}

/* A number in base 16, or 10; the character behind it is gone, and is given back. */
static uint64_t read_number(struct account *a, unsigned base, int *behind)
{
    uint64_t n = 0;
    for (;;) {
        int c = next_char(a), digit = c >= '0' && c <= '9' ? c - '0' : base == 16 && c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0) {
            *behind = c;
            return n;
        }
        n = n * base + (unsigned)digit;
    }
}

/* "lo-hi rwxs offset major:minor number   name" */
static bool read_line(struct account *a, struct line *out)
{
    static const char stack[] = "[stack]";
    int c;
    *out = (struct line){.lo = read_number(a, 16, &c)};
    if (c != '-')
        return false;
    out->hi = read_number(a, 16, &c);
    out->protection = next_char(a) == 'r' ? PROT_READ : 0;
    out->protection |= next_char(a) == 'w' ? PROT_WRITE : 0;
    out->protection |= next_char(a) == 'x' ? PROT_EXEC : 0;
    out->shared = next_char(a) == 's';
    next_char(a);
    read_number(a, 16, &c);
    uint64_t device = read_number(a, 16, &c) << 20;
    device |= read_number(a, 16, &c);
    uint64_t number = read_number(a, 10, &c);
    out->file = number ? device << 40 ^ number : 0;
    while (c == ' ')
        c = next_char(a);
    size_t same = 0;
    for (; c != '\n' && c >= 0; c = next_char(a))
        same = same < sizeof stack - 1 && c == stack[same] ? same + 1 : sizeof stack;
    out->stack = same == sizeof stack - 1;
    return true;
}

static void each_line(void visit(const struct line *line, void *data), void *data)
{
    static struct account a;
    struct line line;
    a = (struct account){.fd = (int)raw_syscall(SYS_openat, AT_FDCWD, (long)"/proc/self/maps", O_RDONLY | O_CLOEXEC, 0, 0, 0)};
    while (a.fd >= 0 && read_line(&a, &line))
        visit(&line, data);
    if (a.fd >= 0)
        raw_syscall(SYS_close, a.fd, 0, 0, 0, 0, 0);
}

static void note_before(const struct line *line, void *unused)
{
    (void)unused;
    if (line->protection & PROT_WRITE && mapped.befores < MOST_BEFORE)
        mapped.before[mapped.befores++] = (struct range){line->lo, line->hi};
}

__attribute__((constructor)) static void remember(void)
{
    each_line(note_before, NULL);
}

/* ---- what of it is known ------------------------------------------------------------------------------------------------ */

struct search {
    struct range wanted, found;
};

static bool meets(struct search *s, uint64_t lo, uint64_t hi)
{
    if (s->wanted.lo >= hi || s->wanted.hi <= lo)
        return false;
    s->found = (struct range){lo, hi};
    return true;
}

static int meets_module(struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
        uint64_t lo = info->dlpi_addr + ph->p_vaddr;
        if (ph->p_type == PT_LOAD && meets(data, page_down(lo), page_up(lo + ph->p_memsz)))
            return 1;
    }
    return 0;
}

/* Is any of it the runtime's, the dynamic linker's, a module's, or followed already? */
static bool find_known(const struct wire *wire, struct search *s)
{
    const struct range fixed[] = {
        {RAW_OWN_LO, RAW_OWN_HI},
        {ARENA_LO, ARENA_LO + mz__layout.arena_size},
        {ARENA_VALID, ARENA_VALID + mz__layout.arena_size / 8},
        {ARENA_SHADOW, ARENA_SHADOW + cells_size(mz__layout.arena_size)},
        {RETURNS_OUTSIDE, RETURNS_OUTSIDE + mz__layout.slots_size},
        {RETURNS_INSIDE, RETURNS_INSIDE + mz__layout.slots_size},
        {RETURNS_ATOMIC, RETURNS_ATOMIC + mz__layout.slots_size},
        {(uint64_t)wire, (uint64_t)wire + WIRE_SIZE},
    };
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (meets(s, fixed[i].lo, fixed[i].hi))
            return true;
    for (unsigned i = 0; i < mapped.befores; i++)
        if (meets(s, mapped.before[i].lo, mapped.before[i].hi))
            return true;
    for (unsigned i = 0; i < mapped.taken_count; i++)
        if (meets(s, mapped.taken[i].lo, mapped.taken[i].hi))
            return true;
    return dl_iterate_phdr(meets_module, s) != 0;
}

/* ---- taking it ---------------------------------------------------------------------------------------------------------- */

static void count_file(const struct line *line, void *unused)
{
    (void)unused;
    if (line->shared && line->file && mapped.files < MOST_SHARED)
        mapped.file[mapped.files++] = line->file;
}

/* Memory that is seen at two places is not understood. */
static bool is_elsewhere_too(uint64_t file)
{
    unsigned count = 0;
    for (unsigned i = 0; i < mapped.files; i++)
        count += mapped.file[i] == file;
    return count > 1 || mapped.files == MOST_SHARED;
}

static bool can_be_own(const struct line *line)
{
    return !line->shared || (line->hi - line->lo <= most_bytes && !is_elsewhere_too(line->file));
}

/* The kernel copies: behind the end of a file there is nothing to be read. */
static bool make_own(uint64_t lo, uint64_t hi)
{
    char *copy = raw_map(NULL, hi - lo, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    long fd = raw_syscall(SYS_openat, AT_FDCWD, (long)"/proc/self/mem", O_RDONLY | O_CLOEXEC, 0, 0, 0);
    if (!copy || fd < 0)
        return false;
    for (uint64_t at = lo; at < hi; at += PAGE)
        raw_syscall(SYS_pread64, fd, (long)(copy + (at - lo)), PAGE, (long)at, 0, 0);
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
    bool made = raw_map((void *)lo, hi - lo, PROT_READ | PROT_WRITE, MAP_FIXED) != NULL;
    if (made)
        memcpy((void *)lo, copy, hi - lo);
    raw_syscall(SYS_munmap, (long)copy, (long)(hi - lo), 0, 0, 0, 0);
    return made;
}

static bool follow(uint64_t lo, uint64_t hi)
{
    if (hi - lo > most_bytes - mapped.bytes || mapped.taken_count == MOST_TAKEN || !layout_add_segment(lo, hi, true))
        return false;
    mapped.bytes += hi - lo;
    mapped.taken[mapped.taken_count++] = (struct range){lo, hi};
    return data_ranges_add(DATA_PROGRAM, lo, hi);
}

struct taking {
    struct wire *wire;
    struct line  line;
    bool         too_late; /* the search has begun */
};

static void take(const struct taking *t, uint64_t lo, uint64_t hi)
{
    struct search s = {.wanted = {lo, hi}};
    if (lo >= hi)
        return;
    if (find_known(t->wire, &s)) {
        take(t, lo, s.found.lo);
        take(t, s.found.hi, hi);
        return;
    }
    if (t->too_late || !can_be_own(&t->line) || (t->line.shared && !make_own(lo, hi)) || !follow(lo, hi))
        t->wire->maps_memory = 1;
}

static void take_line(const struct line *line, void *data)
{
    struct taking *t = data;
    t->line = *line;
    if (line->protection & PROT_WRITE && !line->stack)
        take(t, line->lo, line->hi);
}

void mapped_take(struct wire *wire)
{
    struct taking t = {.wire = wire};
    uint64_t lo, hi;
    mapped.files = 0;
    each_line(count_file, NULL);
    each_line(take_line, &t);
    for (unsigned i = 0; blocks_early(i, &lo, &hi); i++)
        if (lo < hi && !follow(lo, hi))
            wire->maps_memory = 1;
}

void mapped_look_again(struct wire *wire)
{
    struct taking t = {.wire = wire, .too_late = true};
    if (wire->guarded)
        each_line(take_line, &t);
}

struct coding {
    const struct wire *wire;
    void (*each)(uint64_t lo, uint64_t hi, int protection);
};

/* The upper half of all addresses is the kernel's. */
static void visit_code(const struct line *line, void *data)
{
    const struct coding *c = data;
    struct search s = {.wanted = {line->lo, line->hi}};
    if (line->protection & PROT_EXEC && line->lo >> 63 == 0 && !find_known(c->wire, &s))
        c->each(line->lo, line->hi, line->protection);
}

void mapped_code(const struct wire *wire, void (*each)(uint64_t lo, uint64_t hi, int protection))
{
    struct coding c = {wire, each};
    each_line(visit_code, &c);
}
