/// A page as a file: one document without anything from elsewhere.
///
/// Its scripts and styles stand in it, so that a policy that blocks them leaves a document of headings, lists and tables.
struct PageDocument {
  var title: String
  var body: HTML

  /// A page that asks for nothing from anywhere, whatever stands in it.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

  var text: String {
    let head: HTML = """
      <!doctype html>
      <html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width,initial-scale=1">
      <meta http-equiv=Content-Security-Policy content="\(attribute: Self.policy)"><meta name=referrer content=no-referrer>
      <title>\(attribute: title)</title>
      <style>\(HTML(markup: PageStyle.sheet))</style>
      <body>\(PageIcons.definitions)

      """
    let tail: HTML = "\n<script>\(HTML(markup: PageScript.text))</script>\n"
    return (head + body + tail).text
  }
}
