// expect: verified
// wait_for and wait_until of a condition variable: both outcomes are explored, and the predicate decides.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable changed;
bool ready;

int main()
{
    std::thread setter([] {
        std::lock_guard<std::mutex> guard(lock);
        ready = true;
        changed.notify_one();
    });
    {
        std::unique_lock<std::mutex> guard(lock);
        bool seen = changed.wait_for(guard, std::chrono::seconds(1), [] { return ready; });
        assert(seen == ready);
        if (!seen && changed.wait_until(guard, std::chrono::system_clock::now() + std::chrono::hours(1)) == std::cv_status::no_timeout)
            assert(ready);
    }
    setter.join();
    assert(ready);
}
