// expect: bug misuse "the initialization of a static variable in thread 1 comes back to itself"
// only: -O0
#include <thread>

static int get(int n);

static int compute(int n) { return n ? get(n - 1) + 1 : 0; }

static int get(int n)
{
    static int value = compute(n); // BUG HERE
    return value;
}

int main()
{
    std::thread t(get, 2);
    t.join();
}
