/// A layout of the nodes and edges of a small graph: rows by distance from an initial state, each ordered to cross few
/// edges.
///
/// The algorithm is from Sugiyama, Tagawa and Toda, "Methods for Visual Understanding of Hierarchical System
/// Structures" (1981), with barycentres up and down, and without dummy nodes for edges that cross rows.
struct GraphLayout {
  struct Box {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var middle: Double { x + width / 2 }
    var bottom: Double { y + height }
  }

  struct Point {
    var x: Double
    var y: Double
  }

  /// The course of an edge: down to a lower row, to another box of the same row, up along the right side, or to its own
  /// box.
  enum Way { case down, level, up, own }

  struct Route {
    var way: Way
    var begin: Point
    var end: Point
  }

  private(set) var boxes: [Box]
  /// The routes, one for each edge.
  private(set) var routes: [Route] = []
  private(set) var width: Double
  private(set) var height: Double

  static let lineHeight = 17.0
  private static let letter = 7.3
  private static let gap = 72.0
  private static let rowGap = 112.0
  private static let margin = 40.0
  private static let sweeps = 12

  init(_ graph: StateGraph) {
    let sizes = graph.nodes.map { node in
      let lines = node.lines + graph.count(node)
      let longest = lines.map(\.count).max() ?? 0
      return (
        width: max(56, Double(longest) * Self.letter + 22),
        height: Double(max(1, lines.count)) * Self.lineHeight + 16
      )
    }
    let rows = Self.rows(graph)
    let widths = rows.map { row in
      row.reduce(0) { $0 + sizes[$1].width } + Self.gap * Double(row.count - 1)
    }
    let inner = widths.max() ?? 0
    boxes = Array(repeating: Box(x: 0, y: 0, width: 0, height: 0), count: graph.nodes.count)
    var y = Self.margin + 42
    for (row, rowWidth) in zip(rows, widths) {
      var x = Self.margin + (inner - rowWidth) / 2
      for node in row {
        boxes[node] = Box(x: x, y: y, width: sizes[node].width, height: sizes[node].height)
        x += sizes[node].width + Self.gap
      }
      y += (row.map { sizes[$0].height }.max() ?? 0) + Self.rowGap
    }
    width = inner + 2 * Self.margin + 170
    height = y - Self.rowGap + Self.margin
    route(graph)
  }

  /// Distributes the ends of edges along the sides of boxes, sorted by direction.
  private mutating func route(_ graph: StateGraph) {
    enum Side: Hashable { case top, bottom, right }
    struct Port: Hashable {
      var box: Int
      var side: Side
    }
    var ends: [Port: [(edge: Int, isBegin: Bool, order: Double)]] = [:]
    for (index, edge) in graph.edges.enumerated() {
      let (from, to) = (boxes[edge.from], boxes[edge.to])
      let way: Way =
        edge.from == edge.to ? .own : from.bottom < to.y ? .down : from.y == to.y ? .level : .up
      routes.append(Route(way: way, begin: Point(x: 0, y: 0), end: Point(x: 0, y: 0)))
      let sides: (Side, Side) =
        switch way {
        case .down: (.bottom, .top)
        case .level: (.bottom, .bottom)
        case .up, .own: (.right, .right)
        }
      let isAside = sides.0 == .right
      ends[Port(box: edge.from, side: sides.0), default: []]
        .append((index, true, isAside ? to.y : to.middle))
      ends[Port(box: edge.to, side: sides.1), default: []]
        .append((index, false, isAside ? from.y + 1 : from.middle))
    }
    for (port, ends) in ends {
      let box = boxes[port.box]
      let order = ends.sorted { ($0.order, $0.edge) < ($1.order, $1.edge) }
      for (place, end) in order.enumerated() {
        let share = Double(place + 1) / Double(order.count + 1)
        let point =
          switch port.side {
          case .top: Point(x: box.x + box.width * share, y: box.y)
          case .bottom: Point(x: box.x + box.width * share, y: box.bottom)
          case .right: Point(x: box.x + box.width, y: box.y + box.height * share)
          }
        if end.isBegin { routes[end.edge].begin = point } else { routes[end.edge].end = point }
      }
    }
  }

  /// The nodes of each row, in their order.
  private static func rows(_ graph: StateGraph) -> [[Int]] {
    let depth = (graph.nodes.map(\.depth).max() ?? -1) + 1
    var rows = (0..<depth).map { row in
      graph.nodes.indices.filter { graph.nodes[$0].depth == row }
    }
    var above = Array(repeating: [Int](), count: graph.nodes.count)
    var below = above
    for edge in graph.edges where graph.nodes[edge.from].depth != graph.nodes[edge.to].depth {
      let isDown = graph.nodes[edge.from].depth < graph.nodes[edge.to].depth
      let (upper, lower) = isDown ? (edge.from, edge.to) : (edge.to, edge.from)
      below[upper].append(lower)
      above[lower].append(upper)
    }
    var places = Array(repeating: 0.0, count: graph.nodes.count)
    func settle(_ row: [Int]) {
      for (place, node) in row.enumerated() {
        places[node] = (Double(place) + 0.5) / Double(row.count)
      }
    }
    rows.forEach(settle)
    for sweep in 0..<sweeps {
      let neighbours = sweep % 2 == 0 ? above : below
      for row in sweep % 2 == 0 ? Array(rows.indices) : rows.indices.reversed() {
        let order = rows[row].enumerated().map { place, node in
          let all = neighbours[node]
          let centre =
            all.isEmpty ? places[node] : all.reduce(0) { $0 + places[$1] } / Double(all.count)
          return (centre, place, node)
        }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        rows[row] = order.map(\.2)
        settle(rows[row])
      }
    }
    return rows.filter { !$0.isEmpty }
  }
}
