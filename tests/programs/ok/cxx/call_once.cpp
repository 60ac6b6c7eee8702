// expect: verified
// call_once: a routine that throws has not run, and the next thread tries.
#include <atomic>
#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

std::once_flag flag;
int attempts, value;
std::atomic<int> failures;

static void get()
{
    try {
        std::call_once(flag, [](int n) {
            if (attempts++ == 0)
                throw std::runtime_error("first attempt");
            value = n;
        }, 7);
        assert(value == 7);
    } catch (const std::runtime_error &) {
        failures++;
    }
}

int main()
{
    std::thread t(get);
    get();
    t.join();
    assert(failures == 1 && attempts == 2 && value == 7);
}
