// expect: verified
// options: -std=c++17
// Readers see both halves of a value alike; a timed writer that does not get the lock leaves it alone.
#include <cassert>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex lock;
std::shared_timed_mutex timed;
int left, right;

static void write()
{
    std::unique_lock<std::shared_mutex> guard(lock);
    left++;
    right++;
}

static void read()
{
    std::shared_lock<std::shared_mutex> guard(lock);
    assert(left == right);
}

int main()
{
    std::thread writer(write), reader(read);
    read();
    writer.join();
    reader.join();
    assert(left == 1 && right == 1);
    std::shared_lock<std::shared_timed_mutex> mine(timed);
    std::thread late([] {
        std::unique_lock<std::shared_timed_mutex> guard(timed, std::chrono::milliseconds(1));
        assert(!guard.owns_lock());
    });
    late.join();
}
