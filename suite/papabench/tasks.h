/* tasks.h - the handlers of the periodic tasks: each call is one period. A handler has no state that another one sees, but by
 * objects.h, and by the two links: pulses of the radio (ppm.h), and the bus between the processors (spi.h). */
#ifndef TASKS_H
#define TASKS_H

/* The simulator: the aircraft, its sensors, and the pilot's transmitter. */
void flight_model(void);
void gps_device(void);
void infrared_device(void);
void transmitter_device(void);

/* The autopilot. */
void navigation(void);
void altitude_control(void);
void climb_control(void);
void stabilization(void);
void radio_control(void);
void reporting(void);

/* The fly-by-wire processor. */
void test_ppm(void);
void check_autopilot(void);
void check_failsafe(void);
void servo_transmit(void);

#endif
