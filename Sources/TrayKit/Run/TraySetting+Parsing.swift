import SpecLanguage

extension TraySetting {
  /// The value as the checker takes it.
  ///
  /// - Throws: `RequestError` if it is no value.
  func parsed() throws(RequestError) -> Setting {
    do throws(Setting.Unreadable) {
      return try Setting(name, value, path: "--set \(name)")
    } catch {
      throw RequestError("'--set \(name)=\(value)': \(error.reason)")
    }
  }
}
