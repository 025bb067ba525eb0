#!/usr/bin/python3
"""Drives a notification server, for Specs/freedesktop-notifications.tray: dunst, xfce4-notifyd or notification-daemon.

The server has a display, a bus and a home of its own, which go when this process does. Applications are played over
D-Bus, the user with the mouse, and what the server tells is read from the bus. Besides the server, it takes dbus-daemon,
busctl, Xvfb, xdotool and xwininfo.
"""
import argparse, ctypes, json, math, os, queue, re, shutil, signal, subprocess, sys, tempfile, threading, time

BUS = ["org.freedesktop.Notifications", "/org/freedesktop/Notifications"]
KEYS, URGENCIES = {"standard": "default", "other": "reply"}, ["low", "normal", "critical"]
REASONS = ["", "expired", "dismissed", "closed", "undefined"]


class Server:
    def __init__(self, options):
        self.options, self.children, self.lines, self.highest, self.made_up = options, [], queue.Queue(), 0, 1000000
        self.home = tempfile.mkdtemp(prefix="notifications-")
        self.write("bus", "<busconfig><type>session</type><listen>unix:dir=%s</listen><policy context='default'><allow own='*'/>"
                   "<allow send_destination='*' eavesdrop='true'/><allow eavesdrop='true'/></policy></busconfig>" % self.home)
        self.env = dict(os.environ, HOME=self.home, XDG_CONFIG_HOME=self.home, XDG_CACHE_HOME=self.home, NO_AT_BRIDGE="1")
        display = self.spawn("Xvfb", "-displayfd", "1", "-screen", "0", "1000x900x24").stdout.readline().strip()
        bus = self.spawn("dbus-daemon", "--config-file=" + self.home + "/bus", "--nofork", "--print-address").stdout.readline().strip()
        self.env.update(DISPLAY=":" + display, DBUS_SESSION_BUS_ADDRESS=bus)
        self.busctl = ["busctl", "--address=" + bus, "--json=short"]
        monitor = self.spawn(*self.busctl, "monitor").stdout
        threading.Thread(target=lambda: [self.lines.put(json.loads(line)) for line in monitor], daemon=True).start()
        self.begin()

    def begin(self):
        self.order, self.due, self.units, self.key, self.of, self.server = [], {}, {}, {}, {}, self.start()
        while not (about := self.call("GetServerInformation")):
            time.sleep(0.05)
        self.name = about[0] + " " + about[2]

    def write(self, path, text):
        os.makedirs(os.path.dirname(self.home + "/" + path), exist_ok=True)
        with open(self.home + "/" + path, "w") as file:
            file.write(text)

    def spawn(self, *command):
        """A process that does not outlive this one."""
        self.children.append(subprocess.Popen(
            command, env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            preexec_fn=lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL)))
        return self.children[-1]

    def run(self, *command):
        return subprocess.run(command, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=10)

    def call(self, *message):
        """What the server returns, or None for an error."""
        done = self.run(*self.busctl, "call", *BUS, BUS[0], *message)
        return json.loads(done.stdout or '{"data": []}')["data"] if done.returncode == 0 else None

    def told(self):
        """The signals until now: what is on the bus before the answer to this call."""
        signals, asker = [], None
        if self.call("GetCapabilities") is None:
            raise RuntimeError("the server does not answer any more")
        while (line := self.lines.get(timeout=5)).get("destination") != asker or line["type"] != "method_return" or not asker:
            content = line.get("payload", {}).get("data")
            if line.get("member") == "GetCapabilities":
                asker = line["sender"]
            elif line.get("member") == "NotificationClosed":
                signals.append({"closed": {"id": content[0], "reason": REASONS[content[1]]}})
                self.order = [id for id in self.order if id != content[0]]
                if content[1] != 1 or time.time() < self.due.get(content[0], 0):
                    self.due.pop(content[0], None)
            elif line.get("member") == "ActionInvoked":
                signals.append({"invoked": {"id": content[0], "key": next(key for key in KEYS if KEYS[key] == content[1])}})
        return signals

    def wait(self, condition, seconds=0.5):
        deadline = time.time() + seconds
        while not condition() and time.time() < deadline:
            time.sleep(0.005)

    def notify(self, replaces, text, urgency, timeout, action):
        lasts = None if isinstance(timeout, str) else int((timeout["lasts"]["0"] - 0.25) * self.options.unit * 1000)
        actions = [KEYS[action], "Do"] if action else []
        id = self.call("Notify", "susssasa{sv}i", "--", "app", str(replaces or 0), "", text, "", str(len(actions)), *actions,
                       "1", "urgency", "y", str(URGENCIES.index(urgency)), str(lasts or {"settings": -1, "never": 0}[timeout]))[0]
        before, signals = self.order, self.told()
        # It stands where an equal one stood, or else by its number.
        places = [at for at, other in enumerate(before) if other not in self.order] \
            + [at for at, other in enumerate(self.order) if other > id] + [len(self.order)]
        if id not in self.order:
            self.order = self.order[:places[0]] + [id] + self.order[places[0]:]
        self.highest = max(self.highest, id if id < 1000000 else 0)
        lasts = 0 if timeout == "never" else lasts or self.settings().get(urgency, 0)
        self.due[id] = time.time() + lasts / 1000
        self.units[id] = math.ceil(lasts / 1000 / self.options.unit)
        self.key[id] = action
        self.appears(id, text)
        return signals + [{"returned": {"id": id}}]

    def close(self, id):
        return ["error"] if self.call("CloseNotification", "u", str(id)) is None else []

    def click(self, id, button, expected, low=False):
        self.wait(lambda: not any(0 < due - time.time() < 0.06 for due in self.due.values()))  # lest it moves away meanwhile
        signals = self.told()
        if id not in self.order or expected == "invoked" and not self.key[id]:
            return signals + ["refused"]
        x, y, width, height = self.place(id)
        self.run("xdotool", "mousemove", str(x + width // 2), str(y + (height - 20 if low else 10)), "mousedown", button, "mouseup", button)
        self.wait(lambda: signals.extend(self.told()) or any(expected in told for told in signals))
        time.sleep(0.02)
        return signals

    def dismiss(self, id):
        return self.click(id, "1", "closed")

    def windows(self):
        """Identifier and place of each that is visible."""
        lines = re.findall(r'(0x\w+) .*: \(".*" "(.*)"\)  (\d+)x(\d+)\+\S+  \+(\d+)\+(\d+)', self.run("xwininfo", "-root", "-tree").stdout)
        return {line[0]: [int(line[at]) for at in [4, 5, 2, 3]] for line in lines if line[1] == self.window and int(line[3]) > 20}

    def pass_units(self, units):
        time.sleep(units * self.options.unit or 0.05)
        self.units = {id: self.units[id] - units for id in self.units}

    def is_late(self):
        """Whether something may have expired before its time, as all else took so long."""
        return any(self.due[id] < time.time() for id in self.due if self.units[id] > 0)

    def reset(self):
        [self.close(id) for id in self.order]
        self.due = {}
        self.told()
        if self.seen().get("displayed", 0):
            self.server.kill(), self.server.wait(), self.begin()

    def stop(self):
        [(child.kill(), child.wait()) for child in reversed(self.children)]
        shutil.rmtree(self.home, ignore_errors=True)

    def settings(self):
        """After how many milliseconds expires what is sent with -1, if that is soon."""
        return {}


class Dunst(Server):
    """All are in one window, one below the other, and a script learns what is displayed."""
    window = "Dunst"

    def start(self):
        if os.path.exists("/etc/xdg/dunst/dunstrc"):
            self.write("dunst/dunstrc", open("/etc/xdg/dunst/dunstrc").read())
        self.write("dunst/dunstrc.d/driver.conf", "\n".join(
            ["[global]", "sort = no"] + self.options.set + ["[urgency_%s]\ntimeout = %dms" % each for each in self.settings().items()]
            + ["[all]", "script = " + self.home + "/show", ""]))
        self.write("show", "#!/bin/sh\necho $DUNST_ID $DUNST_SUMMARY >> " + self.home + "/shown\n")
        self.write("shown", "")
        os.chmod(self.home + "/show", 0o700)
        return self.spawn("dunst")

    def settings(self):
        return {"low": 750 * self.options.unit, "normal": 1750 * self.options.unit}

    def texts(self):
        lines = [line.split() for line in open(self.home + "/shown")]
        return {line[0]: line[1] for line in lines if int(line[0]) in self.order}

    def appears(self, id, text):
        self.wait(lambda: self.texts().get(str(id)) == text, 0.1)

    def place(self, id):
        x, y, width, height = next(iter(self.windows().values()))
        return x, y + self.order.index(id) * height // len(self.order), width, height // len(self.order)

    def invoke(self, id):
        return self.click(id, "2", "invoked")

    def seen(self):
        count = json.loads(self.run(*self.busctl, "get-property", *BUS, "org.dunstproject.cmd0", "displayedLength").stdout)["data"]
        # The script is not called of what takes the place of an equal one.
        return dict({"displayed": count}, **({"texts": self.texts()} if len(self.texts()) == len(self.order) else {}))


class Xfce(Server):
    """Each has a window of its own, and actions have buttons below the text."""
    window, library = "Xfce4-notifyd", "/usr/lib/x86_64-linux-gnu/xfce4/"

    def start(self):
        self.write("xfce4/xfconf/xfce-perchannel-xml/xfce4-notifyd.xml", "<channel name='xfce4-notifyd' version='1.0'>%s</channel>" % "".join(
            "<property name='%s' type='%s' value='%s'/>" % each for each in
            [("do-fadeout", "bool", "false"), ("do-slideout", "bool", "false"), ("expire-timeout", "int", "30")]))
        self.spawn(self.library + "xfconf/xfconfd")
        time.sleep(0.3)
        return self.spawn(self.library + "notifyd/xfce4-notifyd")

    def appears(self, id, text):
        if self.of.get(id) not in self.windows():
            self.wait(lambda: set(self.windows()) - set(self.of.values()))
            self.of[id] = (list(set(self.windows()) - set(self.of.values())) + [None])[0]

    def place(self, id):
        return self.windows()[self.of[id]]

    def invoke(self, id):
        return self.click(id, "1", "invoked", low=True)

    def seen(self):
        self.wait(lambda: len(self.windows()) == len(self.order))
        return {"displayed": len(self.windows())}


class NotificationDaemon(Server):
    """It shows one at a time, so that no user is played."""
    def start(self):
        return self.spawn("/usr/lib/notification-daemon/notification-daemon")

    def dismiss(self, id):
        return ["refused"]

    invoke = dismiss

    def appears(self, id, text):
        pass

    def seen(self):
        return {}


def answer(server, verb, event=None, arguments={}, units=0, **others):
    signals, names = [], {}
    if verb == "hello":
        return {"protocol": "traycheck-driver", "version": 1, "name": server.name, "hidden": ["expire"], "refuses": True,
                "signals": ["returned", "error", "closed", "invoked"]}
    if verb == "reset":
        server.reset()
    if verb == "advance":
        server.pass_units(units)
    if verb == "do":
        for key in ["id", "replaces"]:
            if isinstance(arguments.get(key), str):  # the server has not given it
                server.made_up += 1
                names[arguments[key]] = arguments[key] = server.highest + 1 if server.options.near else server.made_up
        signals = getattr(server, event)(**arguments)
    answer = {"signals": [told for told in signals if told != "refused"] + server.told(), "seen": server.seen(), "names": names}
    if server.is_late():
        answer["undecided"] = "the machine is too slow for timeouts of %g s; try --unit" % server.options.unit
    return dict(answer, refused=True) if "refused" in signals else answer


def main():
    servers = {"dunst": Dunst, "xfce4-notifyd": Xfce, "notification-daemon": NotificationDaemon}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", choices=servers, default="dunst")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="another setting of dunst")
    parser.add_argument("--near", action="store_true", help="an application makes up the ID that the server gives next")
    parser.add_argument("--unit", type=float, default=0.5, metavar="SECONDS", help="how long a unit of time is")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    server = servers[options.server](options)
    try:
        for line in sys.stdin:
            message = json.loads(line)
            if message["verb"] == "bye":
                break
            try:
                reply = answer(server, **message)
            except Exception as failure:
                reply = {"error": "%s: %s" % (type(failure).__name__, failure)}
            print(json.dumps(reply), flush=True)
    finally:
        server.stop()
    print("{}", flush=True)


if __name__ == "__main__":
    main()
