/// States and steps to be drawn, or classes of states that are alike in what is looked at.
package struct StateGraph: Sendable {
  /// A state, or a class of states.
  package struct Node: Sendable {
    /// What is in it, a line each.
    package var lines: [String]
    /// A run can begin in it.
    package var isStart = false
    /// How many states it stands for.
    package var count = 1
    /// How many steps lead to its first state from the nearest start.
    package var depth = 0

    package init(lines: [String], isStart: Bool, depth: Int) {
      self.lines = lines
      self.isStart = isStart
      self.depth = depth
    }
  }

  /// What leads from one to another.
  package struct Edge: Sendable {
    /// The places of two nodes.
    package var from: Int
    package var to: Int
    /// The events, with their arguments where those do not go without saying.
    package var labels: [String]

    package init(from: Int, to: Int, labels: [String]) {
      self.from = from
      self.to = to
      self.labels = labels
    }

    /// More labels than this are counted.
    private static let maximumLabels = 3

    /// The labels that there is room for.
    var text: [String] {
      labels.count <= Self.maximumLabels
        ? labels
        : labels.prefix(Self.maximumLabels - 1)
          + ["and \(labels.count - Self.maximumLabels + 1) more"]
    }
  }

  package var title: String
  package var nodes: [Node] = []
  package var edges: [Edge] = []

  package init(title: String) { self.title = title }
}

/// The same as text of Mermaid, which code hosts draw, and of DOT.
extension StateGraph {
  /// A flowchart of Mermaid.
  package var mermaid: String {
    var lines = ["flowchart TD"]
    for (index, node) in nodes.enumerated() {
      let text = (node.lines + count(node)).map(MermaidText.label).joined(separator: "<br>")
      lines.append("  s\(index)[\"\(text)\"]")
      if node.isStart {
        lines.append("  begin\(index)(( )) --> s\(index)")
      }
    }
    for edge in edges {
      let text = edge.text.map(MermaidText.label).joined(separator: "<br>")
      lines.append("  s\(edge.from) -- \"\(text)\" --> s\(edge.to)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A digraph for Graphviz.
  package var dot: String {
    func quoted(_ text: String) -> String {
      "\""
        + text.printable.escaped { $0 == "\"" || $0 == "\\" ? "\\\($0)" : $0 == "\n" ? "\\n" : nil }
        + "\""
    }
    var lines = ["digraph \(quoted(title)) {", "  node [shape=box, style=rounded];"]
    for (index, node) in nodes.enumerated() {
      let text = (node.lines + count(node)).joined(separator: "\n")
      lines.append("  s\(index) [label=\(quoted(text))];")
      if node.isStart {
        lines.append("  begin\(index) [shape=point, label=\"\"];")
        lines.append("  begin\(index) -> s\(index);")
      }
    }
    for edge in edges {
      lines.append(
        "  s\(edge.from) -> s\(edge.to) [label=\(quoted(edge.text.joined(separator: "\n")))];")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  func count(_ node: Node) -> [String] {
    node.count > 1 ? ["\(Wording.number(node.count)) states"] : []
  }
}

/// Text of a spec within a text of Mermaid.
enum MermaidText {
  /// Between the quotes of a node, or behind the colon of a message: what means something there is told by its number.
  static func label(_ text: String) -> String {
    text.printableLine.escaped { scalar in
      "\"#;<>&`%\\".unicodeScalars.contains(scalar) ? "#\(scalar.value);" : nil
    }
  }
}
