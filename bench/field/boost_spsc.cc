/* Boost.Lockfree: spsc_queue of two places, three items. */
#include <cassert>
#include <thread>

#include <boost/lockfree/spsc_queue.hpp>

static boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;

int main()
{
    std::thread thread([] {
        for (int i = 1; i <= 3; i++)
            while (!queue.push(i))
                std::this_thread::yield();
    });
    int item;
    for (int i = 1; i <= 3; i++) {
        while (!queue.pop(item))
            std::this_thread::yield();
        assert(item == i);
    }
    thread.join();
    assert(!queue.pop(item));
    return 0;
}
