import Semantics

/// The statements of routines.
extension Promela {
  mutating func body(
    _ routine: Routine, _ label: String, _ end: (inout Promela) -> Void
  ) {
    self.label = label
    lines.add("outcome_ = 0;")
    for local in routine.locals {
      clear(names[local], local.shape, 0, toZero: false)
    }
    for code in routine.code { write(code) }
    end(&self)
    lines.add("\(label): skip;")
  }

  /// Any value of its shape.
  mutating func choose(_ local: Local) {
    let name = names[local]
    switch local.shape {
    case .flag: lines.add("if :: \(name) = false :: \(name) = true fi;")
    case .number(let range) where range.count <= 32:
      lines.add("if \(range.map { ":: \(name) = \($0)" }.joined(separator: " ")) fi;")
    case .number(let range):
      lines.add("select(\(name) : \(range.lowerBound) .. \(range.upperBound));")
    default: break
    }
  }

  mutating func open(_ line: String) {
    // Spin interprets the end of a loop directly before it as a jump into it.
    lines.add("skip;")
    lines.add(line)
    lines.depth += 1
  }

  mutating func close(_ line: String) {
    lines.depth -= 1
    lines.add(line)
  }

  mutating func reset(_ locals: [Local]) {
    var seen: Set<String> = []
    for local in locals {
      let name = names[local]
      if seen.insert(name).inserted { clear(name, local.shape, 0, toZero: true) }
    }
  }

  /// Resets all variables, so that impossible steps lead to one state.
  mutating func leaveForNowhere() {
    open("d_step {")
    lines.add("forget();")
    close("};")
    lines.add("goto end_nowhere")
  }

  mutating func write(_ code: Code) {
    switch code {
    case .assign(let target, let scalar):
      var depth = 0
      let place = text(target, changing: target.root, &depth)
      lines.add("\(place) = \(notation.text(scalar));")
    case .copy(let target, let source, let shape):
      var depth = 0
      let place = text(target, changing: target.root, &depth)
      copy(place, text(source, changing: target.root, &depth), shape, depth)
    case .clear(let target, let shape):
      var depth = 0
      clear(text(target, changing: target.root, &depth), shape, depth, toZero: false)
    case .when(let test, let then, let otherwise):
      lines.add("if")
      lines.add(":: \(notation.text(test)) ->")
      block(then)
      lines.add(":: else ->")
      block(otherwise)
      lines.add("fi;")
    case .loop(let local, let first, let last, let inner):
      let name = names[local]
      lines.add("\(name) = \(notation.text(first));")
      lines.add("do")
      lines.add(":: \(name) <= \(notation.text(last)) ->")
      block(inner)
      lines.add("  \(name) = \(name) + 1")
      lines.add(":: else -> break")
      lines.add("od;")
    case .pick(let local): choose(local)
    case .leave(.impossible): lines.add("goto \(label);")
    case .leave(.fault(let reason)):
      lines.add("outcome_ = 2; goto \(label); /* fault: \(reason) */")
    }
  }

  /// A place. Index expressions that read the changed variable are computed before: Spin evaluates them again when it
  /// backtracks, and parts are copied one after the other.
  ///
  /// - Parameter depth: how many counters are in use.
  private mutating func text(
    _ place: Reference, changing root: Reference.Root, _ depth: inout Int
  ) -> String {
    var result = place
    for (index, step) in place.steps.enumerated() {
      guard case .index(let scalar) = step, scalar.reads(root) else { continue }
      guard depth < 4 else {
        obstacle = ExportError("a place with more than four indices that depend on the state")
        break
      }
      let counter = Local(name: "k\(depth)_", shape: .number(scalar.bounds))
      lines.add("\(counter.name) = \(notation.text(scalar));")
      result.steps[index] = .index(.read(Reference(root: .local(counter)), counter.shape))
      depth += 1
    }
    return notation.text(result)
  }

  private mutating func block(_ code: [Code]) {
    lines.depth += 1
    if code.isEmpty { lines.add("skip;") }
    for each in code { write(each) }
    lines.depth -= 1
  }

  mutating func copy(_ target: String, _ source: String, _ shape: Shape, _ depth: Int) {
    switch shape {
    case .flag, .number: lines.add("\(target) = \(source);")
    case .record(let parts):
      for part in parts {
        let name = part.name.inPromela
        copy("\(target).\(name)", "\(source).\(name)", part.shape, depth)
      }
    case .array(let count, let element):
      repeated(count, depth) { writer, index in
        writer.copy("\(target).at[\(index)]", "\(source).at[\(index)]", element, depth + 1)
      }
    }
  }

  mutating func clear(_ target: String, _ shape: Shape, _ depth: Int, toZero: Bool) {
    switch shape {
    case .flag: lines.add("\(target) = false;")
    case .number: lines.add("\(target) = \(toZero ? 0 : shape.least);")
    case .record(let parts):
      for part in parts {
        clear("\(target).\(part.name.inPromela)", part.shape, depth, toZero: toZero)
      }
    case .array(let count, let element):
      repeated(count, depth) { writer, index in
        writer.clear("\(target).at[\(index)]", element, depth + 1, toZero: toZero)
      }
    }
  }

  /// For each index of an array: separate lines if there are few, else a loop.
  private mutating func repeated(
    _ count: Int, _ depth: Int, _ body: (inout Promela, String) -> Void
  ) {
    if count <= 2 || depth >= 4 {
      for index in 0..<count { body(&self, "\(index)") }
      return
    }
    lines.add("k\(depth)_ = 0;")
    lines.add("do")
    lines.add(":: k\(depth)_ < \(count) ->")
    lines.depth += 1
    body(&self, "k\(depth)_")
    lines.add("k\(depth)_ = k\(depth)_ + 1")
    lines.depth -= 1
    lines.add(":: else -> break")
    lines.add("od;")
  }
}
