// expect: verified "with one sequence of random bytes"
// A device gives the same numbers in each run, one after the other, whoever asks; threads may ask one device at a time.
#include <cassert>
#include <random>
#include <thread>

int main()
{
    std::random_device ours, other("/dev/urandom");
    unsigned numbers[2];
    std::thread thread([&] { numbers[0] = ours(); });
    numbers[1] = ours();
    thread.join();
    assert(numbers[0] != numbers[1] && other() != numbers[0]);
    std::mt19937 generator{std::random_device{}()};
    return generator() == generator();
}
