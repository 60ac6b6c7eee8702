#!/bin/bash
# test_diff_edits.sh - mazurka diff on edits of two small projects: those that break a program are found, the others raise no alarm.
. "$(dirname "$0")/diff/repository.sh"
here=$(realpath "$(dirname "$0")")

queue_project()
{
    git init -q -b main .
    cat >queue.c <<'END'
#include <assert.h>
#include <pthread.h>
#include "queue.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int slot, used, closed;

void queue_put(int item)
{
    pthread_mutex_lock(&lock);
    while (used == 1)
        pthread_cond_wait(&changed, &lock);
    assert(used == 0);
    slot = item;
    used = 1;
    pthread_cond_broadcast(&changed); /* put */
    pthread_mutex_unlock(&lock);
}

int queue_get(int *item)
{
    pthread_mutex_lock(&lock);
    while (used == 0 && !closed)
        pthread_cond_wait(&changed, &lock);
    int got = used;
    if (got)
        *item = slot;
    used = 0;
    pthread_cond_broadcast(&changed); /* get */
    pthread_mutex_unlock(&lock);
    return got;
}

void queue_close(void)
{
    pthread_mutex_lock(&lock);
    closed = 1;
    pthread_cond_broadcast(&changed); /* close */
    pthread_mutex_unlock(&lock);
}
END
    printf 'void queue_put(int item);\nint queue_get(int *item);\nvoid queue_close(void);\n' >queue.h
    cat >test.c <<'END'
#include <assert.h>
#include <pthread.h>
#include "queue.h"
static int sum;
static void *producer(void *p)
{
    queue_put(1);
    queue_put(1);
    return p;
}
static void *consumer(void *p)
{
    int item = 0;
    while (queue_get(&item))
        sum += item;
    return p;
}
int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, producer, 0);
    pthread_create(&t[1], 0, producer, 0);
    pthread_create(&t[2], 0, consumer, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    queue_close();
    pthread_join(t[2], 0);
    assert(sum == 4);
    return 0;
}
END
    printf '[target queue]\nsources = queue.c test.c\n' >.mazurka.ini
    commit first
}

accounts_project()
{
    git init -q -b main .
    cat >accounts.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};
static struct account *account[2];
static atomic_int transfers;
static sem_t gate;

static struct account *open_account(int balance)
{
    struct account *a = malloc(sizeof *a);
    pthread_mutex_init(&a->lock, 0);
    a->balance = balance;
    return a;
}

static void transfer(int from, int to, int amount)
{
    int first = from < to ? from : to;
    int second = from < to ? to : from;
    sem_wait(&gate);
    pthread_mutex_lock(&account[first]->lock);
    pthread_mutex_lock(&account[second]->lock);
    if (account[from]->balance >= amount) {
        account[from]->balance -= amount;
        account[to]->balance += amount;
    }
    pthread_mutex_unlock(&account[second]->lock);
    pthread_mutex_unlock(&account[first]->lock);
    transfers++;
    sem_post(&gate);
}

static void *there(void *p)
{
    transfer(0, 1, 60);
    return p;
}
static void *back(void *p)
{
    transfer(1, 0, 60);
    return p;
}
static void *audit(void *p)
{
    pthread_mutex_lock(&account[0]->lock);
    pthread_mutex_lock(&account[1]->lock);
    int sum = account[0]->balance + account[1]->balance;
    pthread_mutex_unlock(&account[1]->lock);
    pthread_mutex_unlock(&account[0]->lock);
    assert(sum == 100);
    return p;
}

int main(void)
{
    pthread_t t[3];
    sem_init(&gate, 0, 2);
    account[0] = open_account(60);
    account[1] = open_account(40);
    pthread_create(&t[0], 0, there, 0);
    pthread_create(&t[1], 0, back, 0);
    pthread_create(&t[2], 0, audit, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(transfers == 2);
    assert(account[0]->balance + account[1]->balance == 100);
    free(account[0]);
    free(account[1]);
    return 0;
}
END
    printf '[target accounts]\nsources = accounts.c\n' >.mazurka.ini
    commit first
}

# diff/PROJECT.edits has one edit for a line: bug, fine, or open where the program counts for ever, which nobody can tell in time; the
# file, the text, what it becomes. "\n" is a new line.
tries_edits() # PROJECT
{
    local wanted file old new status failed=0
    ${1}_project
    while IFS='|' read -r wanted file old new; do
        git checkout -q .
        edit "$file" "${old//\\n/$'\n'}" "${new//\\n/$'\n'}" || return 1
        status=0
        "$MAZURKA" diff --time=8s --quiet >told 2>&1 || status=$?
        case $wanted$status in
        bug1 | fine0 | open3) ;;
        *)
            failed=1
            echo "$wanted, but status $status: $file: $old -> $new"
            tail -n 3 told
            ;;
        esac
    done <"$here/diff/$1.edits"
    return $failed
}
case_ "19 edits that break a queue, one that makes it endless and twelve that do not" tries_edits queue
case_ "16 edits that break accounts and seven that do not" tries_edits accounts
end_cases
