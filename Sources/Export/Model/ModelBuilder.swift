import Semantics

/// Makes a routine of a piece of a spec: statement by statement, in the order in which the reference evaluator
/// goes through it.
///
/// What has a value becomes an `Operand`; what takes loops or may have no value becomes code before it.
struct ModelBuilder {
  let spec: CheckedSpec
  /// The code so far, of the innermost block.
  var code: [Code] = []
  var locals: [Local] = []
  var picks: [Local] = []
  /// Names that are in use, in any case.
  var names: Set<String>
  /// What the places of the frame hold.
  var frame: [Int: Operand] = [:]
  /// Names of the frame that have a place of their own, which statements may store to.
  var boundTypes: [Int: (Reference, Type)] = [:]
  var isOld = false
  /// The signals whose sendings are kept.
  var keptSignals: Set<Int> = []
  /// How deep the code is in loops.
  var loopDepth = 0
  /// How many names are in force of which it is being found out what numbers they have.
  var trialDepth = 0

  init(_ spec: CheckedSpec, reserved: Set<String> = []) {
    self.spec = spec
    names = reserved
  }

  // MARK: Names and blocks

  /// A name that nothing has yet.
  mutating func name(_ wish: String) -> String {
    let wish = wish.modelName
    var name = wish
    var count = 2
    while !names.insert(name).inserted {
      name = "\(wish)\(count)"
      count += 1
    }
    return name
  }

  mutating func local(_ wish: String, _ shape: Shape) -> Local {
    let local = Local(name: name(wish), shape: shape)
    locals.append(local)
    return local
  }

  mutating func emit(_ statement: Code) { code.append(statement) }

  /// What `body` emits, apart.
  mutating func block<Result>(
    _ body: (inout ModelBuilder) throws(ExportError) -> Result
  ) throws(ExportError) -> (code: [Code], result: Result) {
    let outer = code
    code = []
    let result = try body(&self)
    let inner = code
    code = outer
    return (inner, result)
  }

  /// Emits what `body` does where a condition holds.
  mutating func when(
    _ test: Scalar, _ body: (inout ModelBuilder) throws(ExportError) -> Void
  ) throws(ExportError) {
    switch test {
    case .flag(false): break
    case .flag(true): try body(&self)
    default:
      let inner = try block(body).code
      if !inner.isEmpty { emit(.when(test, inner, otherwise: [])) }
    }
  }

  /// Whether both conditions hold; what the second takes to find out is done only where the first does.
  mutating func both(
    _ first: Scalar, _ second: (inout ModelBuilder) throws(ExportError) -> Scalar
  ) throws(ExportError) -> Scalar {
    if first == .no { return .no }
    let (code, two) = try block(second)
    if code.isEmpty { return first && two }
    if first == .yes {
      self.code += code
      return two
    }
    let holds = Reference(root: .local(local("holds", .flag)))
    emit(.assign(holds, .no))
    emit(.when(first, code + [.assign(holds, two)], otherwise: []))
    return .read(holds, .flag)
  }

  mutating func faultWhen(_ test: Scalar, _ text: String, _ range: SourceRange) {
    let text = "\(text) (\(spec.file.lineText(of: range)))"
    switch test {
    case .flag(false): break
    case .flag(true): emit(.leave(.fault(text)))
    default: emit(.when(test, [.leave(.fault(text))], otherwise: []))
    }
  }

  /// A loop over numbers; with known ends of at most one number none is needed.
  mutating func loop(
    _ wish: String, from first: Scalar, through last: Scalar,
    _ body: (inout ModelBuilder, Scalar) throws(ExportError) -> Void
  ) throws(ExportError) {
    if let one = first.constant, let two = last.constant, one >= two {
      if one == two { try body(&self, .number(one)) }
      return
    }
    let range = first.bounds.lowerBound...max(first.bounds.lowerBound, last.bounds.upperBound)
    let local = Local(name: name(wish), shape: .number(range))
    loopDepth += 1
    let inner = try block { (builder) throws(ExportError) in
      try body(&builder, .read(Reference(root: .local(local)), local.shape))
    }.code
    loopDepth -= 1
    if !inner.isEmpty { emit(.loop(local, from: first, through: last, inner)) }
  }

  /// Whether statements may store to what is kept there: not to names that are bound once.
  private func changes(_ root: Reference.Root) -> Bool {
    if case .local = root { return boundTypes.values.contains { $0.0.root == root } }
    return true
  }

  /// The same value wherever it is read later on, whatever is stored meanwhile.
  mutating func stable(_ scalar: Scalar, _ wish: String = "value") -> Scalar {
    let moves = scalar.reads(changes)
    return moves || scalar.constant == nil && !scalar.isRead ? held(scalar, wish) : scalar
  }

  /// A local with the value.
  mutating func held(_ scalar: Scalar, _ wish: String) -> Scalar {
    let shape = scalar.isFlag ? Shape.flag : .number(scalar.bounds.clamped(to: Shape.allNumbers))
    let local = local(wish, shape)
    let place = Reference(root: .local(local))
    emit(.assign(place, scalar))
    return .read(place, shape)
  }

  // MARK: Storing

  /// Stores a value that fits. Parts are read before any of them is written if the place may be among them.
  mutating func store(
    _ operand: Operand, _ type: Type, in place: Reference
  ) throws(ExportError) {
    var operand = operand
    if operand.reads({ $0 == place.root }) {
      switch operand {
      case .scalar(let scalar): if !type.isScalar { operand = .scalar(held(scalar, "copy")) }
      default: operand = try copied(operand, type, "copy")
      }
    }
    try write(operand, type, place)
  }

  private mutating func write(
    _ operand: Operand, _ type: Type, _ place: Reference
  ) throws(ExportError) {
    switch (operand, type) {
    case (.absent, _): emit(.clear(place, try type.shape()))
    case (.optional(let present, let inner), .optional(let innerType)):
      let then = try block { (builder) throws(ExportError) in
        builder.emit(.assign(place.part("present"), .yes))
        try builder.write(inner, innerType, place.part("value"))
      }.code
      emit(.when(present, then, otherwise: [.clear(place, try type.shape())]))
    case (_, .optional(let innerType)):
      emit(.assign(place.part("present"), .yes))
      try write(operand, innerType, place.part("value"))
    case (.scalar(let scalar), _): emit(.assign(place, scalar))
    case (.record(let parts), .structure(let type)):
      for (index, part) in parts.enumerated() {
        try write(part, type.fields[index].type, place.part(type.partName(index)))
      }
    case (.choice(let tag, let cases), .enumeration(let type)):
      emit(.assign(place.part("tag"), tag))
      let names = type.partNames
      for (index, each) in type.cases.enumerated() where !each.fields.isEmpty {
        let isIt = Scalar.equal(tag, .number(index))
        var cleared: [Code] = []
        for (declared, name) in zip(each.fields, names[index]) {
          cleared.append(.clear(place.part(name), try declared.type.shape()))
        }
        let written = try block { (builder) throws(ExportError) in
          for (field, value) in cases[index].enumerated() {
            try builder.write(value, each.fields[field].type, place.part(names[index][field]))
          }
        }.code
        switch isIt {
        case .flag(true): code += written
        case .flag(false): code += cleared
        default: emit(.when(isIt, written, otherwise: cleared))
        }
      }
    case (.constant(let value, _), _): try write(value, type, place)
    default:
      guard let source = operand.source(as: type), try operand.shape() == type.shape() else {
        return try fill(place, type, from: operand)
      }
      if source != place { emit(.copy(to: place, from: source, try type.shape())) }
    }
  }

  /// A constant of any type.
  private mutating func write(
    _ value: Value, _ type: Type, _ place: Reference
  ) throws(ExportError) {
    switch (type, value) {
    case (.optional, .none): emit(.clear(place, try type.shape()))
    case (.set(let element, nil), _):
      emit(.clear(place, try type.shape()))
      for each in value.elements {
        guard let rank = element.rank(of: each) else { continue }
        emit(.assign(place.index(.number(rank)), .yes))
      }
    case (.map(let key, let content), .map(let keys, let values)):
      emit(.clear(place, try type.shape()))
      for (index, each) in keys.enumerated() {
        guard let rank = key.rank(of: each) else { continue }
        try write(
          .constant(of: values[index], content), .optional(content), place.index(.number(rank)))
      }
    case (.table(_, let content), .table(let values)):
      for (index, each) in values.enumerated() {
        try write(.constant(of: each, content), content, place.index(.number(index)))
      }
    case (.list(let element, _?), _), (.bag(let element, _?), _), (.set(let element, _?), _):
      emit(.clear(place, try type.shape()))
      emit(.assign(place.part("count"), .number(value.elements.count)))
      for (index, each) in value.elements.enumerated() {
        try write(
          .constant(of: each, element), element, place.part("item").index(.number(index)))
      }
    default: try write(.constant(of: value, type), type, place)
    }
  }

  /// Fills a collection with the elements of another one, which is kept in another way.
  private mutating func fill(
    _ place: Reference, _ type: Type, from operand: Operand
  ) throws(ExportError) {
    emit(.clear(place, try type.shape()))
    switch type {
    case .set(let element, nil):
      try forEachElement(operand) { (builder, value, _) throws(ExportError) in
        let (rank, valid) = try builder.rank(of: value, in: element)
        try builder.when(valid) { (builder) throws(ExportError) in
          builder.emit(.assign(place.index(rank), .yes))
        }
      }
    case .set(let element, let capacity?), .bag(let element, let capacity?):
      let target = Operand.list(place, element: element, capacity: capacity)
      try forEachElement(operand) { (builder, value, _) throws(ExportError) in
        try builder.insertInOrder(value, into: target, unique: !type.isBag)
      }
    case .list(let element, _?):
      let count = Scalar.read(place.part("count"), .number(0...Shape.allNumbers.upperBound))
      try forEachElement(operand) { (builder, value, _) throws(ExportError) in
        try builder.write(value, element, place.part("item").index(count))
        builder.emit(.assign(place.part("count"), count + 1))
      }
    case .map(let key, let content):
      guard case .entries(let source, let from, let inner) = operand else {
        throw ExportError("a value that becomes \(type)")
      }
      try loop("key", from: .number(0), through: .number(try from.valueCount() - 1)) {
        (builder, index) throws(ExportError) in
        let entry = try Operand.load(source.index(index), .optional(inner))
        guard case .optional(let present, let value) = entry else { return }
        let (rank, valid) = try builder.rank(of: builder.value(at: index, of: from), in: key)
        try builder.when(present && valid) { (builder) throws(ExportError) in
          try builder.write(value, .optional(content), place.index(rank))
        }
      }
    case .table(let key, let content):
      guard case .table(let source, _, let inner) = operand else {
        throw ExportError("a value that becomes \(type)")
      }
      try loop("key", from: .number(0), through: .number(try key.valueCount() - 1)) {
        (builder, index) throws(ExportError) in
        try builder.write(try .load(source.index(index), inner), content, place.index(index))
      }
    default: throw ExportError("a value that becomes \(type)")
    }
  }

  /// A local that holds a copy of a value.
  mutating func copied(
    _ operand: Operand, _ type: Type, _ wish: String
  ) throws(ExportError) -> Operand {
    let type = try type.holding(operand)
    let local = local(wish, try type.shape())
    let place = Reference(root: .local(local))
    try write(operand, type, place)
    return try .load(place, type)
  }

  /// The same value whatever is stored meanwhile.
  mutating func kept(
    _ operand: Operand, _ type: Type, _ wish: String
  ) throws(ExportError) -> Operand {
    if !operand.reads(changes) { return operand }
    if case .scalar(let scalar) = operand { return .scalar(held(scalar, wish)) }
    return try copied(operand, type, wish)
  }
}

extension Operand {
  /// Whether it depends on what is kept somewhere.
  func reads(_ isRead: (Reference.Root) -> Bool) -> Bool {
    switch self {
    case .scalar(let scalar): scalar.reads(isRead)
    case .absent, .constant: false
    case .optional(let present, let inner): present.reads(isRead) || inner.reads(isRead)
    case .record(let parts): parts.contains { $0.reads(isRead) }
    case .choice(let tag, let cases):
      tag.reads(isRead) || cases.contains { $0.contains { $0.reads(isRead) } }
    case .flags(let place, _), .entries(let place, _, _), .table(let place, _, _),
      .list(let place, _, _), .keys(let place, _, _), .contents(let place, _, _),
      .reversed(let place, _, _):
      place.reads(isRead)
    case .span(let first, let end): first.reads(isRead) || end.reads(isRead)
    }
  }

  /// Where a collection is kept, if it is just as values of a type are.
  func source(as type: Type) -> Reference? {
    switch (self, type) {
    case (.flags(let source, let element), .set(let target, nil)) where element == target: source
    case (.entries(let source, let key, _), .map(let target, _)) where key == target: source
    case (.table(let source, let key, _), .table(let target, _)) where key == target: source
    case (.list(let source, let element, _), .list(let target, _)),
      (.list(let source, let element, _), .bag(let target, _)),
      (.list(let source, let element, _), .set(let target, _?)):
      element == target ? source : nil
    default: nil
    }
  }

  /// How a collection is kept where it is.
  func shape() throws(ExportError) -> Shape {
    switch self {
    case .flags(_, let element): try Type.set(element, maximum: nil).shape()
    case .entries(_, let key, let content): try Type.map(key, content).shape()
    case .table(_, let key, let content): try Type.table(key, content).shape()
    case .list(_, let element, let capacity): try Type.list(element, maximum: capacity).shape()
    default: throw ExportError("a value of no known shape")
    }
  }

  /// How many elements there are at most.
  var capacity: Int {
    switch self {
    case .list(_, _, let capacity), .reversed(_, _, let capacity): capacity
    case .flags(_, let type), .entries(_, let type, _), .table(_, let type, _),
      .keys(_, let type, _),
      .contents(_, let type, _):
      (try? type.valueCount()) ?? 0
    case .constant(let value, _): value.elements.count
    case .span(let first, let end): max(0, end.bounds.upperBound - first.bounds.lowerBound)
    case .optional(_, let inner): inner.capacity
    default: 0
    }
  }
}

extension Scalar {
  var isRead: Bool { if case .read = self { true } else { false } }
}

extension String {
  /// The name as other checkers take it.
  var modelName: String {
    let name = String(map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    return name.first?.isLetter ?? false ? name : "x\(name)"
  }
}
