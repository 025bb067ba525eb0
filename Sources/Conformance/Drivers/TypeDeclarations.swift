import Semantics

/// Writes the types of a spec in Swift.
struct TypeDeclarations {
  let types: DriverTypes
  let documents: Documents
  /// `public ` or nothing.
  let access: String

  /// Members that each type has in addition to those of the spec.
  private static let members: Set<String> = [
    "Name", "Type", "allCases", "rawValue", "self", "trayDatum", "traySlot",
  ]

  func write(_ declared: DriverTypes.Declared, to text: inout SwiftText) {
    switch declared {
    case .symmetric(let type): write(type, to: &text)
    case .enumeration(let type) where type.isPlain: writePlain(type, to: &text)
    case .enumeration(let type):
      write(type, isSeen: false, to: &text)
      text.line()
      write(type, isSeen: true, to: &text)
    case .structure(let type):
      write(type, isSeen: false, to: &text)
      guard types.seenName(of: declared) != nil else { return }
      text.line()
      write(type, isSeen: true, to: &text)
    }
  }

  static func member(_ name: String) -> String {
    SwiftName.escaped(SwiftName.distinct(name, from: members))
  }

  // MARK: Names

  private func write(_ type: SymmetricType, to text: inout SwiftText) {
    let name = types.name(of: .symmetric(type))
    text.document(
      documents.of(type.name),
      else: "The implementation's name for one of `\(type.name)`, such as a number or a UUID.")
    text.block("\(access)struct \(name): TrayName") { text in
      text.line("/// As it is written.")
      text.line("\(access)let text: String")
      text.line()
      text.line("/// Takes a text.")
      text.line("\(access)init(_ text: String) { self.text = text }")
    }
  }

  // MARK: Enums

  private func writePlain(_ type: EnumType, to text: inout SwiftText) {
    text.document(documents.of(type.name), else: "`\(type.name)` of the spec.")
    let head = "\(access)enum \(types.name(of: .enumeration(type)))"
    text.block("\(head): String, CaseIterable, TrayArgument") { text in
      for each in type.cases {
        let member = Self.member(each.name)
        let isSame = member == each.name || member == "`\(each.name)`"
        text.line("case \(member)" + (isSame ? "" : " = \(SwiftName.literal(each.name))"))
      }
    }
  }

  private func write(_ type: EnumType, isSeen: Bool, to text: inout SwiftText) {
    let declared = DriverTypes.Declared.enumeration(type)
    let name = isSeen ? types.seenName(of: declared) ?? "" : types.name(of: declared)
    if isSeen {
      text.line(
        "/// The observed part of ``\(types.name(of: declared))``: nil and `.unseen` for the rest.")
    } else {
      text.document(documents.of(type.name), else: "`\(type.name)` of the spec.")
    }
    let conformance = isSeen ? "Hashable, TrayDatum" : "Hashable, TrayArgument"
    text.block("\(access)enum \(name): \(conformance)") { text in
      for each in type.cases {
        text.list(
          "case \(Self.member(each.name))",
          each.fields.map { field in
            let type = isSeen ? types.slot(field.type) : types.whole(field.type)
            return field.name.map { "\(SwiftName.label($0)): \(type)" } ?? type
          }, isCase: true)
      }
      if isSeen { writeWhole(type, to: &text) } else { writeReader(type, to: &text) }
      text.line()
      text.line("/// As drivers write it.")
      text.block("\(access)var trayDatum: TrayPart") { text in
        writeCases(type.cases, isSeen: isSeen, to: &text)
      }
    }
  }

  /// `switch self { … }` that converts each case to data.
  func writeCases(_ cases: [EnumType.Case], isSeen: Bool, to text: inout SwiftText) {
    text.line("switch self {")
    for each in cases {
      let key = SwiftName.literal(each.name)
      guard !each.fields.isEmpty else {
        text.line("case .\(Self.member(each.name)): .string(\(key))")
        continue
      }
      text.line("case \(Self.pattern(each)):")
      text.indented { text in
        let fields = Self.fields(each.fields, isSeen: isSeen)
        let array = "[\(fields.joined(separator: ", "))])"
        // One that fills its line is broken.
        if text.fits(".call(\(key), \(array) ") { return text.line(".call(\(key), \(array)") }
        text.line(".call(")
        text.indented { text in
          if text.fits("\(key), \(array)") { return text.line("\(key), \(array)") }
          text.line("\(key),")
          if text.fits(array) { return text.line(array) }
          text.line("[")
          text.indented { $0.elements(fields) }
          text.line("])")
        }
      }
    }
    text.line("}")
  }

  /// The pattern of a case, such as `.digest(let part0)`.
  private static func pattern(_ each: EnumType.Case) -> String {
    let parts = each.fields.indices.map { "let part\($0)" }
    return ".\(member(each.name))(\(parts.joined(separator: ", ")))"
  }

  /// `("kind", part0.trayDatum)` for each field.
  private static func fields(_ fields: [Field], isSeen: Bool) -> [String] {
    let property = isSeen ? "traySlot" : "trayDatum"
    return fields.enumerated().map { place, field in
      "(\(SwiftName.literal(field.name ?? "\(place)")), part\(place).\(property))"
    }
  }

  private func writeReader(_ type: EnumType, to text: inout SwiftText) {
    text.line()
    text.line("/// Reads the form that drivers write.")
    text.block("\(access)init(trayDatum: TrayPart) throws") { text in
      text.line("let read = try TrayCase(trayDatum, of: \(SwiftName.literal(type.name)))")
      text.line("switch read.name {")
      for each in type.cases {
        let member = Self.member(each.name)
        let arguments = each.fields.enumerated().map { place, field in
          let label = field.name.map { SwiftName.label($0) + ": " } ?? ""
          return "\(label)read.fields(\(SwiftName.literal(field.name ?? "\(place)")))"
        }
        text.line("case \(SwiftName.literal(each.name)):")
        text.indented { text in
          if arguments.isEmpty {
            text.line("self = .\(member)")
          } else {
            text.call("self = try .\(member)", arguments)
          }
        }
      }
      text.line("default: throw read.unknown")
      text.line("}")
    }
  }

  /// `init(_ whole: Call)`
  private func writeWhole(_ type: EnumType, to text: inout SwiftText) {
    text.line()
    text.line("/// All of it is seen.")
    let whole = types.name(of: .enumeration(type))
    text.block("\(access)init(_ whole: \(whole))") { text in
      text.line("switch whole {")
      for each in type.cases {
        let member = Self.member(each.name)
        if each.fields.isEmpty {
          text.line("case .\(member): self = .\(member)")
          continue
        }
        text.line("case \(Self.pattern(each)):")
        text.indented { text in
          text.call(
            "self = .\(member)",
            each.fields.enumerated().map { place, field in
              (field.name.map { SwiftName.label($0) + ": " } ?? "")
                + types.seeing("part\(place)", field.type)
            })
        }
      }
      text.line("}")
    }
  }

  // MARK: Structs

  private func write(_ type: StructType, isSeen: Bool, to text: inout SwiftText) {
    let declared = DriverTypes.Declared.structure(type)
    let whole = types.name(of: declared)
    let name = isSeen ? types.seenName(of: declared) ?? "" : whole
    let fields = type.fields.enumerated().map { place, field in
      (
        name: Self.member(field.name ?? "field\(place)"),
        type: isSeen ? types.slot(field.type) : types.whole(field.type)
      )
    }
    if isSeen {
      text.line("/// The observed part of a ``\(whole)``: nil and `.unseen` for the rest.")
    } else {
      text.document(documents.of(type.name), else: "`\(type.name)` of the spec.")
    }
    let conformance = isSeen ? "Hashable, TrayDatum" : "Hashable, TrayArgument"
    text.block("\(access)struct \(name): \(conformance)") { text in
      for field in fields {
        text.line("/// `\(field.name.filter { $0 != "`" })` of it.")
        text.line("\(access)var \(field.name): \(field.type)")
      }
      text.line()
      text.line("/// Takes all of its fields.")
      text.list("\(access)init", fields.map { "\($0.name): \($0.type)" }) { text in
        for field in fields { text.line("self.\(field.name) = \(field.name)") }
      }
      text.line()
      if isSeen {
        text.line("/// All of it is seen.")
        text.block("\(access)init(_ whole: \(whole))") { text in
          for (field, declared) in zip(fields, type.fields) {
            text.line(
              "self.\(field.name) = \(types.seeing("whole.\(field.name)", declared.type))")
          }
        }
      } else {
        text.line("/// Reads the form that drivers write.")
        text.block("\(access)init(trayDatum: TrayPart) throws") { text in
          if fields.isEmpty { return }
          text.line("let read = try TrayFields(trayDatum, of: \(SwiftName.literal(type.name)))")
          for (place, field) in type.fields.enumerated() {
            let key = SwiftName.literal(field.name ?? "\(place)")
            text.line("self.\(fields[place].name) = try read(\(key))")
          }
        }
      }
      text.line()
      text.line("/// As drivers write it.")
      text.block("\(access)var trayDatum: TrayPart") { text in
        let names = fields.map(\.name)
        Self.writeObject(
          zip(names, type.fields).enumerated().map { ($1.1.name ?? "\($0)", $1.0) },
          isSeen: isSeen, to: &text)
      }
    }
  }

  /// `.object([("kind", kind.trayDatum), …])`, with a field a line.
  static func writeObject(
    _ fields: [(key: String, value: String)], isSeen: Bool, to text: inout SwiftText
  ) {
    let property = isSeen ? "traySlot" : "trayDatum"
    text.line(fields.isEmpty ? ".object([])" : isSeen ? ".seen([" : ".object([")
    if fields.isEmpty { return }
    text.indented { text in
      text.elements(
        fields.map { "(\(SwiftName.literal($0.key)), \($0.value).\(property))" })
    }
    text.line("])")
  }
}

extension SwiftText {
  /// A case of an enum, without parentheses if it has no payload.
  mutating func list(_ head: String, _ parts: [String], isCase: Bool) {
    if parts.isEmpty { line(head) } else { list(head, parts) }
  }
}

extension DriverTypes {
  /// A complete value as an observed one.
  func seeing(_ value: String, _ type: Type) -> String {
    if whole(type) == seen(type) {
      return slot(type).hasPrefix("Seen<") ? ".seen(\(value))" : value
    }
    let converted = conversion(value, type, depth: 0)
    return slot(type).hasPrefix("Seen<") ? ".seen(\(converted))" : converted
  }

  private func conversion(_ value: String, _ type: Type, depth: Int) -> String {
    if whole(type) == seen(type) { return value }
    func inner(_ type: Type) -> String { conversion("$0", type, depth: depth + 1) }
    switch type {
    case .enumeration(let type): return "\(seenName(of: .enumeration(type)) ?? "")(\(value))"
    case .structure(let type): return "\(seenName(of: .structure(type)) ?? "")(\(value))"
    case .optional(let wrapped): return "\(value).map { \(inner(wrapped)) }"
    case .set(let element, _), .bag(let element, _), .list(let element, _):
      return "\(value).map { \(inner(element)) }"
    case .map(_, let content), .table(_, let content):
      return "\(value).mapValues { \(seeing("$0", content)) }"
    default: return value
    }
  }
}
