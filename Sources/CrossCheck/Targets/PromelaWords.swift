/// The unique names of a model.
struct PromelaNames: Sendable {
  /// All that have a meaning.
  private(set) var taken: Set<String>
  private(set) var variables: [String] = []
  /// The names of the variables' values before the step.
  private(set) var before: [String] = []
  private(set) var sent: [Int: String] = [:]
  /// The names of numbers.
  private(set) var constants: [String: String] = [:]
  /// The globals for locals of some routines: those with the same name and shape share one.
  private(set) var locals: [Local: String] = [:]

  init(_ model: Model) {
    taken = ["Rules", "forget", "outcome_", "end_nowhere"]
    taken.formUnion((0..<4).map { "k\($0)_" })
    taken.formUnion(model.questions.map(Promela.name(of:)))
    taken.formUnion(model.routines.map(Self.label))
    for each in model.constants { constants[each.key] = name(each.name) }
    variables = model.variables.map { name($0.name) }
    before = model.variables.map { name("before_\($0.name)") }
    for (signal, local) in model.sent.sorted(by: { $0.key < $1.key }) {
      sent[signal] = name(local.name)
    }
    for routine in model.routines {
      for local in routine.parameters + routine.picks + routine.locals + routine.code.loopLocals
      where locals[local] == nil {
        locals[local] = name(local.name)
      }
    }
  }

  subscript(_ local: Local) -> String { locals[local] ?? local.name }

  /// The label at the end of a routine.
  static func label(_ routine: Routine) -> String { "leave_\(routine.name)" }

  /// A unique name.
  private mutating func name(_ wish: String) -> String {
    var name = wish.inPromela
    while !taken.insert(name).inserted { name += "_" }
    return name
  }
}

extension String {
  /// A name that is not reserved in Promela, nor used in its generated program.
  var inPromela: String {
    // Names in capitals are C macros.
    let isMacro = count > 1 && !contains { $0.isLowercase }
    return isMacro || hasPrefix("c_") ? "\(inASCII)_" : sparing { Self.promelaWords.contains($0) }
  }

  private static let promelaWords: Set<String> = [
    "active", "assert", "at", "atomic", "bit", "bool", "break", "byte", "chan", "d_step",
    "D_proctype",
    "do", "else", "empty", "enabled", "eval", "false", "fi", "for", "full", "get_priority", "goto",
    "hidden", "if", "in", "init", "inline", "int", "len", "local", "ltl", "mtype", "nempty",
    "never",
    "nfull", "notrace", "np_", "od", "of", "pc_value", "pid", "printf", "priority", "proctype",
    "provided", "return", "run", "select", "set_priority", "short", "show", "skip", "timeout",
    "trace",
    "true", "typedef", "unless", "unsigned", "xr", "xs", "always", "eventually", "until", "release",
    "weakuntil", "implies", "equivalent", "now", "state", "next", "char", "long", "float", "double",
    "void", "struct", "union", "enum", "static", "const", "while", "switch", "case", "default",
    "register", "auto", "extern", "volatile", "sizeof", "signed", "continue", "main", "depth",
    "time",
    "signal", "read", "write", "open", "close", "send", "accept", "bind", "listen", "connect",
    "index", "linux", "unix", "errno", "alloca", "stdin", "stdout", "stderr", "max", "mix",
    "wasnew",
    "uchar", "uint", "ulong", "ushort", "Index", "Addproc", "PRules", "asm", "restrict", "typeof",
    "typeof_unqual", "alignas", "alignof", "constexpr", "nullptr", "static_assert", "thread_local",
  ]
}
