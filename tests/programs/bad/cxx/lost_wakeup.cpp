// expect: bug deadlock "waits in"
// The flag is set and signalled without the lock, between the other thread's test and its wait.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex lock;
std::condition_variable changed;
std::atomic<bool> ready;

int main()
{
    std::thread setter([] {
        ready = true;
        changed.notify_one();
    });
    {
        std::unique_lock<std::mutex> guard(lock);
        while (!ready)
            changed.wait(guard);
    }
    setter.join();
}
