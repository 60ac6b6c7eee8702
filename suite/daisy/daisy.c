/* A small file system in layers: a disk of bytes (Petal), inodes, blocks and a bitmap on it (DaisyDisk), locks that are made when they
 * are first needed (LockManager), files and directories (Daisy), and a driver whose threads look names up and work on files.
 *
 * Each inode, each block and each directory has a lock of its own, and every operation on one of them holds it. The bug: the bits that
 * say which blocks are in use are guarded by the locks of the blocks, but eight of them share a byte of the disk. A thread that
 * allocates a block while another one frees a different block reads the byte, changes its bit, and writes the byte back: one of the
 * two changes is lost. In the end a block that is used counts as free, or the other way round. */
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "../include/monitor.h"
#include "../include/start.h"

#ifndef THREADS
#define THREADS 2
#endif
#ifndef INODES
#define INODES 8
#endif
#ifndef BLOCKS
#define BLOCKS 8
#endif
#ifndef BLOCK_SIZE
#define BLOCK_SIZE 64
#endif
#ifndef LONG_BYTES
#define LONG_BYTES 8 /* of a number on the disk */
#endif
#ifndef FILES
#define FILES 0 /* that nobody works on, and that whoever looks for a free inode and a free block has to pass; a multiple of 8 */
#endif
#ifndef ROUNDS
#define ROUNDS 4 /* operations of each thread */
#endif

enum { OK = 0, NO_SUCH_FILE = -2, EXISTS = -17, TOO_BIG = -27, NO_SPACE = -28 };

/* --- Petal: a disk, a byte at a time. A byte is read or written at once, as by one call of a system ------------------------------- */

enum {
    INODE_SIZE = 2 * LONG_BYTES + 1, /* block, size, used */
    BLOCK_AREA = INODES * INODE_SIZE,
    BITMAP = BLOCK_AREA + BLOCKS * BLOCK_SIZE,
    DISK_SIZE = BITMAP + (BLOCKS + 7) / 8,
};

static atomic_uchar disk[DISK_SIZE];

static unsigned char petal_read(int address) { return atomic_load(&disk[address]); }
static void petal_write(int address, unsigned char byte) { atomic_store(&disk[address], byte); }

static long read_long(int address)
{
    long value = 0;
    for (int i = 0; i < LONG_BYTES; i++)
        value = value << 8 | petal_read(address + i);
    return value;
}

static void write_long(int address, long value)
{
    for (int i = LONG_BYTES - 1; i >= 0; i--, value >>= 8)
        petal_write(address + i, (unsigned char)value);
}

/* --- LockManager ------------------------------------------------------------------------------------------------------------------ */

struct lock {
    struct monitor monitor;
    bool           held;
};

struct lock_manager {
    struct monitor        monitor; /* to make a lock */
    _Atomic(struct lock *) lock[BLOCKS > INODES ? BLOCKS : INODES];
};

static struct lock_manager inode_locks, block_locks, file_locks;

static struct lock *lock_of(struct lock_manager *m, int id)
{
    struct lock *lock = m->lock[id];
    if (lock)
        return lock;
    monitor_enter(&m->monitor);
    lock = m->lock[id];
    if (!lock) {
        lock = calloc(1, sizeof *lock);
        assert(lock);
        monitor_init(&lock->monitor);
        m->lock[id] = lock;
    }
    monitor_exit(&m->monitor);
    return lock;
}

static void acquire(struct lock_manager *m, int id)
{
    struct lock *lock = lock_of(m, id);
    monitor_enter(&lock->monitor);
    while (lock->held)
        monitor_wait(&lock->monitor);
    lock->held = true;
    monitor_exit(&lock->monitor);
}

static void release(struct lock_manager *m, int id)
{
    struct lock *lock = lock_of(m, id);
    monitor_enter(&lock->monitor);
    lock->held = false;
    monitor_notify(&lock->monitor);
    monitor_exit(&lock->monitor);
}

/* --- DaisyDisk: inodes, and which blocks are in use --------------------------------------------------------------------------------- */

struct inode {
    int  block, size;
    bool used;
};

static struct monitor bitmap_monitor;

static struct inode read_inode(int number)
{
    int address = number * INODE_SIZE;
    struct inode inode;
    inode.block = (int)read_long(address);
    inode.size = (int)read_long(address + LONG_BYTES);
    inode.used = petal_read(address + 2 * LONG_BYTES);
    return inode;
}

static void write_inode(int number, const struct inode *inode)
{
    int address = number * INODE_SIZE;
    write_long(address, inode->block);
    write_long(address + LONG_BYTES, inode->size);
    petal_write(address + 2 * LONG_BYTES, inode->used);
}

static bool read_bit(int block) { return petal_read(BITMAP + block / 8) >> block % 8 & 1; }

static void change_bit(int block, bool used)
{
    int address = BITMAP + block / 8;
    unsigned char byte = petal_read(address), bit = (unsigned char)(1 << block % 8);
    petal_write(address, used ? byte | bit : byte & (unsigned char)~bit);
}

/* The block's lock is held. */
static void write_bit(int block, bool used)
{
#ifdef FIXED
    monitor_enter(&bitmap_monitor);
    change_bit(block, used);
    monitor_exit(&bitmap_monitor);
#else
    change_bit(block, used);
#endif
}

static int block_address(const struct inode *inode) { return BLOCK_AREA + inode->block * BLOCK_SIZE; }

/* --- Daisy: files by their inodes --------------------------------------------------------------------------------------------------- */

/* A free inode, which is in use now, and whose lock is held. */
static int allocate_inode(void)
{
    for (int i = 0; i < INODES; i++) {
        acquire(&inode_locks, i);
        struct inode inode = read_inode(i);
        if (!inode.used)
            return i;
        release(&inode_locks, i);
    }
    return NO_SPACE;
}

static int allocate_block(void)
{
    for (int i = 0; i < BLOCKS; i++) {
        acquire(&block_locks, i);
        bool used = read_bit(i);
        if (!used)
            write_bit(i, true);
        release(&block_locks, i);
        if (!used)
            return i;
    }
    return NO_SPACE;
}

static int file_creat(void)
{
    int number = allocate_inode();
    if (number < 0)
        return number;
    struct inode inode = {.used = true, .block = allocate_block()};
    if (inode.block >= 0)
        write_inode(number, &inode);
    release(&inode_locks, number);
    return inode.block < 0 ? inode.block : number;
}

static int file_unlink(int number)
{
    acquire(&inode_locks, number);
    struct inode inode = read_inode(number);
    if (inode.used) {
        acquire(&block_locks, inode.block);
        write_bit(inode.block, false);
        release(&block_locks, inode.block);
        inode.used = false;
        write_inode(number, &inode);
        inode.used = true;
    }
    release(&inode_locks, number);
    return inode.used ? OK : NO_SUCH_FILE;
}

static int file_read(int number, int offset, int n, char *data)
{
    acquire(&inode_locks, number);
    struct inode inode = read_inode(number);
    if (inode.used) {
        acquire(&block_locks, inode.block);
        for (int i = 0; i < n; i++)
            data[i] = (char)(offset + i < inode.size ? petal_read(block_address(&inode) + offset + i) : 0);
        release(&block_locks, inode.block);
    }
    release(&inode_locks, number);
    return inode.used ? OK : NO_SUCH_FILE;
}

static int file_write(int number, int offset, int n, const char *data)
{
    if (offset + n > BLOCK_SIZE)
        return TOO_BIG;
    acquire(&inode_locks, number);
    struct inode inode = read_inode(number);
    if (inode.used) {
        acquire(&block_locks, inode.block);
        for (int i = 0; i < n; i++)
            petal_write(block_address(&inode) + offset + i, (unsigned char)data[i]);
        if (inode.size < offset + n) {
            inode.size = offset + n;
            write_inode(number, &inode);
        }
        release(&block_locks, inode.block);
    }
    release(&inode_locks, number);
    return inode.used ? OK : NO_SUCH_FILE;
}

static int file_size(int number)
{
    acquire(&inode_locks, number);
    struct inode inode = read_inode(number);
    release(&inode_locks, number);
    return inode.used ? inode.size : NO_SUCH_FILE;
}

/* --- directories: files of inode and name. All of one is read when it is opened, and written when it is closed ----------------------- */

enum { ENTRIES = 3, ENTRY_SIZE = 2 }; /* names are one letter */

struct directory {
    int  number, size;
    bool changed;
    char entry[ENTRIES * ENTRY_SIZE];
};

static void directory_open(struct directory *d, int number)
{
    acquire(&file_locks, number);
    *d = (struct directory){.number = number, .size = file_size(number)};
    assert(d->size >= 0 && d->size <= (int)sizeof d->entry);
    file_read(number, 0, d->size, d->entry);
}

static void directory_close(struct directory *d)
{
    if (d->changed)
        file_write(d->number, 0, d->size, d->entry);
    release(&file_locks, d->number);
}

/* Where the inode of a name is; an entry whose name is 0 is free. */
static int directory_find(const struct directory *d, char name)
{
    for (int i = 0; i < d->size; i += ENTRY_SIZE)
        if (d->entry[i + 1] == name)
            return i;
    return NO_SUCH_FILE;
}

static void directory_set(struct directory *d, int at, int inode, char name)
{
    d->entry[at] = (char)inode;
    d->entry[at + 1] = name;
    d->changed = true;
}

static int lookup(int directory, char name, int *inode)
{
    struct directory d;
    directory_open(&d, directory);
    int at = directory_find(&d, name);
    if (at >= 0)
        *inode = d.entry[at];
    directory_close(&d);
    return at >= 0 ? OK : NO_SUCH_FILE;
}

static int creat_name(int directory, char name)
{
    struct directory d;
    int status = EXISTS;
    directory_open(&d, directory);
    if (directory_find(&d, name) < 0) {
        int at = directory_find(&d, 0), inode = file_creat();
        if (at < 0) {
            at = d.size;
            d.size += ENTRY_SIZE;
        }
        status = inode < 0 ? inode : OK;
        if (status == OK)
            directory_set(&d, at, inode, name);
    }
    directory_close(&d);
    return status;
}

static int unlink_name(int directory, char name)
{
    struct directory d;
    int status = NO_SUCH_FILE;
    directory_open(&d, directory);
    int at = directory_find(&d, name);
    if (at >= 0) {
        status = file_unlink(d.entry[at]);
        directory_set(&d, at, 0, 0);
    }
    directory_close(&d);
    return status;
}

/* --- the driver: each thread works in a directory of its own -------------------------------------------------------------------------- */

enum operation { CREAT, UNLINK, READ, WRITE };

struct work {
    enum operation operation;
    char           name;
};

static struct work works[2][8] = {
    {{CREAT, 'b'}, {WRITE, 'b'}, {READ, 'b'}, {READ, 'a'}, {WRITE, 'a'}, {READ, 'b'}, {READ, 'a'}, {WRITE, 'b'}},
    {{UNLINK, 'a'}, {CREAT, 'c'}, {WRITE, 'c'}, {READ, 'c'}, {READ, 'a'}, {WRITE, 'c'}, {READ, 'c'}, {READ, 'a'}},
};
static int directory_of[THREADS];

enum {
    MOST_ROUNDS = sizeof works[0] / sizeof works[0][0],
    FIRST_FILES = FILES + 2 * THREADS, /* each thread has a directory with a file 'a' */
    MOST_FILES = FIRST_FILES + (ROUNDS > 0 ? (THREADS + 1) / 2 : 0), /* every other thread creates a file before it removes one */
};

_Static_assert(ROUNDS <= MOST_ROUNDS, "a thread has no more operations: take a smaller -DROUNDS");
_Static_assert(INODES >= MOST_FILES, "so many THREADS and FILES need more inodes: take a larger -DINODES");
_Static_assert(BLOCKS >= MOST_FILES, "so many THREADS and FILES need more blocks: take a larger -DBLOCKS");
_Static_assert(BLOCK_SIZE >= ENTRIES * ENTRY_SIZE, "a directory needs a larger block: take a larger -DBLOCK_SIZE");
_Static_assert(FILES % 8 == 0, "blocks that threads work on would not share a byte of the bitmap: take -DFILES=0, 8, 16, ...");

static int operate(int directory, const struct work *w, int inode)
{
    char data[2] = {w->name, (char)directory}, found[2] = {0};
    int status;
    switch (w->operation) {
    case CREAT: return creat_name(directory, w->name);
    case UNLINK: return unlink_name(directory, w->name);
    case WRITE: return inode < 0 ? NO_SUCH_FILE : file_write(inode, 0, sizeof data, data);
    default:
        status = inode < 0 ? NO_SUCH_FILE : file_read(inode, 0, sizeof found, found);
        assert(status != OK || found[0] == 0 || memcmp(found, data, sizeof data) == 0);
        return status;
    }
}

/* What an operation says agrees with what lookup has said before it. */
static void work_on(int directory, const struct work *w)
{
    int inode = -1, there = lookup(directory, w->name, &inode), status = operate(directory, w, inode);
    assert(there == OK || there == NO_SUCH_FILE);
    if (w->operation == CREAT)
        assert(status == (there == OK ? EXISTS : OK));
    else
        assert(status == there);
}

static void *user(void *number)
{
    int id = (int)(long)number;
    thread_starts();
    for (int i = 0; i < ROUNDS; i++)
        work_on(directory_of[id], &works[id % 2][i]);
    return NULL;
}

/* Which blocks inodes say that they use. */
static void find_used_blocks(bool used[BLOCKS])
{
    for (int i = 0; i < INODES; i++) {
        struct inode inode = read_inode(i);
        if (inode.used)
            used[inode.block] = true;
    }
}

static void check_disk(void)
{
    bool used[BLOCKS] = {false};
    find_used_blocks(used);
    for (int i = 0; i < BLOCKS; i++)
        assert(read_bit(i) == used[i]); /* BUG: the bitmap is wrong */
}

int main(void)
{
    pthread_t thread[THREADS];
    monitor_init(&inode_locks.monitor);
    monitor_init(&block_locks.monitor);
    monitor_init(&file_locks.monitor);
    monitor_init(&bitmap_monitor);
    for (int i = 0; i < FILES; i++)
        file_creat();
    for (int i = 0; i < THREADS; i++) {
        directory_of[i] = file_creat();
        creat_name(directory_of[i], 'a');
    }
    for (long i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, user, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    check_disk();
    return 0;
}
