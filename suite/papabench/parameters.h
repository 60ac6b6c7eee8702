/* parameters.h - how often each task runs: the time that is simulated over the task's period.
 *
 * By default half a second is flown, and the fly-by-wire processor is switched off: the autopilot's commands go to the servos
 * directly. */
#ifndef PARAMETERS_H
#define PARAMETERS_H

/* The simulator's tasks. */
#ifndef FLIGHT_MODEL
#define FLIGHT_MODEL 20
#endif
#ifndef GPS
#define GPS 2
#endif
#ifndef INFRARED
#define INFRARED 10
#endif
#ifndef TRANSMITTER
#define TRANSMITTER 0
#endif

/* The autopilot's. */
#ifndef ALTITUDE
#define ALTITUDE 2
#endif
#ifndef CLIMB
#define CLIMB 2
#endif
#ifndef NAVIGATION
#define NAVIGATION 2
#endif
#ifndef STABILIZATION
#define STABILIZATION 10
#endif
#ifndef RADIO_CONTROL
#define RADIO_CONTROL 0
#endif
#ifndef REPORTING
#define REPORTING 0
#endif

/* The fly-by-wire processor's. */
#ifndef TEST_PPM
#define TEST_PPM 0
#endif
#ifndef CHECK_AUTOPILOT
#define CHECK_AUTOPILOT 0
#endif
#ifndef CHECK_FAILSAFE
#define CHECK_FAILSAFE 0
#endif
#ifndef SERVO_TRANSMIT
#define SERVO_TRANSMIT 0
#endif

enum { FLY_BY_WIRE = SERVO_TRANSMIT > 0 }; /* the fly-by-wire processor, and nobody else, moves the servos */

#endif
