/* traps.c - see traps.h. */
#include "world/loaded/traps.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/page.h"
#include "base/raw.h"

#if defined(__x86_64__)
static const trap TRAP = 0x06; /* push es, in 32 bits */
#else
static const trap TRAP = 0; /* udf #0 */
#endif

static uint64_t open_lo, open_hi; /* pages; none if both are 0 */

static bool protect(uint64_t lo, uint64_t hi, int protection)
{
    return raw_syscall(SYS_mprotect, (long)lo, (long)(hi - lo), PROT_READ | protection, 0, 0, 0) == 0;
}

bool traps_close(void)
{
    bool closed = open_hi == 0 || protect(open_lo, open_hi, PROT_EXEC);
    open_lo = open_hi = 0;
    return closed;
}

bool traps_open(uint64_t first, uint64_t last)
{
    uint64_t lo = page_down(first), hi = page_down(last) + PAGE;
    if (!traps_close() || !protect(lo, hi, PROT_WRITE))
        return false;
    open_lo = lo;
    open_hi = hi;
    return true;
}

bool traps_lift(uint64_t at, trap was)
{
    if (at - open_lo >= open_hi - open_lo && !traps_open(at, at))
        return false;
    memcpy((void *)at, &was, sizeof was);
    __builtin___clear_cache((char *)at, (char *)at + sizeof was);
    return true;
}

bool traps_lay(uint64_t at, trap *was)
{
    memcpy(was, (const void *)at, sizeof *was);
    return traps_lift(at, TRAP);
}
