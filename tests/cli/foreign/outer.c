/* outer.c - a library without hooks that uses another one. */
int inner_twice(int x);
int inner_calls(void);

int outer_four_times(int x);
int outer_four_times(int x)
{
    return inner_twice(inner_twice(x));
}

/* A function of the other library, that the program does not know by name. */
int (*outer_counter(void))(void);
int (*outer_counter(void))(void)
{
    return inner_calls;
}
