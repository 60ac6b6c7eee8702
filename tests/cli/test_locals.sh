#!/bin/bash
# Reports name local variables: by their name alone in the function that has them, with the function elsewhere, and with the
# thread where that is not the main one. Prints "ok NAME" or "FAIL NAME" for each case; status 1 if one failed.
# shellcheck disable=SC2317 # cases are called by name
set -u
# shellcheck source=tests/lib/cases.sh
. "$(dirname "$0")/../lib/cases.sh"

source=$cases_work/locals.c
cat > "$source" << 'END'
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

struct node { int key; struct node *next; };
struct task { pthread_mutex_t lock; sem_t ready, done; int *x; struct node *node; };

static void put(struct node *node, struct node *next) { node->next = next; }

static void *linker(void *argument)
{
    struct task *task = argument;
    struct node mine[3] = {{0, NULL}};
    put(task->node, &mine[2]);
    sem_post(&task->ready);
    sem_wait(&task->done);
    return mine[2].key == 7 ? NULL : argument;
}

static void *counter(void *argument)
{
    struct task *task = argument;
    pthread_mutex_lock(&task->lock);
    ++*task->x;
    pthread_mutex_unlock(&task->lock);
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int x = 4;
    struct node node = {0, NULL};
    struct task task = {.lock = PTHREAD_MUTEX_INITIALIZER, .x = &x, .node = &node};
    sem_init(&task.ready, 0, 0);
    sem_init(&task.done, 0, 0);
    pthread_create(&t[0], NULL, linker, &task);
    sem_wait(&task.ready);
    node.next->key = 7;
    put(&node, NULL);
    sem_post(&task.done);
    pthread_create(&t[1], NULL, counter, &task);
    pthread_mutex_lock(&task.lock);
    x += 10;
    pthread_mutex_unlock(&task.lock);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(x == 14);
    return 0;
}
END

# Lines as reports show them: file:line, function, what it does.
lines=(
    "locals.c:8 put write main's node.next: NULL → &linker's mine[2]"
    "locals.c:15 linker sem post main's task.ready"
    "locals.c:38 main sem wait task.ready"
    "locals.c:39 main read node.next = &linker's mine[2] (thread 1)"
    "locals.c:39 main write linker's mine[2].key (thread 1): 0 → 7"
    "locals.c:8 put write main's node.next: &linker's mine[2] (thread 1) → NULL"
    "locals.c:17 linker read mine[2].key = 7"
    "locals.c:23 counter lock main's task.lock"
    "locals.c:24 counter read main's x = "
    "locals.c:24 counter write main's x: "
    "locals.c:44 main write x: "
    "locals.c:46 main read t[0] = thread 1"
    "locals.c:47 main read t[1] = thread 2"
    "locals.c:48 main read x = 15"
)

names() # COMPILER
{
    local line
    says 1 "assertion failed: x == 14" "$MAZURKA" check --visible=all --cc="$1" "$source" > report
    sed 's/^.*\(locals\.c:\)/\1/; s/  */ /g' report | tee lines
    for line in "${lines[@]}"; do
        grep -qF -- "$line" lines || { echo "is missing: $line"; return 1; }
    done
    if grep "'s stack +" lines; then return 1; fi
}

# Where a variable cannot be found its address is shown: nothing worse may happen.
without_debug_information()
{
    "$MAZURKA" cc "$source" -o program
    strip --strip-debug program
    says 1 "assertion failed: x == 14" "$MAZURKA" check program > report
    grep -q "write thread 0's stack + 0x[0-9a-f]*: [0-9]* → 15" report
}

# Two threads write variables of one of them: of the program, and of a library that `pointer` leads into.
thread_local_source()
{
    cat > library.c << 'END'
static __thread char unused[24];
static __thread int hidden;
int *pointer(void) { unused[0] = 1; return &hidden; }
END
    cat > program.c << 'END'
#include <pthread.h>
int *pointer(void);
#ifdef ALIGNED
static __thread _Alignas(4096) int counter;
#else
static __thread int counter;
#endif
static __thread struct { int used, box[3]; } own = {1, {2, 3, 4}};
static int *volatile to_counter, *volatile to_box, *volatile to_hidden;
static void *work(void *p)
{
    own.box[0] = 7;
    *to_counter = 1;
    *to_box = own.box[0];
    *to_hidden = 1;
    return p;
}
int main(void)
{
    pthread_t t;
    to_counter = &counter;
    to_box = &own.box[1];
    to_hidden = pointer();
    pthread_create(&t, 0, work, 0);
    counter = 5;
    own.box[1] = 3;
    *to_hidden = 2;
    pthread_join(t, 0);
    return 0;
}
END
}
thread_locals() # COMPILER
{
    thread_local_source
    "$MAZURKA" cc --cc="$1" -shared -fPIC -o liblibrary.so library.c
    says 1 "3 data races" "$MAZURKA" check --cc="$1" --no-trace program.c -L. -llibrary -Wl,-rpath,"$PWD" > report
    for line in "race: write of counter (thread 0) by thread 0" "race: write of own.box[1] (thread 0) by" \
        "race: write of hidden (thread 0) by" "write counter: 0 → 5" "write own.box[1]: 3 → 3" \
        "write counter (thread 0): 5 → 1" "read to_box = &own.box[1] (thread 0)"; do
        grep -qF -- "$line" report || { cat report; echo "is missing: $line"; return 1; }
    done
    if grep "'s stack +" report; then return 1; fi
}
# Where blocks of threads do not lie alike, nothing is named, and nothing wrongly.
aligned_thread_locals()
{
    thread_local_source
    says 1 "3 data races" "$MAZURKA" check --no-trace -DALIGNED program.c library.c > report
    grep -q "race: write of thread 0's stack + 0x[0-9a-f]* by thread 0 at program.c:25" report
}

# gcc finds the base of a frame that is aligned and grows in the frame itself.
aligned_locals() # COMPILER LEVEL
{
    cat > aligned.c << 'END'
#include <alloca.h>
#include <pthread.h>
#include <string.h>
static void *work(void *cell)
{
    ((int *)cell)[2] = 1;
    return 0;
}
static int run(int n)
{
    _Alignas(64) int cell[4] = {0};
    char *room = alloca(n);
    pthread_t t;
    memset(room, 0, n);
    pthread_create(&t, 0, work, cell);
    cell[2] = 2;
    pthread_join(t, 0);
    return room[0];
}
int main(void)
{
    return run(20);
}
END
    says 1 "race: write of run's cell[2] (thread 0) by thread 0" "$MAZURKA" check --cc="$1" "$2" --no-trace aligned.c
}

for compiler in gcc clang; do
    case_ "names of locals $compiler" names $compiler
    case_ "names of thread-local variables $compiler" thread_locals $compiler
done
case_ "thread-local variables that are aligned to pages" aligned_thread_locals
case_ "names in a frame that is aligned and grows, gcc -O0" aligned_locals gcc -O0
case_ "names in a frame that is aligned and grows, gcc -O1" aligned_locals gcc -O1
case_ "names in a frame that is aligned and grows, clang -O1" aligned_locals clang -O1
case_ "locals without debug information" without_debug_information
end_cases
