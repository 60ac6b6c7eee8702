// expect: bug assertion "ready"
// wait_for may time out, whatever the time.
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
        changed.wait_for(guard, std::chrono::hours(24), [] { return ready; });
        assert(ready); // BUG HERE
    }
    setter.join();
}
