// LevelDB's skip list: one thread inserts 2 keys, one iterates.
#include <cassert>
#include <cstdint>
#include <thread>

#include "db/skiplist.h"
#include "util/arena.h"

struct by_number {
    int operator()(const uint64_t &a, const uint64_t &b) const { return a < b ? -1 : a > b; }
};

int main()
{
    leveldb::Arena arena;
    leveldb::SkipList<uint64_t, by_number> list(by_number(), &arena);
    std::thread writer([&] {
        list.Insert(2);
        list.Insert(1);
    });
    leveldb::SkipList<uint64_t, by_number>::Iterator at(&list);
    uint64_t last = 0;
    for (at.SeekToFirst(); at.Valid(); at.Next()) {
        assert(at.key() > last);
        last = at.key();
    }
    writer.join();
    return 0;
}
