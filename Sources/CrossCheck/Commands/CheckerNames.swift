import Commands

/// Names of other model checkers, with commas between them: `spin,tlc=tla2tools.jar`.
struct CheckerNames: ArgumentValue {
  /// Whether all checkers are meant that are installed.
  var isAll = false
  var names: Set<String> = []
  /// The path of TLC; nil if TLC is not asked.
  var tlcJar: String?

  static let expectation = ValueExpectation.list(
    words: ["all"] + SecondOpinionRequest.checkers.filter { $0 != "tlc" },
    assignments: ["tlc=JAR"])

  static func read(_ text: String) throws(ValueError) -> CheckerNames {
    var checkers = CheckerNames()
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let target = try ReportTarget.read(String(word))
      switch (target.kind, target.value) {
      case ("all", nil): checkers.isAll = true
      case ("tlc", let jar?) where !jar.isEmpty:
        checkers.names.insert("tlc")
        checkers.tlcJar = jar
      case (let name, nil) where SecondOpinionRequest.checkers.contains(name):
        checkers.names.insert(name)
      default: throw .malformed
      }
    }
    return checkers
  }
}
