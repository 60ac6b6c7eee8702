// expect: verified
// A destructor writes the pointer to the table of virtual functions that is there already, while a thread reads it.
#include <cassert>
#include <thread>

struct task {
    std::thread thread;
    virtual int result() { return 0; }
    virtual ~task() {}
    void start()
    {
        thread = std::thread([this] { assert(result() == 1); });
    }
};

struct one : task {
    int result() override { return 1; }
    ~one() override { thread.join(); }
};

int main()
{
    one task;
    task.start();
}
