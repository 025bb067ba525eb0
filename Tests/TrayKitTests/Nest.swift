import Testing

/// A kind of bracket, and the text around and inside of ten thousand of them.
struct Nest: Sendable, CustomTestStringConvertible {
  var open, core, close: String
  var before = "invariant fine { "
  var after = " }\n"

  init(_ open: String, _ core: String, _ close: String) {
    (self.open, self.core, self.close) = (open, core, close)
  }

  func inside(_ before: String, _ after: String) -> Nest {
    var nest = self
    (nest.before, nest.after) = (before, after)
    return nest
  }

  var testDescription: String { open }

  /// The text before all of them.
  static let head = """
    spec Deep
    var lit = false
    var level: 0...3 = 0
    let next: Table<0...3, 0...3> = 0
    on press { lit = !lit }
    func same(_ x: Bool) -> Bool { x }

    """

  static let all = [
    Nest("(", "lit", ")"), Nest("same(", "lit", ")"), Nest("(", "lit", " ? lit : !lit)"),
    Nest("lit ? ", "lit", " : lit"), Nest("([", "lit", "])"), Nest("next[", "0", "]"),
    Nest("if lit { true } else { ", "lit", " }"), Nest("old(", "lit", ")"), Nest("!(", "lit", ")"),
    Nest("(count(x in Bool where ", "lit", ") > 0)"), Nest("(every x in Bool: ", "lit", ")"),
    Nest("switch lit { case true: true case false: ", "lit", " }"), Nest("Set<", "Bool", ">"),
    Nest("if lit { ", "lit = true", " }").inside("on hold { ", " }\n"),
    Nest("if lit { lit = true } else { ", "lit = true", " }").inside("on hold { ", " }\n"),
    Nest("switch lit { case false: lit = true\ncase true: ", "", " }").inside("on hold { ", " }\n"),
    Nest("for x in Bool { ", "lit = x", " }").inside("on hold { ", " }\n"),
    Nest("when lit { ", "rule r {}", " }").inside("on hold { ", " otherwise s {} }\n"),
    Nest("repeat 1 { ", "press", " }").inside("scenario s { ", " }\n"),
    Nest("{", "lit = true", "}").inside("on hold ", "\n"), Nest("{", "", "}").inside("", "\n"),
    Nest("[", "1", "]").inside("let deep = ", "\n"),
    Nest("[0: ", "1", "]").inside("let m = ", "\n"),
    Nest("Set<", "Bool", ">").inside("var deep: ", " = []\n"),
    Nest("Map<Bool, ", "Bool", ">").inside("var deep: ", " = [:]\n"),
    Nest("List<", "Bool", ", 1>").inside("var deep: ", " = []\n"),
    Nest("(", "Bool", ")").inside("var deep: ", " = false\n"),
    Nest(".some(", "let x", ")").inside("on hold { if case ", " = lit { lit = true } }\n"),
    Nest("enum E { a(", "Bool", ") }").inside("", "\n"),
    Nest("/* ", "deep", " */").inside("", "\n"),
  ]
}
