// expect: verified
// races: 0
// options: --race-rule=graph
// options: --race-rule=hb
// options: --race-rule=clocks
// What the initialization of a static variable wrote is there for all who use it, and an initialization that was given up is known to who
// tries again.
#include <thread>

static int attempts;

static int prepared()
{
    if (++attempts == 1)
        throw 1;
    return attempts;
}

static int value()
{
    try {
        static int v = prepared();
        return v;
    } catch (int) {
        return 0;
    }
}

int main()
{
    std::thread first(value), second(value);
    first.join();
    second.join();
    return value() == 2 ? 0 : 1;
}
