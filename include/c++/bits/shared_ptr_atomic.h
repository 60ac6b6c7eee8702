/* bits/shared_ptr_atomic.h - libstdc++'s header of this name, for programs that are compiled by `mazurka c++`: std::atomic of shared
 * pointers. They have a lock in a bit of their own. Who has only read lets it go with the memory order of a load, or relaxed, so that
 * nothing orders the read before the next thread's write: a data race of libstdc++'s, which is nothing that a program could mend. Here
 * the lock is let go with release.
 */
#ifndef _SHARED_PTR_ATOMIC_H
#pragma GCC system_header
#include <bits/atomic_base.h>
#define fetch_sub(count, order) fetch_sub(count, memory_order_release)
#include_next <bits/shared_ptr_atomic.h>
#undef fetch_sub
#endif
