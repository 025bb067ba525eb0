/// Small specs for runs of the tool.
public enum Lamp {
  /// Passes.
  public static let holds =
    "spec Lamp\nvar lit = false\non press { lit = !lit }\nreachable bright { lit }\n"
  /// Violates `dark`.
  public static let violated = holds + "invariant dark { !lit }\n"
  /// Stops after one step.
  public static let stuck =
    "spec Lamp\nvar lit = false\non press when !lit { lit = true }\nreachable bright { lit }\n"
}
