// expect: bug misuse "unlock of a mutex that thread 0 holds"
#include <mutex>
#include <thread>

std::mutex lock;

int main()
{
    lock.lock();
    std::thread t([] { lock.unlock(); }); // BUG HERE
    t.join();
}
