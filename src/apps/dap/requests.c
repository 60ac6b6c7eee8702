/* requests.c - one row for each request of the protocol. */
#include "apps/dap/requests.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/dap/views.h"
#include "tool/cli/json_text.h"

static unsigned thread_asked(const json_t *arguments)
{
    json_int_t id = json_integer_value(json_object_get(arguments, "threadId"));
    return id > 0 ? (unsigned)id - 1 : 0;
}

/* --- the start --------------------------------------------------------------------------------------------------------------- */

static void initialize(struct session *s, const json_t *request, const json_t *arguments)
{
    (void)arguments;
    static const char *const able[] = {"supportsConfigurationDoneRequest", "supportsStepBack", "supportsEvaluateForHovers",
        "supportsExceptionInfoRequest", "supportsDataBreakpoints", "supportsRestartRequest", "supportsTerminateRequest"};
    json_t *body = json_object();
    for (size_t i = 0; i < sizeof able / sizeof *able; i++)
        put(body, able[i], json_true());
    put(body, "exceptionBreakpointFilters", json_pack("[{s:s, s:s, s:b}]", "filter", "preemptions", "label", "Preemptions",
        "default", 1));
    message_answer(&s->channel, request, body);
}

/* Runs the replay and reads what it has recorded; false: it was refused. */
static bool replay(struct session *s, const json_t *request, const json_t *arguments)
{
    char *json = path_join(temp_directory(), "replay.json"), *why = NULL, *said;
    const char *trace = json_text_at(arguments, "trace"), *program = json_text_at(arguments, "program");
    struct strings argv = {0};
    int status;
    strings_add(&argv, self_path());
    strings_add(&argv, "replay");
    strings_addf(&argv, "--json=%s", json);
    if (json_is_true(json_object_get(arguments, "force")))
        strings_add(&argv, "--force");
    if (json_is_true(json_object_get(arguments, "trustTrace")))
        strings_add(&argv, "--trust-trace");
    if (*program)
        strings_addf(&argv, "--program=%s", program);
    strings_add(&argv, "--");
    strings_add(&argv, trace);
    said = capture_process(argv.at, &status);
    if (status == EXIT_BUG || status == EXIT_VERIFIED) {
        if (interleaving_read(&s->story, json, &why))
            return true;
    } else
        why = said;
    message_refuse(&s->channel, request, why ? why : "it could not be replayed");
    return false;
}

static void tell_finding(struct session *s)
{
    const char *headline = json_text_at(s->story.finding, "headline"), *cause = json_text_at(s->story.finding, "cause");
    char *text = *cause ? format_text("bug: %s\ncause: %s\n", headline, cause) : format_text("%s\n", headline);
    message_event(&s->channel, "output", json_pack("{s:s, s:o}", "category", "console", "output", text_or_null(text)));
}

static void launch(struct session *s, const json_t *request, const json_t *arguments)
{
    const json_t *entry = json_object_get(arguments, "stopOnEntry");
    const char *cwd = json_text_at(arguments, "cwd");
    if (!*json_text_at(arguments, "trace")) {
        message_refuse(&s->channel, request,
            "which trace? \"trace\" names a file that `mazurka check` has written (*.mzt), or holds a token");
        return;
    }
    if (*cwd && chdir(cwd) != 0) {
        message_refuse(&s->channel, request, format_text("%s: there is no such folder", cwd));
        return;
    }
    interleaving_free(&s->story);
    if (!replay(s, request, arguments))
        return;
    s->stop_on_entry = !json_is_false(entry);
    message_answer(&s->channel, request, NULL);
    message_event(&s->channel, "initialized", NULL);
    tell_finding(s);
}

static void configuration_done(struct session *s, const json_t *request, const json_t *arguments)
{
    (void)arguments;
    message_answer(&s->channel, request, NULL);
    session_begin(s);
}

static void restart(struct session *s, const json_t *request, const json_t *arguments)
{
    (void)arguments;
    s->story.at = 0;
    message_answer(&s->channel, request, NULL);
    session_begin(s);
}

static void end(struct session *s, const json_t *request, const json_t *arguments)
{
    (void)arguments;
    message_answer(&s->channel, request, NULL);
    message_event(&s->channel, "terminated", NULL);
    s->over = true;
}

/* --- where to stop ----------------------------------------------------------------------------------------------------------- */

/* Breakpoints of other files stay. */
static void forget_lines(struct session *s, const char *file)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->line_count; i++)
        if (strcmp(s->lines[i].file, file) != 0)
            s->lines[kept++] = s->lines[i];
    s->line_count = kept;
}

static json_t *set_line(struct session *s, char *file, const json_t *wanted)
{
    json_int_t line = json_integer_value(json_object_get(wanted, "line"));
    bool there = session_has_line(s, file, line);
    s->lines = resize(s->lines, (s->line_count + 1) * sizeof *s->lines);
    s->lines[s->line_count++] = (struct line){.file = file, .number = line};
    json_t *o = json_pack("{s:b, s:I}", "verified", there, "line", line);
    if (!there)
        put(o, "message", json_string("no step of this interleaving is in this line"));
    return o;
}

static void set_breakpoints(struct session *s, const json_t *request, const json_t *arguments)
{
    json_t *all = json_array(), *wanted;
    char *file = session_file(json_pack("{s:o}", "file", json_string(json_text_at(json_object_get(arguments, "source"), "path"))));
    size_t i;
    if (!file)
        file = format_text("%s", "");
    forget_lines(s, file);
    json_array_foreach(json_object_get(arguments, "breakpoints"), i, wanted)
        append(all, set_line(s, file, wanted));
    message_answer(&s->channel, request, json_pack("{s:o}", "breakpoints", all));
}

static void set_exception_breakpoints(struct session *s, const json_t *request, const json_t *arguments)
{
    size_t i;
    json_t *filter;
    s->at_preemptions = false;
    json_array_foreach(json_object_get(arguments, "filters"), i, filter) {
        const char *name = json_string_value(filter);
        s->at_preemptions |= name && strcmp(name, "preemptions") == 0;
    }
    message_answer(&s->channel, request, NULL);
}

static void data_breakpoint_info(struct session *s, const json_t *request, const json_t *arguments)
{
    const char *name = json_text_at(arguments, "name");
    bool known = interleaving_value(&s->story, name) != NULL;
    json_t *body = json_object();
    put(body, "dataId", known ? text_or_null(name) : json_null());
    put(body, "description", text_or_null(known ? name : format_text("no step touches %s", name)));
    put(body, "accessTypes", json_pack("[s]", "write"));
    message_answer(&s->channel, request, body);
}

static void set_data_breakpoints(struct session *s, const json_t *request, const json_t *arguments)
{
    size_t i;
    json_t *wanted, *all = json_array();
    s->data = (struct strings){0};
    json_array_foreach(json_object_get(arguments, "breakpoints"), i, wanted) {
        const char *name = json_text_at(wanted, "dataId");
        bool known = interleaving_value(&s->story, name) != NULL;
        if (known)
            strings_add(&s->data, format_text("%s", name));
        append(all, json_pack("{s:b}", "verified", known));
    }
    message_answer(&s->channel, request, json_pack("{s:o}", "breakpoints", all));
}

/* --- moves ------------------------------------------------------------------------------------------------------------------- */

static const struct move {
    const char *command;
    void (*move)(struct session *s, unsigned thread);
} moves[] = {
    {"next", session_next}, {"stepIn", session_step}, {"stepOut", session_switch},
    {"continue", session_continue}, {"stepBack", session_back}, {"reverseContinue", session_reverse},
};

static void move(struct session *s, const json_t *request, const json_t *arguments)
{
    const struct move *m = moves;
    while (strcmp(m->command, json_text_at(request, "command")) != 0)
        m++;
    message_answer(&s->channel, request, m->move == session_continue ? json_pack("{s:b}", "allThreadsContinued", 1) : NULL);
    m->move(s, thread_asked(arguments));
}

/* The recording always stands still. */
static void pause_(struct session *s, const json_t *request, const json_t *arguments)
{
    message_answer(&s->channel, request, NULL);
    message_event(&s->channel, "stopped", json_pack("{s:s, s:i, s:b}", "reason", "pause", "threadId", (int)thread_asked(arguments) + 1,
        "allThreadsStopped", 1));
}

/* --- views ------------------------------------------------------------------------------------------------------------------- */

static void view(struct session *s, const json_t *request, const json_t *arguments)
{
    const char *why = NULL;
    json_t *body = view_of(&s->story, json_text_at(request, "command"), arguments, &why);
    if (body)
        message_answer(&s->channel, request, body);
    else
        message_refuse(&s->channel, request, why);
}

static const struct row {
    const char *command;
    bool        needs_story; /* something was launched */
    void (*serve)(struct session *s, const json_t *request, const json_t *arguments);
} rows[] = {
    {"initialize", false, initialize}, {"launch", false, launch}, {"configurationDone", true, configuration_done},
    {"restart", true, restart}, {"disconnect", false, end}, {"terminate", false, end},
    {"setBreakpoints", true, set_breakpoints}, {"setExceptionBreakpoints", true, set_exception_breakpoints},
    {"dataBreakpointInfo", true, data_breakpoint_info}, {"setDataBreakpoints", true, set_data_breakpoints},
    {"next", true, move}, {"stepIn", true, move}, {"stepOut", true, move}, {"continue", true, move}, {"stepBack", true, move},
    {"reverseContinue", true, move}, {"pause", true, pause_},
    {"threads", true, view}, {"stackTrace", true, view}, {"scopes", true, view}, {"variables", true, view}, {"evaluate", true, view},
    {"exceptionInfo", true, view},
};

void request_serve(struct session *s, const json_t *request)
{
    const char *command = json_text_at(request, "command");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].command, command) != 0)
            continue;
        if (rows[i].needs_story && !s->story.document)
            message_refuse(&s->channel, request, "nothing was launched");
        else
            rows[i].serve(s, request, json_object_get(request, "arguments"));
        return;
    }
    message_refuse(&s->channel, request, format_text("mazurka dap does not know the request %s", command));
}
