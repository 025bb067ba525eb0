import Semantics

/// The top-level names of a text: `DeclaredNames(syntax)`.
///
/// All of them are entered before anything is checked, so declarations may have any order. If a name has several
/// declarations, the first counts. Signals are an exception: they are entered at first use, with their types.
package struct DeclaredNames {
  /// A name that has a value, is a type or can be called.
  struct Global {
    enum Kind { case param, constant, variable, function, type }
    var kind: Kind
    var name: NameSyntax
    /// The index among the declarations of the file.
    var declaration: Int
  }

  private(set) var globals: [String: Global] = [:]
  /// The names that are declared more than once, and are therefore ambiguous.
  private(set) var ambiguous: Set<String> = []
  /// The indices of events, by name. `tick` is entered after the others, if the spec has time.
  var events: [String: Int] = [:]
  /// The declarations of events, in the order of `events`; `tick` has none.
  private(set) var eventSyntax: [(syntax: EventSyntax, documentation: String?)] = []
  /// The parameters of each event, by its index.
  var eventParameters: [[Parameter]] = []
  /// The indices of signals, by name.
  var signals: [String: Int] = [:]
  var hasSignals = false
  /// The groups of events by name; a member may be a group too.
  private(set) var eventGroups: [String: (name: NameSyntax, events: [NameSyntax])] = [:]
  private(set) var stepGroups: [String: StepsSyntax] = [:]
  private(set) var worlds: [String: NameSyntax] = [:]
  private(set) var properties: [String: NameSyntax] = [:]
  /// All declared names, entered or not.
  private(set) var declared: [NameSyntax] = []
  /// The errors for names that cannot be entered, in the order of the text.
  private(set) var mistakes: [Diagnostic] = []

  private let file: SourceFile

  init(_ syntax: SpecSyntax) {
    file = syntax.file
    for (index, declaration) in syntax.declarations.enumerated() {
      switch declaration.kind {
      case .param(let binding): enter(.param, binding.name, index)
      case .constant(let binding): enter(.constant, binding.name, index)
      case .variable(let variable): enter(.variable, variable.name, index)
      case .function(let function): enter(.function, function.name, index)
      case .enumeration(let name, _), .structure(let name, _), .typeAlias(let name, _),
        .symmetric(let name, _):
        enter(.type, name, index)
      case .event(let event):
        let earlier = events[event.name.text].map { eventSyntax[$0].syntax.name }
        guard isNew(event.name, "event", earlier) else { continue }
        events[event.name.text] = eventSyntax.count
        eventSyntax.append((event, declaration.documentation))
      case .invariant(let invariant): enterProperty(invariant.name)
      case .same(let same): enterProperty(same.name)
      case .identity(let identity): enterProperty(identity.name)
      case .transition(let transition): enterProperty(transition.name)
      case .eventually(let property), .reachable(let property), .possible(let property):
        enterProperty(property.name)
      case .scenario(let scenario): enterProperty(scenario.name)
      case .group(let name, let events):
        guard isNew(name, "group of events", eventGroups[name.text]?.name) else { continue }
        eventGroups[name.text] = (name, events)
      case .steps(let group):
        guard isNew(group.name, "group of steps", stepGroups[group.name.text]?.name) else {
          continue
        }
        stepGroups[group.name.text] = group
      case .world(let world): enterWorld(world.name)
      case .signal, .terminal, .bound, .promise, .use, .rule, .view: break
      }
    }
  }

  /// Returns the names of some kinds, in any order.
  func all(_ kinds: Set<Global.Kind>) -> [String] {
    globals.values.filter { kinds.contains($0.kind) }.map(\.name.text)
  }

  private mutating func enter(_ kind: Global.Kind, _ name: NameSyntax, _ index: Int) {
    if Self.builtIn.contains(name.text) {
      refuse(name, "'\(name.text)' is a name of the language")
    } else if isNew(name, "name", globals[name.text]?.name) {
      globals[name.text] = Global(kind: kind, name: name, declaration: index)
    } else {
      ambiguous.insert(name.text)
    }
  }

  package static let builtIn: Set<String> = [
    "Bool", "Int", "Set", "Map", "Table", "List", "Bag", "Timer",
  ]

  private mutating func enterProperty(_ name: NameSyntax) {
    if ViolationKind.generalNames.contains(name.text) {
      refuse(name, "'\(name.text)' is the name of a built-in check")
    } else if isNew(name, "property or scenario", properties[name.text]) {
      properties[name.text] = name
    }
  }

  private mutating func enterWorld(_ name: NameSyntax) {
    guard isNew(name, "world", worlds[name.text]) else { return }
    guard name.text != CheckedSpec.defaultWorldName else {
      return refuse(name, "'default' is the name of the world without settings")
    }
    worlds[name.text] = name
  }

  private mutating func isNew(_ name: NameSyntax, _ what: String, _ earlier: NameSyntax?) -> Bool {
    declared.append(name)
    guard let earlier else { return true }
    mistakes.append(.duplicate(what, name, earlier.range, in: file))
    return false
  }

  private mutating func refuse(_ name: NameSyntax, _ message: String) {
    declared.append(name)
    mistakes.append(
      Diagnostic(
        .reservedName, message, in: file, at: name.range, fixes: ["choose another name"]))
  }
}

extension DeclaredNames.Global.Kind {
  var noun: String {
    switch self {
    case .param: "param"
    case .constant: "constant"
    case .variable: "variable"
    case .function: "func"
    case .type: "type"
    }
  }
}

extension Diagnostic {
  static func duplicate(
    _ what: String, _ name: NameSyntax, _ first: SourceRange, in file: SourceFile,
    edits: [TextEdit] = []
  ) -> Diagnostic {
    Diagnostic(
      .duplicateName, "the \(what) '\(name.text)' is declared twice", in: file, at: name.range,
      fixes: [
        file.isUsed(first, butNot: name.range)
          ? "choose another name, or replace the first '\(name.text)' between the braces of 'use'"
          : edits.isEmpty ? "give one of them another name" : "leave the second '\(name.text)' out"
      ], edits: edits,
      notes: [.init(range: first, message: "the first '\(name.text)' is declared here")])
  }
}
