import Semantics
import Traces

/// Renders random walks for people.
struct WalkText {
  /// The indentation of each line of the report on a world.
  private static let indent = 4

  let style: TextStyle

  /// The walk that found a violation; empty if there is none.
  static func origin(_ violation: ViolationVerdict) -> String {
    guard let walk = violation.walk, let length = violation.originalLength else { return "" }
    return "; walk \(Wording.number(walk)) came to it after " + Wording.count(length, "step")
  }

  /// The seeds of the walks; empty if there are none.
  static func seeds(of worlds: [WorldVerdict]) -> String {
    let seeds = Set(worlds.compactMap { $0.walks?.seed }).sorted()
    guard !seeds.isEmpty else { return "" }
    return "seed\(seeds.count == 1 ? "" : "s") \(Wording.list(seeds.map { "\($0)" }))"
  }

  /// The parts of the walks that a report covers; empty if it covers all walks.
  static func parts(of worlds: [WorldVerdict]) -> [String] {
    guard let walks = worlds.lazy.compactMap(\.walks).first(where: { $0.parts != nil }),
      let count = walks.parts
    else { return [] }
    if let merged = walks.mergedParts { return ["\(merged.count) of \(count) parts"] }
    return walks.part.map { ["part \($0) of \(count)"] } ?? []
  }

  static func reached(_ place: WalkPlace) -> String {
    "reached by walk \(Wording.number(place.walk)) after \(Wording.count(place.step, "step"))"
  }

  /// The number of walks, their coverage, and the reason for their end.
  func lines(_ walks: WalksVerdict, _ duration: Duration) -> [String] {
    var head =
      "\(Wording.count(walks.done, "walk")) of up to "
      + "\(Wording.count(walks.maximumSteps, "step")), seed \(walks.seed)"
    if let part = walks.part, let parts = walks.parts {
      let merged = walks.mergedParts.map { numbers in
        (numbers.count == 1 ? "part " : "parts ")
          + numbers.map(String.init).joined(separator: ", ")
      }
      head += ", \(merged ?? "part \(part)") of \(parts)"
    }
    head += ": \(Wording.count(walks.steps, "step")), \(Wording.seconds(duration))"
    // The rate of a short run is meaningless.
    if walks.steps >= 10_000_000, duration > .zero {
      let rate = Double(walks.steps) / duration.inSeconds / 1e6
      head += ", \(Wording.fixed(rate, digits: 1)) M steps/s"
    }
    var lines = [head]
    if walks.isEmptyPart ?? false {
      return lines + ["there are more parts than walks, and none is left for this one"]
    }
    if walks.done > 0 { lines += coverage(walks) }
    switch walks.ending {
    case .time where walks.isCutShort:
      let limit = Wording.seconds(.seconds(walks.timeLimit ?? 0))
      lines.append(style.yellow("stopped by the time limit of \(limit)\(cutOff(walks))"))
    case .memory:
      let taken = Wording.bytes(walks.memory ?? 0)
      lines.append(style.yellow("stopped when \(taken) of memory were taken\(cutOff(walks))"))
    case .tool:
      lines.append(style.yellow("inconclusive: \((walks.limit ?? "").printableLine)"))
    case .interrupted: lines.append(style.yellow("interrupted\(cutOff(walks))"))
    case .complete, .time: break
    }
    return lines
  }

  /// The sentence that unfinished walks are not included in the figures.
  private func cutOff(_ walks: WalksVerdict) -> String {
    walks.done == 0 ? ", before a walk was done; only findings count" : ""
  }

  private func coverage(_ walks: WalksVerdict) -> [String] {
    var lines = [states(walks)]
    if walks.deadEnds > 0 {
      lines.append(
        "\(Wording.count(walks.deadEnds, "walk")) ended where nothing more can happen"
          + (walks.shareText.map { ": \($0)" } ?? ""))
    }
    if !walks.events.isEmpty {
      lines += wrapped("happened: ", walks.events.map { share($0, of: walks.steps) })
    }
    return lines
  }

  /// The estimated number of states, and the rate of new ones.
  private func states(_ walks: WalksVerdict) -> String {
    let states = walks.states
    let text = "about \(Wording.count(rounded(states), "different state"))"
    guard walks.done > 1, states > 0 else { return text }
    let share = Double(walks.statesOfOddWalksOnly) / Double(states) * 100
    // Smaller shares are below the error of the estimate.
    if share < 1 { return text + "; half of the walks saw nearly all of them" }
    return text + "; every second walk alone brought \(Wording.fixed(share, digits: 0)) % of them"
  }

  /// An estimate rounded to three digits.
  private func rounded(_ estimate: Int) -> Int {
    var unit = 1
    while estimate / unit >= 1000 { unit *= 10 }
    return (estimate + unit / 2) / unit * unit
  }

  private func share(_ event: WalksVerdict.Count, of steps: Int) -> String {
    guard event.count > 0 else { return "\(event.name) never" }
    let share = Double(event.count) / Double(max(1, steps)) * 100
    return "\(event.name) "
      + (share < 1 ? Wording.number(event.count) + "×" : Wording.fixed(share, digits: 0) + " %")
  }

  private func wrapped(_ head: String, _ parts: [String]) -> [String] {
    var lines: [String] = []
    var line = head
    for (place, part) in parts.enumerated() {
      let text = part + (place == parts.count - 1 ? "" : ", ")
      if line.count + text.count > style.width - Self.indent, line != head {
        lines.append(String(line.dropLast()))
        line = String(repeating: " ", count: head.count)
      }
      line += text
    }
    return lines + [line]
  }
}
