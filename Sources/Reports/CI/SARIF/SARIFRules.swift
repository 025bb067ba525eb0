import Semantics
import SpecLanguage

/// The rules of a SARIF report: one for each question about the specs, whatever the answer, and one for each kind of
/// other problem.
struct SARIFRules {
  private(set) var all: [SARIFDocument.Rule] = []
  private var places: [String: Int] = [:]

  init(_ list: CaseList) {
    for (suite, each) in list.all where places[each.rule] == nil {
      if each.rule.hasPrefix("traycheck/") { continue }
      add(
        each.rule, name: each.name, each.documentation, tag: each.keyword ?? each.name,
        "\(each.keyword ?? "no") \(each.name)", of: suite.path)
    }
  }

  /// The index of a rule, which is added if it is new.
  mutating func index(of rule: String) -> Int {
    if let place = places[rule] { return place }
    let name = rule.split(separator: "/").last.map(String.init) ?? rule
    let meaning = Self.meanings[name] ?? DiagnosticExplanation.of(name)?.text
    add(rule, name: name, meaning, tag: "traycheck", name, of: nil)
    return all.count - 1
  }

  private mutating func add(
    _ id: String, name: String, _ documentation: String?, tag: String, _ short: String,
    of path: String?
  ) {
    let text = (documentation ?? "").printable
    let full = text.isEmpty ? short : text
    let help = full + (path.map { "\n\nIt is declared in \($0.printableLine)." } ?? "")
    places[id] = all.count
    all.append(
      SARIFDocument.Rule(
        id: id, name: name, shortDescription: .init(text: short.cut(toBytes: 1000)),
        fullDescription: .init(text: full.cut(toBytes: 1000)), help: .init(text: help),
        defaultConfiguration: .init(level: "error"), properties: .init(tags: [tag])))
  }

  /// The descriptions of the rules that belong to no spec.
  private static let meanings = [
    "internal-error": "The tool contradicts itself: it cannot explain a finding.",
    "not-exhaustive": "Not all states of a world were seen, or it is not certain that all were.",
    "counterexample": "A stored counterexample is not as its file expects.",
    "compile": "A spec has mistakes.",
    "unreadable": "A file cannot be read or written.",
    "no-specs": "There was nothing to check.",
    "no-properties": "A spec has no properties.",
    "unknown-gaps": "Coverage gaps are not known.",
    "nothing-asked": "A world has no properties.",
    "orphaned-counterexample": "A stored counterexample belongs to no spec that was checked.",
    "interrupted": "The run was ended before it was done.",
    "missing-parts": "A merge lacks parts of the walks.",
    "link-cycle": "A link leads back to a folder that it is in.",
    "cache": "Nothing can be kept for the next run.",
    "request": "The request names something that no spec has.",
    "status": "The run was no success.",
  ]
}
