// expect: verified
// String streams with manipulators, numbers read and written; output of two threads.
#include <cassert>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>

std::mutex lock;

static void tell(int n)
{
    std::ostringstream text;
    text << "thread " << std::setw(3) << std::setfill('0') << n << ' ' << std::hex << 255 << ' ' << std::fixed << std::setprecision(2)
         << 2.5 << ' ' << true << std::boolalpha << false;
    assert(text.str() == "thread 00" + std::to_string(n) + " ff 2.50 1false");
    std::lock_guard<std::mutex> guard(lock);
    std::cout << std::setw(8) << n << std::endl;
    std::cerr << "error " << n << '\n';
}

int main()
{
    std::thread t(tell, 1);
    tell(2);
    t.join();
    std::istringstream in("12 0.5 word\nnext line\nlast");
    int number = 0;
    double half = 0;
    std::string word, line;
    in >> number >> half >> word;
    assert(number == 12 && half == 0.5 && word == "word");
    std::getline(in, line);
    assert(line.empty() && std::getline(in, line) && line == "next line");
    assert(std::getline(in, line) && line == "last" && in.eof() && !std::getline(in, line));
}
