import Traces

/// Passes the messages of the tool to a Swift driver: `await DriverAnswers(adapter, timeout: nil).answer(to: message)`,
/// and `end()` after the last message.
struct DriverAnswers<Adapter: TrayDriverAdapter> {
  private let adapter: Adapter
  private let clock: (answers: AnswerClock, task: Task<Void, Never>)?

  init(_ adapter: Adapter, timeout: Duration?) {
    self.adapter = adapter
    clock = timeout.map { timeout in
      let clock = AnswerClock(timeout: timeout)
      return (clock, Task { await clock.run() })
    }
  }

  func end() { clock?.task.cancel() }

  nonisolated(nonsending) func answer(to message: DriverMessage) async -> DriverChannel.Answer {
    guard let clock = clock?.answers else { return await answerInTime(to: message) }
    let first = FirstValue<DriverChannel.Answer>()
    let work = Self.start(Unchecked(self), message, first, clock, isolation: #isolation)
    return await withTaskCancellationHandler {
      let answer = await first.value
      // Work in progress is cancelled without waiting for it.
      work.cancel()
      clock.stop()
      return answer
    } onCancel: {
      work.cancel()
    }
  }

  /// A value that is handed to a task of the same isolation, in which nothing else runs in the meantime.
  private struct Unchecked: @unchecked Sendable {
    let value: DriverAnswers

    init(_ value: DriverAnswers) { self.value = value }
  }

  private static func start(
    _ answers: Unchecked, _ message: DriverMessage, _ first: FirstValue<DriverChannel.Answer>,
    _ clock: AnswerClock, isolation: isolated (any Actor)?
  ) -> Task<Void, Never> {
    Task {
      _ = isolation
      // Until this task runs, the time belongs to others.
      clock.start {
        let time = "\(clock.timeout / .seconds(1)) s"
        first.offer(
          .failure(.silent("'\(message.label)' did not come to an end within \(time)")))
      }
      first.offer(await answers.value.answerInTime(to: message))
    }
  }

  private nonisolated(nonsending) func answerInTime(
    to message: DriverMessage
  ) async -> DriverChannel.Answer {
    do {
      return .success(try await ask(message).part)
    } catch let problem as TrayEventError {
      return .failure(.unusable(problem.description))
    } catch let problem as TrayMismatch {
      return .failure(.unusable(problem.description))
    } catch is CancellationError where Task.isCancelled {
      return .failure(.interrupted)
    } catch {
      return .success(TrayPart.object([("error", .string("\(message.label): \(error)"))]).part)
    }
  }

  private nonisolated(nonsending) func ask(_ message: DriverMessage) async throws -> TrayPart {
    do {
      switch message {
      case .reset: try await adapter.reset()
      case .perform(let event, let arguments):
        try await adapter.perform(event, TrayFields(TrayPart(arguments), of: event))
      case .advance(0): break
      case .advance(let units): try await adapter.advance(units)
      case .hello, .bye: return .object([])
      }
    } catch is TrayRefusal where adapter.refuses {
      return try await adapter.look().answer(isRefused: true)
    }
    return try await adapter.look().answer()
  }
}

extension TrayRefusal: CustomStringConvertible {
  /// A message that describes why the refusal is an error where it is unexpected.
  public var description: String {
    "it was refused, and the driver does not say that it refuses: "
      + "'static var refuses: Bool { true }' does"
  }
}
