/* pool.h - a header that is harder to read than most: typedefs of structures and pointers, macros, attributes, functions with bodies. */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define API extern __attribute__((visibility("default")))

typedef enum { POOL_OK, POOL_NOT } pool_status;
typedef struct {
    pthread_mutex_t lock;
    uint64_t        used[4];
} pool_t;
typedef pool_t *pool_handle;
typedef int (*pool_visit)(void *context, uint64_t value);
typedef uint64_t item;
struct names {
    const char *name;
};

API int pool_init(pool_t *p, size_t room);
API void pool_fini(pool_t *p);
API pool_status pool_take(pool_handle p, item wanted, item *taken) __attribute__((warn_unused_result));
API const char *pool_name(const pool_t *p);
API void pool_each(pool_t *p, pool_visit visit, void *context);
API bool pool_put(pool_t *, unsigned long);
static inline size_t pool_count(const pool_t *p)
{
    size_t used = 0;
    for (int i = 0; i < 4; i++) {
        used += p->used[i] != 0;
    }
    return used;
}
void pool_move(pool_t *from, pool_t *to);
int pool_print(pool_t *p, const char *format, ...);
int pool_sum(pool_t *p, int values[4]);
int pool_call(pool_t *p, struct names *names);
extern int pool_debug;
