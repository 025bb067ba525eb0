import Foundation
import Reports

extension SecondOpinionOutcome {
  /// The forms in which an outcome can be told.
  public enum Format: String, Sendable, CaseIterable {
    /// For people: a line for each opinion, and under it what differs.
    case text
    /// For tools.
    case json
  }

  /// The outcome as text in one of its forms.
  ///
  /// - Throws: `EncodingError`, if there is something in it that JSON cannot hold.
  public func rendered(as format: Format, _ style: ReportStyle = ReportStyle()) throws -> String {
    switch format {
    case .text: text(isQuiet: style.isQuiet)
    case .json: try json()
    }
  }

  private func text(isQuiet: Bool) -> String {
    var lines: [String] = []
    for each in missing { lines.append("! \(each)") }
    var world = ""
    for opinion in opinions where !isQuiet || opinion.status == .disagrees {
      let name = "\(opinion.spec)/\(opinion.world)"
      if name != world {
        world = name
        lines.append("")
        lines.append("\(name)  \(opinion.path)")
      }
      lines.append("  \(Self.line(of: opinion))")
      for remark in opinion.remarks where opinion.status == .disagrees {
        lines.append("      \(remark.printableLine)")
      }
    }
    let counts = (
      agree: opinions.count { $0.status == .agrees },
      differ: opinions.count { $0.status == .disagrees },
      silent: opinions.count { $0.status == .silent }
    )
    lines.append("")
    let mark = counts.differ > 0 ? "✗" : unheard.isEmpty && problems.isEmpty ? "✓" : "?"
    lines.append(
      "\(mark) \(counts.agree) opinions agree, \(counts.differ) do not, \(counts.silent) are none")
    if !unheard.isEmpty {
      lines.append("  nobody says anything of \(unheard.joined(separator: ", "))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(of opinion: Opinion) -> String {
    let name = opinion.checker.padding(toLength: 6, withPad: " ", startingAt: 0)
    switch opinion.status {
    case .silent: return "– \(name) \(opinion.remarks.joined(separator: "; ").printableLine)"
    case .agrees, .disagrees:
      var parts = ["\(opinion.questions.count) questions"]
      if let states = opinion.states { parts.append("\(states.grouped) states") }
      if let steps = opinion.steps { parts.append("\(steps.grouped) steps") }
      if !opinion.omitted.isEmpty { parts.append("\(opinion.omitted.count) not asked") }
      let mark = opinion.status == .agrees ? "✓" : "✗"
      return "\(mark) \(name) \(parts.joined(separator: ", "))"
    }
  }

  private func json() throws -> String {
    struct Report: Encodable {
      var version = 1
      var opinions: [Opinion]
      var missing: [String]
      var unheard: [String]
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(Report(opinions: opinions, missing: missing, unheard: unheard))
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
