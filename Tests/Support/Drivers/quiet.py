#!/usr/bin/env python3
"""A driver for `traycheck conform quiet.tray`: does to the app what it is told, and answers what it sees."""
import json
import sys


class App:
    """The app itself, as small as it can be. With an argument it has a bug: loud, stale or crash."""

    def __init__(self, bug):
        self.bug, self.tray, self.awake, self.noises = bug, set(), False, []

    def receive(self, kind):
        self.tray.add(kind)
        if kind == "mention" or (self.bug == "loud" and len(self.tray) == 2):
            self.awake = True
            self.noises.append("sound")

    def open(self):
        if self.bug == "crash" and self.awake:
            raise RuntimeError("the tray is gone")
        kept = {"info"} if self.bug == "stale" else set()
        self.tray &= kept

    def sleep(self):
        self.awake = False


class Driver:
    def __init__(self, bug=None):
        self.bug, self.app = bug, None

    def answer(self):
        """What is seen now, and the signals that were noticed since the last answer."""
        noises, self.app.noises = self.app.noises, []
        return {"seen": {"tray": sorted(self.app.tray), "awake": self.app.awake}, "signals": noises}

    def hello(self, message):
        return {"protocol": "traycheck-driver", "version": 1, "name": "quiet app", "signals": ["sound"]}

    def reset(self, message):
        self.app = App(self.bug)
        return self.answer()

    def do(self, message):
        # An event that is not possible at the moment: the screen has no button for it.
        if message["event"] == "open" and not self.app.tray:
            return self.answer()
        try:
            getattr(self.app, message["event"])(**message["arguments"])
        except Exception as problem:
            return {"error": repr(problem)}
        return self.answer()

    def advance(self, message):
        return self.answer()  # nothing here takes time

    def bye(self, message):
        return {}


driver = Driver(*sys.argv[1:])
for line in sys.stdin:
    message = json.loads(line)
    print(json.dumps(getattr(driver, message["verb"])(message)), flush=True)
