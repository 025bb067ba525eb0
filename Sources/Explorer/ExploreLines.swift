import Commands
import Platform
import TrayKit

/// An exploration without a terminal: typed lines come from standard input or from `--eval`, and each gets an answer.
///
/// A line that cannot be carried out is reported with its number, and the next lines are still read.
struct ExploreLines {
  /// The forms of answers.
  enum Format: String, ArgumentChoice { case text, jsonl }

  private var exploration: Exploration
  private let limits: ExploreLimits
  private let format: Format
  private var status: Int32 = 0

  init(_ exploration: Exploration, _ limits: ExploreLimits, _ format: Format) {
    self.exploration = exploration
    self.limits = limits
    self.format = format
  }

  /// Answers all lines; returns the exit status.
  ///
  /// - Parameter typed: the lines; if there are none, the first state is shown and standard input has the lines.
  mutating func run(_ typed: [String]) -> Int32 {
    var rest = typed[...]
    if typed.isEmpty { report(exploration.answer("show", limits), 0) }
    var number = 0
    while let line = typed.isEmpty ? readLine() : rest.popFirst() {
      number += 1
      let answer = exploration.answer(line, limits)
      if case .end = answer { break }
      report(answer, number)
      if Terminal.isGone { break }
    }
    return status
  }

  private mutating func report(_ answer: Exploration.Answer, _ number: Int) {
    switch answer {
    case .error(let error): status = error.isUsage || status == 64 ? UsageError.exitStatus : 3
    case .which: status = UsageError.exitStatus
    default: break
    }
    if format == .jsonl {
      guard let line = try? answer.jsonLine(number) else { return }
      Terminal.write(line + "\n", to: .standardOutput)
      return
    }
    switch answer {
    case .error(let error):
      Terminal.write("Error: line \(number)\(ExploreText.words(error))\n", to: .standardError)
    case .which(let steps):
      Terminal.write(
        "Error: line \(number): \(Exploration.Answer.question(steps))\n", to: .standardError)
    default: break
    }
    var style = ReportStyle()
    style.width = Terminal.width(on: .standardOutput)
    let lines = ExploreText.lines(answer, width: style.width)
    if lines.isEmpty { return }
    Terminal.write(style.fitted(lines.joined(separator: "\n") + "\n"), to: .standardOutput)
  }
}

extension Exploration {
  /// Answers a typed line under limits.
  mutating func answer(
    _ line: String, _ limits: ExploreLimits,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> Answer {
    answer(
      line, counterexamples: limits.folder, timeLimit: limits.time, memoryLimit: limits.memory,
      isCancelled: isCancelled)
  }
}

/// Renders answers and places of an exploration as lines.
enum ExploreText {
  /// The lines of an answer. An error has none, and the state ends with an empty line.
  static func lines(_ answer: Exploration.Answer, width: Int) -> [String] {
    switch answer {
    case .nothing, .end, .error: []
    case .state(let scene, let note):
      (note.map { [$0] } ?? []) + lines(scene, width: width) + [""]
    case .value(let value, _): [value]
    case .which(let steps): numbered(steps)
    case .refusals(let refusals, let possible):
      refusals.flatMap { ["\($0.event) cannot happen:"] + $0.reasons.map { "  \($0)" } }
        + (possible.isEmpty ? [] : ["possible:"] + numbered(possible))
        + (refusals.isEmpty && possible.isEmpty ? ["there is no such event here"] : [])
    case .notFound: ["no state is like that from here on"]
    case .text(let text): [text]
    }
  }

  /// An error after the number of its line.
  static func words(_ error: Exploration.SearchError) -> String {
    (error.column.map { ", column \($0)" } ?? "") + ": \(error)"
  }

  private static func numbered(_ steps: [Exploration.NumberedStep]) -> [String] {
    steps.flatMap { lines($0.step, $0.number) }
  }

  private static func lines(_ step: Exploration.Step, _ number: Int) -> [String] {
    ["\(String(number).padded(to: 3))  \(step.title)"] + step.effects.map { "       \($0)" }
  }

  private static func lines(_ scene: Exploration.Scene, width: Int) -> [String] {
    var lines = ["== \(scene.title)"]
    lines += scene.event.map { ["after \($0)"] } ?? []
    lines += scene.effects.map { "  \($0)" }
    lines += scene.ending.map { "! \($0)" }
    lines += scene.variables.map { "\($0.isChanged ? "*" : " ") \($0.name) = \($0.value)" }
    var lamps = ""
    for lamp in scene.lamps.map(lamp) {
      if !lamps.isEmpty, Columns.width(lamps) + 2 + Columns.width(lamp) > width {
        lines.append(lamps)
        lamps = ""
      }
      lamps += (lamps.isEmpty ? "" : "  ") + lamp
    }
    if !lamps.isEmpty { lines.append(lamps) }
    var number = 0
    for event in scene.events {
      for step in event.steps {
        number += 1
        lines += Self.lines(step, number)
      }
      if event.reasons.isEmpty { continue }
      lines.append(
        event.isWrong
          ? "  !  \(event.name) goes wrong"
          : event.isCut ? "  ?  \(event.name) may happen" : "  -  \(event.name) cannot happen")
      lines += event.reasons.map { "       \($0)" }
    }
    return lines
  }

  /// A property with the mark of its status.
  static func lamp(_ lamp: Exploration.Lamp) -> String { "\(lamp.state.rawValue) \(lamp.name)" }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
