// expect: bug deadlock "waits in"
// An exception passes a lock that was taken by hand.
#include <mutex>
#include <stdexcept>
#include <thread>

std::mutex lock;
int value;

static void set(int n)
{
    lock.lock();
    if (n < 0)
        throw std::invalid_argument("negative");
    value = n;
    lock.unlock();
}

int main()
{
    std::thread t([] {
        try {
            set(-1);
        } catch (const std::invalid_argument &) {
        }
    });
    set(1);
    t.join();
}
