/* poison.c - a library to preload: overwrites with garbage, at every hook that the analysis of dead values knows, all that it
 * calls dead. A program must not notice.
 *
 * POISON_TABLE names the table of the program (`mazurka states --table=FILE PROGRAM`). When the program ends, the library
 * writes to file descriptor 2: hooks executed, those of them at analysed calls, entries of functions, those of them wiped.
 * POISON_KEEP=1 counts only. The assembly in poison_ARCHITECTURE.S saves all registers and calls poison_at().
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "wire/liveness_table.h"

/* As the assembly leaves it: callee-saved registers in the order of the table's bits. */
struct frame {
    uint64_t saved[LIVENESS_MAX_REGISTERS];
};

#if defined(__x86_64__)
enum { FRAME_BIT = 1, RETURN_ADDRESS = 8 };
#else
enum { FRAME_BIT = 10, RETURN_ADDRESS = 0 };
#endif

static const struct liveness_header *table;
static uint64_t bias, hooks, hooks_known, entries, entries_known, calls_known;
static uint64_t noise = 0x9e3779b97f4a7c15;
static int keeps;

/* The functions behind poison_calls of the assembly, in the same order. */
#define CALL(name) #name,
static const char *const call_names[] = {
#include "calls.h"
};
#undef CALL
enum { CALLS = sizeof call_names / sizeof *call_names, RANGES = 8, PIECE = 32 };
void *poison_real[CALLS];
void poison_at(uint64_t pc, uint64_t stack, struct frame *frame, uint64_t caller, int kind);

static uint64_t garbage(void)
{
    noise ^= noise << 13, noise ^= noise >> 7, noise ^= noise << 17;
    return noise | 0x4100000000000041; /* not a small number, and not an address */
}

static const struct liveness_site *sites(void) { return (const void *)(table + 1); }
static const struct liveness_entry *all_entries(void) { return (const void *)(sites() + table->sites); }
static const struct liveness_save *saves(void) { return (const void *)(all_entries() + table->entries); }
static const struct liveness_range *ranges(void) { return (const void *)(saves() + table->saves); }

/* What is known of each address of the code: the number of its site, and of its entry, counted from 1. */
static uint32_t *site_at, *entry_at;
static uint64_t code_end;

static void index_table(void)
{
    for (uint32_t i = 0; i < table->sites; i++)
        code_end = sites()[i].pc >= code_end ? sites()[i].pc + 1ull : code_end;
    for (uint32_t i = 0; i < table->entries; i++)
        code_end = all_entries()[i].pc >= code_end ? all_entries()[i].pc + 1ull : code_end;
    site_at = mmap(NULL, 8 * code_end, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    entry_at = site_at + code_end;
    for (uint32_t i = 0; i < table->sites; i++)
        site_at[sites()[i].pc] = i + 1;
    for (uint32_t i = 0; i < table->entries; i++)
        entry_at[all_entries()[i].pc] = i + 1;
}

static const struct liveness_site *find_site(uint64_t pc)
{
    return pc - bias < code_end && site_at[pc - bias] ? &sites()[site_at[pc - bias] - 1] : NULL;
}

static const struct liveness_entry *find_entry(uint64_t pc)
{
    return pc - bias < code_end && entry_at[pc - bias] ? &all_entries()[entry_at[pc - bias] - 1] : NULL;
}

/* Of many ranges only some, of long ones only a piece: the frame of an interpreter has tens of thousands of bytes. It is always
 * others. */
static void fill(uint64_t stack, const struct liveness_range *r, unsigned count)
{
    unsigned first = count > RANGES ? (unsigned)((garbage() >> 16) % (count - RANGES + 1)) : 0;
    unsigned end = count > RANGES ? first + RANGES : count;
    for (unsigned i = first; i < end; i++) {
        uint32_t size = r[i].size > PIECE ? PIECE : r[i].size;
        uint64_t from = r[i].size > PIECE ? (garbage() >> 16) % (r[i].size - PIECE + 1) : 0;
        volatile uint8_t *at = (volatile uint8_t *)(stack + r[i].from + from);
        for (uint32_t k = 0; k < size; k++)
            at[k] = (uint8_t)(garbage() >> 24);
    }
}

static void poison_argument(uint64_t *at, uint32_t reg, const struct liveness_site *caller)
{
    bool vector = reg >= LIVENESS_VECTOR;
    if (caller->elsewhere)
        return;
    if (vector ? caller->vectors >> (reg - LIVENESS_VECTOR) & 1 : caller->arguments >> (reg - LIVENESS_ARGUMENT) & 1)
        return;
    for (int i = 0; i < (vector ? LIVENESS_VECTOR_BYTES / 8 : 1); i++)
        at[i] = garbage();
}

/* `kind`: 0 a hook, 1 the entry of a function, 2 another call. `caller`: where the function that calls the hook returns to. */
void poison_at(uint64_t pc, uint64_t stack, struct frame *frame, uint64_t caller, int kind)
{
    hooks += kind != 2;
    entries += kind == 1;
    if (!table)
        return;
    const struct liveness_site *site = find_site(pc);
    if (!site)
        return;
    hooks_known += kind != 2;
    calls_known += kind == 2;
    const struct liveness_entry *entry = kind == 1 ? find_entry(pc) : NULL;
    entries_known += entry != NULL;
    if (keeps)
        return;
    for (int r = 0; r < LIVENESS_MAX_REGISTERS; r++) {
        if (site->dead >> r & 1)
            frame->saved[r] = garbage();
    }
    uint64_t from = site->below ? frame->saved[FRAME_BIT] - site->below : stack;
    fill(from, ranges() + site->first_range, site->ranges);
    if (!entry)
        return;
    fill(stack, ranges() + entry->first_range, entry->ranges);
    const struct liveness_site *above = find_site(caller);
    uint64_t pointer = 0;
    for (unsigned i = 0; above && i < entry->saves; i++) {
        const struct liveness_save *save = &saves()[entry->first_save + i];
        if (save->reg >= LIVENESS_ARGUMENT)
            poison_argument((uint64_t *)(stack + save->at), save->reg, above);
        else if (above->dead >> save->reg & 1)
            *(uint64_t *)(stack + save->at) = garbage();
        else if (save->reg == FRAME_BIT)
            pointer = *(uint64_t *)(stack + save->at);
    }
    bool entered = RETURN_ADDRESS == 0 || *(uint64_t *)(stack + entry->frame) == caller;
    if (above && entered && (!above->below || pointer))
        fill(above->below ? pointer - above->below : stack + entry->frame + RETURN_ADDRESS, ranges() + above->first_range, above->ranges);
}

static int find_program(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    bias = info->dlpi_addr;
    return 1; /* the program is the first */
}

/* Linked with -z initfirst: constructors of other libraries call malloc, too. libc itself has not begun yet. */
__attribute__((constructor)) static void start(int argc, char **argv, char **variables)
{
    (void)argc, (void)argv;
    environ = variables;
    const char *path = getenv("POISON_TABLE");
    keeps = getenv("POISON_KEEP") != NULL;
    for (int i = 0; i < CALLS; i++)
        poison_real[i] = dlsym(RTLD_NEXT, call_names[i]);
    dl_iterate_phdr(find_program, NULL);
    int fd = path ? open(path, O_RDONLY) : -1;
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0)
        return;
    void *map = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (map == MAP_FAILED)
        return;
    table = map;
    index_table();
}

__attribute__((destructor)) static void stop(void)
{
    dprintf(2, "poison: hooks %lu known %lu entries %lu known %lu calls %lu\n", hooks, hooks_known, entries, entries_known,
            calls_known);
}
