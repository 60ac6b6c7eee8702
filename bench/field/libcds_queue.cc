/* libcds: MSQueue (or, with -DSTACK, TreiberStack) with hazard pointers; one thread puts two items, main takes them. */
#include <cassert>
#include <thread>

#include <cds/gc/hp.h>
#include <cds/init.h>
#include <cds/container/msqueue.h>
#include <cds/container/treiber_stack.h>

#ifdef STACK
using container = cds::container::TreiberStack<cds::gc::HP, int>;
#else
using container = cds::container::MSQueue<cds::gc::HP, int>;
#endif

static void put(container *items)
{
    cds::threading::Manager::attachThread();
    items->push(1);
    items->push(2);
    cds::threading::Manager::detachThread();
}

int main()
{
    cds::Initialize();
    {
        cds::gc::HP collector(3, 2, 4);
        cds::threading::Manager::attachThread();
        {
            container items;
            std::thread thread(put, &items);
            int got = 0, item;
            for (int i = 0; i < 2; i++)
                if (items.pop(item))
                    got += item;
            thread.join();
            while (items.pop(item))
                got += item;
            assert(got == 3);
        }
        cds::threading::Manager::detachThread();
    }
    cds::Terminate();
    return 0;
}
