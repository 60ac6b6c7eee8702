// expect: refused "supported only before the first thread or choice"
// What is written to a file goes nowhere, and could not be read back.
// native: 0
#include <fstream>
#include <thread>

static void work()
{
    std::fstream file("both.txt", std::ios::in | std::ios::out | std::ios::trunc);
    file << "text\n";
}

int main()
{
    std::thread t(work);
    t.join();
    return 0;
}
