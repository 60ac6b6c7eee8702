/* lab_clients.h - the programs of a study: of the suite, and clients of data structures, which are made when they are needed. */
#ifndef MZ_TOOL_LAB_LAB_CLIENTS_H
#define MZ_TOOL_LAB_LAB_CLIENTS_H

#include "tool/lab/lab_settings.h"
#include "tool/lab/study.h"
#include "tool/suite/facts.h"

/* Clients are kept beside the store, in STORE.clients: the same command finds them there. Dies if they cannot be made. */
struct suite study_suite(const struct study *study, const struct lab_settings *settings);

#endif
