/* What the threads' calls returned, each in a place of its own, is compared with what the same calls return one after the other, in every
 * order of whole calls. Where calls may wait, `made` says how many each thread has made. */
static void unexplained(const char *what, const long long *result, const int *slots_of, const int *calls_of, int threads,
    const long long *made)
{
#ifdef UNCHECKED /* a search that is to explore everything goes on */
    return;
#endif
    static char text[2000];
    int length = snprintf(text, sizeof text, "%s:", what);
    for (int t = 0; t < threads; t++) {
        int calls = made ? (int)made[t] : calls_of[t];
        for (int call = 0; call < calls_of[t]; call++, slots_of++)
            for (int i = 0; i < *slots_of; i++, result++)
                if (call < calls && length < (int)sizeof text - 300)
                    length += snprintf(text + length, sizeof text - (size_t)length, " %lld", *result);
        if (calls < calls_of[t])
            length += snprintf(text + length, sizeof text - (size_t)length, " waits in its call %d", calls + 1);
        length += snprintf(text + length, sizeof text - (size_t)length, "%s", t + 1 < threads ? ";" : "");
    }
    __assert_fail(text, __FILE__, __LINE__, __func__);
}

/* The rows of results that are allowed are sorted. */
static int row_of(const long long *result, const long long *allowed, int rows, int slots)
{
    int low = 0, high = rows;
    while (low < high) {
        int middle = (low + high) / 2, differs = 0;
        for (int i = 0; i < slots && !differs; i++)
            differs = (result[i] > allowed[middle * slots + i]) - (result[i] < allowed[middle * slots + i]);
        if (!differs)
            return middle;
        if (differs > 0)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}
