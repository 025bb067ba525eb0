#!/usr/bin/python3
"""Drives Chromium, for Specs/platform/web-notifications.tray.

A page and a service worker of this process's own website show notifications. Chromium hands them to the notification
server of the desktop, over D-Bus. Here this process is that server, so it plays the user too. It needs chromium,
dbus-daemon, python3-dbus and python3-gi.
"""
import argparse, ctypes, http.server, json, os, queue, shutil, signal, subprocess, sys, tempfile, threading, time

CODE = """
const tell = (name, note, more) => fetch('/told', {method: 'POST', body: JSON.stringify({[name]: {note, ...more}})});
const options = (note, look, renotify) => ({data: note, tag: look.tag || '', silent: look.isSilent || null, renotify,
  requireInteraction: look.isRequired, actions: look.hasAction ? [{action: 'do', title: 'Do'}] : []});
"""
PAGE = "<script>" + CODE + """
const shown = {};
function show({note, look, renotify}) {
  try {
    const it = shown[note] = new Notification(String(note), options(note, look, renotify));
    for (const kind of ['show', 'error', 'close', 'click']) it.addEventListener(kind, () => tell(kind + 'Event', note));
  } catch (error) { tell('thrown', note); }
}
</script>"""
WORKER = CODE + """
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', event => event.waitUntil(clients.claim()));
self.addEventListener('push', event => {
  const {note, look, renotify} = event.data.json();
  event.waitUntil(self.registration.showNotification(String(note), options(note, look, renotify))
    .then(() => tell('resolved', note), () => tell('rejected', note)));
});
self.addEventListener('notificationclick', event =>
  event.waitUntil(tell('notificationclick', event.notification.data, {isAction: event.action !== ''})));
self.addEventListener('notificationclose', event => event.waitUntil(tell('notificationclose', event.notification.data)));
"""
LIST = "registration.getNotifications()"


def spawn(*command, **others):
    """A process that does not outlive this one."""
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            preexec_fn=lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL), **others)


class Desktop:
    """The notification server, on a bus of its own."""
    name, path = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"

    def __init__(self, home, told):
        self.shown, self.asked, self.last, self.told = {}, {}, 0, told
        with open(home + "/bus", "w") as file:
            file.write("<busconfig><type>session</type><listen>unix:dir=%s</listen><policy context='default'><allow own='*'/>"
                       "<allow send_destination='*'/><allow receive_sender='*'/></policy></busconfig>" % home)
        self.bus = spawn("dbus-daemon", "--config-file=" + home + "/bus", "--nofork", "--print-address",
                         stdout=subprocess.PIPE, text=True)
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = self.bus.stdout.readline().strip()
        import dbus.lowlevel, dbus.mainloop.glib, gi.repository.GLib
        self.dbus = dbus
        dbus.mainloop.glib.threads_init()
        self.connection = dbus.SessionBus(mainloop=dbus.mainloop.glib.DBusGMainLoop())
        self.connection.request_name(self.name)
        self.connection.add_message_filter(self.receive)
        threading.Thread(target=gi.repository.GLib.MainLoop().run, daemon=True).start()

    def receive(self, connection, message):
        member, arguments = message.get_member(), message.get_args_list()
        if message.get_type() != self.dbus.lowlevel.MESSAGE_TYPE_METHOD_CALL or message.get_path() != self.path:
            return self.dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        reply = self.dbus.lowlevel.MethodReturnMessage(message)
        if member == "Notify":
            id = int(arguments[1])
            if id not in self.shown:
                id = self.last = self.last + 1
            self.shown[id], self.asked[id] = int(arguments[3]), (list(arguments[5]), int(arguments[7]))
            if not arguments[6].get("suppress-sound"):
                self.told({"alert": {"note": self.shown[id]}})
            reply.append(id, signature="u")
        elif member == "CloseNotification":
            self.closed(int(arguments[0]), 3)
        elif member == "GetCapabilities":
            reply.append(["actions", "body"], signature="as")
        elif member == "GetServerInformation":
            reply.append("tray", "traycheck", "1", "1.2", signature="ssss")
        connection.send_message(reply)
        return self.dbus.lowlevel.HANDLER_RESULT_HANDLED

    def emit(self, member, signature, *arguments):
        message = self.dbus.lowlevel.SignalMessage(self.path, self.name, member)
        message.append(*arguments, signature=signature)
        self.connection.send_message(message)

    def closed(self, id, reason):
        self.shown.pop(id, None)
        self.emit("NotificationClosed", "uu", id, reason)

    def find(self, note):
        """The ID of what is shown for this call, the keys of its actions, and its timeout."""
        id = next((id for id in self.shown if self.shown[id] == note), None)
        return (id, *self.asked[id]) if id else (None, [], 0)


class Browser:
    def __init__(self, arguments, permission):
        self.permission = permission
        self.home = tempfile.mkdtemp(prefix="browser-")
        self.signals, self.names, self.last, self.page = queue.Queue(), {}, 0, None
        self.answers, self.registrations, self.sent, self.arrived = {}, [], 0, threading.Condition()
        self.desktop = None
        self.site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        threading.Thread(target=self.site.serve_forever, daemon=True).start()
        self.origin = "http://127.0.0.1:%d" % self.site.server_port
        self.start(arguments)
        # This page stays open. It asks and delivers, and shows nothing.
        self.control = self.open("/control")
        self.prepare()
        self.run(self.control, "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)"
                               ".then(ready => { window.registration = ready; })")

    def start(self, arguments):
        self.desktop = Desktop(self.home, self.signals.put)
        (read, self.write), (self.read, write) = os.pipe(), os.pipe()
        def connect():
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)
            read_copy, write_copy = os.dup(read), os.dup(write)
            os.dup2(read_copy, 3), os.dup2(write_copy, 4)
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--user-data-dir=" + self.home]
            + arguments, preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read), os.close(write)
        threading.Thread(target=self.listen, daemon=True).start()
        self.product = self.call("Browser.getVersion")["product"]

    def prepare(self):
        self.call("ServiceWorker.enable", self.control)

    def handler(browser):
        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self, text, type):
                self.send_response(200)
                self.send_header("Content-Type", type)
                self.end_headers()
                self.wfile.write(text.encode())

            def do_GET(self):
                if self.path == "/worker.js":
                    return self.answer(WORKER, "text/javascript")
                self.answer(PAGE if self.path == "/page" else "", "text/html")

            def do_POST(self):
                browser.signals.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.answer("", "text/plain")

            def log_message(self, *arguments):
                pass
        return Handler

    def listen(self):
        rest = b""
        while data := os.read(self.read, 1 << 16):
            *messages, rest = (rest + data).split(b"\0")
            for message in map(json.loads, messages):
                if message.get("method") == "ServiceWorker.workerRegistrationUpdated":
                    self.registrations += message["params"]["registrations"]
                with self.arrived:
                    self.answers[message.get("id")] = message
                    self.arrived.notify_all()

    def call(self, method, session=None, **parameters):
        self.sent += 1
        number = self.sent
        message = {"id": number, "method": method, "params": parameters}
        os.write(self.write, json.dumps(dict(message, **({"sessionId": session} if session else {}))).encode() + b"\0")
        with self.arrived:
            if not self.arrived.wait_for(lambda: number in self.answers, 10):
                raise RuntimeError(method + " got no answer")
            answer = self.answers.pop(number)
        if "error" in answer:
            raise RuntimeError(method + ": " + answer["error"]["message"])
        return answer["result"]

    def run(self, session, code):
        return self.call("Runtime.evaluate", session, expression=code, awaitPromise=True, returnByValue=True)["result"].get("value")

    def open(self, path):
        target = self.call("Target.createTarget", url=self.origin + path)["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.wait(lambda: self.run(session, "document.readyState + location.pathname") == "complete" + path)
        return session

    def wait(self, condition, seconds=10):
        deadline = time.time() + seconds
        while not condition():
            if time.time() > deadline:
                raise RuntimeError("the browser does not get ready")
            time.sleep(0.005)

    # The events of the spec. Each returns False if it is impossible now.

    def show(self, note, look, renotify):
        arguments = json.dumps({"note": note, "look": look, "renotify": renotify})
        if self.isShown(note) or look["source"] == "page" and not self.page:
            return False
        if look["source"] == "page":
            self.run(self.page, "show(" + arguments + ")")
        else:
            self.push(arguments)

    def push(self, data):
        self.wait(lambda: self.registrations)
        self.call("ServiceWorker.deliverPushMessage", self.control, origin=self.origin,
                  registrationId=self.registrations[-1]["registrationId"], data=data)

    def isShown(self, note):
        return self.desktop.find(note)[0] is not None

    def close(self, note):
        if not self.isShown(note):
            return False
        if self.page and self.run(self.page, "%d in shown && (shown[%d].close(), true)" % (note, note)):
            return
        return self.run(self.control, LIST + ".then(list => list.filter(it => it.data === %d).map(it => it.close()).length > 0)" % note)

    def dismiss(self, note, reason=2):
        id, _, timeout = self.desktop.find(note)
        if not id or reason == 1 and timeout == 0:
            return False
        self.desktop.closed(id, reason)

    def expire(self, note):
        return self.dismiss(note, reason=1)

    def click(self, note, isAction):
        id, keys, _ = self.desktop.find(note)
        # Chromium counts on when it replaces a notification: its first action is 0, then 1.
        key = next((it for it in keys if it.isdigit()), None) if isAction else "default"
        if key not in keys:
            return False
        self.desktop.emit("ActionInvoked", "us", id, key)

    def closePage(self):
        if not self.page:
            return False
        self.closeTab()
        self.page = None

    def closeTab(self):
        targets = self.call("Target.getTargets")["targetInfos"]
        self.call("Target.closeTarget", targetId=next(it["targetId"] for it in targets if it["url"] == self.origin + "/page"))

    def openPage(self):
        if self.page:
            return False
        self.page = self.open("/page")

    def permit(self, isGranted):
        self.allow("granted" if isGranted else "denied")

    def allow(self, setting):
        self.call("Browser.setPermission", origin=self.origin, permission={"name": "notifications"}, setting=setting)

    def clear(self):
        for id in list(self.desktop.shown):
            self.desktop.closed(id, 3)

    def displayed(self):
        return len(self.desktop.shown)

    def reset(self):
        self.allow("granted")
        self.run(self.control, LIST + ".then(list => list.forEach(it => it.close()))")
        self.clear()
        if self.page:
            self.closePage()
        self.openPage()
        self.allow(self.permission)
        self.told()

    def told(self):
        """The signals until nothing happens for a while."""
        signals = []
        while True:
            try:
                signals.append(self.signals.get(timeout=0.2))
            except queue.Empty:
                return signals

    def seen(self):
        permission = self.run(self.control, "Notification.permission")
        return {"permission": "undecided" if permission == "default" else permission, "pageIsOpen": self.page is not None,
                "listed": self.run(self.control, LIST + ".then(list => list.map(it => it.data))"), "displayed": self.displayed()}

    def end(self):
        self.process.kill()
        if self.desktop:
            self.desktop.bus.kill()
        self.process.wait()
        shutil.rmtree(self.home, ignore_errors=True)


def answer(browser, verb, event=None, arguments={}, **others):
    if verb == "hello":
        return {"protocol": "traycheck-driver", "version": 1, "name": browser.product, "refuses": True,
                "signals": ["showEvent", "errorEvent", "closeEvent", "clickEvent", "notificationclick", "notificationclose",
                            "resolved", "rejected", "thrown", "alert"]}
    names, isDone = {}, True
    if verb == "reset":
        browser.reset()
    if verb == "do":
        if isinstance(arguments.get("note"), str):
            browser.last += 1
            names[arguments["note"]] = arguments["note"] = browser.last
        isDone = getattr(browser, event)(**arguments)
    reply = {"signals": browser.told(), "seen": browser.seen(), "names": names}
    return dict(reply, refused=True) if isDone is False else reply


def main(kind, documentation):
    parser = argparse.ArgumentParser(description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arguments", nargs="*", metavar="ARGUMENT", help="an argument for the browser")
    parser.add_argument("--permission", choices=["granted", "denied", "prompt"], default="granted", help="at the start of a run")
    options = parser.parse_args()
    browser = kind(options.arguments, options.permission)
    try:
        for line in sys.stdin:
            message = json.loads(line)
            if message["verb"] == "bye":
                break
            try:
                reply = answer(browser, **message)
            except Exception as failure:
                reply = {"error": "%s: %s" % (type(failure).__name__, failure)}
            print(json.dumps(reply), flush=True)
    finally:
        browser.end()
    print("{}", flush=True)


if __name__ == "__main__":
    main(Browser, __doc__)
