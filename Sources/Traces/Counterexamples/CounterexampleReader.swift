import Files
import Semantics

/// Parses a counterexample: `CounterexampleReader.read(bytes)`.
///
/// Optional parts get default values. Everything else that is invalid is an error with its place, including unknown
/// keys, which are probably misspelt.
package struct CounterexampleReader {
  /// The reason why a text is not a counterexample.
  package struct Unreadable: Error, Sendable, Equatable {
    package var reason: String
    package var line: Int
    package var column: Int
  }

  package static func read(
    _ bytes: [UInt8]
  ) throws(Unreadable) -> CounterexampleDocument {
    let file = SourceFile(path: "", contents: bytes)
    do throws(JSONError) {
      if let invalid = file.invalidUTF8.first {
        throw JSONError(message: "the text is not UTF-8", place: invalid)
      }
      return try CounterexampleReader().document(try JSONText.read(file.bytes))
    } catch {
      let location = file.location(of: error.place)
      throw Unreadable(reason: error.message, line: location.line, column: location.column)
    }
  }

  private func document(_ part: JSONPart) throws(JSONError) -> CounterexampleDocument {
    // The format comes first, because nothing else can be reported about another format or version.
    let head = try JSONObject(part, "the file", known: nil)
    guard try head.string("format") == CounterexampleDocument.format else {
      let isDifference = try head.string("format") == "traycheck-difference"
      throw head.mistake(
        "format",
        isDifference
          ? "this is a difference of an implementation: it is driven again with its driver, and not replayed"
          : "this is no counterexample: its format is another")
    }
    let version = try head.required(head.integer("version"), "version")
    guard version == CounterexampleDocument.version else {
      throw head.mistake(
        "version",
        "the form has version \(version), and this tool reads version "
          + "\(CounterexampleDocument.version)")
    }
    let object = try JSONObject(
      part, "the file",
      known: [
        "format", "version", "spec", "world", "constants", "smaller", "property", "summary",
        "expect", "shortest", "found", "start", "steps", "loop", "attempt",
      ])
    var document = CounterexampleDocument(
      spec: try spec(try object.object("spec", known: ["name", "path", "digest"])),
      world: try object.string("world") ?? CheckedSpec.defaultWorldName,
      constants: try object.strings("constants"), smaller: try object.strings("smaller"),
      property: try property(
        try object.object(
          "property",
          known: [
            "name", "kind", "arguments", "event", "rules", "inside", "expression", "line", "column",
          ])),
      summary: try object.string("summary"),
      expect: try object.word("expect") ?? .fixed,
      shortest: try object.word("shortest") ?? .found,
      found: object.has("found")
        ? try found(
          try object.object("found", known: ["by", "seed", "walk", "originalLength"])) : nil,
      start: try object.strings("start"), steps: try steps(object),
      attempt: object.has("attempt")
        ? try attempt(try object.object("attempt", known: ["event", "arguments"])) : nil)
    document.loop = try loop(object, of: document)
    try requireEvent(object, of: document)
    return document
  }

  /// The start of the loop, which every `eventually` has, and no other property.
  private func loop(
    _ object: JSONObject, of document: CounterexampleDocument
  ) throws(JSONError) -> Int? {
    guard document.property.kind == .eventually else {
      guard object.has("loop") else { return nil }
      throw object.mistake("loop", "only an \"eventually\" has a loop")
    }
    if object.has("attempt") {
      throw object.mistake("attempt", "an \"eventually\" has a loop, and no attempt")
    }
    let loop = try object.required(object.integer("loop"), "loop")
    let count = document.steps.count
    guard let loop = Int(exactly: loop), loop <= count else {
      throw object.mistake(
        "loop", "the loop begins after \(loop) steps, and there are only \(count)")
    }
    return loop
  }

  /// Requires that the trace contains the event of the violation.
  private func requireEvent(
    _ object: JSONObject, of document: CounterexampleDocument
  ) throws(JSONError) {
    let events = document.steps.map(\.event) + [document.attempt?.event].compactMap(\.self)
    if let event = document.property.event, !events.contains(event) {
      throw object.mistake(
        "property",
        "it is about the event \"\(JSONError.shown(event))\", which is not in its trace")
    }
    if document.property.kind == .transition, document.steps.isEmpty {
      throw object.mistake("steps", "a fault of a step needs a step")
    }
  }

  private func spec(_ object: JSONObject) throws(JSONError) -> CounterexampleDocument.Spec {
    let path = try object.string("path")
    if path?.hasPrefix("/") == true {
      throw object.mistake("path", "the path of a spec is relative, so that it is right elsewhere")
    }
    return .init(
      name: try object.required(object.string("name"), "name"), path: path,
      digest: try object.string("digest"))
  }

  private func property(
    _ object: JSONObject
  ) throws(JSONError) -> CounterexampleDocument.Property {
    let kind: ViolationKind = try object.required(object.word("kind"), "kind")
    let isNamed = !kind.isGeneral
    let arguments = try object.strings("arguments")
    if object.has("arguments"), kind != .eventually, kind != .possible {
      throw object.mistake(
        "arguments", "only an \"eventually\" or a \"possible\" has arguments")
    }
    let event = try object.string("event")
    if kind == .gap || kind == .overlap { _ = try object.required(event, "event") }
    let rules = try object.stringList("rules")
    if kind == .overlap, Set(try object.required(rules, "rules")).count < 2 {
      throw object.mistake("rules", "an overlap is of at least two different rules")
    }
    let expression = try object.string("expression")
    if kind == .fault, try object.required(expression, "expression").allSatisfy(\.isWhitespace) {
      throw object.mistake("expression", "the expression of a fault cannot be empty")
    }
    let name = try object.string("name")
    return .init(
      name: isNamed ? try object.required(name, "name") : name ?? kind.rawValue, kind: kind,
      arguments: arguments, event: event, rules: rules, inside: try object.string("inside"),
      expression: expression,
      line: try object.integer("line").flatMap { Int(exactly: $0) },
      column: try object.integer("column").flatMap { Int(exactly: $0) })
  }

  private func found(
    _ object: JSONObject
  ) throws(JSONError) -> CounterexampleDocument.Provenance {
    .init(
      by: try object.required(object.word("by"), "by"), seed: try object.integer("seed"),
      walk: try object.integer("walk").flatMap { Int(exactly: $0) },
      originalLength: Int(
        clamping: try object.required(object.integer("originalLength"), "originalLength")))
  }

  private func attempt(_ object: JSONObject) throws(JSONError) -> CounterexampleDocument.Event {
    .init(
      event: try object.required(object.string("event"), "event"),
      arguments: try object.strings("arguments"))
  }

  private func steps(_ object: JSONObject) throws(JSONError) -> [CounterexampleDocument.Step] {
    var steps: [CounterexampleDocument.Step] = []
    let known = ["event", "arguments", "rule", "choices", "signals", "changes"]
    for step in try object.required(object.objects("steps", known: known), "steps") {
      var choices: [CounterexampleDocument.Choice] = []
      for choice in try step.objects("choices", known: ["name", "value"]) ?? [] {
        choices.append(
          .init(
            name: try choice.required(choice.string("name"), "name"),
            value: try choice.required(choice.string("value"), "value")))
      }
      var changes: [CounterexampleDocument.Change] = []
      for change in try step.objects("changes", known: ["place", "old", "new"]) ?? [] {
        changes.append(
          .init(
            place: try change.required(change.string("place"), "place"),
            old: try change.required(change.string("old"), "old"),
            new: try change.required(change.string("new"), "new")))
      }
      steps.append(
        .init(
          event: try step.required(step.string("event"), "event"),
          arguments: try step.strings("arguments"), rule: try step.string("rule"),
          choices: choices, signals: try step.stringList("signals") ?? [], changes: changes))
    }
    return steps
  }
}
