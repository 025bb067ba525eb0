import Commands
import Platform
import Synchronization
import TrayKit

/// The interactive simulator on a terminal.
///
/// It reads the terminal key by key on an alternate screen, and restores the terminal when it ends, even after ctrl-C.
/// It must run on the main thread, while nothing else writes to the terminal.
struct Explorer: Sendable {
  private var exploration: Exploration
  private let limits: ExploreLimits
  /// The index of the selected entry.
  private var chosen = 0
  /// The expanded groups of steps.
  private var expanded: Set<String> = []
  private var stateTop = 0
  /// The message in the last row until the next key.
  private var message: String?
  /// The written scenarios, to be printed at the end.
  private var scenarios = ""
  private var lastCondition = ""
  /// Whether a signal arrived while something else was shown.
  private var isEnding = false

  init(_ exploration: Exploration, _ limits: ExploreLimits) {
    self.exploration = exploration
    self.limits = limits
  }

  /// Runs once the command is done, on the thread to which signals and keys come.
  func runInForeground() {
    Terminal.foregroundWork.withLock {
      $0 = {
        var explorer = self
        explorer.run()
      }
    }
  }

  /// Runs until the user quits, and prints the written scenarios.
  mutating func run() {
    let keyboard = KeyboardMode()
    keyboard.enter()
    loop(keyboard)
    keyboard.leave()
    if !scenarios.isEmpty { Terminal.write(scenarios, to: .standardOutput) }
  }

  private mutating func loop(_ keyboard: KeyboardMode) {
    guard var scene = look(nil, keyboard) else { return }
    while !isEnding {
      let list = list(scene)
      chosen = max(0, min(chosen, list.entries.count - 1))
      stateTop = show(scene, footer: message ?? ExploreScreen.keys(width: Terminal.size().width))
      let key = keyboard.key()
      if key == .wake { continue }
      message = nil
      let place = (exploration.position, exploration.length)
      switch key {
      case .interrupt, .terminate, .character("q"): return
      case .suspend: keyboard.suspend()
      case .left, .character("h"): exploration.move(by: -1)
      case .right, .character("l"): exploration.move(by: 1)
      case .home: exploration.move(by: -exploration.position)
      case .end: exploration.move(by: exploration.length)
      case .up, .character("k"): chosen -= 1
      case .down, .character("j"): chosen += 1
      case .pageUp: stateTop -= 5
      case .pageDown, .character(" "): stateTop += 5
      case .enter: take(list)
      case .tab where list.isGrouped: toggleGroup(list)
      default: answer(key, scene, keyboard)
      }
      let isElsewhere = place != (exploration.position, exploration.length)
      if isElsewhere { (stateTop, expanded) = (0, []) }
      let asksAgain: [Key] = [
        .enter, .tab, .character("a"), .character("g"), .character(":"),
      ]
      if isElsewhere || asksAgain.contains(key) {
        guard let seen = look(scene, keyboard) else { return }
        scene = seen
      }
    }
  }

  private func list(_ scene: Exploration.Scene) -> ExploreList {
    ExploreList(scene, room: max(4, Terminal.size().height / 2 - 2), expanded: expanded)
  }

  /// Takes the selected step, or expands the selected group.
  private mutating func take(_ list: ExploreList) {
    guard list.entries.indices.contains(chosen) else {
      return message = "nothing can happen here"
    }
    let entry = list.entries[chosen]
    if entry.isGroup { return toggleGroup(list) }
    if exploration.take(entry.steps[0]) { chosen = 0 }
  }

  /// Expands the selected group, or collapses the group of the selected step.
  private mutating func toggleGroup(_ list: ExploreList) {
    guard list.entries.indices.contains(chosen), let group = list.entries[chosen].group else {
      return
    }
    if expanded.remove(group) == nil {
      expanded.insert(group)
    } else {
      chosen = list.entries.firstIndex { $0.isGroup && $0.group == group } ?? chosen
    }
  }

  /// The scene of the current place; nil if the user stopped waiting for it.
  ///
  /// - Parameter before: the scene shown in the meantime.
  private func look(
    _ before: Exploration.Scene?, _ keyboard: KeyboardMode
  ) -> Exploration.Scene? {
    let (exploration, limits, wake) = (exploration, limits, keyboard.waker())
    let seen = Seen()
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      let scene = exploration.scene(timeLimit: limits.time, memoryLimit: limits.memory)
      seen.scene.withLock { $0 = scene }
      done.signal()
      wake()
    }
    // It is usually ready before the user can press a key, and no key must be lost.
    _ = done.wait(timeout: .now() + .milliseconds(200))
    while true {
      if let scene = seen.scene.withLock({ $0 }) { return scene }
      if let before { _ = show(before, footer: "looking …  ctrl-C leaves") }
      switch keyboard.key() {
      case .interrupt, .terminate: return nil
      default: break
      }
    }
  }

  private final class Seen: Sendable {
    let scene = Mutex<Exploration.Scene?>(nil)
  }

  /// Handles letter keys.
  private mutating func answer(
    _ key: Key, _ scene: Exploration.Scene, _ keyboard: KeyboardMode
  ) {
    switch key {
    case .character("r"):
      if exploration.takeRandomly(1) == 0 { message = "nothing can happen here" }
    case .character("/"):
      if let condition = ask("next state where: ", scene, keyboard), !condition.isEmpty {
        lastCondition = condition
        find(scene, keyboard)
      }
    case .character("n"): find(scene, keyboard)
    case .character(":"):
      if let line = ask(":", scene, keyboard), !line.isEmpty { submit(line, scene, keyboard) }
    case .character("g"): go(scene, keyboard)
    case .character("w"):
      if let name = ask("name of the scenario: ", scene, keyboard) {
        scenarios += exploration.scenario(named: name.isEmpty ? "explored" : name) + "\n"
        message = "the scenario is printed when you leave"
      }
    case .tab, .character("a"): exploration.isGrouped.toggle()
    case .character("p"): read(Self.properties(scene), "properties here", keyboard)
    case .character("?"): read(Self.help, "keys", keyboard)
    default: break
    }
  }

  // MARK: Slow operations

  private mutating func find(_ scene: Exploration.Scene, _ keyboard: KeyboardMode) {
    if lastCondition.isEmpty { return message = "press '/' and type a condition first" }
    submit("find \(lastCondition)", scene, keyboard)
  }

  private mutating func go(_ scene: Exploration.Scene, _ keyboard: KeyboardMode) {
    let places = exploration.places(counterexamples: limits.folder)
    let lines = places.map { "\($0.name)   \($0.about)" }
    guard let place = pick(lines, "go where?", keyboard) else { return }
    submit("go \(places[place].name)", scene, keyboard)
  }

  /// Answers a typed line: in the last row if the answer is short, and otherwise on a screen of its own.
  private mutating func submit(
    _ line: String, _ scene: Exploration.Scene, _ keyboard: KeyboardMode
  ) {
    switch work(line, scene, keyboard) {
    case .state(_, let note)?: message = note
    case .error(let error)?: message = line + ExploreText.words(error)
    case .end?: isEnding = true
    case let other?:
      var title = line
      if case .which(let steps) = other { title = Exploration.Answer.question(steps) }
      let lines = ExploreText.lines(other, width: Terminal.size().width)
        .flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      if lines.count < 2 { return message = lines.first.map { "\(line): \($0)" } }
      read(lines.map { ("", String($0)) }, title, keyboard)
    case nil: break
    }
  }

  /// The answer to a typed line, which another thread computes; escape and ctrl-C cancel it. Nil if the user leaves.
  private mutating func work(
    _ line: String, _ scene: Exploration.Scene, _ keyboard: KeyboardMode
  ) -> Exploration.Answer? {
    let work = Work()
    let (begun, limits, wake) = (exploration, limits, keyboard.waker())
    DispatchQueue.global().async {
      var exploration = begun
      let answer = exploration.answer(line, limits) {
        work.isCancelled.load(ordering: .relaxed)
      }
      let result = (exploration, answer)
      work.result.withLock { $0 = result }
      wake()
    }
    while true {
      if let result = work.result.withLock({ $0 }) {
        exploration = result.0
        return result.1
      }
      _ = show(scene, footer: "\(line) …  esc ends it")
      switch keyboard.key() {
      case .interrupt, .escape, .character("q"): work.isCancelled.store(true, ordering: .relaxed)
      case .terminate:
        isEnding = true
        return nil
      default: break
      }
    }
  }

  private final class Work: Sendable {
    let isCancelled = Atomic<Bool>(false)
    let result = Mutex<(Exploration, Exploration.Answer)?>(nil)
  }

  // MARK: Screens

  /// Shows a place.
  ///
  /// - Returns: the scroll position of the state.
  private func show(_ scene: Exploration.Scene, footer: String) -> Int {
    let size = Terminal.size()
    let screen = ExploreScreen(
      scene, list(scene), chosen: chosen, stateTop: stateTop, footer: footer, width: size.width,
      height: size.height)
    write(screen)
    return screen.stateTop
  }

  private func write(_ screen: ExploreScreen) {
    Terminal.write(
      screen.text(usesColor: Terminal.usesColor(nil, on: .standardOutput)), to: .standardOutput)
  }

  /// Reads a line that the user types in the last row; nil if it is cancelled.
  private mutating func ask(
    _ question: String, _ scene: Exploration.Scene, _ keyboard: KeyboardMode
  ) -> String? {
    var text = ""
    while true {
      // The end of the typed text is always visible.
      let (line, width) = (question + text + "▏", Terminal.size().width)
      _ = show(scene, footer: line.count < width ? line : "…" + line.suffix(max(1, width - 2)))
      switch keyboard.key() {
      case .character(let character): text.append(character)
      case .backspace: _ = text.popLast()
      case .enter: return text
      case .terminate:
        isEnding = true
        return nil
      case .interrupt, .escape: return nil
      default: break
      }
    }
  }

  /// The index of a line that the user selects; nil if none is selected.
  private mutating func pick(_ lines: [String], _ title: String, _ keyboard: KeyboardMode) -> Int? {
    var chosen = 0
    while true {
      let size = Terminal.size()
      write(
        ExploreScreen(
          lines: lines, title: title, chosen: chosen, footer: "↑↓ choose  ⏎ go  esc back",
          width: size.width, height: size.height))
      switch keyboard.key() {
      case .up, .character("k"): chosen = max(0, chosen - 1)
      case .down, .character("j"): chosen = min(lines.count - 1, chosen + 1)
      case .pageUp: chosen = max(0, chosen - 10)
      case .pageDown: chosen = min(lines.count - 1, chosen + 10)
      case .home: chosen = 0
      case .end: chosen = lines.count - 1
      case .enter: return chosen
      case .terminate:
        isEnding = true
        return nil
      case .interrupt, .escape, .character("q"): return nil
      default: break
      }
    }
  }

  private static let help: [(label: String, text: String)] = [
    ("← →", "back and forward along the path"),
    ("home end", "first and last state of the path"),
    ("↑ ↓", "choose a step or a group of steps"),
    ("return", "take the step, or show the steps of the group"),
    ("tab", "show or hide the steps of a group; without groups as 'a'"),
    ("a", "show all ways one by one, or those together that have the same result"),
    ("/", "go the shortest path to another state in which a condition holds"),
    ("n", "continue to the next such state"),
    (":", "type a step, an expression, 'why not EVENT' or another line; ':help' lists them"),
    ("g", "go to a start, to where a property is violated or met, or to a counterexample"),
    ("r", "take a step at random"),
    ("w", "write the path as a scenario, which is printed when you leave"),
    ("p", "list all properties, and why one is violated"),
    ("page up/down", "scroll the state"),
    ("q", "leave"),
    ("", ""),
    ("✓ ✗", "the property holds here, is violated"),
    ("● ○", "it is met here, is not met here"),
    ("… · !", "it waits for something, says nothing here, has no value"),
    ("* + − ♪", "the last step changed this, added it, removed it, emitted this signal"),
    ("✗", "before a card: it is still here, and part of the failure"),
    ("- !", "before an event: it cannot happen, it goes wrong"),
  ]

  /// All properties with their status, after the explanation of a violation.
  private static func properties(
    _ scene: Exploration.Scene
  ) -> [(label: String, text: String)] {
    let ending = ([scene.sentence].compactMap(\.self) + scene.ending).map { ("", $0) }
    return ending + (ending.isEmpty ? [] : [("", "")])
      + scene.lamps.map { ($0.state.rawValue, "\($0.word) \($0.name)") }
  }

  /// Shows labelled texts, wrapped to the width of the terminal, until a key is pressed.
  private mutating func read(
    _ items: [(label: String, text: String)], _ title: String, _ keyboard: KeyboardMode
  ) {
    let indent = (items.map { Columns.width($0.label) }.max() ?? 0) + 2
    var top = 0
    while true {
      let size = Terminal.size()
      let lines = items.flatMap { item in
        ExploreScreen.wrapped(
          item.label + String(repeating: " ", count: indent - Columns.width(item.label))
            + item.text, size.width - 2, indent: indent)
      }
      let screen = ExploreScreen(
        lines: lines, title: title, chosen: nil, top: top, footer: "↑↓ scroll  any key goes back",
        width: size.width, height: size.height)
      top = screen.stateTop
      write(screen)
      let key = keyboard.key()
      switch key {
      case .up: top -= 1
      case .down: top += 1
      case .pageUp: top -= 10
      case .pageDown: top += 10
      case .wake: break
      default:
        isEnding = key == .terminate
        return
      }
    }
  }
}
