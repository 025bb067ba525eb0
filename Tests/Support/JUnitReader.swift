import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads JUnit's XML like its consumers, and reports everything that they would reject.
///
/// The rules are those of `junit-10.xsd`, with which Jenkins' xUnit plug-in validates, and of the parser of GitLab,
/// which takes one outcome of each case and identifies a case by its suite, class and name.
package final class JUnitReader: NSObject, XMLParserDelegate {
  package struct Element {
    package var name: String
    package var attributes: [String: String]
    package var text = ""
    package var children: [Element] = []

    package func children(_ name: String) -> [Element] { children.filter { $0.name == name } }
  }

  package private(set) var root: Element?
  package private(set) var problems: [String] = []
  private var open: [Element] = []

  package init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    if !parser.parse() { problems.append("no XML: \(String(describing: parser.parserError))") }
    if let root { check(root) } else { problems.append("no root") }
  }

  package var suites: [Element] { root?.children("testsuite") ?? [] }
  package var cases: [Element] { suites.flatMap { $0.children("testcase") } }

  /// Whether a consumer shows the run as failed.
  package var isRed: Bool {
    cases.contains { !$0.children("failure").isEmpty || !$0.children("error").isEmpty }
  }

  package func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    open.append(Element(name: name, attributes: attributes))
  }

  package func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let last = open.indices.last { open[last].text += text }
  }

  package func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard let done = open.popLast() else { return }
    if let last = open.indices.last { open[last].children.append(done) } else { root = done }
  }

  // MARK: Facts

  /// The attributes that an element may have, and those that it must have.
  private static let attributes: [String: (known: Set<String>, required: Set<String>)] = [
    "testsuites": (["name", "time", "tests", "failures", "errors"], []),
    "testsuite": (
      [
        "name", "tests", "failures", "errors", "group", "time", "skipped", "timestamp", "hostname",
        "id", "package", "file", "log", "url",
      ], ["name", "tests", "failures", "errors"]
    ),
    "testcase": (["name", "time", "classname", "group"], ["name", "classname"]),
    "failure": (["type", "message"], ["message"]),
    "error": (["type", "message"], ["message"]),
    "skipped": (["type", "message"], ["message"]),
    "properties": ([], []),
    "property": (["name", "value"], ["name", "value"]),
  ]

  private static let children: [String: Set<String>] = [
    "testsuites": ["testsuite"], "testsuite": ["properties", "testcase"],
    "testcase": ["failure", "error", "skipped"], "properties": ["property"],
  ]

  /// Seconds and thousandths.
  private static func isTime(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].count == 3
      && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  private func check(_ element: Element) {
    guard let facts = Self.attributes[element.name] else {
      return problems.append("no element \(element.name)")
    }
    let given = Set(element.attributes.keys)
    if !given.isSubset(of: facts.known) || !facts.required.isSubset(of: given) {
      problems.append("\(element.name) with \(given.sorted())")
    }
    if let time = element.attributes["time"], !Self.isTime(time) {
      problems.append("time \(time)")
    }
    for child in element.children {
      if Self.children[element.name]?.contains(child.name) != true {
        problems.append("\(child.name) in \(element.name)")
      }
      check(child)
    }
    switch element.name {
    case "testsuites": checkCounts(element, element.children.flatMap { $0.children("testcase") })
    case "testsuite":
      let cases = element.children("testcase")
      checkCounts(element, cases)
      let names = cases.map { "\($0.attributes["classname"] ?? "") \($0.attributes["name"] ?? "")" }
      if Set(names).count != names.count { problems.append("cases of one name: \(names)") }
    case "testcase" where element.children.count > 1: problems.append("two outcomes")
    default: break
    }
  }

  /// Checks that the counts in the attributes are those of the elements.
  private func checkCounts(_ element: Element, _ cases: [Element]) {
    let counts = [
      "tests": cases.count,
      "failures": cases.count { !$0.children("failure").isEmpty },
      "errors": cases.count { !$0.children("error").isEmpty },
      "skipped": cases.count { !$0.children("skipped").isEmpty },
    ]
    for (name, count) in counts {
      if let told = element.attributes[name], told != "\(count)" {
        problems.append("\(element.name) says \(told) \(name), and has \(count)")
      }
    }
  }
}
