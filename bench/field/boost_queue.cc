/* Boost.Thread: sync_queue between a producer and a consumer, closed behind two items. */
#include <cassert>
#include <thread>

#include <boost/thread/concurrent_queues/sync_queue.hpp>

int main()
{
    boost::sync_queue<int> queue;
    std::thread thread([&] {
        queue.push(1);
        queue.push(2);
        queue.close();
    });
    int item, got = 0;
    while (queue.wait_pull(item) == boost::queue_op_status::success)
        got = 10 * got + item;
    thread.join();
    assert(got == 12);
    return 0;
}
