import SpecLanguage

/// The comments that authors wrote above the types of their spec.
struct Documents {
  private var texts: [String: String] = [:]

  init(_ syntax: SpecSyntax) {
    for declaration in syntax.declarations {
      switch declaration.kind {
      case .enumeration(let name, _), .structure(let name, _), .symmetric(let name, _):
        texts[name.text] = declaration.documentation
      default: break
      }
    }
  }

  func of(_ name: String) -> String? { texts[name] }
}
