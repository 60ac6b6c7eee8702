/* protocol.c - see protocol.h. */
#include "apps/dap/protocol.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "tool/cli/json_text.h"
#include "tool/cli/util.h"

enum { LONGEST = 64 << 20, HEADER_LINE = 256 };

/* 0: there is no header. */
static size_t read_length(FILE *in)
{
    static const char field[] = "Content-Length:";
    char line[HEADER_LINE];
    size_t length = 0;
    while (fgets(line, sizeof line, in)) {
        if (line[0] == '\r' || line[0] == '\n')
            return length;
        if (strncasecmp(line, field, sizeof field - 1) == 0)
            length = strtoul(line + sizeof field - 1, NULL, 10);
    }
    return 0;
}

json_t *message_read(struct channel *c, const char **why)
{
    size_t length = read_length(c->in);
    *why = NULL;
    if (length == 0 || length > LONGEST) {
        *why = feof(c->in) ? NULL : "a message begins with Content-Length";
        return NULL;
    }
    char *text = allocate(length + 1);
    bool whole = fread(text, 1, length, c->in) == length;
    json_t *message = whole ? json_loadb(text, length, JSON_ALLOW_NUL, NULL) : NULL;
    free(text);
    if (whole && !json_is_object(message)) {
        *why = "a message is a JSON object";
        json_decref(message);
        return NULL;
    }
    return message;
}

static void send(struct channel *c, json_t *message)
{
    put(message, "seq", json_integer(++c->sent));
    char *text = json_dumps(message, JSON_COMPACT);
    if (!text)
        die("out of memory");
    fprintf(c->out, "Content-Length: %zu\r\n\r\n%s", strlen(text), text);
    fflush(c->out);
    free(text);
    json_decref(message);
}

static json_t *response(const json_t *request, bool success)
{
    json_t *o = json_object(), *seq = json_object_get(request, "seq"), *command = json_object_get(request, "command");
    put(o, "type", json_string("response"));
    put(o, "request_seq", seq ? json_incref(seq) : json_integer(0));
    put(o, "command", command ? json_incref(command) : json_string(""));
    put(o, "success", json_boolean(success));
    return o;
}

void message_answer(struct channel *c, const json_t *request, json_t *body)
{
    json_t *o = response(request, true);
    if (body)
        put(o, "body", body);
    send(c, o);
}

void message_refuse(struct channel *c, const json_t *request, const char *why)
{
    json_t *o = response(request, false);
    put(o, "message", text_or_null(why));
    put(o, "body", json_pack("{s:{s:i, s:o}}", "error", "id", 1, "format", text_or_null(why)));
    send(c, o);
}

void message_event(struct channel *c, const char *event, json_t *body)
{
    json_t *o = json_object();
    put(o, "type", json_string("event"));
    put(o, "event", json_string(event));
    if (body)
        put(o, "body", body);
    send(c, o);
}
