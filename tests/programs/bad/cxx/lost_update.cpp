// expect: bug assertion "counter == 2"
// An atomic that is read and written, but not in one step.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> counter;

static void add() { counter = counter + 1; }

int main()
{
    std::thread t(add);
    add();
    t.join();
    assert(counter == 2); // BUG HERE
}
