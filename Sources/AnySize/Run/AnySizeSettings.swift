@_exported import TrayKit

/// The settings of a check for every instance count.
struct AnySizeSettings {
  /// Whether a proof is attempted.
  var isOn = false
  var maximumViews: Int?
  var words = Words()

  /// The names of the settings in messages.
  struct Words {
    var isOn = "showsAnySize"
    var maximumViews = "maximumViews"
  }
}

extension AnySizeSettings: CheckExtension {
  static var additionType: (any WorldAddition.Type)? { AnySizeAddition.self }

  var cacheOptions: [String] {
    isOn ? ["any-size"] + (maximumViews.map { ["max-views \($0)"] } ?? []) : []
  }

  func validate() throws(RequestError) {
    guard let maximumViews else { return }
    let limit = words.maximumViews
    if !isOn { throw RequestError("'\(limit)' requires '\(words.isOn)'") }
    if maximumViews < 1 {
      throw RequestError("invalid value '\(maximumViews)' for '\(limit)': expected at least 1")
    }
  }

  func addition(to world: CheckedWorld) -> (any WorldAddition)? {
    isOn ? AnySizeAddition(AnySizeRun(self, world).verdicts()) : nil
  }
}

extension CheckRequest {
  /// Whether to attempt a proof for every instance count of the symmetric types.
  public var showsAnySize: Bool {
    get { self[AnySizeSettings.self].isOn }
    set { self[AnySizeSettings.self].isOn = newValue }
  }

  /// The maximum number of views in such a proof, at least 1; nil for 20,000.
  public var maximumViews: Int? {
    get { self[AnySizeSettings.self].maximumViews }
    set { self[AnySizeSettings.self].maximumViews = newValue }
  }
}
