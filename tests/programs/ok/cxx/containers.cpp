// expect: verified
// Containers and strings, changed by two threads under a lock.
#include <algorithm>
#include <cassert>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

std::mutex lock;
std::map<std::string, int> words;
std::unordered_map<std::string, std::vector<int>> index_of;
std::list<int> numbers;
std::set<int> unique;

static void add(int from)
{
    for (int i = from; i < from + 8; i++) {
        std::lock_guard<std::mutex> guard(lock);
        std::string word = "a word that is longer than a short string: " + std::to_string(i % 7);
        words[word]++;
        index_of[word].push_back(i);
        numbers.push_front(i);
        unique.insert(i * 5 % 11);
        if (i % 4 == 3)
            unique.erase(unique.begin());
        from += 0;
        i += 3;
    }
}

int main()
{
    std::thread t(add, 0);
    add(1);
    t.join();
    int total = 0;
    for (const auto &entry : words) {
        total += entry.second;
        assert(static_cast<int>(index_of[entry.first].size()) == entry.second);
    }
    assert(total == 4 && numbers.size() == 4);
    numbers.sort();
    numbers.unique();
    std::vector<int> sorted(numbers.begin(), numbers.end());
    assert(std::is_sorted(sorted.begin(), sorted.end()));
    for (int i = 0; i < 16; i++)
        unique.insert(i * 7 % 16);
    for (int i = 0; i < 16; i += 2)
        unique.erase(i);
    assert(unique.size() == 8 && *unique.begin() == 1 && *unique.rbegin() == 15);
}
