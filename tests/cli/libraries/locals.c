/* locals.c - a library without hooks with thread-local variables that lead to memory of others. */
#include <pthread.h>

void keep(int *place);
int look(void);
void keep_for_thread(int *place);
int look_for_thread(void);
void prepare(void);
void enter(int number);
void post(int number, int value);
void set(int value);
int get(void);
int peek(int number);

static __thread int *kept;
static __thread int own;
static int *owns[2];
static pthread_key_t key;

void keep(int *place) { kept = place; }
int look(void) { return *kept; }

void prepare(void) { pthread_key_create(&key, NULL); }
void keep_for_thread(int *place) { pthread_setspecific(key, place); }
int look_for_thread(void) { return *(int *)pthread_getspecific(key); }

void enter(int number) { owns[number] = &own; }
void set(int value) { own = value; }
int get(void) { return own; }

void post(int number, int value)
{
    if (owns[number])
        *owns[number] = value;
}

int peek(int number) { return owns[number] ? *owns[number] : 0; }
