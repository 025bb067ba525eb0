extension String {
  /// A name that is not reserved in Murphi.
  var inMurphi: String { sparing { Self.murphiWords.contains($0.lowercased()) } }

  /// Adds an underscore to a word with a meaning, or to one followed by underscores: different ASCII names stay
  /// different.
  func sparing(_ means: (String) -> Bool) -> String {
    var word = inASCII
    while !means(word) { if word.popLast() != "_" { return inASCII } }
    return "\(inASCII)_"
  }

  /// Replaces characters that other checkers reject by their numbers: `gr_f6__df_er` is "größer".
  var inASCII: String {
    if utf8.allSatisfy({ $0 < 128 }) { return self }
    return unicodeScalars.reduce(into: "") { name, scalar in
      name += scalar.isASCII ? String(scalar) : "_\(String(scalar.value, radix: 16))_"
    }
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

  /// A type name for this name.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
