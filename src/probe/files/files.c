/* files.c - files, memory maps, the environment, libraries: what may be used before the program's first thread or choice.
 *
 * Up to there nothing is ever rewound, so the real functions do, and the disk is kept from them (world/setup/captured.h). Later they are
 * refused by name: what they change outside of the program's memory could not be put back.
 */
#include <string.h>

#include "model/call_table.h"
#include "model/call_traits.h"
#include "model/calls_cxx.h"
#include "probe/files/descriptors.h"
#include "probe/files/temporary.h"
#include "probe/refuse.h"
#include "world/world.h"

static inline bool allowed(void)
{
    return !probe_active(NULL) || world_in_setup();
}

/* What libc or the kernel would do to a descriptor of the model's in set-up, where the kernel has one of the same number: not to ours. */
static inline bool is_of_channel(uint64_t traits, uint64_t a, uint64_t b, uint64_t c)
{
    bool first = traits & TRAIT_DESCRIPTOR(1) && descriptor_is_channel((int)a);
    bool second = traits & TRAIT_DESCRIPTOR(2) && descriptor_is_channel((int)b);
    bool third = traits & TRAIT_DESCRIPTOR(3) && descriptor_is_channel((int)c);
    return first || second || third || (traits & TRAIT_DESCRIPTORS && mz__world.channels);
}

#define ALLOW_IN_SETUP(name, ...)                                                                       \
    STAND_IN(uint64_t, name, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f)    \
    {                                                                                                   \
        if (!allowed())                                                                                 \
            return probe_refused_later(#name);                                                          \
        if (probe_active(NULL) && is_of_channel(TRAITS(__VA_ARGS__), a, b, c))                          \
            return probe_refused(#name " of a pipe, eventfd or socket");                                \
        if (strcmp(#name, "mkdtemp") == 0 && probe_active(NULL))                                        \
            return (uint64_t)temporary_directory(CALLER, (char *)a);                                    \
        return REAL_AS(name, any_function *)(a, b, c, d, e, f);                                         \
    }
CALLS_SETUP(ALLOW_IN_SETUP)
CALLS_CXX_SETUP(ALLOW_IN_SETUP) /* what sets something in libstdc++ itself */
