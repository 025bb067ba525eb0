import Semantics

/// A place in the state of a view, its keys evaluated.
struct ViewPath {
  var root: Place.Root
  var steps: [PathStep] = []
  /// A key holds a name that the view lacks: it shows nothing of the place.
  var isElsewhere = false

  func load(_ frame: ViewFrame) -> Value {
    if isElsewhere { return .none }
    let value: Value =
      switch root {
      case .variable(let index): frame.state[index]
      case .local(let slot): frame.locals[slot]
      }
    return value.part(at: steps)
  }

  func store(_ value: Value, _ frame: inout ViewFrame) {
    if isElsewhere { return }
    switch root {
    case .variable(let index):
      frame.forget()
      frame.state[index] = frame.state[index].replacing(steps[...], with: value)
    case .local(let slot):
      frame.locals[slot] = frame.locals[slot].replacing(steps[...], with: value)
    }
  }
}

extension ViewCompiler {
  /// The path to a place; nil where a `?` on the way meets nil.
  func path(
    _ place: Place
  ) throws(UnsupportedError) -> @Sendable (inout ViewFrame) throws(ViewError) -> ViewPath? {
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
    return { [parts, scope] (frame) throws(ViewError) in
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
