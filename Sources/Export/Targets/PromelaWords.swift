extension String {
  /// A name that is no word of Promela, and nothing that its generated program calls something.
  var inPromela: String {
    Self.promelaWords.contains(self) ? "\(self)_" : self
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
    "index",
  ]
}
