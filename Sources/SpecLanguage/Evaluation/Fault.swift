/// What went wrong where an expression has no value or a statement no effect. In a reachable state
/// it is a violation, in a constant it is an error of the spec.
package struct Fault: Error, Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    case outOfBounds(Value, Type)
    case listFull(maximum: Int)
    case missingValue
    case noSuchIndex(Int, count: Int)
    case noSuchKey(Value, Type)
    case missingKey(Value, Type)
    case emptyList
    case emptyRange(lower: Int, upper: Int)
    case divisionByZero
    case overflow
    case nothingToChoose
    case assertionFailed
    case tooManyValues(Int)
    case tooManyOutcomes(limit: Int)
    case tooMuchWork(limit: Int)
    /// The watch of the thread was over.
    case stopped
  }

  package var cause: Cause
  package var range: SourceRange

  package init(_ cause: Cause, _ range: SourceRange) {
    self.cause = cause
    self.range = range
  }

  /// What happened, in a sentence without its place.
  package var message: String {
    switch cause {
    case .outOfBounds(let value, let type): "\(type.shape.text(value)) is outside \(type)"
    case .listFull(let maximum): "the list is full: it holds \(maximum) at most"
    case .missingValue: "there is no value here: it is nil"
    case .noSuchIndex(let index, let count):
      "there is no element at \(index): "
        + (count == 0 ? "the list is empty" : "the list has the indices 0 to \(count - 1)")
    case .noSuchKey(let key, let type): "\(type.shape.text(key)) is no key: it is outside \(type)"
    case .missingKey(let key, let type): "the table has no value for \(type.text(key))"
    case .emptyList: "the list is empty"
    case .emptyRange(let lower, let upper): "the range \(lower)...\(upper) ends before it begins"
    case .divisionByZero: "division by zero"
    case .overflow: "the result does not fit in 64 bits"
    case .nothingToChoose: "there is nothing to choose from"
    case .assertionFailed: "the assertion does not hold"
    case .tooManyValues(let count): "a collection of \(count) values is too large to run over"
    case .tooManyOutcomes(let limit): "one step has more than \(limit) outcomes"
    case .tooMuchWork(let limit): "more than \(limit) elements and calls are run through here"
    case .stopped: "the evaluation was stopped"
    }
  }

  /// What the tool's limit is, with its place.
  package func limitText(in file: SourceFile) -> String {
    "\(message) (line \(file.location(of: range.start).line))"
  }

  /// It is the tool that goes no further: nothing is known of what the spec says there.
  package var isLimit: Bool {
    switch cause {
    case .tooManyValues, .tooManyOutcomes, .tooMuchWork, .stopped: true
    default: false
    }
  }
}

extension Type {
  /// The innermost part of a value that does not fit, as the cause of a fault; nil if all fits.
  package func misfit(of value: Value) -> Fault.Cause? {
    switch (self, value) {
    case (.optional, .none): return nil
    case (.optional(let inner), _): return inner.misfit(of: value)
    case (.enumeration(let type), .enumCase(let index, let payload)):
      return Self.misfit(payload, type.cases[index].fields)
    case (.structure(let type), .record(let values)): return Self.misfit(values, type.fields)
    case (.set(let element), .set(let values)):
      return values.lazy.compactMap(element.misfit).first
    case (.list(let element, let maximum), .list(let values)):
      if let maximum, values.count > maximum { return .listFull(maximum: maximum) }
      return values.lazy.compactMap(element.misfit).first
    case (.map(let key, let content), .map(let keys, let values)):
      return keys.lazy.compactMap(key.misfit).first ?? values.lazy.compactMap(content.misfit).first
    case (.table(_, let content), .table(let values)):
      return values.lazy.compactMap(content.misfit).first
    default: return contains(value) ? nil : .outOfBounds(value, self)
    }
  }

  private static func misfit(_ values: [Value], _ fields: [Field]) -> Fault.Cause? {
    zip(fields, values).lazy.compactMap { $0.type.misfit(of: $1) }.first
  }
}
