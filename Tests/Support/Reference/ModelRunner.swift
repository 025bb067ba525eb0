import CrossCheck
import Semantics

/// Runs the routines of a `Model`, statement by statement, with only places and numbers, like a checker that reads
/// the model.
package struct ModelRunner {
  /// A number, or a composite of several.
  package indirect enum Cell: Hashable, Sendable {
    case leaf(Int)
    case node([Cell])
  }

  /// The outcome of a routine.
  package enum Outcome: Hashable {
    case impossible
    case fault
    case done(state: [Cell], sent: [Int: Cell], result: Int?)
  }

  private enum Exit: Error {
    case left(Code.Exit)
    /// There is no place of that name, or of that number.
    case nowhere(String)
  }

  let model: Model

  package init(_ model: Model) { self.model = model }

  private struct Memory {
    var now: [Cell]
    var before: [Cell]
    var sent: [Int: Cell] = [:]
    var locals: [String: Cell] = [:]
    /// The choices, each with the number of possible values.
    var picked: [(value: Int, count: Int)] = []
  }

  /// All outcomes of a routine, one for each choice.
  ///
  /// - Throws: if it reads or writes a missing location.
  package func outcomes(
    _ routine: Routine, _ arguments: [Int], now: [Cell], before: [Cell], sent: [Int: Cell] = [:]
  ) throws -> Set<Outcome> {
    var outcomes: Set<Outcome> = []
    var plan: [Int] = []
    while true {
      var memory = Memory(now: now, before: before)
      for (signal, local) in model.sent {
        memory.sent[signal] = sent[signal] ?? Self.zero(local.shape)
      }
      for (parameter, argument) in zip(routine.parameters, arguments) {
        memory.locals[parameter.name] = .leaf(argument)
      }
      for local in routine.locals { memory.locals[local.name] = Self.zero(local.shape) }
      do {
        try run(routine.code, &memory, plan)
        let result = try routine.result.map { try value($0, memory) }
        outcomes.insert(.done(state: memory.now, sent: memory.sent, result: result))
      } catch Exit.left(.impossible) {
        outcomes.insert(.impossible)
      } catch Exit.left(.fault) {
        outcomes.insert(.fault)
      }
      // The next choice: the last one that has a value left takes it.
      var picked = memory.picked
      while let last = picked.last, last.value + 1 >= last.count { picked.removeLast() }
      guard let last = picked.popLast() else { return outcomes }
      plan = picked.map(\.value) + [last.value + 1]
    }
  }

  // MARK: Statements

  private func run(_ code: [Code], _ memory: inout Memory, _ plan: [Int]) throws {
    for each in code {
      switch each {
      case .assign(let place, let scalar):
        let value = try value(scalar, memory)
        try store(.leaf(value), place, &memory)
      case .copy(let to, let from, _): try store(try cell(from, memory), to, &memory)
      case .clear(let place, let shape): try store(Self.zero(shape), place, &memory)
      case .when(let test, let then, let otherwise):
        try run(value(test, memory) != 0 ? then : otherwise, &memory, plan)
      case .loop(let local, let first, let last, let body):
        let (first, last) = (try value(first, memory), try value(last, memory))
        if first > last { continue }
        for number in first...last {
          memory.locals[local.name] = .leaf(number)
          try run(body, &memory, plan)
        }
      case .pick(let local):
        guard case .number(let range) = local.shape else { throw Exit.nowhere(local.name) }
        let place = memory.picked.count
        let chosen = place < plan.count ? plan[place] : 0
        memory.picked.append((chosen, range.count))
        memory.locals[local.name] = .leaf(range.lowerBound + chosen)
      case .leave(let exit): throw Exit.left(exit)
      }
    }
  }

  private func value(_ scalar: Scalar, _ memory: Memory) throws -> Int {
    switch scalar {
    case .flag(let flag): return flag ? 1 : 0
    case .number(let number), .named(_, let number): return number
    case .read(let place, _):
      guard case .leaf(let number) = try cell(place, memory) else { throw Exit.nowhere("\(place)") }
      return number
    case .not(let inner): return try value(inner, memory) == 0 ? 1 : 0
    case .pick(let test, let then, let otherwise):
      return try value(test, memory) != 0 ? value(then, memory) : value(otherwise, memory)
    case .binary(.and, let left, let right):
      return try value(left, memory) != 0 && value(right, memory) != 0 ? 1 : 0
    case .binary(.or, let left, let right):
      return try value(left, memory) != 0 || value(right, memory) != 0 ? 1 : 0
    case .binary(let operation, let left, let right):
      let (left, right) = (try value(left, memory), try value(right, memory))
      return switch operation {
      case .add: left + right
      case .subtract: left - right
      case .multiply: left * right
      case .divide: left / right
      case .remainder: left % right
      case .equal: left == right ? 1 : 0
      case .notEqual: left != right ? 1 : 0
      case .less: left < right ? 1 : 0
      case .lessOrEqual: left <= right ? 1 : 0
      case .and, .or: 0
      }
    }
  }

  // MARK: Places

  private func shape(_ root: Reference.Root) -> Shape {
    switch root {
    case .now(let index), .before(let index): model.variables[index].shape
    case .sent(let signal): model.sent[signal]?.shape ?? .flag
    case .local(let local): local.shape
    }
  }

  private func root(_ root: Reference.Root, _ memory: Memory) throws -> Cell {
    let cell: Cell? =
      switch root {
      case .now(let index): memory.now[index]
      case .before(let index): memory.before[index]
      case .sent(let signal): memory.sent[signal]
      case .local(let local): memory.locals[local.name]
      }
    guard let cell else { throw Exit.nowhere("\(root)") }
    return cell
  }

  private func cell(_ place: Reference, _ memory: Memory) throws -> Cell {
    var cell = try root(place.root, memory)
    for index in try path(place, memory) {
      guard case .node(let parts) = cell, parts.indices.contains(index) else {
        throw Exit.nowhere("\(place)")
      }
      cell = parts[index]
    }
    return cell
  }

  private func store(_ cell: Cell, _ place: Reference, _ memory: inout Memory) throws {
    let path = try path(place, memory)
    func replaced(_ old: Cell, _ path: ArraySlice<Int>) throws -> Cell {
      guard let first = path.first else { return cell }
      guard case .node(var parts) = old, parts.indices.contains(first) else {
        throw Exit.nowhere("\(place)")
      }
      parts[first] = try replaced(parts[first], path.dropFirst())
      return .node(parts)
    }
    let new = try replaced(root(place.root, memory), path[...])
    switch place.root {
    case .now(let index): memory.now[index] = new
    case .sent(let signal): memory.sent[signal] = new
    case .local(let local): memory.locals[local.name] = new
    case .before: throw Exit.nowhere("a change of what was before")
    }
  }

  private func path(_ place: Reference, _ memory: Memory) throws -> [Int] {
    var shape = shape(place.root)
    var path: [Int] = []
    for step in place.steps {
      switch (step, shape) {
      case (.part(let name), .record(let parts)):
        guard let index = parts.firstIndex(where: { $0.name == name }) else {
          throw Exit.nowhere("\(place)")
        }
        path.append(index)
        shape = parts[index].shape
      case (.index(let scalar), .array(_, let element)):
        path.append(try value(scalar, memory))
        shape = element
      default: throw Exit.nowhere("\(place)")
      }
    }
    return path
  }

  /// The absent value.
  package static func zero(_ shape: Shape) -> Cell {
    switch shape {
    case .flag: .leaf(0)
    case .number(let range): .leaf(range.lowerBound)
    case .record(let parts): .node(parts.map { zero($0.shape) })
    case .array(let count, let element): .node(Array(repeating: zero(element), count: count))
    }
  }

  // MARK: Values

  /// The state of a spec as the model keeps it.
  package func cells(_ state: [Value]) throws -> [Cell] {
    try zip(model.spec.variables, state).map { try Self.cell($1, $0.type) }
  }

  /// A value as the model keeps it.
  private static func cell(_ value: Value, _ type: Type) throws -> Cell {
    let empty = zero(try type.shape())
    switch (type, value) {
    case (.bool, .bool(let flag)): return .leaf(flag ? 1 : 0)
    case (_, .int(let number)) where type.isInteger, (.timer, .timer(let number)):
      return .leaf(number)
    case (.symmetric, .name(let number)): return .leaf(number)
    case (.optional, .none): return empty
    case (.optional(let inner), _): return .node([.leaf(1), try cell(value, inner)])
    case (.structure(let type), .record(let values)):
      return .node(try zip(type.fields, values).map { try cell($1, $0.type) })
    case (.enumeration(let type), .enumCase(let index, let payload)):
      if type.isPlain { return .leaf(index) }
      var parts: [Cell] = [.leaf(index)]
      for (place, each) in type.cases.enumerated() {
        for (number, field) in each.fields.enumerated() {
          parts.append(
            place == index ? try cell(payload[number], field.type) : zero(try field.type.shape()))
        }
      }
      return .node(parts)
    case (.set(let element, nil), .set(let values)):
      return .node(element.allValues.map { Cell.leaf(values.contains($0) ? 1 : 0) }.orOne)
    case (.map(let key, let content), .map(let keys, let values)):
      return .node(
        try key.allValues.map { each in
          guard let place = keys.firstIndex(of: each) else {
            return zero(try Type.optional(content).shape())
          }
          return Cell.node([.leaf(1), try cell(values[place], content)])
        }.orOne(zero(try Type.optional(content).shape())))
    case (.table(_, let content), .table(let values)):
      return .node(try values.map { try cell($0, content) }.orOne(zero(try content.shape())))
    case (.set(let element, let maximum?), _), (.bag(let element, let maximum?), _),
      (.list(let element, let maximum?), _):
      let places = max(1, maximum)
      var items = try value.elements.map { try cell($0, element) }
      items += Array(repeating: zero(try element.shape()), count: places - items.count)
      return .node([.leaf(value.elements.count), .node(items)])
    default: throw Exit.nowhere("\(type)")
    }
  }
}

extension [ModelRunner.Cell] {
  /// An array of a model has one place at least.
  fileprivate var orOne: [ModelRunner.Cell] { orOne(.leaf(0)) }
  fileprivate func orOne(_ cell: ModelRunner.Cell) -> [ModelRunner.Cell] { isEmpty ? [cell] : self }
}
