import Semantics
import SpecLanguage

extension [TraySetting] {
  /// The settings in the form that the checker expects.
  ///
  /// - Throws: `RequestError` if a value is invalid.
  package func parsed(_ vocabulary: RequestVocabulary) throws(RequestError) -> [Setting] {
    try map { (setting) throws(RequestError) in
      let name = "\(vocabulary.settings) \(setting.name)"
      do throws(Setting.Unreadable) {
        return try Setting(setting.name, setting.value, path: name)
      } catch {
        throw RequestError("'\(name)=\(setting.value)': \(error.reason)")
      }
    }
  }
}
