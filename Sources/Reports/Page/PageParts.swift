import Semantics
import Traces

/// What a page may be long, and what is drawn on it: the most important traces first, as many as there is room for.
struct PageBudget {
  /// A page of all our specs stays below. Of so many that what is said of them is longer by itself, a page is.
  static let maximumBytes = 300_000
  /// Room for what stands around traces and is not counted.
  private static let reserve = 2_000

  /// There is room for so much of what is wrong, however much else there is.
  private static let leastForWrong = 60_000

  private var left: Int
  private var leftForWrong: Int

  init(besides bytes: Int) {
    left = Self.maximumBytes - Self.reserve - bytes
    leftForWrong = max(left, Self.leastForWrong)
  }

  /// There is room for something small.
  func hasRoom(isWrong: Bool) -> Bool { (isWrong ? leftForWrong : left) > 1_000 }

  /// Takes room for something; false if there is none.
  mutating func take(_ bytes: Int, isWrong: Bool = false) -> Bool {
    guard bytes <= (isWrong ? leftForWrong : left) else { return false }
    left -= bytes
    leftForWrong -= bytes
    return true
  }
}

/// A trace that a page may draw, made when its turn comes.
struct PageCandidate {
  /// How much it matters: what is wrong before what is announced, and of that the first of a spec, and of a world,
  /// before the others.
  enum Rank: Int { case wrong, firstOfSpec, firstOfWorld, announced, witness }

  var rank: Rank
  var world: Int
  /// What it is about.
  var name: String
  var anchor: PageAnchor
  /// What stands there if it is not drawn; nothing where that is told elsewhere.
  var title: HTML
  /// Nil if there are no states to draw, as of what comes from the cache.
  var make: () -> PageTrace?
}

/// Pieces that several pages have.
enum PageParts {
  /// A list of what is wrong at the top of a page.
  static func wrong(_ items: [HTML]) -> HTML {
    guard !items.isEmpty else { return "" }
    return """
      <section class=wrong aria-label="what is wrong"><h2>What is wrong</h2><ul>\
      \(items.map { "<li>\($0)" as HTML }.joined())</ul></section>

      """
  }

  /// How a page is read.
  static let keys: HTML = """
    <p class=keys>A world is the spec with other constants or rules, most of them mistakes on purpose: it announces what \
    they break. Arrow keys go from step to step of a trace. Below each state there is a lamp for every property: \
    \(LampState.legend).

    """

  /// The errors and warnings of a spec.
  static func diagnostics(_ diagnostics: [Diagnostic], suppressed: Int) -> HTML {
    guard !diagnostics.isEmpty else { return "" }
    let lines = DiagnosticText(style: .plain).render(diagnostics, suppressed: suppressed)
      .withoutLongWords.split(separator: "\n", omittingEmptySubsequences: false)
    return
      "<pre>\(lines.prefix(400).map { "\(String($0), upTo: 1000)" as HTML }.joined("\n"))</pre>\n"
  }
}

extension LampState {
  /// What the signs mean.
  fileprivate static var legend: HTML {
    let signs: [LampState] = [.holds, .violated, .met, .unmet, .waiting, .silent]
    return signs.map { "\($0.rawValue) \($0.meaning)" as HTML }.joined(", ")
  }
}
