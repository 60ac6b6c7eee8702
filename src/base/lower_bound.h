/* lower_bound.h - binary search: the first index below `count` for which `before`, a condition on the index `i`, does not hold; `count` if
 * there is none. The condition holds for no index behind one for which it does not. */
#ifndef MZ_BASE_LOWER_BOUND_H
#define MZ_BASE_LOWER_BOUND_H

#include <stddef.h>

#define LOWER_BOUND(i, count, before)                                                              \
    __extension__({                                                                                \
        size_t low_ = 0, high_ = (count);                                                          \
        while (low_ < high_) {                                                                     \
            size_t i = (low_ + high_) / 2;                                                         \
            if (before)                                                                            \
                low_ = i + 1;                                                                      \
            else                                                                                   \
                high_ = i;                                                                         \
        }                                                                                          \
        low_;                                                                                      \
    })

#endif
