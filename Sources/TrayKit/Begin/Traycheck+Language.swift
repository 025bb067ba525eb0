extension Traycheck {
  /// A summary of the language for an assistant, in Markdown: a way of working, examples, common mistakes, and the keys
  /// of the JSON report.
  public static var languageSummary: String {
    String(decoding: PackageResources.language_md, as: UTF8.self)
  }
}
