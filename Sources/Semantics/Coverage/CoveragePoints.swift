import Basics

/// The coverage questions about the text of a spec, and the places on which their answers depend.
///
/// A place is an expression or a statement. Copies of a place for the same text are one site, such as the properties
/// of a family or the calls of a procedure. Neither the consequences of a `param` nor the contents of a used file are
/// questions: other specs use the file too.
///
/// The idea is that of vacuity: a part of a formula that could be replaced without any difference (Beer, Ben-David,
/// Eisner and Rodeh, "Efficient Detection of Vacuity in Temporal Model Checking", 2001). Here it applies to guards
/// and statements as well as to properties.
package struct CoveragePoints: Sendable {
  /// The questions, in the order of their places in the text.
  package private(set) var questions: [CoveragePoint] = []
  /// The number of places.
  package private(set) var siteCount = 0
  /// The sites in each property and event. If the engine cannot follow one of them, all its sites count as
  /// exercised.
  package private(set) var sitesOfProperties: [Int: [Int]] = [:]
  package private(set) var sitesOfEvents: [Int: [Int]] = [:]
  /// The sites in functions and procedures, which any property or event may call.
  package private(set) var sharedSites: [Int] = []

  private var expressionSites = IdentityNumbers()
  private var statementSites: [SourceRange: Int] = [:]
  private var siteOfPlace: [Place: Int] = [:]

  private struct Place: Hashable {
    var range: SourceRange
    var form: Int
  }

  package init() {}

  /// The site of an expression, if it is one.
  package func site(of expression: Expression) -> Int? {
    expressionSites.number(of: expression)
  }

  /// The site of a statement, if it is one.
  package func site(of statement: Statement) -> Int? { statementSites[statement.range] }

  // MARK: Making

  mutating func addSite(_ expression: Expression) -> Int {
    if let known = expressionSites.number(of: expression) { return known }
    let site = site(at: Place(range: expression.range, form: expression.node.form))
    expressionSites.set(site, of: expression)
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

  /// Returns the answers, given the outcomes at each site.
  package func answers(_ met: [Outcomes]) -> CoverageAnswers {
    var answers = CoverageAnswers()
    for question in questions {
      if question.isExempt {
        answers.exempt.append(question.unasked)
      } else if met[question.answer.site].contains(question.answer.outcome) {
        answers.asked.append(question.unasked)
      } else if question.under.allSatisfy({ met[$0.site].contains($0.outcome) }) {
        answers.unasked.append(question.unasked)
      }
    }
    return answers
  }

  /// The outcomes that the questions need, by site.
  package var wanted: [Outcomes] {
    var wanted = Array(repeating: Outcomes(), count: siteCount)
    for question in questions where !question.isExempt {
      for answer in [question.answer] + question.under {
        wanted[answer.site].insert(answer.outcome)
      }
    }
    return wanted
  }
}

/// Numbers of objects, which are looked up for each expression that becomes wires.
///
/// The table is open-addressed and at most half full.
private struct IdentityNumbers: Sendable {
  private var objects: [ObjectIdentifier?] = Array(repeating: nil, count: 64)
  private var numbers: [Int] = Array(repeating: 0, count: 64)
  private var count = 0

  func number(of object: AnyObject) -> Int? {
    let slot = slot(of: ObjectIdentifier(object))
    return objects[slot] == nil ? nil : numbers[slot]
  }

  /// Gives an object its number. It must have none.
  mutating func set(_ number: Int, of object: AnyObject) {
    if count * 2 >= objects.count { grow() }
    let identity = ObjectIdentifier(object)
    let slot = slot(of: identity)
    (objects[slot], numbers[slot]) = (identity, number)
    count += 1
  }

  /// The slot of an object, or the free one for it.
  private func slot(of identity: ObjectIdentifier) -> Int {
    let mask = objects.count - 1
    var slot = Int(truncatingIfNeeded: SplitMix.mix(UInt64(UInt(bitPattern: identity)))) & mask
    while let known = objects[slot], known != identity { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = zip(objects, numbers)
    objects = Array(repeating: nil, count: objects.count * 2)
    numbers = Array(repeating: 0, count: objects.count)
    for (identity, number) in old {
      guard let identity else { continue }
      let slot = slot(of: identity)
      (objects[slot], numbers[slot]) = (identity, number)
    }
  }
}

/// The answers to the questions about a spec, in the order of the text. A question whose cause is another gap has none.
package struct CoverageAnswers: Sendable {
  /// The exercised places.
  package var asked: [CoverageGap] = []
  /// The gaps.
  package var unasked: [CoverageGap] = []
  /// The places in text that some world replaces: they are no gaps in any world.
  package var exempt: [CoverageGap] = []
}

extension Expression.Node {
  /// A number that distinguishes two expressions for the same text.
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
