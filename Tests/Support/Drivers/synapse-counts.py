#!/usr/bin/env python3
"""Drives a homeserver of Synapse (package matrix-synapse of PyPI), for Specs/platform/matrix-unread-counts.tray.

Anna reads, and Bo writes. The homeserver adds up notifications when the spec says so, and not every 30 seconds.
"""
import atexit, ctypes, http.client, importlib.metadata, json, pathlib, signal, socket, subprocess, sys, tempfile, time
from urllib.parse import quote

MODULE = """
from synapse.http.server import DirectServeJsonResource
class SumUp(DirectServeJsonResource):
    def __init__(self, config, api):
        super().__init__(clock=api._hs.get_clock())
        self.store = api._hs.get_datastores().main
        self.store._doing_notif_rotation = True
        api.register_web_resource("/sumUp", self)
    async def _async_render_POST(self, request):
        self.store._doing_notif_rotation = False
        await self.store._rotate_notifs()
        self.store._doing_notif_rotation = True
        return 200, {}
"""
API, TYPES = "/_matrix/client/v3/", {"read": "m.read", "readPrivate": "m.read.private"}


class Homeserver:
    def __init__(self):
        self.folder, rate = tempfile.TemporaryDirectory(prefix="synapse-"), {"per_second": 1e6, "burst_count": 1000000}
        home = self.folder.name
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        config = {
            "server_name": "localhost", "report_stats": False, "trusted_key_servers": [], "log_config": home + "/log",
            "signing_key_path": home + "/key", "media_store_path": home + "/media", "macaroon_secret_key": "secret",
            "database": {"name": "sqlite3", "args": {"database": home + "/database"}}, "modules": [{"module": "sums.SumUp"}],
            "listeners": [{"port": self.port, "bind_addresses": ["127.0.0.1"], "type": "http", "resources": [{"names": ["client"]}]}],
            "enable_registration": True, "enable_registration_without_verification": True, "rc_registration": rate, "rc_message": rate,
            "rc_room_creation": rate, "rc_joins": {"local": rate}, "caches": {"sync_response_cache_duration": "0s"}}
        for name, text in {"sums.py": MODULE, "config": json.dumps(config), "log": '{"version": 1, "root": {"level": "ERROR"}}'}.items():
            pathlib.Path(home, name).write_text(text)
        process = subprocess.Popen(
            [sys.executable, "-m", "synapse.app.homeserver", "-c", "config"], cwd=home, stdout=sys.stderr,
            preexec_fn=lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL))  # it does not outlive this process
        atexit.register(process.wait), atexit.register(process.kill)
        while socket.socket().connect_ex(("127.0.0.1", self.port)) and process.poll() is None:
            time.sleep(0.05)
        self.anna, self.bo = [self.call("POST", API + "register", body={"username": name, "password": name, "auth": {
            "type": "m.login.dummy"}})["access_token"] for name in ["anna", "bo"]]

    def call(self, method, path, token=None, body={}):
        """The answer, or None if the homeserver refuses."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request(method, path, json.dumps(body), {"Authorization": "Bearer " + token} if token else {})
        response = connection.getresponse()
        answer = json.loads(response.read())
        assert response.status in [200, 400], answer
        return answer if response.status == 200 else None

    def reset(self):
        self.room, self.events = self.call("POST", API + "createRoom", self.bo, {"preset": "public_chat"})["room_id"], []
        self.path = API + "rooms/%s/" % quote(self.room)
        return self.call("POST", self.path + "join", self.anna)

    # The events of the spec. Each returns None if it is impossible now.

    def sendEvent(self, kind, thread):
        if thread > len(self.events) or len(self.events) == self.length:
            return None
        mentions = {"user_ids": ["@anna:localhost"]} if kind == "mention" else {}
        relation = {"m.relates_to": {"rel_type": "m.thread", "event_id": self.events[thread - 1]}} if thread else {}
        body = dict(relation, **{"msgtype": "m.notice" if kind == "silent" else "m.text", "body": "hello", "m.mentions": mentions})
        sent = self.call("PUT", self.path + "send/m.room.message/%d" % time.time_ns(), self.anna if kind == "own" else self.bo, body)
        self.events += [sent["event_id"]] if sent else []
        return sent

    def mark(self, receipt, number, thread):
        if max(number, thread or 0) > len(self.events) or receipt == "readPrivate" and not self.hasPrivate or number == thread:
            return None  # The spec leaves out that a root is related to its thread, too.
        body = {} if thread is None else {"thread_id": self.events[thread - 1] if thread else "main"}
        return self.call("POST", self.path + "receipt/%s/%s" % (TYPES[receipt], quote(self.events[number - 1])), self.anna, body)

    def redact(self, number):
        path = self.path + "redact/%s/%d" % (quote("".join(self.events[number - 1:number])), time.time_ns())
        return self.call("PUT", path, self.bo) if number <= len(self.events) else None

    def sumUp(self):
        return self.call("POST", "/sumUp") if self.sumsUp else None

    def sync(self, token, **options):
        filter = {"room": {"rooms": [self.room], "timeline": {"limit": 50, **options}}}
        return self.call("GET", API + "sync?filter=" + quote(json.dumps(filter)), token)["rooms"]["join"][self.room]

    def receipts(self, sync, type):
        threads, found = {"main": 0, **{id: number for number, id in enumerate(self.events, 1)}}, {}
        for id, content in (each for event in sync["ephemeral"]["events"] for each in event["content"].items()):
            if "@anna:localhost" in content.get(type, {}):
                found[threads.get(content[type]["@anna:localhost"].get("thread_id"))] = threads[id]
        return [{"key": thread, "value": found.get(thread, 0)} for thread in [None, *range(self.roots + 1)]]

    def seen(self):
        anna, room, bo = self.sync(self.anna, unread_thread_notifications=True), self.sync(self.anna), self.sync(self.bo)
        assert set(self.events) <= {event["event_id"] for event in anna["timeline"]["events"]}, "the counts are sent without an event"
        counts = {"main": anna["unread_notifications"], **anna.get("unread_thread_notifications", {})}
        room, *threads = [
            {"notifications": each.get("notification_count", 0), "highlights": each.get("highlight_count", 0)}
            for each in [room["unread_notifications"], *(counts.get(id, {}) for id in ["main", *self.events, *range(self.roots)])]]
        return {"roomCounts": room, "counts": {thread: threads[thread] for thread in range(self.roots + 1)}, "shownToOthers": self.receipts(
            bo, "m.read"), "shownReceipts": {type: self.receipts(anna, name) for type, name in TYPES.items()}}


server = Homeserver()
for line in sys.stdin:
    message, answer = json.loads(line), {}
    if message["verb"] == "hello":
        vars(server).update(message["constants"])
        answer = {"protocol": "traycheck-driver", "version": 1, "name": "Synapse " + importlib.metadata.version("matrix-synapse"), "refuses": True}
    elif message["verb"] in ["reset", "do"]:
        result = getattr(server, message.get("event", "reset"))(**message.get("arguments", {}))
        answer = {"refused": result is None, "seen": server.seen()}
    print(json.dumps(answer), flush=True)
