// expect: verified
// Shape: the file system of Flanagan and Godefroid (POPL 2005): inodes and blocks, each with its own lock; a thread allocates
// a free block for its inode. Known verdict: safe. (Small: 4 inodes, 4 blocks, 3 threads.)
#include <assert.h>
#include <pthread.h>

enum { INODES = 4, BLOCKS = 4, THREADS = 3 };
static pthread_mutex_t lock_inode[INODES], lock_block[BLOCKS];
static int inode[INODES], busy[BLOCKS];

static void *use(void *argument)
{
    int tid = (int)(long)argument, i = tid % INODES;
    pthread_mutex_lock(&lock_inode[i]);
    if (inode[i] == 0) {
        int b = (i * 2) % BLOCKS;
        for (;;) {
            pthread_mutex_lock(&lock_block[b]);
            if (!busy[b]) {
                busy[b] = 1;
                inode[i] = b + 1;
                pthread_mutex_unlock(&lock_block[b]);
                break;
            }
            pthread_mutex_unlock(&lock_block[b]);
            b = (b + 1) % BLOCKS;
        }
    }
    pthread_mutex_unlock(&lock_inode[i]);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < INODES; i++)
        pthread_mutex_init(&lock_inode[i], NULL);
    for (int i = 0; i < BLOCKS; i++)
        pthread_mutex_init(&lock_block[i], NULL);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, use, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < THREADS; i++)
        for (int k = 0; k < i; k++)
            assert(inode[i] != inode[k]);
    return 0;
}
