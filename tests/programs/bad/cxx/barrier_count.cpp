// expect: bug deadlock "waits in"
// options: -std=c++20
// A thread that leaves early does not say so (arrive_and_drop).
#include <barrier>
#include <thread>

int main()
{
    std::barrier together(2);
    std::jthread t([&] { together.arrive_and_wait(); });
    together.arrive_and_wait();
    together.arrive_and_wait();
}
