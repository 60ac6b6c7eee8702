// expect: verified
// options: -std=c++20
// Clocks show at least the deadline after a time-out of what waits on values, and not much more; of a clock of the program's own, too.
#include <cassert>
#include <chrono>
#include <future>
#include <semaphore>
#include <thread>

using namespace std::chrono;

struct own_clock {
    using duration = milliseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<own_clock>;
    static constexpr bool is_steady = true;
    static time_point now() { return time_point(duration_cast<milliseconds>(steady_clock::now().time_since_epoch()) + 77ms); }
};

int main()
{
    std::counting_semaphore<4> s{0};
    std::thread([&] { s.release(); }).join();
    s.acquire();

    auto before = steady_clock::now();
    assert(!s.try_acquire_for(20ms));
    assert(steady_clock::now() - before >= 20ms);
    assert(steady_clock::now() - before < 500ms);

    auto deadline = system_clock::now() + 1200ms;
    assert(!s.try_acquire_until(deadline));
    assert(system_clock::now() >= deadline);

    auto own = own_clock::now() + 1200ms;
    assert(!s.try_acquire_until(own));
    assert(own_clock::now() >= own);

    std::promise<int> promise;
    before = steady_clock::now();
    assert(promise.get_future().wait_for(1200ms) == std::future_status::timeout);
    assert(steady_clock::now() - before >= 1200ms);
}
