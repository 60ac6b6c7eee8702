// expect: verified
// options: --memory-checks=off
// Who does not want it is not told that delete is not for what comes from new[].
#include <thread>

int main()
{
    int *numbers = new int[4];
    std::thread thread([numbers] { delete numbers; });
    thread.join();
}
