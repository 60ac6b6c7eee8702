# future.awk - writes a random program whose threads are done with some variables before others: awk -v seed=N -f future.awk
# Variables that no pointer leads to, one that a pointer leads to, members of a block and elements of its array, functions that are called
# directly, through pointers, at the end of a thread, and at exit; loops, and assertions that some orders break.
function any(n) { return int(rand() * n) }
function variable() { return any(10) < 6 ? substr("abcdeg", any(6) + 1, 1) : "block->" members[1 + any(4)] }
function statement(depth,    kind, v, w) {
    kind = any(14)
    v = variable()
    w = variable()
    if (kind < 4)
        return v " = " (any(2) ? any(3) : w " + 1") ";"
    if (kind < 6)
        return v "++;"
    if (kind == 6)
        return "if (" v " > " any(3) ") " w "--;"
    if (kind == 7)
        return "atomic_fetch_add(&f, 1);"
    if (kind == 8)
        return any(2) ? "*pointer = " any(3) ";" : v " = *pointer;"
    if (kind == 9)
        return "helper" any(2) "();"
    if (kind == 10)
        return any(4) ? "pthread_mutex_lock(&m); " v "++; pthread_mutex_unlock(&m);" : "called(" any(3) ");"
    if (kind == 11)
        return any(3) ? "bump(&" v ");" : "memset(block->array, " any(2) ", sizeof block->array);"
    if (kind == 12)
        return "block->array[(unsigned)" v " % 3]" (any(2) ? "++;" : " = 1;")
    return depth ? ";" : "for (int i = 0; i < 2; i++) { " statement(1) " }"
}
function body(n,    text) {
    for (text = ""; n > 0; n--)
        text = text "    " statement(0) "\n"
    return text
}
BEGIN {
    srand(seed)
    split("left right array[0] array[2]", members, " ")
    threads = 2 + any(2)
    print "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>"
    print "static struct block { int left, right, array[3]; } *block;"
    print "static int a, b, c, d, e, g;\nstatic _Atomic int f;\nstatic int *pointer = &g;"
    print "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"
    print "static __attribute__((noinline)) void bump(int *p) { ++*p; }"
    print "static void helper0(void) { " variable() "++; }"
    print "static __attribute__((noinline)) int helper1(void) { " variable() " = " variable() "; return 0; }"
    print "static void called0(void) { " variable() " = 7; }\nstatic void called1(void) { " variable() "--; }"
    print "static void (*const table[])(void) = {called0, called1, called0};"
    print "static void called(int n) { table[n](); }"
    if (any(4) == 0)
        handlers = "atexit"
    else if (any(4) == 0)
        handlers = "key"
    if (handlers != "")
        print "static void last(void) { assert(" variable() " < 9); " variable() "++; }"
    if (handlers == "key")
        print "static pthread_key_t key;\nstatic void gone(void *value) { (void)value; last(); }"
    for (t = 0; t < threads; t++) {
        print "static void *body" t "(void *p)\n{"
        if (handlers == "key" && t == 0)
            print "    pthread_setspecific(key, &f);"
        printf "%s", body(2 + any(3))
        if (any(2))
            print "    assert(" variable() " != " any(3) " || " variable() " < " any(3) ");"
        print "    return p;\n}"
    }
    print "int main(void)\n{\n    pthread_t id[3];\n    block = calloc(1, sizeof *block);"
    if (handlers == "atexit")
        print "    atexit(last);"
    if (handlers == "key")
        print "    pthread_key_create(&key, gone);"
    for (t = 0; t < threads; t++)
        print "    pthread_create(&id[" t "], NULL, body" t ", NULL);"
    printf "%s", body(any(2))
    for (t = 0; t < threads; t++)
        print "    pthread_join(id[" t "], NULL);"
    print "    assert(" variable() " + " variable() " < " 2 + any(3) ");"
    if (any(3) == 0)
        print "    free(block);\n    return 0;\n}"
    else
        print "    return " (any(2) ? "0" : variable()) ";\n}"
}
