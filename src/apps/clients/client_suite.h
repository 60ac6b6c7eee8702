/* client_suite.h - clients as programs of a suite (suite/suite.md), for studies of many searches. */
#ifndef MZ_APPS_CLIENTS_CLIENT_SUITE_H
#define MZ_APPS_CLIENTS_CLIENT_SUITE_H

#include "apps/clients/clients_settings.h"

/* A folder for each in `directory`, NAME_001 and so on, with its source and its facts. */
void clients_write_suite(const struct clients_settings *settings, const struct clients_found *found, const char *directory,
    const char *name);

#endif
