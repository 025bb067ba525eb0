/// An HTML page as one file, without scripts and without requests.
///
/// Its styles are embedded. If a policy blocks them, a document of headings, lists and tables remains.
package struct PageDocument {
  package var title: String
  package var body: HTML
  /// The number of frames of its longest trace.
  package var steps = 2

  package init(title: String, body: HTML, steps: Int = 2) {
    self.title = title
    self.body = body
    self.steps = steps
  }

  /// The security policy of the page, which blocks all requests, whatever its text contains.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

  package var text: String {
    let head: HTML = """
      <!doctype html>
      <html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width,initial-scale=1">
      <meta name=color-scheme content="light dark">
      <meta http-equiv=Content-Security-Policy content="\(attribute: Self.policy)"><meta name=referrer content=no-referrer>
      <title>\(attribute: title)</title>
      <style>\(HTML(markup: PageStyle.sheet(steps: steps)))</style>
      <body>\(PageIcons.definitions(in: body))<a class=skip href="#main">Skip to the report</a>

      """
    return (head + body + "\n").text
  }
}
