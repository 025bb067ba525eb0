import Engine
import TestSupport
import Testing

/// A ghost observes behaviour and does not change it.
@Suite struct GhostTests {
  private static let text = """
    enum Kind { info, mention }
    symmetric ID(2)
    var tray: Map<ID, Kind> = [:]
    %ghost var arrived: Set<ID> = []
    %ghost var counts: Table<ID, 0...2> = 0
    %func note(_ id: ID) { insert id into arrived; if counts[id] < 2 { counts[id] += 1 } }
    on receive(id: ID, kind: Kind) {
      tray[id] = kind
      %note(id)
      %var last: 0...2 = counts[id]
      %for other in arrived where other != id { last = counts[other] }
      %if last > 1 { counts[id] = 2 }
    }
    on dismiss(id: ID) when id in tray.keys { tray[id] = nil }
    invariant few { tray.count < 2 }
    transition clears after dismiss { tray.isEmpty }
    reachable both { tray.keys == set(id in ID) }
    possible empties { tray.isEmpty }

    """

  private func search(withGhosts: Bool, _ more: String = "") throws -> SearchedSpec {
    let lines = Self.text.split(separator: "\n").compactMap { line -> String? in
      guard line.contains("%") else { return String(line) }
      return withGhosts ? String(line).replacing("%", with: "") : nil
    }
    return try TestSupport.search(lines.joined(separator: "\n") + "\n" + more)
  }

  @Test("what is asked of the rest has the same answers, and the same shortest traces")
  func influence() throws {
    let (with, without) = (try search(withGhosts: true), try search(withGhosts: false))
    #expect(with.problems == without.problems && with.problems.count == 2)
    #expect(with.trace(to: "few") == without.trace(to: "few"))
    #expect(with.trace(to: "clears") == without.trace(to: "clears"))
  }

  @Test("properties and scenarios read it")
  func properties() throws {
    let found = try search(
      withGhosts: true,
      """
      invariant known { every id in tray.keys: id in arrived && counts[id] > 0 }
      transition again after receive where old(id in arrived) { counts[id] == 2 }
      reachable twice { some id in ID: counts[id] == 2 && !(id in tray.keys) }
      scenario s { receive(id: ID#1); expect arrived == [ID#1] && counts[ID#1] == 1 }
      world later { var arrived = set(id in ID) }
      """)
    let plain = try search(withGhosts: false)
    #expect(found.problems == plain.problems)
  }
}
