// expect: verified
// options: -std=c++20
// condition_variable_any with a shared mutex, and with a stop token.
#include <cassert>
#include <condition_variable>
#include <shared_mutex>
#include <stop_token>
#include <thread>

std::shared_mutex lock;
std::condition_variable_any changed;
bool ready;

int main()
{
    int stopped = 0;
    {
        std::jthread waits([&](std::stop_token stop) {
            std::shared_lock guard(lock);
            if (!changed.wait(guard, stop, [] { return ready; }))
                stopped = 1;
        });
        waits.request_stop();
    }
    assert(stopped == 1 && !ready);
}
