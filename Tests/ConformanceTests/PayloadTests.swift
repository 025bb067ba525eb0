import Conformance
import Foundation
import TestSupport
import Testing
import TrayKit

/// `traycheck payload`: the behaviour of platforms at payloads, and contradictions in them.
@Suite struct PayloadTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var payload: String
    var options: [String] = []
    var status: Int32 = 0
    /// Parts of the text report.
    var parts: [String]

    init(
      _ name: String, _ payload: String, with options: [String] = [], status: Int32 = 0,
      _ parts: String...
    ) {
      testDescription = name
      (self.payload, self.options, self.status, self.parts) = (payload, options, status, parts)
    }
  }

  private static let examples = [
    Example(
      "an alert of APNs is shown", #"{"aps": {"alert": "Hi", "badge": 3}}"#,
      "deliver.isShown", "badge: 0 → 3", "sound, lightUp", "no contradiction on 1 platform"),
    Example(
      "a background push wakes the app, unless the user has quit it",
      """
      {"headers": {"apns-push-type": "background", "apns-priority": "5"},
       "payload": {"aps": {"content-available": 1}}}
      """, "foreground and background", "emits launch", "killed"),
    Example(
      "a background push is not urgent",
      """
      {"headers": {"apns-push-type": "background", "apns-priority": 10},
       "payload": {"aps": {"content-available": 1}}}
      """, status: 1, "✗ backgroundIsNotUrgent", "Priority 10 is an error",
      "headers.apns-priority: 10 (push.json:1:46)"),
    Example(
      "the default priority of a background push is wrong, too",
      """
      {"headers": {"apns-push-type": "background"}, "payload": {"aps": {"content-available": 1}}}
      """, status: 1, "✗ backgroundIsNotUrgent", "headers.apns-priority (left out)"),
    Example(
      "a background update has no alert", #"{"aps": {"alert": "Hi", "content-available": 1}}"#,
      status: 1, "✗ updateIsAlone", "aps.content-available: 1 (push.json:1:25)",
      "sound, lightUp, launch"),
    Example(
      "an alert with mutable-content runs the extension first",
      #"{"aps": {"alert": "Hi", "mutable-content": 1}}"#, "deliver.startsExtension", "finish",
      "tray[.assigned(0)]: nil"),
    Example(
      "a misspelt key has a hint", #"{"aps": {"alert": "Hi", "interruption-levle": "passive"}}"#,
      "unknown keys", "(push.json:1:25): did you mean 'interruption-level'?"),
    Example(
      "a value that the spec does not have is replaced, and reported",
      #"{"aps": {"alert": "Hi", "badge": 70, "sound": "default", "thread-id": "a"}}"#,
      "not modelled", "aps.badge: 70 (push.json:1:25): 70, which is not in 0...4",
      "the answer is for 4", "badge: 0 → 4", "aps.thread-id"),
    Example(
      "a value of another form is left out, and reported",
      #"{"aps": {"alert": "Hi", "badge": "3"}}"#, "expected a number, found a string",
      "the answer is for nil"),
    Example(
      "APNs refuses a payload that is too large",
      #"{"aps": {"alert": "\#(String(repeating: "a", count: 4090))"}}"#, status: 1, "✗ payloadFits"),
    Example(
      "with notification and data, the app's code runs in the foreground only",
      #"{"message": {"notification": {"title": "a"}, "data": {"b": "c"}}}"#, "android",
      "emits appRuns, posted, sound", "background and killed", "emits posted, sound"),
    Example(
      "data of normal priority wait in Doze", #"{"message": {"data": {"b": "c"}}}"#,
      "'arrive' cannot happen here"),
    Example(
      "tag and collapse key differ",
      """
      {"message": {"notification": {}, "android": {"collapse_key": "a", "notification": {"tag": "b"}}}}
      """, status: 1, "✗ tagIsTheKey", #"message.android.collapse_key: "a" (push.json:1:46)"#),
    Example(
      "tag and collapse key agree",
      """
      {"message": {"notification": {}, "android": {"collapse_key": "a", "notification": {"tag": "a"}}}}
      """, "no contradiction on 1 platform"),
    Example(
      "a misplaced key names its place",
      #"{"message": {"notification": {"title": "a", "channel_id": "b"}}}"#, status: 1,
      "✗ keysAreKnown", "it belongs in message.android.notification.channel_id"),
    Example(
      "a web push without a notification reaches the worker",
      #"{"headers": {"TTL": 60}, "payload": {"text": "Hi"}}"#, "web",
      "pushEvent(message: Message#1)",
      "killed", "'deliver' cannot happen here"),
    Example(
      "a web notification that alerts again needs a tag",
      #"{"headers": {"TTL": 60}, "payload": {"notification": {"renotify": true}}}"#, status: 1,
      "✗ renotifyNeedsATag"),
    Example(
      "a message for three platforms has three answers",
      """
      {"message": {"notification": {"title": "a"}, "apns": {"headers": {"apns-priority": "5"}},
       "webpush": {"headers": {"Urgency": "high"}}, "android": {"priority": "high"}}}
      """, status: 1, "android Specs/platform/fcm-payload.tray", "ios Specs/platform",
      "web Specs/platform", "✗ prioritiesAgree", "1 contradiction on 3 platforms"),
    Example(
      "the decisions of an app count",
      #"{"aps": {"alert": "Hi", "interruption-level": "time-sensitive"}}"#,
      with: ["--spec", "Specs/chat-on-ios.tray"], "ios Specs/chat-on-ios.tray", "deliver.isShown",
      "'quit' cannot happen here", "quits is false"),
    Example(
      "a form can be requested", #"{"notification": {"title": "a"}}"#,
      with: ["--platform", "android"],
      "arrive.posted"),
    Example(
      "a form that nobody knows", #"{"a": 1}"#, status: 2,
      "push.json:1:1: error: the form of this payload is not known"),
    Example("no JSON", "{\"aps\":\n {", status: 2, "push.json:2:3: error: the file ends too early"),
    Example(
      "a platform that nobody knows", #"{"aps": {}}"#, with: ["--platform", "io"], status: 64,
      "did you mean 'ios'?"),
  ]

  private static func folder() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try FileManager.default.copyItem(
      at: RepositoryFolder.root.appending(path: "Specs"), to: folder.url.appending(path: "Specs"))
    return folder
  }

  @Test("the report has the rules of the libraries", arguments: examples)
  func example(_ example: Example) throws {
    let folder = try Self.folder()
    try folder.write(example.payload, to: "push.json")
    let result = try BuiltTool.run(["payload", "push.json"] + example.options, in: folder.url)
    #expect(result.status == example.status, "\(result.stdout)\(result.stderr)")
    let text = (result.stderr + result.stdout).inOneLine
    for part in example.parts { #expect(text.contains(part), "\(part)\n\(result.stdout)") }
  }

  @Test("without the libraries, an error names the folder to copy")
  func noLibraries() throws {
    let folder = try ScratchFolder()
    try folder.write(#"{"aps": {}}"#, to: "push.json")
    let result = try BuiltTool.run(["payload", "push.json"], in: folder.url)
    #expect(result.status == 64)
    #expect(result.stderr.inOneLine.contains("*.payload.json in Specs/platform"))
  }

  @Test(
    "a mistake in a map has its place",
    arguments: [
      (#""fields.alert""#, #""fields.alrt""#, #"called "fields.alrt""#),
      (#""if": "hasNoAlert""#, #""if": "hasNoAlrt""#, "is a func of APNsPayload"),
      (#""isMutable": "startsExtension""#, #""isMutable": "extends""#, "'extends'"),
    ])
  func wrongMap(_ right: String, _ wrong: String, _ message: String) throws {
    let folder = try Self.folder()
    let path = "Specs/platform/ios.payload.json"
    let text = try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
    #expect(text.contains(right))
    try folder.write(text.replacing(right, with: wrong), to: path)
    try folder.write(#"{"aps": {"alert": "Hi"}}"#, to: "push.json")
    let result = try BuiltTool.run(["payload", "push.json"], in: folder.url)
    #expect(result.status == 2)
    let error = try #require(
      result.stderr.inOneLine.firstMatch(of: /ios\.payload\.json:[0-9]+:[0-9]+: error: .*/))
    #expect(error.output.contains(message), "\(result.stderr)")
  }

  @Test("bytes that are not UTF-8 have a place")
  func notUTF8() throws {
    let folder = try Self.folder()
    let bytes = Array(#"{"aps": {"alert": "H"#.utf8) + [0xFF] + Array("\"}}".utf8)
    try Data(bytes).write(to: folder.url.appending(path: "push.json"))
    let result = try BuiltTool.run(["payload", "push.json"], in: folder.url)
    #expect(result.status == 2)
    #expect(result.stderr.inOneLine.contains("push.json:1:21: error: this is not UTF-8"))
  }

  @Test("an invariant without a value says why")
  func fault() throws {
    let folder = try Self.folder()
    let path = "Specs/platform/apns-payload.tray"
    let text = try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
    try folder.write(
      text + "\n/// Divides by zero.\ninvariant broken { 1 / (fields.alert ? 0 : 1) == 1 }\n",
      to: path)
    try folder.write(#"{"aps": {"alert": "Hi"}}"#, to: "push.json")
    let result = try BuiltTool.run(["payload", "push.json"], in: folder.url)
    #expect(result.status == 1, "\(result.stderr)")
    #expect(result.stdout.inOneLine.contains("it has no value: division by zero"))
  }

  @Test(
    "each payload has an answer for three states of the app, the same in text and JSON",
    arguments: ["ios", "android", "web"])
  func random(_ platform: String) throws {
    let folder = try ScratchFolder()
    let map = RepositoryFolder.root.appending(path: "Specs/platform/\(platform).payload.json")
    let content = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: map)) as? [String: Any])
    let forms = try #require(content["forms"] as? [[String: Any]])
    let seen = try #require((content["payload"] as? [String: Any])?["seen"] as? [String: String])
    for seed in 0..<12 {
      var random = SplitMix64(seed: UInt64(seed))
      let form = forms[random.number(below: forms.count)]
      let places = try #require(form["places"] as? [String: String])
      var payload: [String: Any] = [:]
      for mark in (form["if"] as? [String] ?? []).prefix(1) where !mark.isEmpty {
        Self.insert([:] as [String: Any], at: mark.split(separator: ".")[...], into: &payload)
      }
      for path in seen.values.sorted() where random.oneIn(2) {
        let keys = path.prefix { $0 != "|" }.filter { !"?#".contains($0) }.split(separator: ".")
        guard let first = keys.first, let place = places[String(first)], keys.count > 1 else {
          continue
        }
        let values: [Any] = [0, 1, 5, 10, true, "a", "high", "passive", "background", "0s"]
        Self.insert(
          values[random.number(below: values.count)],
          at: (place.split(separator: ".") + keys.dropFirst())[...], into: &payload)
      }
      let data = try JSONSerialization.data(withJSONObject: payload)
      var request = PayloadRequest(
        path: try folder.write(String(decoding: data, as: UTF8.self), to: "push.json"))
      (request.platform, request.maps) = (platform, [map.path])
      let outcome = try request.outcome(isInterrupted: { false })
      let story = "seed \(seed): \(String(decoding: data, as: UTF8.self))"
      let text = try outcome.rendered(as: .text)
      let json = try JSONDecoder().decode(
        Report.self, from: Data(try outcome.rendered(as: .json).utf8))
      let answer = try #require(json.platforms.first, "\(story)\(outcome.diagnostics())")
      #expect(
        answer.apps.map(\.app) == ["foreground", "background", "killed"], "\(story)")
      for app in answer.apps {
        #expect(text.contains(app.app), "\(story)")
        for step in app.steps { #expect(text.contains("    \(step.rule.name)\n"), "\(story)") }
        if let event = app.blocked { #expect(text.contains("'\(event)' cannot"), "\(story)") }
      }
      let named = text.split(separator: "\n").filter { $0.hasPrefix("  ✗ ") }
      #expect(
        named.map { String($0.dropFirst(4)) } == answer.contradictions.map(\.property.name),
        "\(story)")
      #expect(outcome.status == (named.isEmpty ? .success : .violation), "\(story)")
    }
  }

  private static func insert(
    _ value: Any, at path: ArraySlice<Substring>, into object: inout [String: Any]
  ) {
    guard let first = path.first.map(String.init) else { return }
    if path.count == 1 {
      object[first] = value
    } else {
      var inner = object[first] as? [String: Any] ?? [:]
      insert(value, at: path.dropFirst(), into: &inner)
      object[first] = inner
    }
  }

  /// The part of the JSON report that the text has, too.
  private struct Report: Decodable {
    struct Sentence: Decodable { var name: String }
    struct Step: Decodable { var rule: Sentence }
    struct App: Decodable {
      var app: String
      var steps: [Step]
      var blocked: String?
    }
    struct Contradiction: Decodable { var property: Sentence }
    struct Platform: Decodable {
      var apps: [App]
      var contradictions: [Contradiction]
    }
    var platforms: [Platform]
  }
}
