/* bits/atomic_wait.h - libstdc++'s header of this name, for programs that are compiled by `mazurka c++`: how std::atomic's wait and
 * notify, latches, barriers and semaphores wait. libstdc++'s own spins before it sleeps and shares queues between objects; the
 * checker would explore every turn of that. Here a thread that has to wait tells the checker, and sleeps until it is notified.
 *
 * Only for the release of libstdc++ that it was written for; others keep their own.
 */
#include <bits/c++config.h>

#if _GLIBCXX_RELEASE != 12
#include_next <bits/atomic_wait.h>
#elif !defined _GLIBCXX_ATOMIC_WAIT_H
#define _GLIBCXX_ATOMIC_WAIT_H 1
#pragma GCC system_header

#include <bits/functional_hash.h>
#include <bits/gthr.h>
#include <bits/std_mutex.h>
#include <ext/numeric_traits.h>

#define __cpp_lib_atomic_wait 201907L
#define _GLIBCXX_HAVE_PLATFORM_WAIT 1

extern "C" {
void mz_atomic_begin(void);
void mz_atomic_end(void);
int mz_wait_on(const void *addr, unsigned long seen, unsigned size, unsigned long until);
unsigned long mz_now(int calendar);
void mz_wake_up(const void *addr, int all);
}

namespace std {

namespace __detail {

using __platform_wait_t = int;
static constexpr size_t __platform_wait_alignment = 4;

inline void __thread_yield() noexcept { __gthread_yield(); }
inline void __thread_relax() noexcept { __gthread_yield(); }

template <typename _Pred> bool __atomic_spin(_Pred &__pred) noexcept { return __pred(); }

template <typename _Tp> bool __equal_bytes(const _Tp &__a, const _Tp &__b) noexcept
{
    return __builtin_memcmp(&__a, &__b, sizeof(_Tp)) == 0;
}

/* The value whose change ends a wait at `__addr`: the object's own, or of a large one the beginning. A notification ends it too. */
template <typename _Tp> struct __watched {
    static constexpr unsigned _S_size = sizeof(_Tp) >= 8 ? 8 : sizeof(_Tp) >= 4 ? 4 : sizeof(_Tp) >= 2 ? 2 : 1;

    static unsigned long _S_bits(const _Tp &__value) noexcept
    {
        unsigned long __bits = 0;
        __builtin_memcpy(&__bits, &__value, _S_size);
        return __bits;
    }

    static unsigned long _S_now(const _Tp *__addr) noexcept
    {
        if constexpr (_S_size == 8)
            return __atomic_load_n(reinterpret_cast<const unsigned long *>(__addr), __ATOMIC_RELAXED);
        else if constexpr (_S_size == 4)
            return __atomic_load_n(reinterpret_cast<const unsigned *>(__addr), __ATOMIC_RELAXED);
        else if constexpr (_S_size == 2)
            return __atomic_load_n(reinterpret_cast<const unsigned short *>(__addr), __ATOMIC_RELAXED);
        else
            return __atomic_load_n(reinterpret_cast<const unsigned char *>(__addr), __ATOMIC_RELAXED);
    }
};

} /* namespace __detail */

/* Until vfn() gives something else than `__old`. */
template <typename _Tp, typename _ValFn> void __atomic_wait_address_v(const _Tp *__addr, _Tp __old, _ValFn __vfn) noexcept
{
    for (;;) {
        const _Tp __value = __vfn();
        if (!__detail::__equal_bytes(__value, __old))
            return;
        mz_wait_on(__addr, __detail::__watched<_Tp>::_S_bits(__value), __detail::__watched<_Tp>::_S_size, 0);
    }
}

/* Until pred() is true, which depends on what is at `__addr` and nothing else. What was seen there is what pred() has seen, or, where
 * memory is weak, something older: then it has changed since. */
template <typename _Tp, typename _Pred> bool __atomic_try_address(const _Tp *__addr, _Pred &__pred, unsigned long &__seen) noexcept
{
    mz_atomic_begin();
    __seen = __detail::__watched<_Tp>::_S_now(__addr);
    const bool __done = __pred();
    mz_atomic_end();
    return __done;
}

template <typename _Tp, typename _Pred> void __atomic_wait_address(const _Tp *__addr, _Pred __pred) noexcept
{
    unsigned long __seen = 0;
    while (!__atomic_try_address(__addr, __pred, __seen)) {
        mz_wait_on(__addr, __seen, __detail::__watched<_Tp>::_S_size, 0);
    }
}

template <typename _Pred> void __atomic_wait_address_bare(const __detail::__platform_wait_t *__addr, _Pred __pred) noexcept
{
    __atomic_wait_address(__addr, __pred);
}

template <typename _Tp> void __atomic_notify_address(const _Tp *__addr, bool __all) noexcept
{
    mz_wake_up(__addr, __all);
}

inline void __atomic_notify_address_bare(const __detail::__platform_wait_t *__addr, bool __all) noexcept
{
    mz_wake_up(__addr, __all);
}

} /* namespace std */

#endif
