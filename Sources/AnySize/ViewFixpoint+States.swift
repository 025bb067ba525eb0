import Basics
import Semantics

/// The starts and steps of whole states with that many names.
extension ViewFixpoint {
  /// The starts of states with that many names.
  func starts(names size: Int) throws(UnsupportedError) -> [[Value]] {
    var starts: [[Value]] = [[]]
    for variable in spec.variables {
      let compiler = ViewCompiler(spec, scope)
      var extended: [[Value]] = []
      switch variable.initial {
      case .value(let root):
        let code = try compiler.code(root.expression, raw: true)
        for start in starts {
          for value in try values(code, root.frameSize, start, size) {
            extended.append(start + [value])
          }
        }
      case .any:
        guard !scope.occurs(in: variable.type) else {
          guard scope.isName(variable.type),
            let values = scope.values(of: variable.type, names: size)
          else {
            throw UnsupportedError("a variable begins with any collection of names", variable.range)
          }
          extended = starts.flatMap { start in
            (values + [.elsewhere]).map { start + [$0] }
          }
          break
        }
        guard case .any(let values) = variable.initial else { break }
        extended = starts.flatMap { start in values.map { start + [$0] } }
      case .anyOf(let binders, let frameSize):
        extended = try chosen(binders, frameSize, variable, starts, compiler, size)
      }
      starts = extended
      if starts.count > limits.views {
        throw UnsupportedError(.starts(limits.views), variable.range)
      }
    }
    return starts
  }

  private func values(
    _ code: ViewCode, _ frameSize: Int, _ start: [Value], _ names: Int
  ) throws(UnsupportedError) -> [Value] {
    var values: [Value] = []
    oracle.reset()
    repeat {
      var frame = ViewFrame(names: names, oracle: oracle, state: start)
      frame.locals = Array(repeating: .none, count: frameSize)
      do throws(ViewError) {
        let value = try code(&frame)
        if value.leastNumber != nil {
          throw ViewError.outside(
            UnsupportedError("a variable begins with a number of names", SourceRange(0, 0)))
        }
        values.append(value)
      } catch {
        switch error {
        case .outside(let outside): throw outside
        // A start without a value is an error in the spec, which the ordinary check reports.
        case .fault(let fault): throw UnsupportedError(fault.message, fault.range)
        case .covered: continue
        }
      }
    } while oracle.next()
    return values
  }

  private func chosen(
    _ binders: Binders, _ frameSize: Int, _ variable: Variable, _ starts: [[Value]],
    _ compiler: ViewCompiler, _ size: Int
  ) throws(UnsupportedError) -> [[Value]] {
    let compiled = try compiler.binders(binders)
    if compiled.isPartial || scope.occurs(in: variable.type) {
      throw UnsupportedError("a variable begins with any of some names", variable.range)
    }
    let slot = binders.levels[0].slot
    let code: ViewCode = { (frame) throws(ViewError) in
      var values: [Value] = []
      try compiled.forEach(&frame) { (frame) throws(ViewError) in values.append(frame.locals[slot])
      }
      return .list(values)
    }
    var extended: [[Value]] = []
    for start in starts {
      for choices in try values(code, frameSize, start, size) {
        extended += choices.elements.map { start + [$0] }
      }
    }
    return extended
  }

  /// States with that many names, including all reachable ones up to renaming; nil if there are too many.
  func states(names: Int) throws(UnsupportedError) -> [[Value]]? {
    var codec = codec
    var seen: Set<[Int]> = []
    func isNew(_ state: [Value]) -> Bool {
      let parts = codec.parts(of: state, names: names)
      let hasOrder = !parts.hasPairs || names < ViewSet.orders.count
      return seen.insert(hasOrder ? ViewSet.canonical(parts).key : parts.key).inserted
    }
    var states = try starts(names: names).filter(isNew)
    var arguments: [[[Value]]] = []
    for (event, _, _) in events {
      arguments.append(
        try event.arguments(names: names, scope, spec.events[event.index].range))
    }
    var place = 0
    while place < states.count {
      if states.count > Self.mostSmallStates || Deadline.isOver { return nil }
      let state = states[place]
      place += 1
      for (index, event) in events.enumerated() {
        for arguments in arguments[index] {
          oracle.reset()
          repeat {
            let frame = ViewFrame(names: names, oracle: oracle, state: state)
            let outcome = event.event.react(arguments, frame, spec, scope) { _ in }
            if case .outside(let outside) = outcome { throw outside }
            if case .step(_, let next, _) = outcome, isNew(next) { states.append(next) }
          } while oracle.next()
        }
      }
    }
    return states
  }

  private static let mostSmallStates = 20_000
}
