/* inner.c - a library without hooks that another one (outer.c) uses. */
static int calls;

int inner_twice(int x);
int inner_twice(int x)
{
    calls++;
    return 2 * x + 0 * calls;
}

int inner_calls(void);
int inner_calls(void)
{
    return calls;
}
