import Reports
import Semantics
import SpecLanguage
import Traces

extension Exploration {
  /// A drawing of states or of a trace, which can be rendered in several formats.
  public struct Drawing: Sendable {
    /// The output formats of a drawing.
    public enum Format: String, Sendable, CaseIterable { case mermaid, dot, svg }

    /// A sentence of advice about the drawing for its reader; nil if there is none.
    public let note: String?
    let kind: Kind

    indirect enum Kind: Sendable {
      case graph(StateGraph)
      case sequence(SequenceDiagram)
    }

    /// Renders the drawing as text.
    ///
    /// - Throws: `SearchError` for a trace as DOT, which cannot represent the order in time.
    public func rendered(as format: Format) throws(SearchError) -> String {
      switch (kind, format) {
      case (.graph(let graph), .mermaid): graph.mermaid
      case (.graph(let graph), .dot): graph.dot
      case (.graph(let graph), .svg): graph.svg
      case (.sequence(let diagram), .mermaid): diagram.mermaid
      case (.sequence(let diagram), .svg): diagram.svg
      case (.sequence, .dot): throw SearchError("a trace is drawn as mermaid or svg, not as dot")
      }
    }
  }

  /// The path as a sequence diagram, with a lane for each participant.
  public func sequence() -> Drawing {
    let name = story.map { "  \($0.title)" } ?? ""
    let title = "\(spec.name)/\(spec.worldName)\(name)"
    let diagram = LargeStack.run { [self] in
      SequenceDiagram(path, attempt: story?.attempt, loop: story?.loop, title: title, in: spec)
    }
    return Drawing(note: nil, kind: .sequence(diagram))
  }

  /// The graph of the reachable states. States that agree in the given parts are merged into one node.
  ///
  /// - Parameters:
  ///   - parts: variables or their fields, such as `awake`, `top.kind` or `tray.count`. If empty, whole states are
  ///     shown if there are few enough, and otherwise parts that distinguish few classes of states.
  ///   - maximumNodes: the maximum number of nodes.
  ///   - timeLimit: the time limit, including the time to read a spec under a limit.
  /// - Throws: `SearchError` if a part does not exist, or if there are more nodes.
  public func graph(
    by parts: [String] = [], maximumNodes: Int = 60, timeLimit: Duration? = nil,
    memoryLimit: Int? = nil
  ) throws(SearchError) -> Drawing {
    var chosen: [StatePart] = []
    for text in parts { chosen.append(try StatePart(text, of: spec)) }
    let limits = RunLimits(time: timeLimit, memory: memoryLimit)
    let asked = chosen
    return try LargeStack.run { [self] in
      limits.deadline(after: spent).during { () -> Result<Drawing, SearchError> in
        let states: ReachedStates
        do throws(ReachedStates.IncompleteGraphError) {
          states = try ReachedStates(machine, starts)
        } catch {
          return .failure(
            SearchError("not all states were visited: \(error.reason)", isUsage: false))
        }
        return Result { () throws(SearchError) in
          try drawing(of: states, by: asked, maximumNodes)
        }
      }
    }.get()
  }

  private func drawing(
    of states: ReachedStates, by asked: [StatePart], _ maximumNodes: Int
  ) throws(SearchError) -> Drawing {
    var (parts, note): ([StatePart], String?) = (asked, nil)
    let isWhole = asked.isEmpty && states.states.count <= maximumNodes
    if asked.isEmpty, !isWhole {
      parts = states.fewClasses(of: spec)
      let names = parts.map(\.name).joined(separator: ",")
      note =
        "\(states.states.count) states are too many to be drawn: those are one that are alike in \(names)"
    }
    let classes = states.classes(by: isWhole ? nil : parts)
    guard classes.count <= maximumNodes else {
      throw SearchError(
        "there are \(classes.count) classes of states, more than \(maximumNodes): "
          + "ask for less, such as \(states.fewClasses(of: spec).map(\.name).joined(separator: ","))",
        isUsage: false)
    }
    var graph = StateGraph(title: "\(spec.name)/\(spec.worldName)")
    let shown = isWhole ? states.changing(spec) : parts
    for members in classes.members {
      let state = states.states[members[0]]
      let lines = shown.map { "\($0.name) = \($0.text(of: state))".cut(toLength: 48) }
      var node = StateGraph.Node(
        lines: lines.isEmpty ? ["no variable changes"] : lines,
        isStart: members.contains { $0 < states.startCount },
        depth: members.map { states.depths[$0] }.min() ?? 0)
      node.count = isWhole ? 1 : members.count
      graph.nodes.append(node)
    }
    graph.edges = states.edges(of: classes.places, isWhole: isWhole, spec)
    return Drawing(note: note, kind: .graph(graph))
  }
}

extension String {
  /// The text on one line, truncated to a length.
  fileprivate func cut(toLength length: Int) -> String {
    let line = printableLine
    return line.count <= length ? line : line.prefix(length - 1) + "…"
  }
}
