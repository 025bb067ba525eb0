extension Sample {
  /// Results without a property: general violations, and inconclusive ones.
  static let general = [
    Sample(
      "gap",
      """
      spec Gap

      enum Kind { mention, info }
      var isMuted = false
      var isShown = false

      on mute { isMuted = !isMuted }
      on receive(kind: Kind) {
          rule mention when kind == .mention { isShown = true }
          rule info when kind == .info && !isMuted { isShown = true }
      }
      """),
    Sample(
      "overlap",
      """
      spec Overlap

      var level: 0...2 = 0

      on turn {
          rule up when level < 2 { level += 1 }
          rule down when level > 0 { level -= 1 }
      }
      """),
    Sample(
      "fault",
      """
      spec Overflow

      var badge: 0...1 = 0
      on receive { badge += 1 }
      """),
    Sample(
      "deadlock",
      """
      spec Stuck

      var left: 0...1 = 1
      on take when left > 0 { left -= 1 }
      """),
    Sample(
      "limit", maximumStates: 4,
      """
      spec Long

      var count: 0...9 = 0
      on step when count < 9 { count += 1 }
      on reset { count = 0 }

      invariant small { count < 9 }
      reachable end { count == 9 }
      """),
    Sample(
      "whole-runs",
      """
      spec WholeRuns

      var isAwake = false
      on receive { isAwake = true }
      fair on sleep when isAwake { isAwake = false }

      possible canSleep { !isAwake }
      eventually sleepsAgain whenever isAwake { !isAwake } assuming no receive

      world random { } walks 10 steps 5
      """),
    Sample(
      "order",
      """
      spec Order

      symmetric ID(2)
      var waiting: Set<ID> = []
      var line: List<ID, 2> = []

      on arrive(id: ID) when !(id in waiting) && !(id in line) { insert id into waiting }
      on lineUp {
          for id in waiting { append id to line }
          waiting = []
      }
      on clear { line = [] }
      """),
    Sample(
      "mistakes",
      """
      spec Mistakes

      enum Kind { mention, info }
      var kind: Kind = .mentoin
      var badge: 0...3 = 0

      on receive { badge = true }
      """),
  ]
}
