import Semantics
import SpecLanguage

/// Writes the Swift file with the typed driver of a spec: `DriverSource(spec, syntax, options).text`.
///
/// The names of the spec appear in the file, so the compiler requires code for each new event, case or field.
final class DriverSource {
  let spec: CheckedSpec
  let options: DriverRequest
  private let types: DriverTypes
  private let declarations: TypeDeclarations
  private let documents: Documents
  private let variables: [Variable]
  private let views: [View]
  /// The driven events.
  private let events: [Event]
  private let hasTicks: Bool
  private let namespace: String
  private let files: [(path: String, text: String)]

  var access: String { options.access == .public ? "public " : "" }
  /// The isolation of a requirement, if its protocol has none.
  var isolation: String { options.isOnMainActor ? "" : "nonisolated(nonsending) " }

  /// - Parameter files: the spec and the files that it uses, with their displayed paths.
  init(
    _ spec: CheckedSpec, _ syntax: SpecSyntax, _ options: DriverRequest,
    files: [(path: String, text: String)]
  ) {
    self.spec = spec
    self.options = options
    self.files = files
    documents = Documents(syntax)
    variables = spec.observableVariables.map { spec.variables[$0] }
    views = spec.observableViews
    let driven = spec.events.filter { !options.hidden.contains($0.name) }
    events = driven.filter { !$0.isTick }
    hasTicks = driven.contains(where: \.isTick)
    types = DriverTypes(
      variables.map(\.type) + views.map(\.type)
        + events.flatMap { $0.parameters.map(\.type) }
        + spec.signals.flatMap { $0.fields.map(\.type) }, syntax)
    declarations = TypeDeclarations(
      types: types, documents: documents,
      access: options.access == .public ? "public " : "")
    namespace = SwiftName.escaped(spec.name)
  }

  var text: String {
    var text = SwiftText()
    text.line(
      "// Made by `traycheck conform generate swift` from \(files[0].path), world \(spec.worldName): "
        + "edit that,")
    text.line("// and generate this again.")
    if let rules = ignoredRules { text.line("// swift-format-ignore-file: \(rules)") }
    text.line()
    text.line("import Conformance")
    text.line()
    text.document(spec.documentation, else: "\(spec.name), as a driver of it is written.")
    text.block("\(access)nonisolated enum \(namespace): TrayDriven") { text in
      for declared in types.all {
        declarations.write(declared, to: &text)
        text.line()
      }
      if !spec.signals.isEmpty { writeSignals(&text) }
      writeObservation(&text)
      text.line()
      writeDriver(&text)
      text.line()
      writeChecks(&text)
      text.line()
      writeSpecification(&text)
      text.line()
      writeAdapter(&text)
    }
    text.line()
    writeDefaults(&text)
    return text.text
  }

  /// Names are the author's, even if they break Swift's conventions.
  private var ignoredRules: String? {
    var names = variables.map(\.name) + views.map(\.name)
    for event in spec.events { names += [event.name] + event.parameters.map(\.name) }
    for signal in spec.signals { names += [signal.name] + signal.fields.compactMap(\.name) }
    for declared in types.all {
      switch declared {
      case .enumeration(let type):
        for each in type.cases { names += [each.name] + each.fields.compactMap(\.name) }
      case .structure(let type): names += type.fields.compactMap(\.name)
      case .symmetric: break
      }
    }
    let isUsual = names.allSatisfy { name in
      !name.contains("_") && name.first?.isUppercase != true
        && name != "allCases" && name != "rawValue"
    }
    let isUsualType = (types.all.map(\.name) + [spec.name]).allSatisfy {
      $0.first?.isUppercase == true && !$0.contains("_")
    }
    if isUsual && isUsualType { return nil }
    return "AlwaysUseLowerCamelCase, NoLeadingUnderscores, TypeNamesShouldBeCapitalized"
  }

  // MARK: Signals

  private func writeSignals(_ text: inout SwiftText) {
    text.line(
      "/// A signal of an app, with its values: nil and `.unseen` for values that are not observed."
    )
    text.block("\(access)enum Signal: Hashable, TrayDatum") { text in
      text.line("/// Which signals there are.")
      text.block("\(access)enum Name: String, CaseIterable, Sendable") { text in
        for signal in spec.signals {
          let member = TypeDeclarations.member(signal.name)
          let isSame = member.filter { $0 != "`" } == signal.name
          text.line("case \(member)" + (isSame ? "" : " = \(SwiftName.literal(signal.name))"))
        }
      }
      text.line()
      for signal in spec.signals {
        text.document(signal.documentation, else: "The signal `\(signal.name)`.")
        text.list(
          "case \(Self.signalCase(signal.name))",
          signal.fields.map { field in
            let type = types.slot(field.type)
            return field.name.map { "\(SwiftName.label($0)): \(type)" } ?? type
          }, isCase: true)
      }
      text.line()
      text.line("/// As drivers write it.")
      text.block("\(access)var trayDatum: TrayPart") { text in
        declarations.writeCases(
          spec.signals.map { EnumType.Case(name: $0.name, fields: $0.fields) }, isSeen: true,
          to: &text)
      }
    }
    text.line()
  }

  private static func signalCase(_ name: String) -> String { TypeDeclarations.member(name) }

  private func writeObservation(_ text: inout SwiftText) {
    let fields =
      variables.map { (name: $0.name, type: $0.type, documentation: $0.documentation) }
      + views.map { (name: $0.name, type: $0.type, documentation: $0.documentation) }
    text.line("/// The observed state of an app. An omitted part may have any value.")
    text.block("\(access)struct Observation: TrayDatum") { text in
      for field in fields {
        text.document(field.documentation, else: "`\(field.name)` of the spec.")
        text.line(
          "\(access)var \(TypeDeclarations.member(field.name)): \(types.slot(field.type))")
      }
      text.line()
      text.line("/// Creates an observation.")
      text.list(
        "\(access)init",
        fields.map {
          "\(TypeDeclarations.member($0.name)): \(types.slot($0.type)) = \(types.unknown($0.type))"
        }
      ) { text in
        for field in fields {
          let name = TypeDeclarations.member(field.name)
          text.line("self.\(name) = \(name)")
        }
      }
      text.line()
      text.line("/// As drivers write it.")
      text.block("\(access)var trayDatum: TrayPart") { text in
        TypeDeclarations.writeObject(
          fields.map { ($0.name, TypeDeclarations.member($0.name)) }, isSeen: true, to: &text)
      }
    }
  }

  // MARK: The driver

  /// Methods of drivers that are not events.
  private static let methods: Set<String> = [
    "advance", "emitted", "name", "names", "noticed", "observe", "refuses", "reset", "settle",
    "Type",
  ]

  private func method(_ event: Event) -> String {
    SwiftName.escaped(SwiftName.distinct(event.name, from: Self.methods))
  }

  private var symmetricTypes: [SymmetricType] {
    types.all.compactMap { if case .symmetric(let type) = $0 { type } else { nil } }
  }

  private func writeDriver(_ text: inout SwiftText) {
    text.line(
      """
      /// Carries out the events of the spec in an app, and observes the app.
      ///
      /// An event that is not possible changes nothing: its method does nothing then, or throws
      /// `TrayRefusal` if ``refuses`` says so. Any other error is an error of the app.
      """)
    if options.isOnMainActor { text.line("@MainActor") }
    let refinement = options.isOnMainActor ? ": Sendable" : ""
    text.block("\(access)protocol Driver\(refinement)") { text in
      for event in events {
        text.document(event.documentation, else: "The event `\(event.name)`.")
        text.list(
          "\(isolation)func \(method(event))",
          event.parameters.map { "\(SwiftName.label($0.name)): \(types.whole($0.type))" },
          " async throws")
        text.line()
      }
      if hasTicks {
        text.line(
          """
          /// Time passes: so many units of it, as timers count them.
          \(isolation)func advance(_ units: Int) async throws

          """)
      }
      text.line(
        """
        /// A fresh start: the app is as it is at first.
        \(isolation)func reset() async throws

        /// The observed state of the app now.
        \(isolation)func observe() async throws -> Observation

        """)
      if !spec.signals.isEmpty {
        text.line(
          """
          /// The signals since the last call, each as often as it came, in any order.
          \(isolation)func emitted() async throws -> [Signal]

          """)
      }
      text.line(
        """
        /// Waits until nothing is under way any more. By default that is so at once.
        \(isolation)func settle() async throws

        """)
      if !symmetricTypes.isEmpty {
        text.line(
          """
          /// The app's own names for new instances such as `ID#1`, since the last call; by
          /// default it takes the name that it is sent.
          \(isolation)func names() async throws -> [TrayNaming]

          """)
      }
      if !spec.signals.isEmpty {
        text.line(
          """
          /// The signals that the driver can notice. By default that is all of them.
          static var noticed: Set<Signal.Name> { get }

          """)
      }
      text.line(
        """
        /// Whether it throws `TrayRefusal` where an event is not possible. By default it does not.
        static var refuses: Bool { get }
        """)
    }
  }

  /// Writes default implementations of optional requirements, in an extension of the protocol.
  private func writeDefaults(_ text: inout SwiftText) {
    text.block("extension \(namespace).Driver") { text in
      text.line(
        """
        /// By default nothing is ever under way.
        \(access)\(isolation)func settle() async throws {}

        """)
      if !symmetricTypes.isEmpty {
        text.line(
          """
          /// By default the app takes the names that it is sent.
          \(access)\(isolation)func names() async throws -> [TrayNaming] { [] }

          """)
      }
      if !spec.signals.isEmpty {
        text.line(
          """
          /// By default all signals are noticed.
          \(access)static var noticed: Set<\(namespace).Signal.Name> {
            Set(\(namespace).Signal.Name.allCases)
          }

          """)
      }
      text.line(
        """
        /// By default nothing is refused.
        \(access)static var refuses: Bool { false }
        """)
    }
  }

  // MARK: The adapter

  private func writeAdapter(_ text: inout SwiftText) {
    text.line("/// The driver without its types.")
    text.block("private struct Adapter<Implementation: Driver>: TrayDriverAdapter") { text in
      text.line(
        """
        let driver: Implementation
        let noticed: [String]
        let refuses: Bool

        var name: String { "\\(Implementation.self)" }

        nonisolated(nonsending) func reset() async throws { try await driver.reset() }

        nonisolated(nonsending) func perform(
          _ event: String, _ arguments: TrayFields
        """)
      text.block(") async throws") { text in
        writeDispatch(&text)
      }
      text.line(
        """

        nonisolated(nonsending) func advance(_ units: Int) async throws {
          \(hasTicks ? "try await driver.advance(units)" : "throw TrayEventError(event: \"tick\")")
        }

        """)
      text.block("nonisolated(nonsending) func look() async throws -> TraySight") { text in
        text.line("try await driver.settle()")
        guard !spec.signals.isEmpty || !symmetricTypes.isEmpty else {
          return text.line("return TraySight(seen: try await driver.observe().trayDatum)")
        }
        text.line("var sight = TraySight(seen: try await driver.observe().trayDatum)")
        if !spec.signals.isEmpty {
          text.line("sight.signals = try await driver.emitted().map(\\.trayDatum)")
        }
        if !symmetricTypes.isEmpty { text.line("sight.names = try await driver.names()") }
        text.line("return sight")
      }
    }
  }

  private func writeDispatch(_ text: inout SwiftText) {
    text.line("switch event {")
    for event in events {
      text.line("case \(SwiftName.literal(event.name)):")
      text.indented { text in
        text.call(
          "try await driver.\(method(event))",
          event.parameters.map {
            "\(SwiftName.label($0.name)): arguments(\(SwiftName.literal($0.name)))"
          })
      }
    }
    text.line("default: throw TrayEventError(event: event)")
    text.line("}")
  }

  private func writeSpecification(_ text: inout SwiftText) {
    func list(_ parts: [String]) -> String { "[\(parts.joined(separator: ", "))]" }
    let settings = options.settings.map {
      "(\(SwiftName.literal($0.name)), \(SwiftName.literal($0.value)))"
    }
    text.line(
      """
      // swift-format-ignore
      /// The text of the spec and of the files that it uses.
      \(access)static let specification = TraySpecification(
        name: \(SwiftName.literal(spec.name)),
        world: \(SwiftName.literal(spec.worldName)),
        settings: \(list(settings)),
        hidden: \(list(options.hidden.map(SwiftName.literal))),
        files: [
      """)
    for file in files {
      let lines = SwiftName.rawLiteral(file.text)
      text.line("    (path: \(SwiftName.literal(file.path)), text: \(lines[0])")
      for line in lines.dropFirst().dropLast() { text.verbatim(line) }
      text.verbatim((lines.last ?? "") + "),")
    }
    text.line("  ])")
  }
}
