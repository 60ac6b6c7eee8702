"""browser.py - a headless Chromium, driven through its DevTools protocol over a pipe: no port, no package but Python's own.

    with Browser("chromium") as b:
        b.open("file:///…"); b.key("ArrowDown"); b.value("document.title"); b.errors

As a command it makes a picture of a page, such as docs/use/html.png of the page of examples/account.c:

    python3 tests/lib/browser.py account.html docs/use/html.png 1280 1000
"""
import base64
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time


class Browser:
    LIMIT = 60  # seconds for an answer

    def __init__(self, program, width=1280, height=800):
        self.profile = tempfile.mkdtemp()
        to_browser, self.to = os.pipe()
        self.back, from_browser = os.pipe()
        self.number, self.waiting, self.errors, self.requests = 0, b"", [], []

        def give_pipes():  # which it expects as 3 and 4; neither is closed by being put there
            one, other = os.dup(to_browser), os.dup(from_browser)
            os.dup2(one, 3)
            os.dup2(other, 4)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
             "--disable-background-networking", "--disable-component-update", "--hide-scrollbars", "--disable-dev-shm-usage",
             "--force-device-scale-factor=1", "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False, preexec_fn=give_pipes,
            start_new_session=True)
        os.close(to_browser)
        os.close(from_browser)
        self.session = None
        target = next(t for t in self.ask("Target.getTargets")["targetInfos"] if t["type"] == "page")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        self.size(width, height)

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.to)
        os.close(self.back)
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self):
        while b"\0" not in self.waiting:
            piece = os.read(self.back, 1 << 16)
            if not piece:
                raise RuntimeError("the browser has ended")
            self.waiting += piece
        message, self.waiting = self.waiting.split(b"\0", 1)
        return json.loads(message)

    def note(self, message):
        method, about = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.errors.append(about["exceptionDetails"].get("exception", {}).get("description") or about["exceptionDetails"]["text"])
        elif method == "Runtime.consoleAPICalled":
            self.errors.append(" ".join(str(a.get("value", a.get("description"))) for a in about["args"]))
        elif method == "Log.entryAdded":
            self.errors.append(about["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(about["request"]["url"])
        return method

    def ask(self, method, **about):
        self.number += 1
        message = {"id": self.number, "method": method, "params": about}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + self.LIMIT
        while time.monotonic() < end:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)
        raise RuntimeError(f"{method}: no answer")

    def open(self, url):
        self.errors, self.requests = [], []
        self.ask("Page.navigate", url="about:blank")  # another fragment alone would not load the page again
        self.ask("Page.navigate", url=url)
        while self.value("document.readyState") != "complete" or self.value("location.href") == "about:blank":
            time.sleep(0.02)

    def value(self, expression):
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def key(self, *names):
        for name in names:
            text = {"text": name} if len(name) == 1 else {}
            self.ask("Input.dispatchKeyEvent", type="keyDown", key=name, **text)
            self.ask("Input.dispatchKeyEvent", type="keyUp", key=name)

    def size(self, width, height):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def dark(self, on):
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if on else "light"}])

    def screenshot(self, path):
        self.save(path, self.ask("Page.captureScreenshot", format="png"))

    def pdf(self, path):
        self.save(path, self.ask("Page.printToPDF", printBackground=True, preferCSSPageSize=True))

    @staticmethod
    def save(path, result):
        with open(path, "wb") as file:
            file.write(base64.b64decode(result["data"]))


if __name__ == "__main__":
    with Browser("chromium", int(sys.argv[3]), int(sys.argv[4])) as browser:
        browser.open("file://" + os.path.abspath(sys.argv[1]))
        browser.screenshot(sys.argv[2])
