// expect: verified
// A detached thread, and a condition variable that tells of its end.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable ended;
bool done;

int main()
{
    std::thread([] {
        std::lock_guard<std::mutex> guard(lock);
        done = true;
        ended.notify_one();
    }).detach();
    std::unique_lock<std::mutex> guard(lock);
    ended.wait(guard, [] { return done; });
    assert(done);
}
