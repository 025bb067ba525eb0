import Engine
import Foundation
import Semantics
import Synchronization
import TestSupport
import Testing

/// Long searches that are interrupted and resumed.
@Suite("A search that goes on from a checkpoint finds what one finds that was never ended")
struct CheckpointTests {
  /// Some levels are wide enough for several batches, and findings come early, late and never.
  static let wide = """
    spec Wide
    enum Kind { quiet, loud }
    var a: Table<0..<3, 0...20> = 0
    var b: Table<0..<BINDS, 0...1000000000000> = 7
    var last: Kind = .quiet
    on up(i: 0..<3) when a[i] < 20 { a[i] += 1; last = .loud }
    on down(i: 0..<3) when a[i] > 12 { a[i] -= 1; last = .quiet }
    on swap { let old = a[0]; a[0] = a[1]; a[1] = old }
    invariant low { a[0] + a[1] + a[2] < 52 }
    invariant lower { a[0] < 15 || a[1] != 3 || a[2] != 9 || last == .quiet }
    transition rises after up { a[0] < 14 }
    reachable top { a[0] == 20 && a[1] == 20 && a[2] == 20 }
    reachable never { a[0] == 15 && a[1] == 14 && a[0] == a[1] }
    """

  /// A spec whose states take one word, or several.
  private static func wide(words: Int) throws -> CheckedSpec {
    let text =
      words == 1
      ? wide.split(separator: "\n").filter { !$0.contains("BINDS") }.joined(separator: "\n")
      : wide.replacing("BINDS", with: "\(words)")
    return try SpecText.checked(text)
  }

  private struct Kept {
    let folder: ScratchFolder
    var every = Duration.seconds(300)
    var traits = [CheckpointTrait("the spec", "this one")]

    init() throws { folder = try ScratchFolder() }

    func checkpoint(
      onNote: @escaping @Sendable (String) -> Void = { _ in },
      onWriting: @escaping @Sendable (Bool) -> Void = { _ in }
    ) -> Checkpoint {
      Checkpoint(
        "a.checkpoint", in: folder.url.path, traits: traits, every: every, onNote: onNote,
        onWriting: onWriting)
    }

    var files: [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()) ?? []
    }
  }

  private static func run(
    _ machine: Machine, _ limits: SearchLimits, _ checkpoint: Checkpoint?, resuming: Bool = true,
    threads: Int
  ) throws -> SearchResult {
    var limits = limits
    try checkpoint?.open(resuming: resuming, limits)
    defer { checkpoint?.close() }
    limits.checkpoint = checkpoint
    return ExhaustiveSearch(machine, limits: limits, threads: threads).run(
      from: try machine.starts())
  }

  /// The compared parts of a result, including counts.
  private static func told(_ result: SearchResult, _ spec: CheckedSpec) -> [String] {
    let found = result.statistics
    return result.lines(in: spec) + [
      "\(found.states) states, \(found.transitions) transitions, \(found.depth ?? -1) deep, "
        + "\(found.frontier) left, \(result.completion)",
      "unseen: \(result.unseenEvents) \(result.unseenRules)",
      "steps: \(result.properties.map(\.matchedSteps))",
    ]
  }

  @Test("on random specs, wherever it was ended, with any number of threads")
  func random() throws {
    var tried = 0
    for seed in 0..<UInt64(40) {
      let spec = try SpecText.checked(RandomSpec(seed: seed).text)
      let machine = try Machine(spec)
      let starts = try machine.starts()
      guard starts.count <= 200 else { continue }
      var limits = SearchLimits()
      limits.witnesses = .all
      limits.reducesSymmetry = seed % 4 != 3
      var bounded = limits
      bounded.states = 3_000
      let whole = ExhaustiveSearch(machine, limits: bounded).run(from: starts)
      guard whole.completion == .exhaustive else { continue }
      tried += 1
      let wanted = Self.told(whole, spec)
      // Level by level, then after all levels, and after some number of states.
      let kept = try Kept()
      for depth in 0...4 {
        limits.depth = depth
        _ = try Self.run(machine, limits, kept.checkpoint(), threads: 1 + depth % 3)
      }
      limits.depth = nil
      let found = try Self.run(machine, limits, kept.checkpoint(), threads: 2)
      #expect(Self.told(found, spec) == wanted, "seed \(seed)")
      let within = try Kept()
      limits.states = 1 + Int(seed * 7) % max(1, whole.statistics.storedStates)
      guard (limits.states ?? 0) >= starts.count else { continue }
      _ = try Self.run(machine, limits, within.checkpoint(), threads: 1)
      limits.states = nil
      let more = try Self.run(machine, limits, within.checkpoint(), threads: 3)
      #expect(Self.told(more, spec) == wanted, "seed \(seed), within a level")
    }
    #expect(tried > 10)
  }

  /// Copies the files after some of the writes, as a process killed at that point would leave them.
  private static func copies(
    _ machine: Machine, _ limits: SearchLimits, of number: Int, threads: Int
  ) throws -> (copies: [Kept], whole: SearchResult) {
    var kept = try Kept()
    kept.every = .zero
    let copies = Mutex<[Kept]>([])
    let folder = kept.folder.url
    let checkpoint = kept.checkpoint(onWriting: { isWriting in
      guard !isWriting else { return }
      copies.withLock { copies in
        guard let copy = try? Kept() else { return }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
          try? FileManager.default.copyItem(
            at: folder.appending(path: name), to: copy.folder.url.appending(path: name))
        }
        // Data after the last checkpoint is an unfinished write.
        if let file = try? FileHandle(
          forWritingTo: copy.folder.url.appending(path: "a.checkpoint.states"))
        {
          _ = try? file.seekToEnd()
          try? file.write(contentsOf: Data([1, 2, 3]))
        }
        copies.append(copy)
      }
    })
    let whole = try run(machine, limits, checkpoint, threads: threads)
    let all = copies.withLock { $0 }
    let chosen = Set((0..<number).map { $0 * max(0, all.count - 1) / max(1, number - 1) })
    return (chosen.sorted().filter(all.indices.contains).map { all[$0] }, whole)
  }

  @Test("killed anywhere, in memory", arguments: [1, 2, 4])
  func killed(_ words: Int) throws {
    let spec = try Self.wide(words: words)
    let machine = try Machine(spec)
    var limits = SearchLimits()
    limits.witnesses = .all
    let wanted = Self.told(try Self.run(machine, limits, nil, threads: 1), spec)
    let (copies, whole) = try Self.copies(machine, limits, of: 6, threads: 2)
    #expect(Self.told(whole, spec) == wanted)
    #expect(copies.count > 2)
    for (number, copy) in copies.enumerated() {
      let found = try Self.run(machine, limits, copy.checkpoint(), threads: 1 + number % 3)
      #expect(Self.told(found, spec) == wanted, "copy \(number)")
    }
  }

  @Test(
    "killed anywhere, on disk, and from memory to disk and back",
    arguments: [MemoryLimitPolicy.spill, .fingerprints], [1, 3])
  func onDisk(_ policy: MemoryLimitPolicy, _ words: Int) throws {
    let spec = try Self.wide(words: words)
    let machine = try Machine(spec)
    let scratch = try ScratchFolder()
    // There is memory for the fingerprints of all states, but not for the search.
    let memory = policy == .spill ? 0 : words == 1 ? 300_000 : 400_000
    let disk = SearchLimits(
      stateMemory: memory, onMemoryLimit: policy, scratch: scratch.url.path)
    let wanted = Self.told(try Self.run(machine, SearchLimits(), nil, threads: 1), spec)
    let (written, whole) = try Self.copies(machine, disk, of: Weekly.count(4), threads: 2)
    #expect(Self.told(whole, spec) == wanted)
    for (number, copy) in written.enumerated() {
      let found = try Self.run(machine, disk, copy.checkpoint(), threads: 1 + number % 2)
      // States of one word are their own fingerprints, and fit.
      #expect(found.storage == policy || policy == .fingerprints && words == 1)
      #expect(Self.told(found, spec) == wanted, "disk, copy \(number)")
    }
    let (inMemory, _) = try Self.copies(
      machine, SearchLimits(), of: Weekly.count(5), threads: 2)
    for (number, copy) in inMemory.enumerated() {
      // A short part on disk, which is killed as well.
      var short = disk
      short.depth = 20
      if number % 2 == 0, let early = try? Self.run(machine, short, copy.checkpoint(), threads: 2) {
        #expect(early.storage == policy || policy == .fingerprints)
      }
      let found = try Self.run(machine, disk, copy.checkpoint(), threads: 2)
      #expect(Self.told(found, spec) == wanted, "memory, then disk, copy \(number)")
    }
    guard policy == .spill else { return }
    for copy in try Self.copies(machine, disk, of: Weekly.count(3), threads: 2).copies {
      let found = try Self.run(machine, SearchLimits(), copy.checkpoint(), threads: 2)
      #expect(Self.told(found, spec) == wanted, "disk, then memory")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == [])
  }

  @Test("memory that is used up is a reason to go on elsewhere")
  func memory() throws {
    let spec = try Self.wide(words: 3)
    let machine = try Machine(spec)
    let kept = try Kept()
    let wanted = Self.told(try Self.run(machine, SearchLimits(), nil, threads: 1), spec)
    let stopped = try Self.run(
      machine, SearchLimits(stateMemory: 100_000), kept.checkpoint(), threads: 2)
    guard case .stopped(.memory) = stopped.completion else {
      Issue.record("\(stopped.completion)")
      return
    }
    #expect(kept.files == ["a.checkpoint", "a.checkpoint.states"])
    let found = try Self.run(machine, SearchLimits(), kept.checkpoint(), threads: 2)
    #expect(Self.told(found, spec) == wanted)
  }

  // MARK: What is refused

  private static let small = """
    spec Small
    var a: Table<0..<2, 0...4> = 0
    on up(i: 0..<2) when a[i] < 4 { a[i] += 1 }
    on back when a[0] == 4 { a[0] = 0 }
    invariant low { a[0] + a[1] < 7 }
    invariant lower { a[0] < 3 }
    """

  @Test("a byte that is another one, and a file that is cut, is found out and told")
  func damaged() throws {
    let spec = try SpecText.checked(Self.small)
    let machine = try Machine(spec)
    let kept = try Kept()
    let wanted = Self.told(try Self.run(machine, SearchLimits(), nil, threads: 1), spec)
    _ = try Self.run(machine, SearchLimits(depth: 4), kept.checkpoint(), threads: 1)
    var refused = 0
    for name in ["a.checkpoint", "a.checkpoint.states"] {
      let url = kept.folder.url.appending(path: name)
      let whole = try Data(contentsOf: url)
      func isRefused(_ data: Data, _ what: @autoclosure () -> String) throws {
        try data.write(to: url)
        do throws(CheckpointRefusal) {
          try kept.checkpoint().open(resuming: true, SearchLimits())
        } catch {
          refused += 1
          #expect(error.path.hasPrefix(kept.folder.url.path) && !error.reason.isEmpty)
          return
        }
        // Irrelevant parts may be changed.
        let found = try Self.run(machine, SearchLimits(), kept.checkpoint(), threads: 1)
        #expect(Self.told(found, spec) == wanted, "\(what())")
        Issue.record("\(what()) was not noticed")
      }
      for place in whole.indices {
        var data = whole
        data[place] ^= 1 << UInt8(place % 8)
        try isRefused(data, "byte \(place) of \(name)")
        try isRefused(whole.prefix(place), "\(name), cut at \(place)")
      }
      try whole.write(to: url)
    }
    #expect(refused > 1_000)
    try FileManager.default.removeItem(
      at: kept.folder.url.appending(path: "a.checkpoint.states"))
    #expect(throws: CheckpointRefusal.self) {
      try kept.checkpoint().open(resuming: true, SearchLimits())
    }
  }

  @Test("what is of another search is refused, with what differs")
  func foreign() throws {
    let machine = try Machine(try SpecText.checked(Self.small))
    var kept = try Kept()
    _ = try Self.run(machine, SearchLimits(depth: 4), kept.checkpoint(), threads: 1)
    func reason(_ limits: SearchLimits = SearchLimits(), resuming: Bool = true) -> String? {
      do throws(CheckpointRefusal) {
        try kept.checkpoint().open(resuming: resuming, limits)
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(reason() == nil)
    #expect(reason(resuming: false)?.contains("unfinished") == true)
    #expect(reason(SearchLimits(states: 2))?.contains("more states") == true)
    #expect(reason(SearchLimits(states: 2_000))?.contains("order") == true)
    #expect(reason(SearchLimits(depth: 3))?.contains("deeper") == true)
    #expect(reason(SearchLimits(depth: 4)) == nil)
    let open = kept.checkpoint()
    try open.open(resuming: true, SearchLimits())
    #expect(reason()?.contains("another check") == true)
    open.close()
    kept.traits = [CheckpointTrait("the spec", "another one")]
    #expect(
      reason() == "it is of another search: the spec is 'another one' now, and was 'this one'")
    kept.traits = []
    #expect(reason()?.contains("another search") == true)
    try kept.folder.write("something else\n", to: "a.checkpoint")
    #expect(reason()?.contains("no checkpoint") == true)
  }

  @Test("a refused file is closed once, so that no file of another thread is closed")
  func closedOnce() throws {
    let kept = try Kept()
    try kept.folder.write("something else\n", to: "a.checkpoint.states")
    let ended = Atomic(false)
    let failures = Atomic(0)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while !ended.load(ordering: .relaxed) {
        let file = open("/dev/null", O_RDONLY)
        if close(file) != 0 { failures.add(1, ordering: .relaxed) }
      }
      done.signal()
    }
    for _ in 0..<2_000 {
      #expect(throws: CheckpointRefusal.self) {
        try kept.checkpoint().open(resuming: false, SearchLimits())
      }
    }
    ended.store(true, ordering: .relaxed)
    done.wait()
    #expect(failures.load(ordering: .relaxed) == 0)
  }

  @Test("where there is none the search begins, and says so; one that is done leaves no file")
  func none() throws {
    let machine = try Machine(try SpecText.checked(Self.small))
    let kept = try Kept()
    let notes = Mutex<[String]>([])
    let found = try Self.run(
      machine, SearchLimits(),
      kept.checkpoint(onNote: { note in notes.withLock { $0.append(note) } }),
      threads: 1)
    #expect(found.completion == .exhaustive)
    #expect(notes.withLock { $0.count } == 1 && notes.withLock { $0[0] }.contains("from the start"))
    #expect(kept.files == [])
  }
}
