/* oneTBB: a concurrent_bounded_queue of one place between a producer and a consumer. */
#include <cassert>
#include <cstdlib>
#include <thread>

#include <tbb/concurrent_queue.h>

int main()
{
    tbb::concurrent_bounded_queue<int> queue;
    queue.set_capacity(1);
    std::thread thread([&] {
        queue.push(1);
        queue.push(2);
    });
    int item, got = 0;
    for (int i = 0; i < 2; i++) {
        queue.pop(item);
        got = 10 * got + item;
    }
    thread.join();
    assert(got == 12);
    std::_Exit(0); // destructors clear a table of 2,048 waiters in every execution
}
