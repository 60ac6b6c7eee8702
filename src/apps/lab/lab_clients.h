/* lab_clients.h - the programs of a study: of the suite, and clients of data structures, which are made when they are needed. */
#ifndef MZ_APPS_LAB_LAB_CLIENTS_H
#define MZ_APPS_LAB_LAB_CLIENTS_H

#include "apps/lab/lab_settings.h"
#include "apps/lab/study.h"
#include "apps/suite/facts.h"

/* Clients are kept beside the store, in STORE.clients: the same command finds them there. Dies if they cannot be made. */
struct suite study_suite(const struct study *study, const struct lab_settings *settings);

#endif
