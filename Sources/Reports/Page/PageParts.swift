import Semantics
import Traces

/// The size budget of a page: failures are drawn first, then other traces while there is space.
package struct PageBudget {
  /// The maximum size for many specs in bytes. Content without traces is never left out, so a page of very many specs
  /// may be larger.
  package static let maximumBytes = 300_000
  /// The maximum size for one spec in bytes.
  package static let maximumBytesOfOne = 120_000
  /// Space for parts that are not counted.
  private static let reserve = 2_000

  /// The minimum space for failures, whatever else is on the page.
  private static let leastForFailures = 60_000

  private var left: Int
  private var leftForFailures: Int

  package init(besides bytes: Int, maximum: Int = Self.maximumBytes) {
    left = maximum - Self.reserve - bytes
    leftForFailures = max(left, Self.leastForFailures)
  }

  /// Whether there is space for a small trace.
  package func hasRoom(isFailure: Bool) -> Bool { (isFailure ? leftForFailures : left) > 1_000 }

  /// Takes space for a part; returns false if there is not enough.
  package mutating func take(_ bytes: Int, isFailure: Bool = false) -> Bool {
    guard bytes <= (isFailure ? leftForFailures : left) else { return false }
    left -= bytes
    leftForFailures -= bytes
    return true
  }
}

/// Elements shared by several pages.
package enum PageParts {
  /// The header: the names, the verdict, a sentence, and a list of causes.
  package static func header(
    _ verdict: PageVerdict, names: HTML, title: String, summary: HTML, _ more: HTML = ""
  ) -> HTML {
    """
    <header class="top v-\(attribute: verdict.rawValue)" id=summary><p class=bc>\(names)</p>
    <h1>\(verdict.mark) <span>\(title)</span></h1>
    <p class=sum>\(summary)</p>\(more)</header>

    """
  }

  /// Links to the parts of the page.
  package static func navigation(_ links: [(anchor: PageAnchor, name: String, value: HTML)]) -> HTML
  {
    let items = links.map {
      "<li><a \($0.anchor.address)>\($0.name) <b>\($0.value)</b></a>" as HTML
    }
    return "<nav aria-label=\"On this page\"><ul>\(items.joined())</ul></nav>\n"
  }

  /// A section with a list of problems.
  static func problems(_ items: [HTML], title: String, at anchor: PageAnchor) -> HTML {
    guard !items.isEmpty else { return "" }
    return """
      <section \(anchor.attribute)><h2>\(title)</h2><ul class=lst>\
      \(items.map { "<li>\($0)" as HTML }.joined())</ul></section>

      """
  }

  /// The errors and warnings of a spec.
  package static func diagnostics(_ diagnostics: [Diagnostic], suppressed: Int) -> HTML {
    guard !diagnostics.isEmpty else { return "" }
    let lines = DiagnosticText(style: .plain).render(diagnostics, suppressed: suppressed)
      .withoutLongWords.split(separator: "\n", omittingEmptySubsequences: false)
    return
      "<pre>\(lines.prefix(400).map { "\(String($0), upTo: 1000)" as HTML }.joined("\n"))</pre>\n"
  }
}
