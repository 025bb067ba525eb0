import Semantics
import SpecLanguage

/// The evidence for one rule or property, from its documentation comment: the sources that it cites, and whether it is
/// a reading of the author.
///
/// A file lists its sources in its first comment, one on each line: `//   Name   "Title", section and date`. A source
/// that begins with `observed` is an observation, with the system, its version, the date and the command.
public struct Evidence: Encodable, Sendable {
  /// The strongest kind of evidence: somebody saw it, a document says it, the author reads it so, or nothing.
  public enum Kind: String, Encodable, CaseIterable, Sendable {
    case observation, document, reading, none
  }

  /// The name, such as `show.isInvalid` for a rule of an event.
  public var name: String
  /// The strongest kind that the comment has.
  public var kind: Kind
  /// The names of the cited sources, in the order of the list.
  public var sources: [String]
  /// The place of the name or of the property.
  public var place: TextPlace

  /// Returns the evidence for the rules of events and the properties of a spec and its libraries, in the order of the
  /// text.
  package static func all(in syntax: SpecSyntax) -> [Evidence] {
    let file = syntax.file
    let known = file.parts.map { Source.all(in: file.text($0.range)) }
    var all: [(range: SourceRange, Evidence)] = []
    func add(_ name: String, _ documentation: String?, _ range: SourceRange) {
      guard let part = file.parts.firstIndex(where: { $0.range.contains(range.start) }) else {
        return
      }
      let evidence = Evidence(
        name: name, documentation: documentation ?? "", sources: known[part],
        place: TextPlace(file, range))
      all.append((range, evidence))
    }
    for declaration in syntax.declarations {
      if let name = declaration.kind.propertyName {
        add(name, declaration.documentation, declaration.range)
      } else if case .event(let event) = declaration.kind {
        if event.rules.isEmpty { add(event.name.text, declaration.documentation, event.name.range) }
        for rule in event.rules {
          add(
            "\(event.name.text).\(rule.name.text)",
            rule.documentation ?? declaration.documentation, rule.name.range)
        }
      }
    }
    return all.sorted { $0.range.start < $1.range.start }.map(\.1)
  }

  private init(name: String, documentation: String, sources: [Source], place: TextPlace) {
    let all = documentation.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let words = Set(all)
    let isReading = zip(all, all.dropFirst()).contains {
      $0.lowercased() == "our" && $1 == "reading"
    }
    let cited = sources.filter { words.contains($0.name) }
    self.name = name
    self.sources = cited.map(\.name)
    self.place = place
    kind =
      cited.contains(where: \.isObservation)
      ? .observation
      : !cited.isEmpty
        ? .document : isReading ? .reading : .none
  }

  /// A line of the list of sources.
  private struct Source {
    var name: String
    var isObservation: Bool

    static func all(in text: String) -> [Source] {
      text.split(separator: "\n").prefix { $0.hasPrefix("//") }.compactMap { line in
        guard line.hasPrefix("//   ") else { return nil }
        let words = line.dropFirst(5).split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[1].first == " ", words[0].first?.isUppercase == true else {
          return nil
        }
        let rest = words[1].drop { $0 == " " }
        return Source(name: String(words[0]), isObservation: rest.hasPrefix("observed"))
      }
    }
  }
}

/// Renders the evidence for the rules of a spec, for `--explain evidence`.
struct EvidenceText {
  let style: TextStyle

  func render(_ spec: SpecReport) -> String? {
    guard let evidence = spec.evidence else { return nil }
    var lines = [style.bold("evidence") + "  " + style.dim(spec.path.printableLine)]
    for kind in Evidence.Kind.allCases {
      let named = evidence.filter { $0.kind == kind }
      guard !named.isEmpty else { continue }
      lines.append("  \(Self.title(kind)): \(Wording.number(named.count))")
      lines += WrappedText.lines(
        Wording.list(named.map(\.name)), width: max(20, style.width - 4)
      ).map { "    " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func title(_ kind: Evidence.Kind) -> String {
    switch kind {
    case .observation: "observed"
    case .document: "from a document, never observed"
    case .reading: "our reading, never observed"
    case .none: "without evidence"
    }
  }
}
