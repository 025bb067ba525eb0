import Conformance
import Traces

/// Asks a driver in Swift what the tool sends: `await DriverAnswers(adapter, timeout: nil).answer(to: message)`, and
/// `end()` behind the last message.
struct DriverAnswers<Adapter: TrayDriverAdapter> {
  private let adapter: Adapter
  private let clock: AnswerClock?
  private let ticking: Task<Void, Never>?

  init(_ adapter: Adapter, timeout: Duration?) {
    self.adapter = adapter
    let clock = timeout.map { AnswerClock(timeout: $0) }
    self.clock = clock
    ticking = clock.map { clock in Task { await clock.run() } }
  }

  func end() { ticking?.cancel() }

  nonisolated(nonsending) func answer(to message: DriverMessage) async -> DriverChannel.Answer {
    guard let clock else { return await answerInTime(to: message) }
    let first = FirstValue<DriverChannel.Answer>()
    let work = Self.start(Unchecked(self), message, first, isolation: #isolation)
    clock.start { timeout in
      first.offer(
        .failure(
          .silent(
            "'\(message.label)' did not come to an end within \(timeout / .seconds(1)) s")))
    }
    return await withTaskCancellationHandler {
      let answer = await first.value
      // What goes on behind is asked to end, and not waited for.
      work.cancel()
      clock.stop()
      return answer
    } onCancel: {
      work.cancel()
    }
  }

  /// What is handed on to a task of the same isolation, in which nothing else happens meanwhile.
  private struct Unchecked: @unchecked Sendable {
    let value: DriverAnswers

    init(_ value: DriverAnswers) { self.value = value }
  }

  private static func start(
    _ answers: Unchecked, _ message: DriverMessage, _ first: FirstValue<DriverChannel.Answer>,
    isolation: isolated (any Actor)?
  ) -> Task<Void, Never> {
    Task {
      _ = isolation
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
  /// Why it is an error where it is not expected.
  public var description: String {
    "it was refused, and the driver does not say that it refuses: "
      + "'static var refuses: Bool { true }' does"
  }
}
