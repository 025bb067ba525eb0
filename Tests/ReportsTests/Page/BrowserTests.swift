import Foundation
import TestSupport
import Testing
import TrayKit

@testable import Reports

/// Pages in a real browser, where one is installed.
@Suite(
  "In a browser", .serialized,
  .enabled(if: BuiltTool.isInstalled("chromium"), "there is no 'chromium' here"))
struct BrowserTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Opens a page, without network access, and returns the browser's output.
  private func open(_ page: String, _ options: [String], file: String = "page.html") throws
    -> String
  {
    try folder.write(page, to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      [
        "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        "--host-resolver-rules=MAP * ~NOTFOUND", "--user-data-dir=\(folder.url.path)/profile",
      ] + options + [folder.url.appending(path: file).absoluteString]
    let output = try folder.newFile("stdout")
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let done = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in done.signal() }
    try process.run()
    if done.wait(timeout: .now() + .seconds(60)) == .timedOut { process.terminate() }
    return try folder.text(of: "stdout")
  }

  /// The page with a script at its end that writes down its findings, and a policy that allows it.
  private func audited(_ page: String) -> String {
    page.replacing("default-src &#39;none&#39;", with: "script-src &#39;unsafe-inline&#39;")
      + "<script>\(Self.audit)</script>"
  }

  private static let page = Result {
    try PageRun.own("slack-tray", world: "freshIDs").text
      .replacing("<details class", with: "<details open class")
  }

  @Test(
    "names, roles and contrast are as they should be, and nothing is asked for",
    arguments: [
      ["--window-size=1280,900"],
      ["--window-size=500,900", "--blink-settings=preferredColorScheme=0"],
    ])
  func audit(_ options: [String]) throws {
    let dom = try open(audited(Self.page.get()), ["--dump-dom"] + options)
    let found = try #require(dom.firstMatch(of: /<pre id="audit">([^<]*)<\/pre>/))
    #expect(found.1 == "looked at everything\n")
  }

  @Test("hostile text makes no element and runs nothing")
  func hostile() throws {
    let run = try SpecialCharacters.run()
    let page = CheckPage(run.report, paths: run.paths).encoded()
    let dom = try open(audited(page.replacing("<details", with: "<details open")), ["--dump-dom"])
    let found = try #require(dom.firstMatch(of: /<pre id="audit">([^<]*)<\/pre>/))
    #expect(found.1 == "looked at everything\n")
  }

  @Test("a page whose styles are blocked is a whole document")
  func blocked() throws {
    let page = try Self.page.get().replacing(
      "<meta charset=utf-8>",
      with:
        "<meta charset=utf-8><meta http-equiv=Content-Security-Policy content=\"default-src 'none'\">"
    )
    let dom = try open(page, ["--dump-dom"])
    #expect(dom.contains("id=\"SlackTray.freshIDs.noDuplicates/2\""))
    #expect(dom.contains("<b>mention</b> <em>new</em> <span>text 1"))
    let plain = try shot(page, width: 500)
    let styled = try shot(Self.page.get(), width: 500)
    #expect(plain.bytes > 10_000 && styled.bytes > 10_000 && plain.bytes != styled.bytes)
    #expect(plain.width == 500 && styled.width == 500)
  }

  /// A picture of the page.
  private func shot(_ page: String, width: Int) throws -> (width: Int, bytes: Int) {
    let file = folder.url.appending(path: "page.png")
    try? FileManager.default.removeItem(at: file)
    _ = try open(page, ["--screenshot=\(file.path)", "--window-size=\(width),1200"])
    let bytes = try Array(Data(contentsOf: file))
    guard bytes.count > 24 else { return (0, 0) }
    return (bytes[16..<20].reduce(0) { $0 << 8 | Int($1) }, bytes.count)
  }

  /// Checks every element like accessibility tools do: contrast by WCAG 2 (AA), names of controls, labels only with a
  /// role, table heads, unique identifiers, valid links; and whether something was requested, or does not fit.
  private static let audit = #"""
    var bad=[],say=function(e,t){bad.push(t+": "+(e.outerHTML||"").slice(0,120))};
    function light(c){return c.slice(0,3).map(function(v){v/=255;
    return v<=.03928?v/12.92:Math.pow((v+.055)/1.055,2.4)})
    .reduce(function(s,v,i){return s+v*[.2126,.7152,.0722][i]},0)}
    function colours(t){return (t.match(/rgba?\([^)]*\)/g)||[]).map(function(c){
    return c.match(/[\d.]+/g).map(Number)})}
    function ground(e){for(;e;e=e.parentElement){var s=getComputedStyle(e),g=colours(s.backgroundImage);
    if(g.length)return g;var c=colours(s.backgroundColor)[0];
    if(c&&(c.length<4||c[3]==1))return [c]}return [[255,255,255]]}
    document.querySelectorAll("body *").forEach(function(e){
    var own=Array.from(e.childNodes).some(function(n){return n.nodeType==3&&n.data.trim()});
    if(own&&e.checkVisibility()&&!/^(SCRIPT|STYLE)$/.test(e.tagName)){
    var s=getComputedStyle(e),t=colours(s.color)[0],size=parseFloat(s.fontSize);
    var need=size>=24||size>=18.66&&s.fontWeight>=700?3:4.5;
    ground(e).forEach(function(b){var x=light(t),y=light(b),r=(Math.max(x,y)+.05)/(Math.min(x,y)+.05);
    if(r<need)say(e,"contrast "+r.toFixed(2))})}
    if(e.hasAttribute("aria-label")&&!e.hasAttribute("role")&&
    !/^(SECTION|NAV|UL|OL|MAIN)$/.test(e.tagName))say(e,"label without role");
    if(e.tagName=="SVG"||e.tagName=="svg"){if(e.getAttribute("aria-hidden")!="true")say(e,"picture without name")}
    if(/^(A|SUMMARY|TH|H1|H2|H3)$/.test(e.tagName)&&!e.textContent.trim()&&e.tagName!="TH")say(e,"no name");
    if(e.tagName=="LI"&&!/^(UL|OL)$/.test(e.parentElement.tagName))say(e,"item without list");
    if(/^(UL|OL)$/.test(e.tagName))Array.from(e.children).forEach(function(c){if(c.tagName!="LI")say(c,"no item")});
    if(e.tagName=="A"&&e.hasAttribute("href")&&
    !document.getElementById(decodeURIComponent(e.getAttribute("href").slice(1))))say(e,"dead link");
    if(/^(IMG|IFRAME|B2|C|BYE)$/.test(e.tagName))say(e,"element of somebody")});
    var ids=Array.from(document.querySelectorAll("[id]")).map(function(e){return e.id});
    if(new Set(ids).size!=ids.length)bad.push("a place twice");
    if(!document.documentElement.lang||!document.title||
    document.querySelectorAll("main").length!=1||document.querySelectorAll("h1").length!=1)
    bad.push("no language, title, main part or heading");
    if(performance.getEntriesByType("resource").length)bad.push("asked for something");
    if(document.documentElement.scrollWidth>innerWidth+1)bad.push("too wide: "+document.documentElement.scrollWidth);
    var p=document.createElement("pre");p.id="audit";
    p.textContent=bad.slice(0,20).concat(["looked at everything"]).join("\n")+"\n";document.body.appendChild(p)
    """#
}
