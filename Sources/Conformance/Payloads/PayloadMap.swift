import Files
import Semantics

/// A mapping from the payloads of one platform to a spec, read from a file such as `ios.payload.json`.
///
/// It names the places of the fields, and the events that lead to each state of the app and to the push. The spec says
/// what these fields and events mean.
struct PayloadMap {
  /// The end of the names of map files.
  static let suffix = ".payload.json"
  private static let keys = [
    "platform", "spec", "variable", "forms", "payload", "closed", "notModelled", "phone", "start",
    "apps", "push",
  ]

  /// A form in which payloads are written.
  struct Form {
    /// The places of which a payload in this form has one.
    var marks: [String]
    /// Whether it counts only if the platform is requested.
    var isAsked: Bool
    /// The place of each part that the map reads; an empty place is the whole payload.
    var places: [String: String]
  }

  var path: String
  var platform: String
  /// The path of the spec.
  var spec: String
  /// The variable of the spec that holds the fields of the payload.
  var variable: String
  var forms: [Form] = []
  /// A log map whose `seen` has the places of the fields.
  var payload: JSONPart
  /// A log map whose `arguments` are values of the spec's variables and funcs.
  var phone: JSONPart
  /// The objects in which each key has to be known.
  var closed: [String]
  /// The known keys without a meaning in the spec.
  var notModelled: Set<String>
  /// The values at the start, by name.
  var start: JSONPart
  /// The events that lead to each state of the app.
  var apps: [(name: String, events: [JSONPart])] = []
  /// The events of the push, each as a line of a log. `if` names a func of the spec that says whether it happens.
  var push: [JSONPart]

  /// Whether a key that no place reads is known, or outside of the closed objects.
  func knows(_ path: String) -> Bool {
    notModelled.contains(path) || !closed.contains { path.hasPrefix($0 + ".") }
  }

  /// Parses a map.
  ///
  /// - Throws: `JSONError` for a wrong format.
  init(_ part: JSONPart, path: String) throws(JSONError) {
    let object = try JSONObject(part, "the map", known: Self.keys)
    func string(_ key: String) throws(JSONError) -> String {
      try object.required(object.string(key), key)
    }
    func value(_ key: String) throws(JSONError) -> JSONPart {
      try object.required(object.part(key), key)
    }
    self.path = path
    platform = try string("platform")
    spec = (path.lastIndex(of: "/").map { path[...$0] } ?? "") + (try string("spec"))
    variable = try string("variable")
    payload = try value("payload")
    phone = try value("phone")
    closed = try object.stringList("closed") ?? []
    notModelled = Set(try object.stringList("notModelled") ?? [])
    start = try value("start")
    push = try Self.events(value("push"), "push")
    for form in try object.objects("forms", known: ["if", "isAsked", "places"]) ?? [] {
      forms.append(
        Form(
          marks: try form.required(form.stringList("if"), "if"),
          isAsked: try form.boolean("isAsked") ?? false, places: try form.strings("places")))
    }
    for app in try LogMap.members(value("apps"), "apps") {
      apps.append((app.key, try Self.events(app.value, app.key)))
    }
  }

  private static func events(_ part: JSONPart, _ key: String) throws(JSONError) -> [JSONPart] {
    guard case .array(let parts) = part.node else {
      throw JSONError(message: "\"\(key)\" is an array, not \(part.noun)", place: part.place)
    }
    for part in parts {
      let event = try JSONObject(part, "an event", known: ["event", "if", "arguments"])
      _ = try event.required(event.string("event"), "event")
    }
    return parts
  }
}

extension PayloadMap.Form {
  /// Whether a payload has this form.
  func fits(_ payload: JSONPart) -> Bool { marks.contains { payload.whole(at: $0) != nil } }

  /// The payload with its parts under the names that the map reads.
  func natural(_ payload: JSONPart) -> JSONPart {
    let members = places.sorted { $0.key < $1.key }.compactMap { name, place in
      payload.whole(at: place).map { (key: name, place: $0.place, value: $0) }
    }
    return JSONPart(node: .object(members), place: payload.place)
  }

  /// The place in the payload of a place that the map reads.
  func original(_ path: String) -> String {
    let first = String(path.prefix { $0 != "." })
    guard let place = places[first] else { return path }
    let rest = path.dropFirst(first.count)
    return String(place.isEmpty ? rest.dropFirst() : place + rest)
  }
}

extension JSONPart {
  /// The value at a path; the value itself if the path is empty.
  fileprivate func whole(at path: String) -> JSONPart? { path.isEmpty ? self : at(path) }
}
