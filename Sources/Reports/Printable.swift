import Basics

extension String {
  /// The text without control characters that would affect a terminal or a page.
  ///
  /// Removed characters become U+FFFD. A carriage return before a line end is dropped.
  package var printable: String {
    guard unicodeScalars.contains(where: \.isHidden) else { return self }
    var scalars = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      if scalar == "\n", previous == "\r" { scalars.removeLast() }
      scalars.append(scalar.isHidden ? "\u{FFFD}" : scalar)
      previous = scalar
    }
    return String(scalars)
  }

  /// The text on one line, without control characters. Line ends and tabs become U+FFFD, too.
  package var printableLine: String {
    printable.escaped { $0 == "\n" || $0 == "\t" ? "\u{FFFD}" : nil }
  }
}

extension String {
  /// The text as a shell word, quoted if necessary.
  package var shellWord: String {
    let isPlain = unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789_-./".unicodeScalars.contains($0))
    }
    return isPlain && !isEmpty ? self : "'" + escaped { $0 == "'" ? "'\\''" : nil } + "'"
  }

  /// The text with some of its scalars replaced, even within combined characters.
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
