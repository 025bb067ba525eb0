/// What went wrong where an expression has no value or a statement no effect. In a reachable state
/// it is a violation, in a constant it is an error of the spec.
///
/// `cause` is data and may be compared; `message` words it. `range` is the part of the text that has no
/// value.
package struct Fault: Error, Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    case outOfBounds(Value, Type)
    /// A collection of this type has more elements than it may.
    case full(Type, maximum: Int)
    /// `!` of nil.
    case missingValue
    case noSuchIndex(Int, count: Int)
    /// A key outside the key type of a table.
    case noSuchKey(Value, Type)
    /// A table that is written out, or made, without a value for this key.
    case missingKey(Value, Type)
    case emptyList
    case emptyRange(lower: Int, upper: Int)
    case divisionByZero
    case overflow
    case nothingToChoose
    case assertionFailed
    /// A limit of the tool, as the three below: see `isLimit`.
    case tooManyValues(Int)
    case tooManyOutcomes(limit: Int)
    case tooMuchWork(limit: Int)
    /// The deadline of the thread was over.
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
    case .full(let type, let maximum):
      "the \(type.collectionNoun) is full: it holds \(maximum) at most"
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
    "\(message) (\(file.lineText(of: range)))"
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
  package func boundsViolation(of value: Value) -> Fault.Cause? {
    switch (self, value) {
    case (.range(let lower, let upper), .int(let number)):
      lower <= number && number <= upper ? nil : .outOfBounds(value, self)
    case (.timer(let maximum), .timer(let due)): due <= maximum ? nil : .outOfBounds(value, self)
    case (.list(_, let maximum?), .list(let values)), (.bag(_, let maximum?), .bag(let values)),
      (.set(_, let maximum?), .set(let values)):
      values.count > maximum
        ? .full(self, maximum: maximum) : firstPart(of: value) { $0.boundsViolation(of: $1) }
    default: firstPart(of: value) { $0.boundsViolation(of: $1) }
    }
  }
}
