/// A `CheckedSpec` while it is made or edited. Its fields have the same meaning.
package struct SpecDraft: Sendable {
  package var name: String
  package var documentation: String?
  package var file: SourceFile
  package var world: WorldDeclaration?
  package var params: [Param] = []
  package var nameCounts: [Param] = []
  package var nameNumbers: [NameNumber] = []
  package var constantUses: [String: SourceRange] = [:]
  package var namesInConstants: [String: SourceRange] = [:]
  package var variables: [Variable] = []
  package var signals: [SignalDeclaration] = []
  package var phoneView: PhoneView?
  package var views: [View] = []
  package var events: [Event] = []
  package var properties: [Property] = []
  package var terminals: [RootExpression] = []
  package var bound: ExplorationBound?
  package var scenarios: [Scenario] = []
  package var asksSomething = false
  package var worlds: [WorldDeclaration] = []
  package var hasTimers = false

  package init(name: String, documentation: String?, file: SourceFile) {
    self.name = name
    self.documentation = documentation
    self.file = file
  }
}
