/* Which of several clients: a search explores them all. */
#ifdef __cplusplus
extern "C"
#endif
int mz_choose(int n) __attribute__((weak));

static int one_of(int clients)
{
    return clients > 1 && mz_choose ? mz_choose(clients) : 0;
}

