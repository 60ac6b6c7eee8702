/* libqb: a message to a target whose logging is done by libqb's thread, and is through when the log is closed. */
#include <assert.h>
#include <string.h>

#include <qb/qblog.h>

static int logged;

static void logger(int32_t target, struct qb_log_callsite *site, struct timespec *time, const char *message)
{
    (void)target, (void)site, (void)time;
    assert(strcmp(message, "hello") == 0);
    logged++;
}

int main(void)
{
    qb_log_init("test", LOG_USER, LOG_EMERG);
    qb_log_ctl(QB_LOG_SYSLOG, QB_LOG_CONF_ENABLED, QB_FALSE);
    int target = qb_log_custom_open(logger, NULL, NULL, NULL);
    assert(target >= 0);
    qb_log_filter_ctl(target, QB_LOG_FILTER_ADD, QB_LOG_FILTER_FILE, "*", LOG_DEBUG);
    qb_log_ctl(target, QB_LOG_CONF_ENABLED, QB_TRUE);
    qb_log_ctl(target, QB_LOG_CONF_THREADED, QB_TRUE); // the other way round it takes a lock that the thread's start makes
    assert(qb_log_thread_start() == 0);
    qb_log(LOG_INFO, "hello");
    qb_log_fini();
    assert(logged == 1);
    return 0;
}
