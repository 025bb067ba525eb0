/// What can be asked of the text of a spec, and the places on which the answers depend.
///
/// A place is an expression, or a statement; copies of a place that stand for the same text (the properties
/// of a family, the calls of a procedure) are one site. What a `param` decides is no question, nor is what
/// stands in a file that the spec uses: it is for others as well.
///
/// The idea is that of vacuity: a part of a formula which could be another one without any difference (Beer,
/// Ben-David, Eisner and Rodeh, "Efficient Detection of Vacuity in Temporal Model Checking", 2001), asked of
/// guards and statements as of properties.
package struct CoveragePoints: Sendable {
  /// In the order of the text of their places.
  package private(set) var questions: [CoveragePoint] = []
  /// How many places there are.
  package private(set) var siteCount = 0
  /// For each property the sites in it, and for each event: what cannot be followed answers all of them.
  package private(set) var sitesOfProperties: [Int: [Int]] = [:]
  package private(set) var sitesOfEvents: [Int: [Int]] = [:]
  /// The sites in functions and procedures, which any of them may call.
  package private(set) var sharedSites: [Int] = []

  private var expressionSites: [ObjectIdentifier: Int] = [:]
  private var statementSites: [SourceRange: Int] = [:]
  private var siteOfPlace: [Place: Int] = [:]

  private struct Place: Hashable {
    var range: SourceRange
    var form: Int
  }

  package init() {}

  /// The site of an expression, if it is one.
  package func site(of expression: Expression) -> Int? {
    expressionSites[ObjectIdentifier(expression)]
  }

  /// The site of a statement, if it is one.
  package func site(of statement: Statement) -> Int? { statementSites[statement.range] }

  // MARK: Making

  mutating func addSite(_ expression: Expression) -> Int {
    let object = ObjectIdentifier(expression)
    if let known = expressionSites[object] { return known }
    let site = site(at: Place(range: expression.range, form: expression.node.form))
    expressionSites[object] = site
    return site
  }

  mutating func addSite(_ statement: Statement) -> Int {
    let site = site(at: Place(range: statement.range, form: -1))
    statementSites[statement.range] = site
    return site
  }

  private mutating func site(at place: Place) -> Int {
    if let known = siteOfPlace[place] { return known }
    siteOfPlace[place] = siteCount
    siteCount += 1
    return siteCount - 1
  }

  mutating func add(_ question: CoveragePoint) { questions.append(question) }

  mutating func note(_ sites: Set<Int>, ofProperty property: Int) {
    sitesOfProperties[property] = sites.sorted()
  }

  mutating func note(_ sites: Set<Int>, ofEvent event: Int) {
    sitesOfEvents[event] = sites.sorted()
  }

  mutating func note(shared sites: Set<Int>) { sharedSites = sites.sorted() }

  // MARK: Answers

  /// What was never asked, given what happens at each site.
  package func unasked(_ met: [Outcomes]) -> [CoverageGap] {
    questions.filter { question in
      !met[question.answer.site].contains(question.answer.outcome)
        && question.under.allSatisfy { met[$0.site].contains($0.outcome) }
    }.map(\.unasked)
  }

  /// What was asked.
  package func asked(_ met: [Outcomes]) -> [CoverageGap] {
    questions.filter { met[$0.answer.site].contains($0.answer.outcome) }.map(\.unasked)
  }

  /// The outcomes that some question is about, by site.
  package var wanted: [Outcomes] {
    var wanted = Array(repeating: Outcomes(), count: siteCount)
    for question in questions {
      for answer in [question.answer] + question.under {
        wanted[answer.site].insert(answer.outcome)
      }
    }
    return wanted
  }
}

extension Expression.Node {
  /// Tells two expressions apart that stand for the same text.
  fileprivate var form: Int {
    switch self {
    case .not: 1
    case .connective: 2
    case .quantifier: 3
    case .comparison: 4
    case .branch: 5
    case .bounded: 6
    default: 0
    }
  }
}
