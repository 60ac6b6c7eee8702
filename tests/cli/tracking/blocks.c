/* Variables of all kinds: the names that `mazurka variables` prints for them are names for --track. An update of the second block's value
 * is lost if a thread is preempted there; nothing else goes wrong. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct item {
    int             value, other;
    pthread_mutex_t lock;
};

static struct {
    struct {
        long sum;
        unsigned low : 3, high : 9;
    } part[2];
    pthread_mutex_t lock;
} global = {.lock = PTHREAD_MUTEX_INITIALIZER};
static short matrix[3][4];
static struct item *items[3];
static long *table;

static struct item *new_item(void)
{
    struct item *i = malloc(sizeof *i);
    i->value = i->other = 0;
    pthread_mutex_init(&i->lock, NULL);
    return i;
}

static void *work(void *x)
{
    pthread_mutex_lock(&global.lock);
    global.part[1].sum++;
    global.part[0].high++;
    matrix[2][1]++;
    table[2]++;
    pthread_mutex_unlock(&global.lock);
    pthread_mutex_lock(&items[0]->lock);
    items[0]->value++;
    items[2]->other++;
    pthread_mutex_unlock(&items[0]->lock);
    items[1]->value++;
    return x;
}

static void *nothing(void *x) { return x; }

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, nothing, NULL); /* set-up ends here: blocks are allocated in each execution */
    pthread_join(a, NULL);
    table = calloc(4, sizeof *table);
    for (int i = 0; i < 3; i++)
        items[i] = new_item();
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(items[1]->value == 2);
    for (int i = 0; i < 3; i++)
        free(items[i]);
    free(table);
    return 0;
}
