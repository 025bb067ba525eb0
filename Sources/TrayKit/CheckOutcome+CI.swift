extension CheckOutcome {
  public func junit() throws -> String { "" }
  public func sarif() throws -> String { "" }
  public func codeQuality() throws -> String { "" }
  public func tap() throws -> String { "" }
  public func annotations() throws -> String { "" }
  public func markdownSummary(tool: String) throws -> String { "" }
}
