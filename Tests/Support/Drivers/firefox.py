#!/usr/bin/python3
"""Drives Firefox, for Specs/platform/web-notifications.tray.

The website is that of chromium.py. Firefox hands its notifications to an alert service, which this driver registers
in Firefox in place of the desktop's. So this process plays the user. It needs firefox-esr.
"""
import json, os, socket, subprocess, sys

sys.dont_write_bytecode = True
import chromium

PREFERENCES = """
user_pref("dom.webnotifications.requireuserinteraction", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("marionette.port", 0);
"""
SERVICE = """
const shown = Services.tray = {}, sounds = Services.traySounds = [];
const can = names => ChromeUtils.generateQI(names);
Services.trayGone = name => {
  const {alert, listener} = shown[name];
  delete shown[name];
  listener?.observe(null, 'alertfinished', alert.cookie);
};
const service = {
  QueryInterface: can(['nsIAlertsService', 'nsIAlertsDoNotDisturb']), manualDoNotDisturb: false, suppressForScreenSharing: false,
  showAlert(alert, listener) {
    // As desktops do, the service closes an alert before it shows another one by its name.
    this.closeAlert(alert.name);
    shown[alert.name] = {alert, listener, note: Number(alert.title)};
    if (!alert.silent) sounds.push(Number(alert.title));
    listener?.observe(null, 'alertshow', alert.cookie);
  },
  closeAlert(name) { if (shown[name]) Services.trayGone(name); }, getHistory() { return []; }, teardown() {}, pbmTeardown() {},
};
Components.manager.QueryInterface(Ci.nsIComponentRegistrar).registerFactory(Services.uuid.generateUUID(), 'alerts',
  '@mozilla.org/alerts-service;1', {QueryInterface: can(['nsIFactory']), createInstance: id => service.QueryInterface(id)});
"""


class Firefox(chromium.Browser):
    def start(self, arguments):
        self.rest = b""
        with open(self.home + "/user.js", "w") as file:
            file.write(PREFERENCES)
        self.process = chromium.spawn(
            "firefox-esr", "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", self.home,
            *arguments, stdout=subprocess.DEVNULL, env=dict(os.environ, HOME=self.home))
        self.wait(lambda: os.path.exists(self.home + "/MarionetteActivePort"), 60)
        with open(self.home + "/MarionetteActivePort") as file:
            self.socket = socket.create_connection(("127.0.0.1", int(file.read())))
        self.receive()
        self.product = "Firefox/" + self.call("WebDriver:NewSession", capabilities={})["capabilities"]["browserVersion"]
        self.chrome(SERVICE)

    def prepare(self):
        self.allow("granted")

    def receive(self):
        while b":" not in self.rest:
            self.rest += self.socket.recv(1 << 16)
        size, self.rest = self.rest.split(b":", 1)
        while len(self.rest) < int(size):
            self.rest += self.socket.recv(1 << 16)
        message, self.rest = self.rest[:int(size)], self.rest[int(size):]
        return json.loads(message)

    def call(self, method, **parameters):
        self.sent += 1
        message = json.dumps([0, self.sent, method, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.receive()
        if error:
            raise RuntimeError("%s: %s" % (method, error["message"]))
        return result

    def script(self, code, *arguments):
        """The value of some code, or of its promise."""
        answer = self.call("WebDriver:ExecuteAsyncScript", args=list(arguments), sandbox=None, script=(
            "const given = [...arguments], done = given.pop(); Promise.resolve().then(async () => { %s })"
            ".then(it => done([it ?? null]), it => done(String(it)));" % code))["value"]
        if not isinstance(answer, list):
            raise RuntimeError(answer)
        return answer[0]

    def chrome(self, code, *arguments):
        """The value of some code in the browser itself."""
        self.call("Marionette:SetContext", value="chrome")
        try:
            return self.script(code, *arguments)
        finally:
            self.call("Marionette:SetContext", value="content")

    def run(self, window, code):
        self.call("WebDriver:SwitchToWindow", handle=window)
        return self.script("return window.eval(given[0])", code)

    def open(self, path):
        window = self.call("WebDriver:NewWindow", type="tab")["handle"]
        self.call("WebDriver:SwitchToWindow", handle=window)
        self.call("WebDriver:Navigate", url=self.origin + path)
        return window

    def closeTab(self):
        self.call("WebDriver:SwitchToWindow", handle=self.page)
        self.call("WebDriver:CloseWindow")
        self.call("WebDriver:SwitchToWindow", handle=self.control)

    def find(self, note):
        """The name of what is shown for this call."""
        return self.chrome("return Object.keys(Services.tray).find(it => Services.tray[it].note === given[0])", note)

    def isShown(self, note):
        return self.find(note) is not None

    def push(self, data):
        self.chrome("Cc['@mozilla.org/serviceworkers/manager;1'].getService(Ci.nsIServiceWorkerManager)"
                    ".sendPushEvent('', given[0], [...new TextEncoder().encode(given[1])])", self.origin + "/", data)

    def dismiss(self, note, code="return true"):
        return self.isShown(note) and self.chrome(
            "const name = given[0], {alert} = Services.tray[name]; if (await (async () => { %s })()) "
            "{ Services.trayGone(name); return true; } return false" % code, self.find(note))

    def expire(self, note):
        return self.dismiss(note, "return !alert.requireInteraction")

    def click(self, note, isAction):
        return self.isShown(note) and self.chrome(
            "const {alert, listener} = Services.tray[given[0]], action = given[1] ? alert.actions[0] : null;"
            "if (action === undefined) return false; listener.observe(action, 'alertclickcallback', alert.cookie); return true",
            self.find(note), isAction)

    def allow(self, setting):
        self.chrome("Services.perms.addFromPrincipal(Services.scriptSecurityManager.createContentPrincipalFromOrigin(given[0]),"
                    "'desktop-notification', given[1])", self.origin, {"granted": 1, "denied": 2, "prompt": 0}[setting])

    def clear(self):
        self.chrome("Object.keys(Services.tray).forEach(Services.trayGone)")

    def displayed(self):
        return self.chrome("return Object.keys(Services.tray).length")

    def told(self):
        return super().told() + [{"alert": {"note": it}} for it in self.chrome("return Services.traySounds.splice(0)")]


if __name__ == "__main__":
    chromium.main(Firefox, __doc__)
