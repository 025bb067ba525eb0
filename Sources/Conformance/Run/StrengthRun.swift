import Basics
import Edits
import Platform
import Reports
import Semantics
import SpecLanguage
import Traces

/// Runs mutations of a spec as implementations, and reports the mutations that an adapter would not detect.
///
/// Each mutant is driven by the same walks as the implementation, and shows the same observations. A mutation counts
/// only if an adapter that observes everything detects it.
struct StrengthRun: Sendable {
  let file: SourceFile
  /// The spec as the interface that the implementation was tested with.
  @Boxed var interface: Interface
  let shown: LearnedObservables
  let refuses: Bool
  @Boxed var request: ConformRequest

  /// The result for one mutation.
  private struct JudgedEdit: Sendable {
    var edit: SpecEdit
    var isNoticed: Bool
    /// Indices into ``extensions``.
    var gains: Set<Int> = []
  }

  /// An additional observation that an adapter could make.
  private enum Extension: Sendable {
    case observable(String)
    case field(String)
    case signal(String)

    var text: String {
      switch self {
      case .observable(let name), .field(let name): "observing \(name)"
      case .signal(let name): "hearing \(name)"
      }
    }

    func added(to mask: SpecSystem.Mask) -> SpecSystem.Mask {
      var mask = mask
      switch self {
      case .observable(let name): mask.observed.insert(name)
      case .field(let name): mask.blind.remove(name)
      case .signal(let name): mask.signals.insert(name)
      }
      return mask
    }
  }

  private var mask: SpecSystem.Mask { interface.mask(shown, refuses: refuses) }

  private var extensions: [Extension] {
    let mask = mask
    return interface.observables.map(\.name).filter { !mask.observed.contains($0) }
      .map { .observable($0) } + mask.blind.sorted().map { .field($0) }
      + interface.spec.signals.map(\.name).filter { !mask.signals.contains($0) }
      .map { .signal($0) }
  }

  func run() -> StrengthVerdict {
    let (syntax, _) = Parser.parse(file)
    // Properties are to notice further conditions. An app may refuse an event for reasons of its own.
    let edits = EditFinder.edits(of: syntax).filter { !$0.addsCondition }
    let extensions = extensions
    let threads = ProcessInfo.processInfo.activeProcessorCount
    let judged = ParallelMap.run(edits, threads: threads) { edit -> JudgedEdit? in
      if Deadline.isOver { return nil }
      let judged = self.judge(edit, extensions)
      // Walks that a limit cut short detect nothing.
      return Deadline.isOver ? nil : judged
    }.compactMap { $0 }
    var verdict = StrengthVerdict()
    verdict.noticeable = judged.count
    verdict.wasCutShort = Deadline.isOver
    verdict.unnoticed = judged.filter { !$0.isNoticed }.map {
      .init(place: Trace.Place(file, $0.edit.range), text: $0.edit.text(in: file))
    }
    verdict.gains = extensions.enumerated().map { place, more in
      .init(what: more.text, count: judged.count { $0.gains.contains(place) })
    }.filter { $0.count > 0 }.sorted { $0.count > $1.count }
    return verdict
  }

  /// Judges a mutation; nil if it does not compile, or if no adapter could detect it.
  private func judge(_ edit: SpecEdit, _ extensions: [Extension]) -> JudgedEdit? {
    guard
      var edited = EditedSpec(
        file, contents: edit.applied(to: file), limits: request.bounds)
    else { return nil }
    let settings = request.settings.compactMap {
      try? Setting($0.name, $0.value, path: $0.name)
    }
    guard let spec = edited.world(request.world, settings: settings),
      let machine = try? Machine(spec), let fake = try? Interface(machine)
    else { return nil }
    if isNoticed(fake, mask) { return JudgedEdit(edit: edit, isNoticed: true) }
    let everything = interface.mask(nil, refuses: refuses)
    guard isNoticed(fake, everything) else { return nil }
    var judged = JudgedEdit(edit: edit, isNoticed: false)
    for (place, more) in extensions.enumerated() where isNoticed(fake, more.added(to: mask)) {
      judged.gains.insert(place)
    }
    return judged
  }

  /// Whether the spec rejects some run of the mutant.
  private func isNoticed(_ fake: Interface, _ mask: SpecSystem.Mask) -> Bool {
    var interface = interface
    interface.heard = Set(mask.signals.compactMap(interface.signal(named:)))
    let driver = TestDriver(
      interface, SpecSystem(fake, mask, seed: request.seed), refuses: mask.refuses)
    for walk in 0..<max(1, request.walks) where !Deadline.isOver {
      var chooser = RandomChooser(
        steps: request.steps, refuses: mask.refuses,
        seed: SplitMix.mix(request.seed) &+ UInt64(walk))
      if driver.run(choosing: { chooser.next($0, $1) }).difference != nil { return true }
    }
    return false
  }
}
