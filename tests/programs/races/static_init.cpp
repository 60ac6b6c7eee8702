// expect: verified
// races: 1
// Whoever finds a static variable initialized is ordered after who did it, and not after others who have found the same. (Compilers look at
// the first byte of a guard before they call; the call may be made all the same.)
#include <atomic>
#include <cxxabi.h>
#include <thread>

static __cxxabiv1::__guard guard;
static std::atomic<int> ready;
int data;

static void initialized()
{
    if (__cxxabiv1::__cxa_guard_acquire(&guard))
        __cxxabiv1::__cxa_guard_release(&guard);
}

int main()
{
    initialized();
    std::thread first([] {
        data = 1; // RACE
        initialized();
        ready.store(1, std::memory_order_relaxed);
    });
    std::thread second([] {
        if (ready.load(std::memory_order_relaxed)) {
            initialized();
            data = 2; // RACE
        }
    });
    first.join();
    second.join();
}
