// expect: verified
// options: -std=c++20
// wait and notify of std::atomic, of a type with a futex and of others, and of a flag.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> turn;
std::atomic<bool> byte;
std::atomic<long> wide;
std::atomic_flag flag;
int order;

int main()
{
    std::jthread t([] {
        turn.wait(0);
        assert(turn == 1 && order == 1);
        order = 2;
        byte = true;
        byte.notify_all();
        wide.wait(0);
        flag.test_and_set();
        flag.notify_one();
    });
    order = 1;
    turn = 1;
    turn.notify_one();
    byte.wait(false);
    assert(order == 2);
    wide = 1L << 40;
    wide.notify_one();
    flag.wait(false);
}
