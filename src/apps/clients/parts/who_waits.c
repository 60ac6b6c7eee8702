/* Until every thread has made its calls, or waits for something that nobody will do. Only a check can tell: in a program that runs by
 * itself whoever is not done after a second is taken for one that waits. The result is how many wait. */
#ifdef __cplusplus
extern "C"
#endif
int mz_await_others(void) __attribute__((weak));

static int await_threads(const long long *made, const int *calls_of, int threads)
{
    int waiting = 0;
    if (mz_await_others)
        mz_await_others();
    else
        sleep(1);
    for (int t = 0; t < threads; t++)
        waiting += made[t] < calls_of[t];
    return waiting;
}
