import Semantics

/// A place in the state of a view, its keys evaluated.
struct ViewPath {
  enum Step {
    case field(Int)
    case mapEntry(Value)
    case element(Int)
  }

  var root: Place.Root
  var steps: [Step] = []
  /// A key holds a name that the view lacks: it shows nothing of the place.
  var isElsewhere = false

  func load(_ frame: ViewFrame) -> Value {
    if isElsewhere { return .none }
    var value: Value =
      switch root {
      case .variable(let index): frame.state[index]
      case .local(let slot): frame.locals[slot]
      }
    for step in steps {
      switch (step, value) {
      case (.field(let index), .record(let values)), (.element(let index), .table(let values)),
        (.element(let index), .list(let values)):
        value = values[index]
      case (.mapEntry(let key), .map(let keys, let values)):
        value = keys.firstIndex(of: key).map { values[$0] } ?? .none
      default: return .none
      }
    }
    return value
  }

  func store(_ value: Value, _ frame: inout ViewFrame) {
    if isElsewhere { return }
    switch root {
    case .variable(let index):
      frame.forget()
      frame.state[index] = Self.replacing(frame.state[index], steps[...], with: value)
    case .local(let slot):
      frame.locals[slot] = Self.replacing(frame.locals[slot], steps[...], with: value)
    }
  }

  private static func replacing(
    _ whole: Value, _ steps: ArraySlice<Step>, with new: Value
  ) -> Value {
    guard let step = steps.first else { return new }
    let rest = steps.dropFirst()
    switch (step, whole) {
    case (.field(let index), .record(var values)):
      values[index] = replacing(values[index], rest, with: new)
      return .record(values)
    case (.element(let index), .table(var values)):
      values[index] = replacing(values[index], rest, with: new)
      return .table(values)
    case (.element(let index), .list(var values)):
      values[index] = replacing(values[index], rest, with: new)
      return .list(values)
    case (.mapEntry(let key), .map(var keys, var values)):
      let place = keys.firstIndex { !($0 < key) } ?? keys.count
      let isThere = place < keys.count && keys[place] == key
      let content = replacing(isThere ? values[place] : .none, rest, with: new)
      switch (isThere, content) {
      case (true, .none):
        keys.remove(at: place)
        values.remove(at: place)
      case (true, _): values[place] = content
      case (false, .none): break
      case (false, _):
        keys.insert(key, at: place)
        values.insert(content, at: place)
      }
      return .map(keys: keys, values: values)
    default: return whole
    }
  }
}

extension ViewCompiler {
  /// The path to a place; nil where a `?` on the way meets nil.
  func path(
    _ place: Place
  ) throws(Outside) -> @Sendable (inout ViewFrame) throws(Escape) -> ViewPath? {
    enum Part: Sendable {
      case field(Int)
      case entry(ViewCode)
      case element(ViewCode, Type)
      case index(ViewCode)
      case unwrap, chain
    }
    var parts: [Part] = []
    for step in place.steps {
      switch step {
      case .field(let index): parts.append(.field(index))
      case .element(let key, .map): parts.append(.entry(try code(key)))
      case .element(let key, .table(let type, _)):
        let key = try code(key)
        parts.append(scope.occurs(in: type) ? .entry(key) : .element(key, type))
      case .element(let index, _): parts.append(.index(try code(index)))
      case .unwrap: parts.append(.unwrap)
      case .chain: parts.append(.chain)
      }
    }
    let range = place.range
    return { [parts, scope] (frame) throws(Escape) in
      var path = ViewPath(root: place.root)
      for part in parts {
        switch part {
        case .field(let index): path.steps.append(.field(index))
        case .entry(let key):
          let key = try key(&frame)
          if key.hasElsewhere { path.isElsewhere = true }
          path.steps.append(.mapEntry(key))
        case .element(let key, let type):
          let value = try key(&frame)
          guard let rank = type.rank(of: value) else {
            throw .fault(Fault(.noSuchKey(value, type), range))
          }
          path.steps.append(.element(rank))
        case .index(let index):
          if path.isElsewhere { throw .outside(NameScope.unseen(range)) }
          let number = try scope.number(try index(&frame), range)
          let count = path.load(frame).elements.count
          guard (0..<count).contains(number) else {
            throw .fault(Fault(.noSuchIndex(number, count: count), range))
          }
          path.steps.append(.element(number))
        case .unwrap:
          // Whether something is there shows in a view with that name; what is stored there shows in no other.
          if !path.isElsewhere, path.load(frame) == .none {
            throw .fault(Fault(.missingValue, range))
          }
        case .chain:
          if !path.isElsewhere, path.load(frame) == .none { return nil }
        }
      }
      return path
    }
  }
}
