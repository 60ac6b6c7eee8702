// expect: bug memory "new[]"
// A block from new[] is given back by delete.
#include <thread>

static int *values;

static void release()
{
    delete values; // BUG HERE
}

int main()
{
    values = new int[4]();
    std::thread t(release);
    t.join();
}
