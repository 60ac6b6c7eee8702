/* threads.cc - std::thread, condition variables, futures and shared pointers, as far as they are not in headers: what stands between
 * a program and the pthread functions. */
#include <chrono>
#include <condition_variable>
#include <future>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>

#include "support.h"

namespace std {

/* ---- threads ------------------------------------------------------------------------------------------------------------------ */

thread::_State::~_State() = default;

static void *run(void *state)
{
    std::unique_ptr<thread::_State> owned(static_cast<thread::_State *>(state));
    owned->_M_run();
    return nullptr;
}

void thread::_M_start_thread(_State_ptr state, void (*)())
{
    const int error = pthread_create(&_M_id._M_thread, nullptr, run, state.get());
    if (error)
        __throw_system_error(error);
    state.release();
}

void thread::join()
{
    const int error = joinable() ? pthread_join(_M_id._M_thread, nullptr) : EINVAL;
    if (error)
        __throw_system_error(error);
    _M_id = id();
}

void thread::detach()
{
    const int error = joinable() ? pthread_detach(_M_id._M_thread) : EINVAL;
    if (error)
        __throw_system_error(error);
    _M_id = id();
}

/* ---- condition variables ------------------------------------------------------------------------------------------------------- */

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;

void condition_variable::wait(unique_lock<mutex> &lock)
{
    _M_cond.wait(*lock.mutex());
}

void condition_variable::notify_one() noexcept
{
    _M_cond.notify_one();
}

void condition_variable::notify_all() noexcept
{
    _M_cond.notify_all();
}

/* ---- clocks -------------------------------------------------------------------------------------------------------------------- */

chrono::system_clock::time_point chrono::system_clock::now() noexcept
{
    return time_point(duration(mz_now(true)));
}

chrono::steady_clock::time_point chrono::steady_clock::now() noexcept
{
    return time_point(duration(mz_now(false)));
}

static const auto first_look = chrono::steady_clock::now(); /* before the program starts: clocks are wanted */

/* ---- futures ------------------------------------------------------------------------------------------------------------------- */

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

static bool wait_until(unsigned *addr, unsigned seen, bool timed, chrono::nanoseconds deadline)
{
    return !(mz_wait_on(addr, seen, sizeof *addr, !timed ? 0 : deadline.count() > 0 ? (unsigned long)deadline.count() : 1) && timed);
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned *addr, unsigned seen, bool timed, chrono::seconds s,
                                                       chrono::nanoseconds rest)
{
    return wait_until(addr, seen, timed, s + rest);
}

bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned *addr, unsigned seen, bool timed, chrono::seconds s,
                                                              chrono::nanoseconds rest)
{
    return wait_until(addr, seen, timed, s + rest);
}

void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *addr)
{
    mz_wake_up(addr, true);
}

/* ---- at the end of a thread: a list in a value of the thread, whose destructor comes after those of thread_local variables ----------- */

namespace {

struct at_exit_key {
    pthread_key_t key;

    static void run(void *list)
    {
        for (__at_thread_exit_elt *next = static_cast<__at_thread_exit_elt *>(list), *now; (now = next);) {
            next = now->_M_next;
            now->_M_cb(now);
        }
    }
    at_exit_key() { pthread_key_create(&key, run); }
    ~at_exit_key() /* the main thread ends with the program */
    {
        run(pthread_getspecific(key));
        pthread_key_delete(key);
    }
    void add(__at_thread_exit_elt *element, void (*function)(void *))
    {
        element->_M_cb = function;
        element->_M_next = static_cast<__at_thread_exit_elt *>(pthread_getspecific(key));
        pthread_setspecific(key, element);
    }
};

at_exit_key &at_thread_exit()
{
    static at_exit_key list;
    return list;
}

struct notification : __at_thread_exit_elt {
    condition_variable &variable;
    unique_lock<mutex> lock;

    notification(condition_variable &v, unique_lock<mutex> &l) : variable(v), lock(std::move(l)) {}
    static void run(void *self)
    {
        unique_ptr<notification> owned(static_cast<notification *>(static_cast<__at_thread_exit_elt *>(self)));
        owned->lock.unlock();
        owned->variable.notify_all();
    }
};

} /* namespace */

void notify_all_at_thread_exit(condition_variable &variable, unique_lock<mutex> lock)
{
    at_thread_exit().add(new notification(variable, lock), notification::run);
}

void __future_base::_State_baseV2::_Make_ready::_S_run(void *self)
{
    unique_ptr<_Make_ready> owned(static_cast<_Make_ready *>(static_cast<__at_thread_exit_elt *>(self)));
    if (auto state = owned->_M_shared_state.lock())
        state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}

void __future_base::_State_baseV2::_Make_ready::_M_set()
{
    at_thread_exit().add(this, _S_run);
}

/* ---- atomic access to shared pointers: a lock for each of a few groups of addresses, as in libstdc++ -------------------------------- */

static mutex pool[16];

static unsigned char group_of(const void *address) noexcept
{
    return reinterpret_cast<uintptr_t>(address) / 16 % 16;
}

static void lock_both(unsigned char a, unsigned char b)
{
    if (a != b)
        pool[a < b ? a : b].lock();
    pool[a < b ? b : a].lock();
}

_Sp_locker::_Sp_locker(const void *address) noexcept
{
    _M_key1 = _M_key2 = group_of(address);
    lock_both(_M_key1, _M_key2);
}

_Sp_locker::_Sp_locker(const void *one, const void *other) noexcept
{
    _M_key1 = group_of(one);
    _M_key2 = group_of(other);
    lock_both(_M_key1, _M_key2);
}

_Sp_locker::~_Sp_locker()
{
    pool[_M_key1].unlock();
    if (_M_key1 != _M_key2)
        pool[_M_key2].unlock();
}

} /* namespace std */
