# members.awk - writes a random program whose threads work on members of blocks and elements: awk -v seed=N -f members.awk
# Blocks of one place and of another, variables, unions, elements at indices that are constant, variable and negative, parts of words,
# copies of structures, functions of the library, blocks that are moved, and pointers that are passed to threads, between them and on; some
# of it where walks hardly come.
function any(n) { return int(rand() * n) }
function one(list,    parts) { return parts[1 + any(split(list, parts, "; "))] }
function block() {
    return one("blocks[0]; blocks[1]; blocks[2]; b; b; mine; (&fixed[0]); (&fixed[1]); passed; blocks[" index_() " % 3]; b->next")
}
function index_() { return one("(unsigned)order; (unsigned)table[0]; (unsigned)b->x; 1u; (unsigned)blocks[0]->row[0]") }
function place(    o, k) {
    o = block()
    k = any(22)
    if (k == 0) return "table[" any(8) "]"
    if (k == 1) return "middle[-" any(4) "]"
    if (k == 2) return "middle[" index_() " % 4]"
    if (k == 3) return "order"
    if (k == 4) return o "->u.i"
    if (k == 5) return o "->u.h[" any(2) "]"
    if (k == 6) return o "->u.c[" any(4) "]"
    if (k == 7) return o "->in.s[" any(2) "]"
    if (k == 8) return o "->in.c[" index_() " % 4]"
    if (k == 9) return o "->row[" any(4) "]"
    if (k == 10) return o "->row[" index_() " % 4]"
    if (k == 11) return "(&" o "->row[3])[-" 1 + any(3) "]"
    if (k == 12) return "(&" o "->x)[-1]"
    if (k == 13) return "*(short *)&" o "->x"
    if (k == 14) return "((signed char *)" o ")[" any(24) "]"
    if (k == 15) return "*(int *)((char *)" o " + " 4 * any(8) ")"
    if (k == 16) return o "->bits"
    if (k == 17) return "*ways[" any(3) "]"
    if (k == 18) return "*(long *)&" o "->row[2]"
    return o "->" one("x; front; row[1]")
}
function statement(depth,    k, v, w) {
    k = any(33)
    v = place()
    w = place()
    if (k < 5) return v " = " any(3) ";"
    if (k < 9) return v " = " w ";"
    if (k < 11) return "++" v ";"
    if (k == 11) return "if (" v " > " any(2) ") " w " = " any(3) ";"
    if (k == 12) return "memcpy(&" block() "->row, &table[" any(4) "], " one("4; 6; 16") ");"
    if (k == 13) return "memmove(&" block() "->row[" any(2) "], &" block() "->row[" any(2) "], 8);"
    if (k == 14) return "memset(" block() "->row, " any(2) ", " one("4; 8; 16") ");"
    if (k == 15) return "{ struct block *to = " block() "; struct block copy = *" block() "; copy.next = to->next; *to = copy; }"
    if (k == 16) return block() "->in = " block() "->in;"
    if (k == 17) return "bump(&table[" index_() " % 8]);"
    if (k == 18) return "bump(&" block() "->" one("x; front; row[2]; u.i") ");"
    if (k == 19) return "exchange(&" block() "->x, &" block() "->row[" any(4) "]);"
    if (k == 20) return "passed = " block() ";"
    if (k == 21) return any(2) ? "b = " block() ";" : "mine = " block() ";"
    if (k == 22) return "pthread_mutex_lock(&m); " v " = " w "; pthread_mutex_unlock(&m);"
    if (k == 23) return "__atomic_fetch_add(&" block() "->" one("x; front; row[3]") ", 1, __ATOMIC_SEQ_CST);"
    if (k == 24) return "strcpy((char *)" block() "->in.c, \"" one("a; bc; def") "\");"
    if (k == 25) return "if (strcmp((char *)" block() "->in.c, \"a\") > 0 || strnlen((char *)" block() "->in.c, 4) > 2) " v " = 1;"
    if (k == 26) return "ways[" any(3) "] = &" block() "->" one("x; front; row[0]; u.i") ";"
    if (k == 27) return one("snprintf(@->in.c, 4, \"%d\", @->x);; qsort(@->row, 3, sizeof(int), compare);; if (memcmp(@->row, table, 8)) @->x = 1;; " \
                            "blocks[2] = realloc(blocks[2], sizeof(struct block) + 4096);; free(passed == blocks[1] ? NULL : blocks[1]->more);")
    if (k == 28) return depth ? ";" : "call[" any(3) "](" block() ");"
    if (k > 29) return depth ? ";" : "if (mz_choose(25) == " any(25) ") { " statement(1) " }"
    return depth ? ";" : "for (int i = 0; i < 2; i++) { " statement(1) " }"
}
function filled(text,    at) {
    while (at = index(text, "@"))
        text = substr(text, 1, at - 1) block() substr(text, at + 1)
    return text
}
function body(n,    text) {
    for (text = ""; n > 0; n--)
        text = text "    " filled(statement(0)) "\n"
    return text
}
function thread(t) {
    print "static void *body" t "(void *p)\n{\n    struct block *b = p;\n    mine = " one("b; blocks[2]; &fixed[1]") ";"
    printf "%s", body(2 + any(2))
    if (any(3) == 0)
        print "    assert(" place() " != " 1 + any(2) ");"
    print "    return p;\n}"
}
BEGIN {
    srand(seed)
    threads = any(3) ? 2 : 3
    print "#include <assert.h>\n#include <mazurka.h>\n#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>"
    print "struct inner { short s[2]; char c[4]; };\nunion both { int i; short h[2]; char c[4]; };"
    print "static struct block { int front, x; union both u; struct inner in; int row[4]; unsigned bits : 3, rest : 5; struct block *next; void *more; }"
    print "    fixed[2], *blocks[3], *passed = &fixed[0];"
    print "static int table[8], order, *middle = &table[4], *ways[3] = {&table[1], &order, &fixed[0].x};"
    print "static _Thread_local struct block *mine = &fixed[0];"
    print "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"
    print "static __attribute__((noinline)) void bump(int *p) { ++*p; }"
    print "static __attribute__((noinline)) void exchange(int *p, int *q) { int v = *p; *p = *q; *q = v; }"
    print "static int compare(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }"
    for (t = 0; t < 3; t++)
        print "static void called" t "(struct block *b) { (void)b; " filled(statement(1)) " }"
    print "static void (*const call[])(struct block *) = {called0, called1, called2};"
    for (t = 0; t < threads; t++)
        thread(t)
    print "static unsigned all(const struct block *o) { return o->front + 3 * o->x + 5 * o->u.i + 7 * o->in.s[0] + o->in.c[1] + o->row[0] + "
    print "    11 * o->row[1] + 13 * o->row[2] + o->row[3] + 17 * o->bits; }"
    print "int main(void)\n{\n    pthread_t id[3];\n    struct block own = {0}, *b = &own;"
    print "    for (int i = 0; i < 2; i++)\n        blocks[i] = calloc(1, sizeof own), blocks[i]->more = malloc(8), blocks[i]->next = &fixed[i];"
    print "    blocks[2] = calloc(1, sizeof own);\n    own.next = fixed[0].next = blocks[2]->next = blocks[0];\n    fixed[1].next = blocks[2];"
    for (t = 0; t < threads; t++) {
        print "    pthread_create(&id[" t "], NULL, body" t ", " one("blocks[0]; blocks[0]; blocks[1]; blocks[2]; &fixed[0]; &own") ");"
        if (any(6) == 0) {
            print "    pthread_join(id[" t "], NULL);"
            joined[t] = 1
        }
    }
    printf "%s", body(any(2))
    for (t = 0; t < threads; t++)
        if (!(t in joined))
            print "    pthread_join(id[" t "], NULL);"
    print "    unsigned sum = all(&own) + all(blocks[0]) + all(blocks[1]) + all(blocks[2]) + all(&fixed[0]) + all(&fixed[1]) + order;"
    print "    for (int i = 0; i < 8; i++)\n        sum = 3 * sum + table[i];\n    return sum % 5;\n}"
}
