// expect: bug assertion "before == after"
// options: --all --race=off
// findings: 8
// only: -O0
// What functions of libstdc++ read of their arguments, and write there: each is called twice while another thread changes it.
#include <cassert>
#include <exception>
#include <functional>
#include <future>
#include <locale>
#include <mazurka.h>
#include <new>
#include <system_error>
#include <thread>

struct shape { virtual ~shape() {} };
struct round : shape {};
struct square : shape {};

alignas(shape) static char room[sizeof(shape)];
static std::error_code code;
static std::error_condition condition{0, std::future_category()};
static std::exception_ptr none, some = std::make_exception_ptr(3);

/* What headers of older compilers call. */
extern "C" void swap_pointers(std::exception_ptr *, std::exception_ptr *) __asm__("_ZNSt15__exception_ptr13exception_ptr4swapERS0_");
extern "C" bool equal_pointers(const std::exception_ptr *, const std::exception_ptr *)
    __asm__("_ZNSt15__exception_ptreqERKNS_13exception_ptrES2_");
extern "C" bool unequal_pointers(const std::exception_ptr *, const std::exception_ptr *)
    __asm__("_ZNSt15__exception_ptrneERKNS_13exception_ptrES2_");
extern "C" bool no_pointer(const std::exception_ptr *) __asm__("_ZNKSt15__exception_ptr13exception_ptrntEv");
extern "C" unsigned long hash_bytes(const void *, unsigned long, unsigned long) __asm__("_ZSt11_Hash_bytesPKvmm");

static void another_shape() { new (room) square; }
static void another_code() { code.assign(ETIMEDOUT, std::generic_category()); }
static void another_condition() { condition.clear(); }
static void other_pointers() { swap_pointers(&none, &some); }
static void another_byte() { room[0]++; }

template <typename F> static void twice(void (*change)(), F look)
{
    std::thread other(change);
    auto before = look();
    auto after = look();
    assert(before == after); // BUG HERE
    other.join();
}

int main()
{
    new (room) round;
    shape *it = reinterpret_cast<shape *>(room);
    switch (mz_choose(8)) {
    case 0: twice(another_shape, [it] { return dynamic_cast<round *>(it) != nullptr; }); break;
    case 1: twice(another_code, [] { return code.default_error_condition().value(); }); break;
    case 2: twice(another_code, [] { return std::generic_category().equivalent(code, ETIMEDOUT); }); break;
    case 3: twice(another_condition, [] { return std::future_category().equivalent(0, condition); }); break;
    case 4: twice(other_pointers, [] { return equal_pointers(&none, &some) + 2 * no_pointer(&none); }); break;
    case 5: twice(other_pointers, [] { return unequal_pointers(&some, &none) + 2 * no_pointer(&some); }); break;
    case 6: twice(another_byte, [] { return hash_bytes(room, 1, 7); }); break;
    case 7: twice(another_code, [] { return code == std::errc::timed_out; }); break;
    }
    return 0;
}
