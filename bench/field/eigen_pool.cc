// Eigen: a pool of WORKERS threads runs a task; the destructor waits for it.
#include <cassert>

#include <unsupported/Eigen/CXX11/ThreadPool>

#ifndef WORKERS
#define WORKERS 1
#endif

int main()
{
    int done = 0;
    {
        Eigen::ThreadPool pool(WORKERS);
        pool.Schedule([&] { done++; });
    }
    assert(done == 1);
    return 0;
}
