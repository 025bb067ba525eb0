/// Small specs for runs of the tool.
enum Lamp {
  static let holds =
    "spec Lamp\nvar lit = false\non press { lit = !lit }\nreachable bright { lit }\n"
  static let violated = holds + "invariant dark { !lit }\n"
  static let stuck =
    "spec Lamp\nvar lit = false\non press when !lit { lit = true }\nreachable bright { lit }\n"
}
