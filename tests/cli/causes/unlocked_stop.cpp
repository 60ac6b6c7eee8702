// A flag that is set without the lock: who has read it, and waits then, misses the notification.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static std::atomic<bool> stopped;
static int work;

static void serve()
{
    std::unique_lock<std::mutex> guard(lock);
    while (!stopped && work == 0)
        changed.wait(guard);
}

int main()
{
    std::thread server(serve);
    stopped = true;
    changed.notify_all();
    server.join();
    return 0;
}
