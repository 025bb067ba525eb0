extension String {
  /// The text without what a terminal or a page would obey instead of showing it.
  ///
  /// Control characters but line ends and tabs, and those that turn the direction of text around,
  /// become U+FFFD. A carriage return before a line end is left out.
  package var printable: String {
    guard unicodeScalars.contains(where: \.isCommand) else { return self }
    var scalars = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      if scalar == "\n", previous == "\r" { scalars.removeLast() }
      scalars.append(scalar.isCommand ? "\u{FFFD}" : scalar)
      previous = scalar
    }
    return String(scalars)
  }

  /// The same for text that has to stay on one line: line ends and tabs become U+FFFD as well.
  package var printableLine: String {
    guard unicodeScalars.contains(where: \.breaksLine) || unicodeScalars.contains("\t") else {
      return printable
    }
    var scalars = String.UnicodeScalarView()
    for scalar in printable.unicodeScalars {
      scalars.append(scalar.breaksLine || scalar == "\t" ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }
}

extension String {
  /// The text as a word of a command line, quoted if a shell would not take it as it is.
  var shellWord: String {
    let isPlain = unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789_-./".unicodeScalars.contains($0))
    }
    return isPlain && !isEmpty ? self : "'" + escaped { $0 == "'" ? "'\\''" : nil } + "'"
  }

  /// The text with some of its scalars, also where a mark combines with them, in another form.
  func escaped(_ form: (Unicode.Scalar) -> String?) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let text = form(scalar) {
        scalars += text.unicodeScalars
      } else {
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// A control character other than a line end or a tab, or one that changes the direction of text.
  fileprivate var isCommand: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether some reader takes it for the end of a line.
  fileprivate var breaksLine: Bool { value == 0x0A || value == 0x2028 || value == 0x2029 }
}
