import Reports

extension ShardDocument.Request {
  init(_ request: CheckRequest) {
    self.init(
      version: Traycheck.version, paths: request.paths,
      settings: request.settings.map { .init(name: $0.name, value: $0.value) },
      worlds: request.worlds, properties: request.properties,
      maximumValues: request.maximumValues)
  }
}

extension CheckRequest {
  /// Restores the request of the walks from one of their parts.
  init(_ request: ShardDocument.Request) {
    self.init(paths: request.paths)
    settings = request.settings.map { TraySetting($0.name, $0.value) }
    worlds = request.worlds
    properties = request.properties
    maximumValues = request.maximumValues
  }
}
