import Basics

/// The result of statements, as one expression: stored values that are too long to repeat get names of their own.
///
/// Statements that may leave or choose contain the later statements in their expression; others are definitions
/// before it.
struct TLARoutine {
  /// The results at the ends.
  struct Ends {
    enum Exit: Equatable {
      case impossible
      case fault(String)
      /// One of these two, depending on an expression.
      case either(String)
    }
    /// Whether its result is true or false.
    var isFlag = false
    /// The quantifier for choices; nil without any.
    var choice: Formula.Quantifier?
    /// The places that are still needed at the end.
    var live: Set<Reference.Root> = []
    var leave: (inout TLARoutine, Exit) -> Formula
    var done: (inout TLARoutine) -> Formula
  }

  @Boxed var model: Model
  let names: TLANames
  /// The names in use in the current definition.
  private var taken: Set<String>
  /// The current values of places; others have their initial values.
  var places: [Reference.Root: TLANode] = [:]
  var definitions: [Formula.Definition] = []
  var helpers: TLAHelpers
  /// Longer expressions get a name.
  var shortLength = 36
  /// Tests that are false wherever the current statements run.
  private var refuted: Set<String> = []

  init(_ model: Model, _ names: TLANames, _ helpers: TLAHelpers, parameters: [Local] = []) {
    self.model = model
    self.names = names
    self.helpers = helpers
    taken = names.taken.union(parameters.map(names.parameter))
    for each in parameters { places[.local(each)] = .whole(names.parameter(each)) }
  }

  /// A name of this definition's own.
  mutating func fresh(_ wish: String) -> String {
    let wish = wish.inTLA
    var name = wish
    var count = 1
    while !taken.insert(name).inserted {
      name = "\(wish)_\(count)"
      count += 1
    }
    return name
  }

  // MARK: Statements with one end or several

  /// The text around the result of the later statements.
  private enum Layer {
    case bind([Formula.Definition])
    case guarded(String, Formula)
    case some(String, Formula)
  }

  /// The result of statements, given the current values of places.
  mutating func run(_ code: [Code], _ ends: Ends) -> Formula {
    let outer = (definitions, places, refuted)
    definitions = []
    defer { (definitions, places, refuted) = outer }
    var layers: [Layer] = []
    var end: Formula?
    let live = code.liveness(ends.live)
    for (offset, statement) in code.enumerated() where end == nil {
      switch statement {
      case .leave(.impossible): end = ends.leave(&self, .impossible)
      case .leave(.fault(let reason)): end = ends.leave(&self, .fault(reason))
      case .pick(let local):
        let name = fresh(local.name)
        flush(&layers)
        layers.append(.some(name, .text(local.shape.inTLA)))
        places[.local(local)] = .whole(name)
      case .when(let test, let then, let otherwise) where then.alwaysLeaves:
        let text = text(test).bare
        if !refuted.contains(text) {
          flush(&layers)
          layers.append(.guarded(text, run(then, ends)))
          refuted.insert(text)
        }
        if !otherwise.isEmpty { end = run(otherwise + code[(offset + 1)...], ends) }
      case .when(let test, let then, let otherwise) where otherwise.alwaysLeaves:
        let text = text(test).bare.negated
        if !refuted.contains(text) {
          flush(&layers)
          layers.append(.guarded(text, run(otherwise, ends)))
          refuted.insert(text)
        }
        end = run(then + code[(offset + 1)...], ends)
      case .when, .loop:
        if [statement].mayEnd {
          capture(statement, live[offset + 1], ends, &layers)
        } else {
          step(statement, live[offset + 1])
        }
      case .assign, .copy, .clear: step(statement, live[offset + 1])
      }
    }
    var result = end ?? ends.done(&self)
    flush(&layers)
    for layer in layers.reversed() {
      switch layer {
      case .bind(let definitions): result = .binding(definitions, result)
      case .guarded(let test, .no) where ends.choice == .exists:
        let guards = test.negated.conjuncts.map { Formula.text(asValue($0)) }
        if case .all(let all) = result {
          result = .all(guards + all)
        } else {
          result = .all(guards + [result])
        }
      case .guarded(let test, let exit):
        result = .chosen(test, exit, otherwise: result, isFlag: ends.isFlag)
      case .some(let name, let set):
        result = .some(ends.choice ?? .exists, name: name, set: set, result)
      }
    }
    return result
  }

  /// A condition of an action, so that TLC only evaluates it.
  ///
  /// It makes a separate step for each way in which a disjunction holds. Inside EXCEPT it reads the old value of an
  /// array's element (`getNextStates` in its `Tool.java`).
  private func asValue(_ test: String) -> String {
    let isComparison = [" = ", " # ", " < ", " <= ", " > ", " >= "].contains { test.contains($0) }
    let isVariable = test.isOperand && names.variables.contains(String(test.words.first ?? ""))
    let isSafe =
      test.hasPrefix("~") || isVariable
      || isComparison && !["\\/", "\\E ", "\\A ", "IF "].contains { test.contains($0) }
    return isSafe ? test : "\(test.operand) = TRUE"
  }

  private mutating func flush(_ layers: inout [Layer]) {
    if !definitions.isEmpty { layers.append(.bind(definitions)) }
    definitions = []
  }

  /// A branch or loop that may leave or choose: its result is its stores, and how it ended.
  private mutating func capture(
    _ statement: Code, _ after: Set<Reference.Root>, _ ends: Ends, _ layers: inout [Layer]
  ) {
    let leaves = [statement].haveAnywhere { if case .leave = $0 { true } else { false } }
    let chooses = [statement].haveAnywhere { if case .pick = $0 { true } else { false } }
    let name: String
    let pack: TLAPack
    switch statement {
    case .when(let test, let then, let otherwise):
      pack = TLAPack(
        self, [statement].written.intersection(after), hasOutcome: leaves, isSet: chooses)
      let test = text(test).bare
      let value = Formula.choose(
        test: test, run(then, pack.ends), otherwise: run(otherwise, pack.ends))
      name = fresh("then")
      if chooses {
        flush(&layers)
        layers.append(.some(name, value))
      } else {
        definitions.append(.init(name: name, value: value))
      }
    case .loop(let local, let first, let last, let body):
      let carried = body.written.intersection(body.liveInLoop(local, after))
      pack = TLAPack(self, carried, hasOutcome: leaves, isSet: false)
      name = fold(local, first, last, pack) { routine, previous in
        .choose(
          test: "\(pack.outcome(of: previous)) # \"on\"", .text(previous),
          otherwise: routine.run(body, pack.ends))
      }
    default: return
    }
    pack.unpack(name, &self)
    if leaves {
      let outcome = pack.outcome(of: name)
      let exit = ends.leave(&self, .either(outcome))
      flush(&layers)
      layers.append(.guarded("\(outcome) # \"on\"", exit))
    }
  }

  // MARK: Statements with one end

  private mutating func step(_ code: Code, _ after: Set<Reference.Root>) {
    switch code {
    case .assign(let place, let scalar):
      guard after.contains(place.root) else { return }
      store(.whole(kept(.text(text(scalar).bare), place.name)), in: place)
    case .copy(let to, let from, _):
      guard after.contains(to.root) else { return }
      store(settled(from), in: to)
    case .clear(let place, let shape):
      guard after.contains(place.root) else { return }
      store(zero(shape), in: place)
    case .when(let test, let then, let otherwise): branch(test, then, otherwise, after)
    case .loop(let local, let first, let last, let body): loop(local, first, last, body, after)
    case .pick, .leave: break
    }
  }

  /// The definitions of a block, and the values of places after it.
  mutating func block(
    _ code: [Code], _ after: Set<Reference.Root>
  ) -> (definitions: [Formula.Definition], places: [Reference.Root: TLANode]) {
    let outer = (definitions, places)
    definitions = []
    let live = code.liveness(after)
    for (offset, statement) in code.enumerated() { step(statement, live[offset + 1]) }
    let result = (definitions, places)
    (definitions, places) = outer
    return result
  }

  private mutating func branch(
    _ test: Scalar, _ then: [Code], _ otherwise: [Code], _ after: Set<Reference.Root>
  ) {
    let roots = model.sorted((then + otherwise).written.intersection(after))
    if roots.isEmpty { return }
    var test = text(test).bare
    let (one, two) = (block(then, after), block(otherwise, after))
    var differences: [TLANode.Difference] = []
    for root in roots {
      _ = merged(root, one.places, two.places) { difference in
        differences.append(difference)
        return ""
      }
    }
    if differences.isEmpty {
      // Both store the same, so it contains no name that only one of them has.
      for root in roots { places[root] = one.places[root] }
      return
    }
    var texts: [String]
    if one.definitions.isEmpty, two.definitions.isEmpty {
      if differences.count > 1, test.count > shortLength {
        test = kept(.text(test), "test")
      }
      texts = differences.map { each in
        kept(
          .chosen(
            test, each.one.formula, otherwise: each.two.formula, isFlag: each.shape == .flag),
          each.name)
      }
    } else {
      let fields = Self.distinct(differences.map(\.name))
      func packed(_ part: (TLANode.Difference) -> TLANode) -> Formula {
        differences.count == 1
          ? part(differences[0]).formula
          : .record(
            zip(fields, differences).map { .init(name: $0, value: part($1).formula) })
      }
      let name = fresh(differences.count == 1 ? differences[0].name : "then")
      definitions.append(
        .init(
          name: name,
          value: .chosen(
            test, .binding(one.definitions, packed(\.one)),
            otherwise: .binding(two.definitions, packed(\.two)), isFlag: false)))
      texts = differences.count == 1 ? [name] : fields.map { "\(name).\($0)" }
    }
    texts.reverse()
    for root in roots {
      places[root] = merged(root, one.places, two.places) { _ in texts.removeLast() }
    }
  }

  private func merged(
    _ root: Reference.Root, _ one: [Reference.Root: TLANode], _ two: [Reference.Root: TLANode],
    _ leaf: (TLANode.Difference) -> String
  ) -> TLANode {
    .merged(
      TLANode.Difference(
        name: model.name(root), shape: model.shape(root), one: one[root] ?? first(root),
        two: two[root] ?? first(root)), leaf)
  }

  static func distinct(_ wishes: [String]) -> [String] {
    var taken: Set<String> = []
    return wishes.map { wish in
      var name = wish
      while !taken.insert(name).inserted { name += "_" }
      return name
    }
  }

  // MARK: Loops

  private mutating func loop(
    _ local: Local, _ first: Scalar, _ last: Scalar, _ body: [Code], _ after: Set<Reference.Root>
  ) {
    let carried = body.written.intersection(body.liveInLoop(local, after))
    if carried.isEmpty { return }
    if carried.count == 1, let root = carried.first,
      quantified(root, local, first, last, body) || counted(root, local, first, last, body)
    {
      return
    }
    let pack = TLAPack(self, carried, hasOutcome: false, isSet: false)
    let name = fold(local, first, last, pack) { routine, _ in
      let (definitions, places) = routine.block(body, carried)
      routine.places = places
      return .binding(definitions, pack.packed(&routine))
    }
    pack.unpack(name, &self)
  }

  /// A loop that sets a flag if some element satisfies a condition.
  private mutating func quantified(
    _ root: Reference.Root, _ local: Local, _ first: Scalar, _ last: Scalar, _ body: [Code]
  ) -> Bool {
    guard case .local(let flag) = root, flag.shape == .flag,
      let value = body.onlyValue(of: root), case .flag(let found) = value
    else { return false }
    let before = text(Reference(root: root))
    let (index, test) = pass(root, local, body, from: found ? "FALSE" : "TRUE")
    let all = Formula.some(
      found ? .exists : .every, name: index, set: .text(range(first, last)), test)
    let mine = kept(all, flag.name)
    let whole =
      switch (before, found) {
      case ("FALSE", true), ("TRUE", false): mine
      case (_, true): "(\(before) \\/ \(mine))"
      case (_, false): "(\(before) /\\ \(mine))"
      }
    places[root] = .whole(kept(.text(whole.bare), flag.name))
    return true
  }

  /// A loop that adds to a number.
  private mutating func counted(
    _ root: Reference.Root, _ local: Local, _ first: Scalar, _ last: Scalar, _ body: [Code]
  ) -> Bool {
    guard case .local(let count) = root, body.onlyAdds(to: root) else { return false }
    let before = text(Reference(root: root))
    let (index, added) = pass(root, local, body, from: "0")
    guard let line = added.line else { return false }
    let sum: String
    let end = " THEN 1 ELSE 0"
    if line.hasPrefix("IF "), line.hasSuffix(end), !line.dropFirst(3).contains("IF ") {
      helpers.usesSets = true
      let test = line.dropFirst(3).dropLast(end.count)
      sum = "Cardinality({\(index) \\in \(range(first, last)) : \(test)})"
    } else {
      helpers.usesSum = true
      let (low, high) = (text(first).bare, text(last).bare)
      sum = "\(helpers.sum)(LAMBDA \(index) : \(line), \(low), \(high))"
    }
    let whole = before == "0" ? sum : "\(before) + \(sum)"
    places[root] = .whole(kept(.text(whole), count.name))
    return true
  }

  /// The effect of one pass of a loop on a place.
  private mutating func pass(
    _ root: Reference.Root, _ local: Local, _ body: [Code], from start: String
  ) -> (index: String, value: Formula) {
    let outer = (places, shortLength)
    let index = fresh(local.name)
    shortLength = 3 * shortLength
    places[.local(local)] = .whole(index)
    places[root] = .whole(start)
    let (definitions, after) = block(body, [root])
    (places, shortLength) = outer
    return (index, .binding(definitions, (after[root] ?? .whole(start)).formula))
  }

  private mutating func range(_ first: Scalar, _ last: Scalar) -> String {
    "\(text(first).bare)..\(text(last))"
  }

  /// Defines the new values of some places, pass by pass; returns the name of the final ones.
  private mutating func fold(
    _ local: Local, _ first: Scalar, _ last: Scalar, _ pack: TLAPack,
    _ body: (inout TLARoutine, String) -> Formula
  ) -> String {
    let name = fresh("after_\(local.name)")
    let (index, previous) = (fresh(local.name), fresh("last"))
    let (low, high) = (text(first), text(last))
    let start = pack.packed(&self)
    let outer = (definitions, places)
    definitions = []
    places[.local(local)] = .whole(index)
    pack.unpack(previous, &self)
    let value = body(&self, previous)
    (definitions, places) = outer
    let before = first.constant.map { "\($0 - 1)" } ?? "(\(low) - 1)"
    definitions.append(
      .init(
        name: "\(name)[\(index) \\in \(before)..\(high)]",
        value: .choose(
          test: "\(index) < \(low)", start,
          otherwise: .binding(
            [.init(name: previous, value: .text("\(name)[\(index) - 1]"))], value))))
    let result = fresh("all_\(local.name)")
    let whole = Formula.text("\(name)[\(high.bare)]")
    let isEmpty = last.bounds.lowerBound < first.bounds.upperBound - 1
    definitions.append(
      .init(
        name: result,
        value: isEmpty ? .choose(test: "\(high) < \(low)", start, otherwise: whole) : whole))
    return result
  }
}
