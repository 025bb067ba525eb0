import Commands
import Platform
import TrayKit

/// An exploration without a terminal: commands come from standard input, one per line.
///
/// An impossible command is reported with its line number, and the next commands are still run.
struct ExploreLines {
  private var exploration: Exploration
  private let limits: ExploreLimits
  private var hasFailed = false

  init(_ exploration: Exploration, _ limits: ExploreLimits) {
    self.exploration = exploration
    self.limits = limits
  }

  static let help = """
    7             take the step with that number; of several ways the first
    tap(id: 1)    take the step by that event; 'take back' if it is called like a command
    ways          show all ways one by one, or group those with the same result
    back [n]      go back one step, or n
    forward [n]   go forward on the path
    start, end    go to the first or last state of the path
    find COND     go the shortest way from here to another state in which a condition holds
    places        list where 'go' can go
    go NAME       go to a property's violation or witness, or to a stored counterexample
    random [n]    take a step at random, or n
    scenario [n]  print the path as a scenario of that name
    show          print the state again
    quit          end
    """

  /// Reads to the end of the input; returns the exit status.
  mutating func run() -> Int32 {
    show()
    var number = 0
    while let line = readLine() {
      number += 1
      let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
      guard let word = words.first, !word.hasPrefix("#") else { continue }
      if word == "quit" || word == "q" { break }
      do throws(Exploration.SearchError) {
        try follow(word, words.count > 1 ? words[1] : nil)
      } catch {
        hasFailed = true
        Terminal.write("Error: line \(number): \(error)\n", to: .standardError)
      }
      if Terminal.isGone { break }
    }
    return hasFailed ? UsageError.exitStatus : 0
  }

  private mutating func follow(_ word: String, _ rest: String?) throws(Exploration.SearchError) {
    switch word {
    case "back", "b": exploration.move(by: -(try count(rest)))
    case "forward", "f": exploration.move(by: try count(rest))
    case "start": exploration.move(by: -exploration.position)
    case "end": exploration.move(by: exploration.length)
    case "find", "/":
      guard let rest else { throw Exploration.SearchError("'find' takes a condition") }
      guard
        let steps = try exploration.find(
          rest, timeLimit: limits.time, memoryLimit: limits.memory)
      else { return print("no state is like that from here on\n") }
      print("found after \(steps) \(steps == 1 ? "step" : "steps")\n")
    case "go", "g":
      guard let rest else {
        throw Exploration.SearchError("'go' takes a name; 'places' lists them")
      }
      try exploration.go(to: rest, limits)
    case "places":
      let places = exploration.places(counterexamples: limits.folder)
      return print(places.map { "\($0.name)  \($0.about)\n" }.joined())
    case "random", "r":
      let wanted = try count(rest)
      let taken = exploration.takeRandomly(wanted)
      if taken < wanted { print("nothing can happen any more after \(taken) of \(wanted) steps\n") }
    case "scenario": return print(exploration.scenario(named: rest ?? "explored"))
    case "ways": exploration.isGrouped.toggle()
    case "show", "s": break
    case "help", "?": return print(Self.help + "\n")
    case "take": try take(rest ?? "")
    default: try take(rest.map { "\(word) \($0)" } ?? word)
    }
    show()
  }

  /// Takes a step by its number or its event.
  private mutating func take(_ text: String) throws(Exploration.SearchError) {
    if let number = Int(text) {
      if number > 0, exploration.take(number - 1) { return }
      let count = scene.steps.count
      throw Exploration.SearchError(
        count == 0 ? "nothing can happen here" : "there is no step \(number), only 1 to \(count)")
    }
    if exploration.take(event: text) { return }
    let name = text.prefix { $0 != "(" }.trimmed
    guard let event = scene.events.first(where: { $0.name == name }) else {
      throw Exploration.SearchError("'\(name)' is not a command or an event; 'help' lists them")
    }
    let example = event.steps.first.map { ", but \($0.title) can" } ?? ""
    throw Exploration.SearchError("that cannot happen here\(example)")
  }

  private func count(_ text: String?) throws(Exploration.SearchError) -> Int {
    guard let text else { return 1 }
    guard let count = Int(text), count > 0 else {
      throw Exploration.SearchError("'\(text)' is no number of steps")
    }
    return count
  }

  private func print(_ text: String) { Terminal.write(text, to: .standardOutput) }

  private var scene: Exploration.Scene {
    exploration.scene(timeLimit: limits.time, memoryLimit: limits.memory)
  }

  private func show() {
    var style = ReportStyle()
    style.width = Terminal.width(on: .standardOutput)
    let lines = ExploreText.lines(scene, width: style.width)
    print(style.fitted(lines.joined(separator: "\n") + "\n\n"))
  }
}

/// Renders a place of an exploration as lines.
enum ExploreText {
  static func lines(_ scene: Exploration.Scene, width: Int) -> [String] {
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
        lines.append("\(String(number).padded(to: 3))  \(step.title)")
        lines += step.effects.map { "       \($0)" }
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
