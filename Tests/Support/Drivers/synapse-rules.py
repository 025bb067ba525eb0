#!/usr/bin/env python3
"""Drives the push rules of Synapse, for Specs/platform/matrix-push-rules.tray.

It calls Synapse's evaluator directly and needs no server. It needs the package matrix-synapse of PyPI.
"""
import json, sys

from synapse.synapse_rust.push import FilteredPushRules, PushRule, PushRuleEvaluator, PushRules

USER, SENDER = "@anna:example.org", "@bo:example.org"
# The names of the predefined rules, as Synapse has them.
IDS = {
    "suppressNotices": "override/.m.rule.suppress_notices", "inviteForMe": "override/.m.rule.invite_for_me",
    "memberEvent": "override/.m.rule.member_event", "isUserMention": "override/.m.rule.is_user_mention",
    "containsDisplayName": "override/.m.rule.contains_display_name", "isRoomMention": "override/.m.rule.is_room_mention",
    "roomnotif": "override/.m.rule.roomnotif", "tombstone": "override/.m.rule.tombstone", "reaction": "override/.m.rule.reaction",
    "serverACL": "override/.m.rule.room.server_acl", "suppressEdits": "override/.m.rule.suppress_edits",
    "containsUserName": "content/.m.rule.contains_user_name", "call": "underride/.m.rule.call",
    "encryptedOneToOne": "underride/.m.rule.encrypted_room_one_to_one", "oneToOne": "underride/.m.rule.room_one_to_one",
    "message": "underride/.m.rule.message", "encrypted": "underride/.m.rule.encrypted"}
# The class and the condition of each rule of the user.
OWN = {"ownOverride": (5, []), "ownContent": (4, [{"kind": "event_match", "key": "content.body", "pattern": "cake"}]),
       "ownRoom": (3, [{"kind": "event_match", "key": "room_id", "pattern": "!room:example.org"}]),
       "ownSender": (2, [{"kind": "event_match", "key": "user_id", "pattern": SENDER}])}
TYPES = {"message": "m.room.message", "encrypted": "m.room.encrypted", "call": "m.call.invite", "inviteOfUser": "m.room.member",
         "otherMember": "m.room.member", "tombstone": "m.room.tombstone", "reaction": "m.reaction",
         "serverACL": "m.room.server_acl", "other": "m.room.topic"}


class Settings:
    def __init__(self, run):
        self.off = self.own = None
        self.own_notifies = self.is_master_on = False
        self.members, self.power = [2, 5][run % 2], [0, 100][run // 2 % 2]

    def rules(self):
        enabled = {"global/override/.m.rule.master": self.is_master_on}
        if self.off:
            enabled["global/" + IDS[self.off]] = False
        own = []
        if self.own:
            kind, conditions = OWN[self.own]
            own = [PushRule.from_db("global/x/own", kind, json.dumps(conditions), json.dumps(["notify"] if self.own_notifies else []))]
        return FilteredPushRules(PushRules(own), enabled, msc1767_enabled=False, msc3381_polls_enabled=False, msc3664_enabled=False,
                                 msc4028_push_encrypted_events=False, msc4075_enabled=False, msc4210_enabled=False, msc4306_enabled=False)

    # The events of the spec. Each returns None if it is impossible now, else the signals.

    def evaluate(self, e):
        if e["isOwn"]:
            return []  # Synapse does not ask the evaluator about them.
        [(kind, more)] = e["kind"].items() if isinstance(e["kind"], dict) else [(e["kind"], {})]
        form, mentions = more.get("form"), more.get("mentions", "undeclared")
        keys = {"type": TYPES[kind], "room_id": "!room:example.org", "sender": SENDER, "user_id": SENDER}
        words = {"displayName": "Ms Berg", "localPart": "anna", "atRoom": "@room", "cake": "cake"}
        if kind == "message":
            keys["content.body"] = " ".join(["hello"] + [words[word] for word in more["text"]])
            keys["content.msgtype"] = "m.notice" if form == "notice" else "m.text"
        if kind in ["inviteOfUser", "otherMember"]:
            keys["content.membership"] = "invite" if kind == "inviteOfUser" else "join"
        if kind in ["inviteOfUser", "otherMember", "tombstone", "serverACL", "other"]:
            keys["state_key"] = {"inviteOfUser": USER, "otherMember": SENDER}.get(kind, "")
        if form == "edit" or more.get("isEdit"):
            keys["content.m\\.relates_to.rel_type"] = "m.replace"
        if mentions == "user":
            keys["content.m\\.mentions.user_ids"] = [USER]
        if mentions == "room":
            keys["content.m\\.mentions.room"] = True
        evaluator = PushRuleEvaluator(keys, mentions != "undeclared", self.members, self.power, {"room": 50}, {}, False, [],
                                      False, False, False)
        actions = evaluator.run(self.rules(), USER, "Ms Berg", None)
        if "notify" not in actions:
            return []
        tweaks = {action["set_tweak"]: action.get("value", True) for action in actions if isinstance(action, dict)}
        sound = {None: None, "default": "standard", "ring": "ring"}[tweaks.get("sound")]
        return [{"pushed": {"actions": {"notifies": True, "sound": sound, "isHighlighted": tweaks.get("highlight", False)}}}]

    def switchOff(self, r):
        if self.own or r not in IDS or self.off == r:
            return None
        self.off = r
        return []

    def switchOn(self):
        if not self.off:
            return None
        self.off = None
        return []

    def addRule(self, r, notifying):
        if self.own or self.off or r not in OWN:
            return None
        self.own, self.own_notifies = r, notifying
        return []

    def removeRule(self):
        if not self.own:
            return None
        self.own, self.own_notifies = None, False
        return []

    def switchMaster(self):
        self.is_master_on = not self.is_master_on
        return []

    def seen(self):
        return {"roomSize": "twoMembers" if self.members == 2 else "manyMembers", "senderMayNotifyRoom": self.power >= 50}


settings = Settings(0)
for line in sys.stdin:
    message = json.loads(line)
    answer, signals = {}, []
    if message["verb"] == "hello":
        answer = {"protocol": "traycheck-driver", "version": 1, "name": "Synapse", "refuses": True, "signals": ["pushed"]}
    elif message["verb"] == "bye":
        break
    else:
        if message["verb"] == "reset":
            settings = Settings(message["run"])
        if message["verb"] == "do":
            signals = getattr(settings, message["event"])(**message["arguments"])
        answer = {"seen": settings.seen(), "signals": signals or []}
        if signals is None:
            answer["refused"] = True
    print(json.dumps(answer), flush=True)
print("{}", flush=True)
