/* bits/atomic_timed_wait.h - the same for waits with a time limit: see atomic_wait.h beside it. */
#include <bits/c++config.h>

#if _GLIBCXX_RELEASE != 12
#include_next <bits/atomic_timed_wait.h>
#elif !defined _GLIBCXX_ATOMIC_TIMED_WAIT_H
#define _GLIBCXX_ATOMIC_TIMED_WAIT_H 1
#pragma GCC system_header

#include <bits/atomic_wait.h>
#include <bits/chrono.h>
#include <bits/this_thread_sleep.h>
#include <cerrno>

namespace std {

/* What mz_now() shows when the time is over, which it is not now. A clock of the program's own may show something else. */
template <typename _Clock, typename _Limit, typename _Now>
unsigned long __atomic_wait_deadline(const _Limit &__limit, const _Now &__now) noexcept
{
    using chrono::nanoseconds;
    if constexpr (is_same_v<_Clock, chrono::steady_clock> || is_same_v<_Clock, chrono::system_clock>)
        return static_cast<unsigned long>(chrono::ceil<nanoseconds>(__limit.time_since_epoch()).count());
    else
        return mz_now(false) + static_cast<unsigned long>(chrono::ceil<nanoseconds>(__limit - __now).count());
}

/* False when the time is over. */
template <typename _Tp, typename _Pred, typename _Clock, typename _Dur>
bool __atomic_wait_address_until(const _Tp *__addr, _Pred __pred, const chrono::time_point<_Clock, _Dur> &__limit) noexcept
{
    unsigned long __seen = 0;
    while (!__atomic_try_address(__addr, __pred, __seen)) {
        const auto __now = _Clock::now();
        if (__now >= __limit)
            return false;
        if (mz_wait_on(__addr, __seen, __detail::__watched<_Tp>::_S_size, __atomic_wait_deadline<_Clock>(__limit, __now)) ==
            ETIMEDOUT)
            return __pred();
    }
    return true;
}

template <typename _Tp, typename _ValFn, typename _Clock, typename _Dur>
bool __atomic_wait_address_until_v(const _Tp *__addr, _Tp &&__old, _ValFn &&__vfn,
                                   const chrono::time_point<_Clock, _Dur> &__limit) noexcept
{
    return __atomic_wait_address_until(__addr, [&] { return !__detail::__equal_bytes<_Tp>(__vfn(), __old); }, __limit);
}

template <typename _Pred, typename _Clock, typename _Dur>
bool __atomic_wait_address_until_bare(const __detail::__platform_wait_t *__addr, _Pred __pred,
                                      const chrono::time_point<_Clock, _Dur> &__limit) noexcept
{
    return __atomic_wait_address_until(__addr, __pred, __limit);
}

template <typename _Tp, typename _Pred, typename _Rep, typename _Period>
bool __atomic_wait_address_for(const _Tp *__addr, _Pred __pred, const chrono::duration<_Rep, _Period> &__time) noexcept
{
    return __atomic_wait_address_until(__addr, __pred, chrono::steady_clock::now() + __time);
}

template <typename _Tp, typename _ValFn, typename _Rep, typename _Period>
bool __atomic_wait_address_for_v(const _Tp *__addr, _Tp &&__old, _ValFn &&__vfn,
                                 const chrono::duration<_Rep, _Period> &__time) noexcept
{
    return __atomic_wait_address_until_v(__addr, std::forward<_Tp>(__old), __vfn, chrono::steady_clock::now() + __time);
}

template <typename _Pred, typename _Rep, typename _Period>
bool __atomic_wait_address_for_bare(const __detail::__platform_wait_t *__addr, _Pred __pred,
                                    const chrono::duration<_Rep, _Period> &__time) noexcept
{
    return __atomic_wait_address_for(__addr, __pred, __time);
}

} /* namespace std */

#endif
