/* set_client.h - threads that make one operation each on two synchronized sets. */
#ifndef SET_CLIENT_H
#define SET_CLIENT_H

/* The first thread of each half makes the operation of that number, the next one the next. */
void set_client_run(int threads, int first_operation);

#endif
