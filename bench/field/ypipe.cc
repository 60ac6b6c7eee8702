// ZeroMQ's pipe: one writer, one reader, three items.
#include <cassert>
#include <cstdlib>
#include <thread>

#include "ypipe.hpp"

void zmq::zmq_abort(const char *)
{
    std::abort();
}

static zmq::ypipe_t<int, 2> pipe_;

int main()
{
    std::thread writer([] {
        for (int i = 1; i <= 3; i++) {
            pipe_.write(i, false);
            pipe_.flush();
        }
    });
    int last = 0, item;
    for (int i = 0; i < 3; i++)
        if (pipe_.read(&item)) {
            assert(item == last + 1);
            last = item;
        }
    writer.join();
    return 0;
}
