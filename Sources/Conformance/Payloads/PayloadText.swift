import Reports
import Semantics

/// Renders the behaviour at a payload, for people.
struct PayloadText {
  let style: TextStyle

  func render(_ report: PayloadReport) -> String {
    var blocks = report.platforms.map { lines($0, report.path) }
    let platforms = Wording.count(report.platforms.count, "platform")
    let text =
      switch report.status {
      case .success: "no contradiction on \(platforms)"
      case .violation: Wording.count(report.count, "contradiction") + " on \(platforms)"
      case .specError: "not everything can be read"
      default: report.limit ?? ""
      }
    blocks.append([VerdictLine(VerdictLine.Verdict(report.status), text).text(style)])
    return style.fitted(blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n")
  }

  private func lines(_ platform: PayloadReport.Platform, _ path: String) -> [String] {
    var lines = ["\(style.bold(platform.platform))  \(style.dim(platform.path.printableLine))"]
    // States of the app with the same behaviour are one block.
    var blocks: [(names: [String], lines: [String])] = []
    for app in platform.apps {
      let own = behaviour(app)
      if let index = blocks.firstIndex(where: { $0.lines == own }) {
        blocks[index].names.append(app.app)
      } else {
        blocks.append(([app.app], own))
      }
    }
    for block in blocks {
      lines += ["  " + style.bold(block.names.joined(separator: " and "))] + block.lines
    }
    for contradiction in platform.contradictions {
      lines.append(style.red("  ✗ ") + style.bold(contradiction.property.name))
      lines += text(contradiction.property)
      if let fault = contradiction.fault {
        lines.append("      it has no value: \(fault)".printable)
      }
      lines += contradiction.keys.map { "      " + text($0, path) }
    }
    for (title, keys) in [
      ("unknown keys", platform.unknownKeys), ("not modelled", platform.notModelled),
    ] where !keys.isEmpty {
      lines += ["  \(title)"] + keys.map { "    " + text($0, path) }
    }
    return lines
  }

  private func behaviour(_ app: PayloadReport.App) -> [String] {
    var lines = app.starts > 1 ? ["    from 1 of \(Wording.number(app.starts)) starts"] : []
    for step in app.steps {
      lines.append("    \(step.rule.name)".printable)
      lines += text(step.rule) + step.effects.map { "        \($0)".printable }
      lines += step.others.map { "      or: \($0.joined(separator: ", "))".printable }
    }
    if let event = app.blocked {
      lines.append("    '\(event)' cannot happen here".printable)
      lines += app.reasons.map { "        \($0)".printable }
    }
    return lines.isEmpty ? ["    nothing is modelled"] : lines
  }

  private func text(_ sentence: PayloadReport.Sentence) -> [String] {
    (sentence.documentation.isEmpty ? [] : ["      \(sentence.documentation)".printable])
      + [style.dim("      \(sentence.place)".printable)]
  }

  private func text(_ key: PayloadReport.Key, _ path: String) -> String {
    let place = key.line.map { "\(path):\($0):\(key.column ?? 1)" } ?? "left out"
    let name = key.key + (key.value.map { ": \($0)" } ?? "")
    return "\(name)  (\(place))\(key.note.map { ": \($0)" } ?? "")".printable
  }
}
