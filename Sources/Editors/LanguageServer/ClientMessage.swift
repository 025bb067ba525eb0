/// A request, a notification or a response of the client: `try JSONDecoder().decode(ClientMessage.self, from: body)`.
///
/// A member that is missing or has another type is nil, so one wrong member of a message does not spoil the others.
struct ClientMessage: Decodable {
  /// The identifier of a request; nil for a notification.
  @Lenient var id: MessageID?
  @Lenient var method: String?
  @Lenient var params: Parameters?

  /// The parameters of all methods. Each method has some of them.
  struct Parameters: Decodable {
    @Lenient var textDocument: Resource?
    @Lenient var position: LSP.Position?
    @Lenient var positions: [LSP.Position]?
    @Lenient var range: LSP.Range?
    @Lenient var context: Context?
    @Lenient var newName: String?
    @Lenient var query: String?
    @Lenient var command: String?
    @Lenient var arguments: [String]?
    @Lenient var contentChanges: [Change]?
    @Lenient var event: FolderEvent?
    @Lenient var capabilities: Capabilities?
    @Lenient var workspaceFolders: [Resource]?
    @Lenient var rootUri: String?
    @Lenient var initializationOptions: Options?
  }

  /// The settings of the server.
  struct Options: Decodable {
    @Lenient var violations: Violations?
  }

  /// The severity of the diagnostics for violations.
  enum Violations: String, Decodable, CaseIterable {
    case error, warning, information, hint, off
  }

  /// A document or a folder.
  struct Resource: Decodable {
    @Lenient var uri: String?
    @Lenient var version: Int?
    @Lenient var text: String?
  }

  /// The context of a search for references, or of code actions.
  struct Context: Decodable {
    @Lenient var includeDeclaration: Bool?
    @Lenient var only: [String]?
  }

  /// A change of a document; one without a range replaces the whole text. So an unreadable range makes the changes
  /// unreadable.
  struct Change: Decodable {
    var range: LSP.Range?
    @Lenient var text: String?
  }

  struct FolderEvent: Decodable {
    @Lenient var added: [Resource]?
    @Lenient var removed: [Resource]?
  }

  struct Capabilities: Decodable {
    struct General: Decodable {
      @Lenient var positionEncodings: [String]?
    }

    struct Workspace: Decodable {
      @Lenient var didChangeWatchedFiles: Capability?
      @Lenient var codeLens: Capability?
      @Lenient var inlayHint: Capability?
    }

    struct Capability: Decodable {
      @Lenient var dynamicRegistration: Bool?
      @Lenient var refreshSupport: Bool?
    }

    @Lenient var general: General?
    @Lenient var workspace: Workspace?
  }
}

/// The identifier of a request. One that is neither a whole number nor a string is null.
enum MessageID: Codable {
  case number(Int)
  case string(String)
  case null

  init(from decoder: any Decoder) {
    let number = (try? Int(from: decoder)).map { Self.number($0) }
    self = number ?? (try? String(from: decoder)).map { .string($0) } ?? .null
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    case .null: try container.encodeNil()
    }
  }
}

/// A member of a message; nil if it is missing or has another type.
@propertyWrapper
struct Lenient<Value: Decodable>: Decodable {
  var wrappedValue: Value?

  init() {}
  init(from decoder: any Decoder) { wrappedValue = try? Value(from: decoder) }
}

extension KeyedDecodingContainer {
  /// Reads a member that may be missing.
  func decode<Value>(_: Lenient<Value>.Type, forKey key: Key) throws -> Lenient<Value> {
    contains(key) ? Lenient(from: try superDecoder(forKey: key)) : Lenient()
  }
}
