import Foundation
import TestSupport
import Testing
import TrayKit

/// The interface for a program that imports only the library.
@Suite struct LibraryTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = try folder.write(Self.bell, to: "bell.tray")
  }

  private static let bell = """
    spec Bell
    symmetric Ring(2)
    enum Mode { quiet, loud(level: 1...3) }
    struct Card { mode: Mode, owner: Ring? = nil }
    param top: 1...3 = 2
    var count: 0...3 = 0
    var card: Card = Card(mode: .loud(level: 3))
    var seen: Set<Ring> = []
    var last: Map<Bool, Ring> = [:]
    var order: List<Ring, 2> = []
    signal rang(who: Ring)
    on ring(who: Ring) when count < top {
      rule first when !seen.contains(who) { count += 1; insert who into seen; emit rang(who: who) }
      rule again when seen.contains(who) { count += 1; card.owner = who }
    }
    on burst { count = 3 / count }
    invariant few { count < 2 }
    transition grows after ring { count == old(count) + 1 }
    eventually calm { count == 0 }
    world small { top = 1 }
    """

  /// A spec with more states than a test can visit.
  private static let endless = """
    spec Endless
    var a: Set<0...39> = []
    on put(x: 0...39) { insert x into a }
    invariant few { a.count < 41 }
    """

  @Test("an outcome tells specs, worlds, properties and traces as values")
  func outcome() async throws {
    let outcome = try await Traycheck.run(CheckRequest(paths: [path]))
    #expect(outcome.status == .violation && outcome.problems.isEmpty)
    let spec = try #require(outcome.specs.first)
    #expect(spec.name == "Bell" && spec.path == path && spec.diagnostics.isEmpty)
    #expect(spec.worlds.map(\.name) == ["default", "small"])
    let world = spec.worlds[0]
    #expect(world.status == .violation && world.completion.exhaustive)
    #expect(world.params == [Trace.Binding(name: "top", value: "2")])
    let few = try #require(world.properties.first { $0.name == "few" })
    #expect(few.status == .violated && few.keyword == .invariant)
    let violation = try #require(world.violation(of: few))
    #expect(violation.kind == .invariant && violation.isProvedShortest)
    #expect(violation.trace.steps.count == 2)
    #expect(violation.trace.steps.allSatisfy { $0.event.hasPrefix("ring(who: Ring#") })
    #expect(world.violations.contains { $0.kind == .fault })
  }

  @Test("every form of an outcome is told", arguments: CheckOutcome.Format.allCases)
  func formats(_ format: CheckOutcome.Format) async throws {
    let text = try await Traycheck.run(CheckRequest(paths: [path])).rendered(as: format)
    #expect(text.isEmpty == (format == .replays))
  }

  @Test("a running check tells what happens, each thing once, and ends with its outcome")
  func events() async throws {
    let run = Traycheck.start(CheckRequest(paths: [path]))
    var kinds: [String] = []
    var lines = ""
    for await event in run.events {
      if let line = try event.jsonLine() { lines += line + "\n" }
      switch event.kind {
      case .started(let specs): kinds.append("started \(specs.count)")
      case .prepared(let early): kinds.append("prepared \(early.specs.count)")
      case .world(let world, let spec, _): kinds.append("\(spec).\(world.name)")
      case .finished(let status): kinds.append("\(status)")
      case .progress: break
      default: kinds.append("other")
      }
    }
    #expect(
      kinds.sorted() == ["Bell.default", "Bell.small", "prepared 1", "started 1", "violation"])
    #expect(kinds.first == "started 1" && kinds.last == "violation")
    let whole = try await run.outcome.rendered(as: .jsonl)
    let events = { (text: String) in
      Set(text.split(separator: "\n").filter { !$0.contains("\"progress\"") }.map { $0.prefix(40) })
    }
    #expect(events(lines) == events(whole))
  }

  /// It walks until it is cancelled, so the code that cancels it must not be queued after all other tests in Swift's
  /// pool. It uses walks and not a search, because a long search would fill the memory.
  @Test("what is cancelled is not decided, and tells what it knows")
  func cancelled() async throws {
    var request = WalkRequest(
      CheckRequest(paths: [try folder.write(Self.endless, to: "endless.tray")]))
    request.walks = 1 << 40
    let run = Traycheck.start(request)
    await withTaskExecutorPreference(OwnThread()) {
      for await event in run.events {
        if case .progress(let progress) = event.kind, progress.walks ?? 0 > 0 { run.cancel() }
      }
    }
    let outcome = try await run.outcome
    #expect(outcome.status == .inconclusive)
    let walks = try #require(outcome.specs[0].worlds[0].walks)
    #expect(walks.ending == .interrupted && walks.done > 0 && walks.done < 1 << 40)
    #expect(outcome.problems.map(\.kind) == [.interrupted])
  }

  @Test("so is that whose task is cancelled")
  func cancelledTask() async throws {
    let endless = try folder.write(Self.endless, to: "endless.tray")
    let task = Task { try await Traycheck.run(CheckRequest(paths: [endless])) }
    task.cancel()
    #expect(try await task.value.status == .inconclusive)
    let walks = Task { try await Traycheck.run(WalkRequest(CheckRequest(paths: [endless]))) }
    walks.cancel()
    #expect(try await walks.value.status == .inconclusive)
  }

  @Test("replays that are cancelled are no success")
  func cancelledReplay() async throws {
    var request = CheckRequest(paths: [path])
    request.counterexampleFolder = folder.url.appending(path: "Counterexamples").path
    _ = try await Traycheck.run(request)
    let replay = ReplayRequest(paths: [request.counterexampleFolder ?? ""])
    #expect(await Traycheck.run(replay).replays.count == 4)
    // It is cancelled before it begins, however busy the machine is.
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await Traycheck.run(replay)
    }
    let outcome = await task.value
    #expect(outcome.status == .inconclusive && outcome.replays.isEmpty)
    #expect(
      try outcome.rendered(as: .text).inOneLine
        .contains("interrupted: 4 counterexamples not replayed"))
  }

  @Test("a request that makes no sense is refused with the nearest name")
  func nonsense() async throws {
    var request = CheckRequest(paths: [path])
    request.worlds = ["smal"]
    do throws(RequestError) {
      _ = try await Traycheck.run(request)
      Issue.record("it was checked")
    } catch {
      #expect(error.description.hasSuffix("no spec has a world 'smal'; did you mean 'small'?"))
    }
  }
}

/// Runs tasks on a separate thread.
private final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "traycheck.tests")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
