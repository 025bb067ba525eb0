extension String {
  /// The text without what a terminal or a page would obey instead of showing it.
  ///
  /// What is hidden becomes U+FFFD. A carriage return before a line end is left out.
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

  /// The same for text that has to stay on one line: line ends and tabs become U+FFFD as well.
  package var printableLine: String {
    printable.escaped { $0 == "\n" || $0 == "\t" ? "\u{FFFD}" : nil }
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
