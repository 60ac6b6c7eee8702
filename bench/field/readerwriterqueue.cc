// readerwriterqueue: one producer, one consumer, ITEMS items. QUEUE 0: the queue, with blocks of 2; 1: the blocking queue; 2: the blocking
// circular buffer of 1.
#include <cassert>
#include <thread>

#include "readerwritercircularbuffer.h"
#include "readerwriterqueue.h"

#ifndef QUEUE
#define QUEUE 0
#endif
#ifndef ITEMS
#define ITEMS 3
#endif

#if QUEUE == 0
static moodycamel::ReaderWriterQueue<int, 2> queue(1);
static void put(int item) { queue.enqueue(item); }
static bool take(int &item) { return queue.try_dequeue(item); }
#elif QUEUE == 1
static moodycamel::BlockingReaderWriterQueue<int, 2> queue(1);
static void put(int item) { queue.enqueue(item); }
static bool take(int &item)
{
    queue.wait_dequeue(item);
    return true;
}
#else
static moodycamel::BlockingReaderWriterCircularBuffer<int> queue(1);
static void put(int item) { queue.wait_enqueue(item); }
static bool take(int &item)
{
    queue.wait_dequeue(item);
    return true;
}
#endif

int main()
{
    std::thread producer([] {
        for (int i = 1; i <= ITEMS; i++)
            put(i);
    });
    int last = 0, item;
    for (int i = 0; i < ITEMS; i++)
        if (take(item)) {
            assert(item == last + 1);
            last = item;
        }
    producer.join();
    return 0;
}
