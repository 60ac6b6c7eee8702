// Taskflow: one worker runs three tasks, one after the other.
#include <cassert>

#include <taskflow/taskflow.hpp>

int main()
{
    int a = 0, b = 0, c = 0;
    tf::Executor executor(1);
    tf::Taskflow flow;
    auto first = flow.emplace([&] { a = 1; }), second = flow.emplace([&] { b = a + 1; }), third = flow.emplace([&] { c = b + 1; });
    first.precede(second);
    second.precede(third);
    executor.run(flow).wait();
    assert(c == 3);
    return 0;
}
