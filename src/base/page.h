/* page.h - the kernel's pages. The tool refuses one that has others (launch.c), so this is known when the runtime is compiled. */
#ifndef MZ_BASE_PAGE_H
#define MZ_BASE_PAGE_H

#include <stdint.h>

enum { PAGE = 4096 };

static inline uint64_t page_down(uint64_t addr)
{
    return addr & ~(uint64_t)(PAGE - 1);
}

static inline uint64_t page_up(uint64_t addr)
{
    return page_down(addr + PAGE - 1);
}

#endif
