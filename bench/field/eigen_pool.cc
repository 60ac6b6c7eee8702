// Eigen: a pool of one thread runs a task; the destructor waits for it.
#include <cassert>

#include <unsupported/Eigen/CXX11/ThreadPool>

int main()
{
    int done = 0;
    {
        Eigen::ThreadPool pool(1);
        pool.Schedule([&] { done++; });
    }
    assert(done == 1);
    return 0;
}
