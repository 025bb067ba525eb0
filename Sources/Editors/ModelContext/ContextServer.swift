import Basics
import Commands
import Files
import Platform
import Synchronization
import TrayKit

/// A server of the Model Context Protocol, version 2025-06-18, for an assistant.
///
/// Each message is a line. One thread reads and another one answers. Each call of a command has a process of its own, so
/// a command can neither write into the session nor end it.
final class ContextServer: Job {
  typealias Refusal = LanguageServer.Refusal

  private static let protocolVersion = "2025-06-18"
  /// The maximum number of calls without a response.
  private static let maximumCalls = 64

  private struct State {
    var isInitialized = false
    var calls: [MessageID: ToolCall] = [:]
  }

  private let input: Int32
  private let tools: [ContextTool]
  private let timeLimit: Duration
  private let write: @Sendable (String) -> Bool
  private let mailbox = Mailbox()
  private let state = Mutex(State())
  private let output = Mutex(())

  /// A server for one assistant.
  ///
  /// - Parameters:
  ///   - input: the descriptor of the messages from the assistant.
  ///   - write: writes to the assistant, one call at a time.
  init(
    input: Int32, tools: [ContextTool], timeLimit: Duration,
    write: @escaping @Sendable (String) -> Bool
  ) {
    (self.input, self.tools, self.timeLimit, self.write) = (input, tools, timeLimit, write)
  }

  /// Serves the assistant until its input ends, and waits for the calls; returns false if it was interrupted.
  func outcome(isInterrupted: @escaping @Sendable () -> Bool) -> Bool {
    mailbox.read(from: input, .lines)
    while case .message(let bytes) = mailbox.next(isInterrupted) { receive(bytes) }
    while !state.withLock(\.calls.isEmpty) {
      if isInterrupted() || Terminal.isGone {
        state.withLock { $0.calls.values.forEach { $0.cancel() } }
      }
      usleep(10_000)
    }
    return !isInterrupted()
  }

  private func receive(_ bytes: [UInt8]) {
    var id = MessageID.null
    do throws(Refusal) {
      let part: JSONPart
      do throws(JSONError) {
        part = try JSONText.read(bytes)
      } catch {
        throw Refusal(code: -32700, message: error.message)
      }
      let method: String
      let parameters: JSONObject?
      do throws(JSONError) {
        let message = try JSONObject(part, "a message", known: nil)
        // Responses: this server sends no requests.
        if message.has("result") || message.has("error") { return }
        id = MessageID(message.part("id"))
        method = try message.required(message.string("method"), "method")
        let params = message.part("params")
        parameters = params.flatMap { try? JSONObject($0, "\"params\"", known: nil) }
        if !message.has("id"), method == "notifications/cancelled" {
          let request = MessageID(parameters?.part("requestId"))
          state.withLock { $0.calls[request] }?.cancel()
        }
        guard message.has("id") else { return }
        if case .null = id { throw message.mistake("id", "\"id\" is a string or a whole number") }
        guard try message.string("jsonrpc") == "2.0", (parameters == nil) == (params == nil) else {
          throw message.mistake("jsonrpc", "\"jsonrpc\" is \"2.0\", and \"params\" an object")
        }
      } catch {
        throw .wrongRequest(error.message)
      }
      try answer(method, parameters, id)
    } catch {
      send(LSP.ErrorResponse(id: id, error: error))
    }
  }

  private func answer(
    _ method: String, _ parameters: JSONObject?, _ id: MessageID
  ) throws(Refusal) {
    let isInitialized = state.withLock(\.isInitialized)
    switch method {
    case "ping": send(LSP.Response(id: id, result: JSONTree.object([])))
    case "initialize":
      if isInitialized { throw .wrongRequest("the server is initialized already") }
      guard case .string = parameters?.part("protocolVersion")?.node else {
        throw .invalid("\"protocolVersion\" has to be a string")
      }
      state.withLock { $0.isInitialized = true }
      let result: JSONMembers = [
        "protocolVersion": Self.protocolVersion, "capabilities": ["tools": JSONTree.object([])],
        "serverInfo": ["name": "traycheck", "version": Traycheck.version],
        "instructions": "Call 'explain' with the topic 'language' before you read or write a spec.",
      ]
      send(LSP.Response(id: id, result: result))
    case _ where !isInitialized: throw .wrongRequest("the server is not initialized")
    case "tools/list":
      if parameters?.has("cursor") == true { throw .invalid("the list has one page") }
      send(LSP.Response(id: id, result: ["tools": tools.map(\.definition)]))
    case "tools/call": try call(parameters, id)
    default: throw Refusal(code: -32601, message: "there is no method '\(method)'")
    }
  }

  private func send(_ message: some Encodable) {
    guard let line = try? JSONDocument.line(of: message) else { return }
    output.withLock { _ in _ = write(line + "\n") }
  }

  // MARK: Calls

  private func call(_ parameters: JSONObject?, _ id: MessageID) throws(Refusal) {
    guard case .string(let name) = parameters?.part("name")?.node else {
      throw .invalid("\"name\" has to be the name of a tool")
    }
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw .invalid(
        "there is no tool '\(name)'; available: \(tools.map(\.name).joined(separator: ", "))")
    }
    let call = ToolCall(try tool.command(parameters?.part("arguments")), timeLimit: timeLimit)
    let problem = state.withLock { state -> Refusal? in
      if state.calls[id] != nil { return .wrongRequest("the identifier belongs to another call") }
      if state.calls.count >= Self.maximumCalls { return .internalError("too many calls at once") }
      state.calls[id] = call
      return nil
    }
    if let problem { throw problem }
    let isStarted = DeepThread.start(stackSize: 1 << 20) { [self] in
      let answer = call.answer()
      if !call.isCancelled {
        switch answer {
        case .success(let result): send(LSP.Response(id: id, result: result))
        case .failure(let refusal): send(LSP.ErrorResponse(id: id, error: refusal))
        }
      }
      state.withLock { $0.calls[id] = nil }
    }
    if !isStarted {
      state.withLock { $0.calls[id] = nil }
      throw .internalError("the system has no thread for the call")
    }
  }
}

extension LanguageServer.Refusal {
  static func wrongRequest(_ message: String) -> Self { Self(code: -32600, message: message) }
  static func internalError(_ message: String) -> Self { Self(code: -32603, message: message) }
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
