"""dap_client.py - a client of the Debug Adapter Protocol: sends requests to a command, and checks the frames of what it answers."""
import json
import subprocess


class Client:
    def __init__(self, command, cwd=None):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=cwd)
        self.sent = 0
        self.last = 0
        self.events = []

    def receive(self):
        header = self.process.stdout.readline()
        assert header.startswith(b"Content-Length: "), header
        assert self.process.stdout.readline() == b"\r\n"
        message = json.loads(self.process.stdout.read(int(header.split()[1])))
        assert message["seq"] == self.last + 1, message
        self.last += 1
        return message

    def request(self, command, refused=False, **arguments):
        """The body of the answer; its message where it is to be refused."""
        self.sent += 1
        text = json.dumps({"seq": self.sent, "type": "request", "command": command, "arguments": arguments}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()
        while (message := self.receive())["type"] == "event":
            self.events.append(message)
        assert message["command"] == command and message["request_seq"] == self.sent, message
        assert message["success"] != refused, message
        return message["message"] if refused else message.get("body")

    def event(self, name):
        """The next event of this name; those before it are dropped."""
        while True:
            message = self.events.pop(0) if self.events else self.receive()
            assert message["type"] == "event", message
            if message["event"] == name:
                return message.get("body")

    def start(self, **arguments):
        able = self.request("initialize", adapterID="mazurka")
        self.request("launch", **arguments)
        self.event("initialized")
        return able

    def where(self, thread):
        frame = self.request("stackTrace", threadId=thread)["stackFrames"][0]
        return frame["line"], frame["name"]

    def variables(self, scope, thread=1):
        scopes = self.request("scopes", frameId=(thread - 1) * 1000)["scopes"]
        reference = next(s["variablesReference"] for s in scopes if s["name"] == scope)
        return {v["name"]: v["value"] for v in self.request("variables", variablesReference=reference)["variables"]}

    def move(self, command, thread=1):
        """Of the stop that follows: its reason, the thread, and where that is."""
        self.request(command, threadId=thread)
        body = self.event("stopped")
        return (body["reason"], body["threadId"], *self.where(body["threadId"]))

    def end(self):
        self.request("disconnect")
        self.event("terminated")
        self.process.stdin.close()
        assert self.process.wait(20) == 0
