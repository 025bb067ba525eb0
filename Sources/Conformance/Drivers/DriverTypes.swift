import Semantics
import SpecLanguage

/// The declared types in drivers of a spec, and the Swift names of all types.
struct DriverTypes {
  /// A declared type.
  enum Declared: Hashable {
    case enumeration(EnumType)
    case structure(StructType)
    case symmetric(SymmetricType)

    var name: String {
      switch self {
      case .enumeration(let type): type.name
      case .structure(let type): type.name
      case .symmetric(let type): type.name
      }
    }
  }

  /// Names that the namespace and its types use themselves.
  static let reserved: Set<String> = [
    "Adapter", "Any", "Array", "Bool", "CaseIterable", "Driver", "Duration", "Hashable", "Int",
    "Observation", "Optional", "Protocol", "Seen", "Self", "Sendable", "Set", "Signal", "String",
    "TrayArgument", "TrayCase", "TrayDatum", "TrayDriven", "TrayDriverAdapter", "TrayEventError",
    "TrayFields", "TrayName", "TrayNaming", "TrayPart", "TrayPath", "TraySight",
    "TraySpecification", "Type",
  ]

  /// In the order of the text.
  private(set) var all: [Declared] = []
  private var names: [Declared: (whole: String, seen: String)] = [:]

  /// - Parameter types: all types that are visible from outside.
  init(_ types: [Type], _ syntax: SpecSyntax) {
    for type in types { collect(type) }
    var places: [String: Int] = [:]
    for declaration in syntax.declarations {
      switch declaration.kind {
      case .enumeration(let name, _), .structure(let name, _), .symmetric(let name, _):
        places[name.text] = declaration.range.start
      default: break
      }
    }
    all.sort { (places[$0.name] ?? .max, $0.name) < (places[$1.name] ?? .max, $1.name) }
    var used = Self.reserved
    for declared in all {
      let whole = SwiftName.distinct(declared.name, from: used)
      used.insert(whole)
      names[declared] = (SwiftName.escaped(whole), "")
    }
    for declared in all where isPartial(declared) {
      let seen = SwiftName.distinct("Seen" + declared.name, from: used)
      used.insert(seen)
      names[declared]?.seen = SwiftName.escaped(seen)
    }
  }

  private mutating func collect(_ type: Type) {
    let declared: Declared
    let parts: [Type]
    switch type {
    case .enumeration(let type):
      declared = .enumeration(type)
      parts = type.cases.flatMap { $0.fields.map(\.type) }
    case .structure(let type):
      declared = .structure(type)
      parts = type.fields.map(\.type)
    case .symmetric(let type):
      declared = .symmetric(type)
      parts = []
    default:
      for part in type.parts { collect(part) }
      return
    }
    if all.contains(declared) { return }
    all.append(declared)
    for part in parts { collect(part) }
  }

  // MARK: Names

  /// The name for completely known values: in arguments of events.
  func name(of declared: Declared) -> String { names[declared]?.whole ?? declared.name }

  /// The name for values with possibly unknown parts; nil if it has no parts.
  func seenName(of declared: Declared) -> String? {
    names[declared].flatMap { $0.seen.isEmpty ? nil : $0.seen }
  }

  /// The type of a whole value.
  func whole(_ type: Type) -> String {
    text(type, part: { whole($0) }, entry: { whole($0) }, declared: { name(of: $0) })
  }

  /// The type of a value whose parts may be unknown, but not the value itself.
  func seen(_ type: Type) -> String {
    text(
      type, part: { seen($0) }, entry: { isOptional($0) ? "Seen<\(seen($0))>" : seen($0) },
      declared: { seenName(of: $0) ?? name(of: $0) })
  }

  /// The type of a value that may be unknown.
  func slot(_ type: Type) -> String {
    isOptional(type) ? "Seen<\(seen(type))>" : seen(type) + "?"
  }

  /// The expression for an unknown value.
  func unknown(_ type: Type) -> String { isOptional(type) ? ".unseen" : "nil" }

  /// Whether nil is one of its values.
  private func isOptional(_ type: Type) -> Bool {
    if case .timer = type { true } else { type.isOptional }
  }

  /// Whether it has parts that may be unknown.
  private func isPartial(_ declared: Declared) -> Bool {
    switch declared {
    case .enumeration(let type): !type.isPlain
    case .structure(let type): !type.fields.isEmpty
    case .symmetric: false
    }
  }

  /// Whether two values may look the same while parts of them are unknown.
  private func isPartial(_ type: Type) -> Bool {
    switch type {
    case .enumeration(let type): isPartial(Declared.enumeration(type))
    case .structure(let type): isPartial(Declared.structure(type))
    default: type.parts.contains { isPartial($0) }
    }
  }

  /// - Parameters:
  ///   - part: the type of an element, or of the inside of an optional.
  ///   - entry: that of a value in a map or table.
  private func text(
    _ type: Type, part: (Type) -> String, entry: (Type) -> String, declared: (Declared) -> String
  ) -> String {
    switch type {
    case .bool: "Bool"
    case .enumeration(let type): declared(.enumeration(type))
    case .structure(let type): declared(.structure(type))
    case .symmetric(let type): declared(.symmetric(type))
    case .optional(let inner): part(inner) + "?"
    case .timer: "Int?"
    // Elements with unknown parts may be equal, and still be several.
    case .set(let element, _):
      isPartial(element) && part(element) != whole(element)
        ? "[\(part(element))]" : "Set<\(part(element))>"
    case .bag(let element, _), .list(let element, _): "[\(part(element))]"
    case .map(let key, let value), .table(let key, let value): "[\(whole(key)): \(entry(value))]"
    default: "Int"
    }
  }
}
