// C++: virtual tables, exceptions, destructors, thread-local objects.
struct base {
    virtual ~base() {}
    virtual int value() { return 1; }
};
struct derived : base {
    int *p;
    explicit derived(int *q) : p(q) {}
    ~derived() override { ++*p; }
    int value() override { return *p; }
};

int call(base *b)
{
    int result = b->value();
    delete b;
    return result;
}

int guarded(int *p)
{
    static derived once(p);
    static thread_local derived each(p);
    try {
        if (*p)
            throw *p;
    } catch (int n) {
        return n;
    }
    return once.value() + each.value();
}
