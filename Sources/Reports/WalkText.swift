import Engine
import SpecLanguage

/// What walks did, for people.
struct WalkText {
  private static let width = 88

  let style: TextStyle

  /// How a walk came to a violation; empty if none did.
  static func origin(_ walked: Violation.Walked?) -> String {
    guard let walked else { return "" }
    return "; walk \(Wording.number(walked.walk)) came to it after "
      + Wording.count(walked.length, "step")
  }

  /// From which seeds worlds were walked, to be put before other figures; empty if none was.
  static func seeds(of worlds: [WorldReport]) -> String {
    let seeds = Set(worlds.compactMap { $0.result.walks?.seed }).sorted()
    guard !seeds.isEmpty else { return "" }
    return "seed\(seeds.count == 1 ? "" : "s") \(Wording.list(seeds.map { "\($0)" })), "
  }

  static func reached(_ place: WalkPlace) -> String {
    "reached by walk \(Wording.number(place.walk)) after \(Wording.count(place.step, "step"))"
  }

  /// How many walks there were, what they covered, and why they ended.
  func lines(_ walks: WalkSummary, _ spec: CheckedSpec, _ duration: Duration) -> [String] {
    let tally = walks.tally
    var head =
      "\(Wording.count(tally.walks, "walk")) of up to \(Wording.count(walks.steps, "step")), "
      + "seed \(walks.seed)"
    if let shard = walks.shard { head += ", part \(shard.index + 1) of \(shard.count)" }
    head += ": \(Wording.count(tally.steps, "step")), \(Wording.seconds(duration))"
    // The rate of a short run says nothing.
    if tally.steps >= 10_000_000, duration > .zero {
      let rate = Double(tally.steps) / duration.inSeconds / 1e6
      head += ", \(Wording.fixed(rate, digits: 1)) M steps/s"
    }
    var lines = [head]
    if walks.isEmptyPart {
      return lines + ["there are more parts than walks, and none is left for this one"]
    }
    if tally.walks > 0 { lines += coverage(tally, spec) }
    if !walks.unshown.isEmpty {
      lines.append(
        style.yellow(
          "\(Wording.count(walks.unshown.count, "finding")) could not be shown again: a mistake of "
            + "traycheck, or in the reports that were merged"))
    }
    switch walks.ending {
    case .complete: break
    case .time(let time) where walks.isCutShort:
      lines.append(
        style.yellow("stopped by the time limit of \(Wording.seconds(time))\(cutOff(tally))"))
    case .time: break
    case .interrupted: lines.append(style.yellow("interrupted\(cutOff(tally))"))
    }
    return lines
  }

  /// That walks that were cut off are not among the figures.
  private func cutOff(_ tally: WalkTally) -> String {
    tally.walks == 0 ? ", before a walk was done; only what was found counts" : ""
  }

  private func coverage(_ tally: WalkTally, _ spec: CheckedSpec) -> [String] {
    var lines = [states(tally)]
    if tally.deadEnds > 0 {
      lines.append("\(Wording.count(tally.deadEnds, "walk")) ended where nothing more can happen")
    }
    if !spec.events.isEmpty {
      lines += wrapped("happened: ", spec.events.indices.map { share($0, tally, spec) })
    }
    return lines
  }

  /// About how many states were seen, and how fast new ones still come.
  private func states(_ tally: WalkTally) -> String {
    let states = tally.states
    let text = "about \(Wording.count(rounded(states), "different state"))"
    guard tally.walks > 1, states > 0 else { return text }
    let fresh = tally.newStatesOfOddWalks
    let share = Double(fresh) / Double(states) * 100
    // Below the error of the estimate nothing can be told.
    if share < 1 { return text + "; half of the walks saw nearly all of them" }
    return text + "; every second walk alone brought \(Wording.fixed(share, digits: 0)) % of them"
  }

  /// Three digits are all that an estimate is good for.
  private func rounded(_ estimate: Int) -> Int {
    var unit = 1
    while estimate / unit >= 1000 { unit *= 10 }
    return (estimate + unit / 2) / unit * unit
  }

  private func share(_ event: Int, _ tally: WalkTally, _ spec: CheckedSpec) -> String {
    let name = spec.events[event].name
    let count = tally.events[event]
    guard count > 0 else { return "\(name) never" }
    let share = Double(count) / Double(max(1, tally.steps)) * 100
    return "\(name) "
      + (share < 1 ? Wording.number(count) + "×" : Wording.fixed(share, digits: 0) + " %")
  }

  private func wrapped(_ head: String, _ parts: [String]) -> [String] {
    var lines: [String] = []
    var line = head
    for (place, part) in parts.enumerated() {
      let text = part + (place == parts.count - 1 ? "" : ", ")
      if line.count + text.count > Self.width, line != head {
        lines.append(String(line.dropLast()))
        line = String(repeating: " ", count: head.count)
      }
      line += text
    }
    return lines + [line]
  }
}
