import Files

/// A message from an assistant, in the form of JSON-RPC 2.0.
struct ContextMessage {
  enum Kind {
    case request(MessageID)
    case notification
    /// A response; this server sends no requests.
    case response
  }

  var kind: Kind
  var method = ""
  /// The parameters, if they are an object.
  var parameters: JSONObject?
  /// The reason why a request cannot be answered.
  var problem: LanguageServer.Refusal?

  /// Reads a line.
  ///
  /// - Throws: if it is no message, so that its identifier is unknown.
  init(_ bytes: [UInt8]) throws(LanguageServer.Refusal) {
    let members: JSONObject
    do throws(JSONError) {
      let message = try JSONText.read(bytes)
      guard case .object = message.node else {
        throw JSONError(message: "", place: 0)
      }
      members = try JSONObject(message, "a message", known: nil)
    } catch {
      throw error.message.isEmpty
        ? .wrongRequest("a message is an object") : .init(code: -32700, message: error.message)
    }
    if !members.has("method"), members.has("result") || members.has("error") {
      kind = .response
      return
    }
    let id = MessageID(members.part("id"))
    kind = members.has("id") ? .request(id) : .notification
    if case .request(.null) = kind {
      throw .wrongRequest("\"id\" has to be a string or a whole number")
    }
    do throws(JSONError) {
      method = try members.required(members.string("method"), "method")
      if try members.string("jsonrpc") != "2.0" {
        throw members.mistake("jsonrpc", "\"jsonrpc\" has to be \"2.0\"")
      }
    } catch {
      problem = .wrongRequest(error.message)
    }
    guard let part = members.part("params") else { return }
    parameters = try? JSONObject(part, "\"params\"", known: nil)
    if parameters == nil { problem = problem ?? .invalid("\"params\" has to be an object") }
  }
}

extension MessageID {
  /// The identifier in a message; null for other values.
  init(_ part: JSONPart?) {
    switch part?.node {
    case .string(let text): self = .string(text)
    case .number(let digits): self = Int(digits).map { .number($0) } ?? .null
    default: self = .null
    }
  }
}
