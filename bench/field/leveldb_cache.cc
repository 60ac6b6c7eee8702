// LevelDB's cache: two threads insert, look up and release.
#include <cassert>
#include <thread>

#include "leveldb/cache.h"

static void drop(const leveldb::Slice &, void *) {}

static void use(leveldb::Cache *cache, const char *key)
{
    cache->Release(cache->Insert(key, nullptr, 1, drop));
    leveldb::Cache::Handle *found = cache->Lookup("a");
    if (found)
        cache->Release(found);
}

int main()
{
    leveldb::Cache *cache = leveldb::NewLRUCache(16);
    std::thread one(use, cache, "a"), other(use, cache, "b");
    one.join();
    other.join();
    delete cache;
    return 0;
}
