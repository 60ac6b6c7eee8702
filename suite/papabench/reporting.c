/* reporting.c - the autopilot's reports to the ground: one message each period, in turn, as bytes for a modem. */
#include "objects.h"
#include "tasks.h"

enum { STX = 0x05, LONGEST = 64, MESSAGE_ATTITUDE = 6, MESSAGE_POSITION = 8, MESSAGE_NAVIGATION = 10, MESSAGE_MODE = 11 };

/* What the modem sends next: a start, an identity, values, and two bytes by which the ground sees whether they are right. */
struct report {
    int           length;
    unsigned char byte[LONGEST];
};

static unsigned reports_sent, bytes_sent;

static void put_byte(struct report *r, unsigned byte)
{
    if (r->length < LONGEST)
        r->byte[r->length++] = (unsigned char)(byte & 255);
}

static void put_number(struct report *r, int number)
{
    for (unsigned shift = 0; shift < 32; shift += 8)
        put_byte(r, (unsigned)number >> shift);
}

static void begin_report(struct report *r, unsigned identity)
{
    r->length = 0;
    put_byte(r, STX);
    put_byte(r, identity);
}

static void end_report(struct report *r)
{
    unsigned exclusive = 0, sum = 0;
    for (int i = 1; i < r->length; i++) {
        exclusive ^= r->byte[i];
        sum += exclusive;
    }
    put_byte(r, exclusive);
    put_byte(r, sum);
}

static void report_attitude(struct report *r)
{
    struct vector attitude = estimator_take_attitude();
    begin_report(r, MESSAGE_ATTITUDE);
    put_number(r, attitude.x / DEGREE);
    put_number(r, attitude.y / DEGREE);
    end_report(r);
}

static void report_position(struct report *r)
{
    struct estimate e = estimator_take();
    begin_report(r, MESSAGE_POSITION);
    put_number(r, e.position.x / (METRE / 100));
    put_number(r, e.position.y / (METRE / 100));
    put_number(r, e.position.z / (METRE / 100));
    put_number(r, e.speed);
    put_number(r, e.climb);
    put_number(r, e.course / DEGREE);
    end_report(r);
}

static void report_navigation(struct report *r)
{
    struct desire d = navigator_take();
    begin_report(r, MESSAGE_NAVIGATION);
    put_byte(r, (unsigned)d.block);
    put_byte(r, (unsigned)d.stage);
    put_number(r, d.course / DEGREE);
    put_number(r, d.altitude);
    end_report(r);
}

static void report_modes(struct report *r)
{
    struct modes m = status_take_modes();
    begin_report(r, MESSAGE_MODE);
    put_byte(r, m.mode);
    put_byte(r, m.lateral);
    put_byte(r, m.vertical);
    put_byte(r, m.launched);
    end_report(r);
}

static void (*const reports[])(struct report *) = {report_attitude, report_position, report_navigation, report_modes};

void reporting(void)
{
    struct report r;
    reports[reports_sent++ % (sizeof reports / sizeof reports[0])](&r);
    bytes_sent += (unsigned)r.length;
}
