// expect: bug assertion "result() == 1"
// options: --race=off
// The destructor of the derived class is through, and that of the base class has made a base object of it, before the thread asks.
#include <cassert>
#include <thread>

struct task {
    std::thread thread;
    virtual int result() { return 0; }
    virtual ~task() { thread.join(); }
    void run() { assert(result() == 1); }
    void start() { thread = std::thread([this] { run(); }); }
};

struct one : task {
    int result() override { return 1; }
};

int main()
{
    one task;
    task.start();
}
