/* oneTBB: a task_group of two tasks in an arena of two threads. */
#include <atomic>
#include <cassert>
#include <cstdlib>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

int main()
{
    std::atomic<int> done{0};
    tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 2);
    tbb::task_arena arena(2);
    arena.execute([&] {
        tbb::task_group group;
        group.run([&] { done++; });
        group.run([&] { done++; });
        group.wait();
    });
    assert(done == 2);
    std::_Exit(0); // destructors clear a table of 2,048 waiters in every execution
}
