extension String {
  /// A name that is no word of Murphi.
  var inMurphi: String {
    Self.murphiWords.contains(lowercased()) ? "\(self)_" : self
  }

  private static let murphiWords: Set<String> = [
    "alias", "array", "assert", "assume", "begin", "boolean", "by", "case", "clear", "const",
    "cover", "do", "else", "elsif", "end", "endalias", "endexists", "endfor", "endforall",
    "endfunction", "endif", "endprocedure", "endrecord", "endrule", "endruleset", "endstartstate",
    "endswitch", "endwhile", "enum", "error", "exists", "false", "for", "forall", "function", "if",
    "in", "interleaved", "invariant", "isundefined", "liveness", "multiset", "multisetadd",
    "multisetcount", "multisetremove", "multisetremovepred", "now", "of", "outcome", "procedure",
    "program", "put", "real", "record", "return", "rule", "ruleset", "s", "scalarset", "sent",
    "startstate", "state", "switch", "t", "then", "to", "traceuntil", "true", "type", "undefine",
    "union", "var", "while", "before", "map",
  ]

  /// The name of a type for what has this name.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
