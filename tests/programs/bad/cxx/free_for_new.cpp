// expect: bug memory "new"
// A block from new is given back by free.
#include <cstdlib>
#include <thread>

static long *value;

static void release()
{
    std::free(value); // BUG HERE
}

int main()
{
    value = new long(3);
    std::thread t(release);
    t.join();
}
