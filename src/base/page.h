/* page.h - the size of the kernel's pages. The tool refuses a kernel with others (launch.c), so it is known when the runtime is
 * compiled. */
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
