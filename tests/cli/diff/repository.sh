# repository.sh - for the tests of `mazurka diff`: a small repository with a bank, edits of its files, and what is said of them.
. "$(dirname "${BASH_SOURCE[0]}")/../../lib/cases.sh"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
export XDG_CACHE_HOME=$cases_work/cache

commit() { git add -A && git commit -qm "${1-change}"; }

# A bank with two cash machines and a clerk, who reads the balance.
repository()
{
    git init -q -b main .
    mkdir src
    cat >src/bank.c <<'END'
#include <pthread.h>
#include "bank.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

int read_balance(void)
{
    LOCK();
    int amount = balance;
    UNLOCK();
    return amount;
}

int pay(int amount)
{
    pthread_mutex_lock(&lock);
    if (balance < amount) {
        pthread_mutex_unlock(&lock);
        return 0;
    }
    balance -= amount;
    pthread_mutex_unlock(&lock);
    return amount;
}

int unused(void)
{
    return balance++;
}
END
    cat >src/bank.h <<'END'
#define LOCK() pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
int read_balance(void);
int pay(int amount);
END
    cat >"src/the test.c" <<'END'
#include <assert.h>
#include <pthread.h>
#include "bank.h"
static void *machine(void *p)
{
    pay(80);
    return p;
}
static void *clerk(void *p)
{
    assert(read_balance() >= 0);
    return p;
}
int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, machine, 0);
    pthread_create(&t[1], 0, machine, 0);
    pthread_create(&t[2], 0, clerk, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(read_balance() >= 0);
    return 0;
}
END
    cat >.mazurka.ini <<'END'
[target bank]
sources = src/bank.c "src/the test.c"
END
    commit first
}

# Replaces the first text by the second in a file.
edit() # FILE OLD NEW
{
    local text
    IFS= read -r -d '' text <"$1" || true # to the end of the file
    [[ $text == *"$2"* ]] || { echo "$1 does not have: $2"; return 1; }
    printf '%s' "${text%%"$2"*}$3${text#*"$2"}" >"$1"
}

diff_()
{
    local status=0
    "$MAZURKA" diff --no-whole "$@" >"$cases_work/told" 2>&1 || status=$?
    cat "$cases_work/told"
    return $status
}
also() { grep -qF -- "$1" "$cases_work/told" || { echo "does not say: $1"; return 1; }; } # TEXT: the last one has said this, too
without_times() { sed -E 's/, [0-9.]+ s$/, T s/; s/[0-9,]+ states?/N states/'; }
