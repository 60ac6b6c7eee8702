// expect: verified
// What is written to a stream that is open for both can be read back.
// native: 0
#include <cassert>
#include <cstdio>
#include <fstream>
#include <string>
#include <thread>

static void work()
{
    std::fstream file("both.txt", std::ios::in | std::ios::out | std::ios::trunc);
    std::string word;
    file << "text\n";
    file.seekg(0);
    file >> word;
    assert(word == "text");
    std::remove("both.txt");
}

int main()
{
    std::thread t(work);
    t.join();
    return 0;
}
