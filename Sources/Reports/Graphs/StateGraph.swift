/// A graph of states, or of classes of equivalent states, for drawing.
package struct StateGraph: Sendable {
  /// A state, or a class of states.
  package struct Node: Sendable {
    /// The contents of the node, one line each.
    package var lines: [String]
    /// Whether it contains an initial state.
    package var isStart = false
    /// The number of states in the class.
    package var count = 1
    /// The number of steps from the nearest initial state to its first state.
    package var depth = 0

    package init(lines: [String], isStart: Bool, depth: Int) {
      self.lines = lines
      self.isStart = isStart
      self.depth = depth
    }
  }

  /// A set of steps between two nodes.
  package struct Edge: Sendable {
    /// The indices of the two nodes.
    package var from: Int
    package var to: Int
    /// The events, with their relevant arguments.
    package var labels: [String]

    package init(from: Int, to: Int, labels: [String]) {
      self.from = from
      self.to = to
      self.labels = labels
    }

    /// The maximum number of labels; more are counted.
    private static let maximumLabels = 3

    /// The labels that fit.
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

/// The graph in the syntaxes of Mermaid, which code hosts render, and of DOT.
extension StateGraph {
  /// The graph as a Mermaid flowchart.
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

  /// The graph as a Graphviz digraph.
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

/// Escapes text of a spec for Mermaid.
enum MermaidText {
  /// Escapes text for the quotes of a node or for a message; special characters become numeric entities.
  static func label(_ text: String) -> String {
    text.printableLine.escaped { scalar in
      "\"#;<>&`%\\".unicodeScalars.contains(scalar) ? "#\(scalar.value);" : nil
    }
  }
}
