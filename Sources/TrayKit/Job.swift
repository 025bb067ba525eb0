import Reports
import Semantics

/// A request that the library can carry out, such as ``CheckRequest``. ``Traycheck/run(_:)`` does so.
public protocol Job: Sendable {
  /// The result.
  associatedtype Outcome: Sendable
  /// The error of a request that cannot be carried out; `Never` if the outcome reports every problem.
  associatedtype Failure: Error

  /// Carries out the request on threads with large stacks, while the calling thread waits.
  ///
  /// - Parameter isInterrupted: called often, from several threads. Once it returns true, the job ends within a second
  ///   with all that is known by then.
  func outcome(isInterrupted: @escaping @Sendable () -> Bool) throws(Failure) -> Outcome
}

extension Job {
  /// Runs the body on a thread with a large stack.
  package func onLargeStack<Value: Sendable>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try LargeStack.run { Result { () throws(Failure) in try body() } }.get()
  }
}

extension RunLimits {
  /// The time that an interrupted run has to end by itself.
  private static var patience: Duration { .milliseconds(400) }

  /// How much longer a run may take; nil while nothing ends it.
  ///
  /// The waiting thread calls it every few milliseconds. An interrupted run has time to report. A run that exceeds its
  /// memory has none.
  package var mustEnd: () -> Duration? {
    { isInterrupted() ? Self.patience : isExceeded ? .zero : nil }
  }
}
