/* library_code.c - see library_code.h. */
#include "world/outside/library_code.h"

#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/page.h"
#include "base/raw.h"
#include "world/loaded/modules.h"

enum { MOST = 256 };

static struct {
    uint64_t lo, size;
    int      protection; /* where it is not forbidden */
    bool     forbidden;
    bool     used; /* by a thread that was outside: others are allowed when the first is about to */
} code[MOST];
static unsigned count;
static bool given; /* the program has a function of a library, and calls it or has it called */
static bool open;  /* set-up is over, and nothing is forbidden */

/* Its protection is changed at every call. The kernel would join it with its neighbours each time that they have the same, and part
 * them again, which takes longer than the change itself: so it gets a property that they do not have. */
static void keep_apart(uint64_t lo, uint64_t size)
{
    raw_syscall(SYS_madvise, (long)lo, (long)size, MADV_DONTDUMP, 0, 0, 0);
}

bool library_code_add(uint64_t lo, uint64_t hi, int protection)
{
    for (unsigned i = 0; i < count; i++)
        if (code[i].lo == lo)
            return true;
    if (count == MOST)
        return false;
    code[count].lo = lo;
    code[count].protection = protection;
    code[count++].size = hi - lo;
    keep_apart(lo, hi - lo);
    return true;
}

static int add(struct dl_phdr_info *info, size_t size, void *full)
{
    (void)size;
    if (!modules_is_library(info) || modules_is_system(info))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
        uint64_t lo = page_down(info->dlpi_addr + ph->p_vaddr);
        uint64_t hi = page_up(info->dlpi_addr + ph->p_vaddr + ph->p_memsz);
        int protection = PROT_READ | PROT_EXEC | (ph->p_flags & PF_W ? PROT_WRITE : 0);
        if (ph->p_type == PT_LOAD && (ph->p_flags & PF_X))
            *(bool *)full |= !library_code_add(lo, hi, protection);
    }
    return 0;
}

bool library_code_prepare(void)
{
    bool full = false;
    dl_iterate_phdr(add, &full);
    return !full;
}

static void forbid(unsigned i, bool how)
{
    if (code[i].size && code[i].forbidden != how)
        raw_syscall(SYS_mprotect, (long)code[i].lo, (long)code[i].size, code[i].protection & (how ? ~PROT_EXEC : -1), 0, 0, 0);
    code[i].forbidden = how;
}

void library_code_setup_done(bool announced)
{
    open = announced && !given;
    library_code_forbid();
}

void library_code_given(uint64_t function)
{
    for (unsigned i = 0; i < count && !given; i++)
        given = function - code[i].lo < code[i].size;
    if (given && open) {
        open = false;
        library_code_forbid();
    }
}

void library_code_allow(void)
{
    for (unsigned i = 0; i < count; i++)
        if (code[i].used)
            forbid(i, false);
}

void library_code_forbid(void)
{
    for (unsigned i = 0; i < count && !open; i++)
        forbid(i, true);
}

/* Its index, if it is forbidden; else count. */
static unsigned find_forbidden(uint64_t pc)
{
    unsigned i = 0;
    while (i < count && !(code[i].forbidden && pc - code[i].lo < code[i].size))
        i++;
    return i;
}

bool library_code_has(uint64_t pc)
{
    return find_forbidden(pc) < count;
}

bool library_code_is_used(uint64_t pc)
{
    unsigned i = find_forbidden(pc);
    if (i == count)
        return false;
    code[i].used = true;
    forbid(i, false);
    return true;
}
