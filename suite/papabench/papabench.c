/* The autopilot of an unmanned aircraft, with a simulator of its flight: periodic tasks, a thread each, that run at their rates and
 * exchange all they have to tell by shared objects (objects.h).
 *
 * The flight model moves the aircraft (flight_model.c); GPS and infrared devices measure where it is and how it lies (devices.c);
 * navigation flies a plan by what GPS says (navigation.c, flight_plan.c), and altitude, climb and stabilization control the aircraft
 * by what navigation wants (control.c). A second processor reads the pilot's radio and moves the servos (fly_by_wire.c, ppm.c), over
 * a bus (spi.c), unless it is switched off.
 *
 * The bug: nothing guards the objects. Whoever reads one while its writer is at it gets a part of the old and a part of the new:
 * navigation finds positions at which the aircraft never was (estimator.c). */
#include <stddef.h>
#include "objects.h"
#include "parameters.h"
#include "tasks.h"
#include "../include/start.h"

struct task {
    void (*handle)(void);
    int times;
};

static const struct task tasks[] = {
    {flight_model, FLIGHT_MODEL}, {gps_device, GPS}, {infrared_device, INFRARED}, {transmitter_device, TRANSMITTER},
    {altitude_control, ALTITUDE}, {climb_control, CLIMB}, {navigation, NAVIGATION}, {stabilization, STABILIZATION},
    {radio_control, RADIO_CONTROL}, {reporting, REPORTING},
    {test_ppm, TEST_PPM}, {check_autopilot, CHECK_AUTOPILOT}, {check_failsafe, CHECK_FAILSAFE}, {servo_transmit, SERVO_TRANSMIT}};

enum { TASKS = sizeof tasks / sizeof tasks[0] };

/* All tasks begin together. */
static struct {
    pthread_mutex_t lock;
    pthread_cond_t  released;
    int             started, ready;
} scheduler = {.lock = PTHREAD_MUTEX_INITIALIZER, .released = PTHREAD_COND_INITIALIZER};

static void wait_for_release(void)
{
    pthread_mutex_lock(&scheduler.lock);
    scheduler.ready++;
    while (scheduler.started == 0 || scheduler.ready < scheduler.started)
        pthread_cond_wait(&scheduler.released, &scheduler.lock);
    pthread_cond_broadcast(&scheduler.released);
    pthread_mutex_unlock(&scheduler.lock);
}

static void release_tasks(int started)
{
    pthread_mutex_lock(&scheduler.lock);
    scheduler.started = started;
    pthread_cond_broadcast(&scheduler.released);
    pthread_mutex_unlock(&scheduler.lock);
}

static void *run_task(void *task)
{
    const struct task *t = task;
    thread_starts();
    wait_for_release();
    for (int i = 0; i < t->times; i++)
        t->handle();
    return NULL;
}

int main(void)
{
    pthread_t thread[TASKS];
    int started = 0;
    for (int i = 0; i < TASKS; i++) {
        if (tasks[i].times > 0) {
            pthread_create(&thread[i], NULL, run_task, (void *)&tasks[i]);
            started++;
        }
    }
    release_tasks(started);
    for (int i = 0; i < TASKS; i++)
        if (tasks[i].times > 0)
            pthread_join(thread[i], NULL);
    return 0;
}
