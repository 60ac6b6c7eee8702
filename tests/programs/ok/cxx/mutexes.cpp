// expect: verified
// options: -std=c++17
// leftovers: clang leaves the first word of the frame of unique_lock::lock() as it was
// The family of mutexes: recursive, timed, recursive and timed; std::lock and scoped_lock against deadlock.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

std::mutex a, b;
std::recursive_mutex again;
std::timed_mutex timed;
std::recursive_timed_mutex both;
int sum, tries;

static void once()
{
    std::lock_guard<std::recursive_mutex> outer(again);
    std::lock_guard<std::recursive_mutex> inner(again);
    tries++;
}

static void forward()
{
    std::scoped_lock locks(a, b);
    sum++;
    once();
}

static void backward()
{
    std::unique_lock<std::mutex> first(b, std::defer_lock), second(a, std::defer_lock);
    std::lock(first, second);
    sum++;
}

int main()
{
    std::thread t(forward);
    backward();
    t.join();
    assert(sum == 2 && tries == 1);
    std::thread holder([] {
        if (timed.try_lock_for(1ms)) {
            std::unique_lock<std::recursive_timed_mutex> x(both, 1s);
            timed.unlock();
        }
    });
    if (timed.try_lock_until(std::chrono::steady_clock::now() + 1ms))
        timed.unlock();
    holder.join();
    assert(timed.try_lock() && both.try_lock() && both.try_lock());
    both.unlock();
    both.unlock();
    timed.unlock();
}
