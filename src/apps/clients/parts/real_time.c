/* Which call was done before which began. */
/* How many calls of each thread were done when a call began: what was done then comes before it in every order that may explain it. */
static unsigned char done[8], seen[8][12][8];

static void begins(int thread, int call)
{
    for (int other = 0; other < 8; other++)
        if (other != thread)
            seen[thread][call][other] = __atomic_load_n(&done[other], __ATOMIC_RELAXED);
}

static void ends(int thread, int call)
{
    __atomic_store_n(&done[thread], (unsigned char)(call + 1), __ATOMIC_RELAXED);
}

/* Orders are words of threads, "1213", with blanks between them. */
static int is_in_time(const char *order)
{
    int placed[8] = {0};
    for (; *order && *order != ' '; order++) {
        int thread = *order - '1';
        for (int other = 0; other < 8; other++)
            if (other != thread && placed[other] < seen[thread][placed[thread]][other])
                return 0;
        placed[thread]++;
    }
    return 1;
}

static int some_is_in_time(const char *orders)
{
    while (*orders) {
        if (is_in_time(orders))
            return 1;
        while (*orders && *orders++ != ' ')
            ;
    }
    return 0;
}
