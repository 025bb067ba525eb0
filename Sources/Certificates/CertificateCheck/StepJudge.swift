import Semantics

/// Transition properties of steps, as conditions.
struct StepJudge {
  /// The part of a step that they depend on, besides the states.
  private struct Label: Hashable {
    var instance: Int
    var rule: Int?
    var signals: [EmittedSignal]
  }

  struct Claim {
    var property: Int
    var condition: Condition
    /// The cache of remaining claims.
    let rests = RemainderMemo()
  }

  private let machine: Machine
  /// For each event, the properties that apply to its steps.
  private let properties: [[Int]]
  private var claims: [Label: [Claim]] = [:]

  init(_ machine: Machine, _ properties: [Int]) {
    self.machine = machine
    self.properties = machine.spec.events.indices.map { event in
      properties.filter { property in
        guard case .transition(let patterns, _) = machine.spec.properties[property].kind else {
          return false
        }
        return patterns.contains { $0.event == nil || $0.event == event }
      }
    }
  }

  /// The claims about such a step.
  mutating func claims(
    of step: MemoizedInterpreter.Step, by instance: Int, _ parts: inout ConditionParts
  ) -> [Claim] {
    let label = Label(instance: instance, rule: step.rule, signals: step.signals)
    if let known = claims[label] { return known }
    let taken = Semantics.Step(
      instance: machine.instances[instance], rule: step.rule, choices: [], signals: step.signals,
      state: [])
    let found = properties[taken.instance.event].compactMap { property in
      condition(property, taken, &parts).map { Claim(property: property, condition: $0) }
    }
    claims[label] = found
    return found
  }

  /// Nil if the property does not match such a step.
  private func condition(
    _ property: Int, _ step: Semantics.Step, _ parts: inout ConditionParts
  ) -> Condition? {
    let declared = machine.spec.properties[property]
    guard case .transition(let patterns, let filter) = declared.kind else { return nil }
    var evaluator = Evaluator(signals: step.signals, frameSize: declared.body.frameSize)
    do throws(Fault) {
      // Patterns read no state.
      guard try evaluator.matches(step, patterns) else { return nil }
    } catch {
      return .constant(.fault)
    }
    let body = parts.condition(declared.body.expression, evaluator.locals, step.signals)
    guard let filter else { return body }
    return .or(.not(parts.condition(filter, evaluator.locals, step.signals)), body)
  }
}

/// The two rows of a step, as far as they are known: the one after the step, followed by the one before it.
struct StepRows {
  /// The columns whose contents, or whose being known, affected a result so far.
  private(set) var consulted: [Int] = []
  private var isConsulted: [Bool]
  /// Some rows that match the known columns.
  private(set) var rows: [UInt64]
  /// For each column of both, whether its content is known; if it is unknown in both, it is the same in both.
  private(set) var isKnown: [Bool]
  private let layout: RowLayout

  init(_ layout: RowLayout) {
    self.layout = layout
    rows = Array(repeating: 0, count: layout.wordCount * 2)
    isKnown = Array(repeating: false, count: layout.width * 2)
    isConsulted = Array(repeating: false, count: layout.width)
  }

  /// Records a dependency on a column.
  @inline(__always)
  mutating func consult(_ column: Int) {
    let column = column < layout.width ? column : column - layout.width
    if isConsulted[column] { return }
    isConsulted[column] = true
    consulted.append(column)
  }

  func value(in column: Int) -> UInt32 { layout.columns[column].value(in: rows) }

  /// - Parameters:
  ///   - row: the row before the step.
  ///   - known: which of its columns are known.
  mutating func begin(
    _ row: UnsafePointer<UInt64>, known: [Int], _ writes: [MemoizedInterpreter.Write]
  ) {
    for word in 0..<layout.wordCount {
      rows[word] = row[word]
      rows[layout.wordCount + word] = row[word]
    }
    for column in isKnown.indices { isKnown[column] = false }
    for column in known {
      isKnown[column] = true
      isKnown[layout.width + column] = true
    }
    for column in consulted { isConsulted[column] = false }
    consulted.removeAll(keepingCapacity: true)
    for write in writes {
      layout.columns[write.column].set(write.value, in: &rows)
      isKnown[write.column] = true
    }
  }

  /// Unknown columns that are assumed to have a content while `body` runs.
  mutating func suppose<R, E>(
    _ column: Int, _ body: (inout StepRows, (UInt32, inout StepRows) -> Void) throws(E) -> R
  ) throws(E) -> R {
    let other = column < layout.width ? column + layout.width : column - layout.width
    let columns = isKnown[other] ? [column] : [column, other]
    for column in columns { isKnown[column] = true }
    defer { for column in columns { isKnown[column] = false } }
    let layout = layout
    return try body(&self) { value, rows in
      for column in columns { layout.columns[column].set(value, in: &rows.rows) }
    }
  }
}

/// The remaining part of a claim in all rows of a step, by the values that the step writes to the relevant columns.
final class RemainderMemo {
  private var columns: [Int] = []
  private var rests: [[UInt32]: [Condition]] = [:]

  /// Nil if it is unknown.
  func rest(behind writes: [MemoizedInterpreter.Write]) -> [Condition]? { rests[key(writes)] }

  /// - Parameter consulted: the columns on which it depended.
  func note(_ rest: [Condition], behind writes: [MemoizedInterpreter.Write], _ consulted: [Int]) {
    let other = Set(columns).union(consulted)
    if other.count > columns.count {
      columns = other.sorted()
      rests = [:]
    }
    rests[key(writes)] = rest
  }

  private func key(_ writes: [MemoizedInterpreter.Write]) -> [UInt32] {
    columns.map { column in
      writes.first { $0.column == column }.map { $0.value + 1 } ?? 0
    }
  }
}
