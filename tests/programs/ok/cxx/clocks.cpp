// expect: verified
// Clocks do not run backwards, and sleeping lets others run.
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

int main()
{
    using namespace std::chrono;
    std::atomic<bool> done{false};
    auto before = steady_clock::now();
    std::thread t([&] {
        std::this_thread::sleep_for(milliseconds(5));
        done = true;
    });
    std::this_thread::yield();
    std::this_thread::sleep_until(system_clock::now() + seconds(1));
    t.join();
    assert(steady_clock::now() >= before && done && high_resolution_clock::now().time_since_epoch().count() > 0);
}
