import Foundation

/// A program that runs to its end, and its cost: time and memory of the whole process.
struct ChildProcess {
  /// The path of the program and its arguments.
  var command: [String]
  /// The working folder; output is kept in it while the program runs.
  var folder: URL
  /// The time limit of the program, in seconds.
  var timeLimit: Double

  /// The cost and the output of a finished program.
  struct Run {
    /// The time from before the start until after the end, in seconds.
    var wallSeconds = 0.0
    /// Processor time of the program and of all processes that it waited for, in seconds.
    var processorSeconds = 0.0
    /// The peak resident memory in bytes. For several processes, the largest peak.
    var peakBytes = 0
    /// The exit status; 128 and the signal's number if one ended it.
    var status: Int32 = 0
    var isTimedOut = false
    var output = ""
    var errors = ""
  }

  enum Failure: Error, CustomStringConvertible {
    case notStarted(program: String, reason: String)
    case interrupted

    var description: String {
      switch self {
      case .notStarted(let program, let reason): "\(program) cannot be started: \(reason)"
      case .interrupted: "interrupted"
      }
    }
  }

  /// Runs the program. If the benchmark is interrupted meanwhile, the program ends with it.
  func run() throws -> Run {
    let output = folder.appending(path: "stdout.txt")
    let errors = folder.appending(path: "stderr.txt")
    var interruption = Interruption()
    defer { interruption.end() }
    let clock = ContinuousClock()
    let start = clock.now
    let child = try spawn(
      output: output.path, errors: errors.path, signalMask: interruption.usualMask)

    var run = Run()
    var status: Int32 = 0
    var usage = rusage()
    var highWater = 0
    var askedToEnd: Double?
    var isInterrupted = false
    while wait4(child, &status, WNOHANG, &usage) == 0 {
      let elapsed = (clock.now - start).inSeconds
      highWater = max(highWater, Self.highWaterBytes(of: child))
      isInterrupted = isInterrupted || interruption.hasCome()
      if askedToEnd == nil, isInterrupted || elapsed > timeLimit {
        // An interrupt first: a parallel Spin gives its shared memory back when it gets one.
        kill(-child, SIGINT)
        askedToEnd = elapsed
      }
      if let askedToEnd, elapsed > askedToEnd + 3 { kill(-child, SIGKILL) }
      // Half a per cent of the time at most is lost by not noticing the end at once.
      Thread.sleep(forTimeInterval: min(max(elapsed / 200, 0.000_5), 0.02))
    }
    if isInterrupted { throw Failure.interrupted }
    run.wallSeconds = (clock.now - start).inSeconds
    run.isTimedOut = askedToEnd != nil
    run.processorSeconds = usage.ru_utime.inSeconds + usage.ru_stime.inSeconds
    run.peakBytes = Self.peakBytes(usage, highWater: highWater)
    run.status = status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    run.output = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    run.errors = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
    return run
  }

  /// Starts the program as the leader of a process group of its own, so that all its processes can
  /// be ended together.
  private func spawn(output: String, errors: String, signalMask: sigset_t) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, writing, 0o644)
    posix_spawn_file_actions_addopen(&actions, 2, errors, writing, 0o644)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    posix_spawnattr_setpgroup(&attributes, 0)
    var mask = signalMask
    posix_spawnattr_setsigmask(&attributes, &mask)

    var arguments = command.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    // The program inherits the working folder; nothing else runs meanwhile that could mind.
    let before = FileManager.default.currentDirectoryPath
    _ = FileManager.default.changeCurrentDirectoryPath(folder.path)
    defer { _ = FileManager.default.changeCurrentDirectoryPath(before) }
    var child: pid_t = 0
    let error = posix_spawn(&child, command[0], &actions, &attributes, arguments, environ)
    guard error == 0 else {
      throw Failure.notStarted(program: command[0], reason: String(cString: strerror(error)))
    }
    return child
  }

  /// The peak resident size of a running process, as reported by the system; 0 if it reports none.
  private static func highWaterBytes(of child: pid_t) -> Int {
    #if os(Linux)
      guard let text = try? String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8),
        let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
      else { return 0 }
      return (Int(line.filter(\.isNumber)) ?? 0) * 1024
    #else
      return 0
    #endif
  }

  /// The peak of a process that has ended.
  ///
  /// On Linux, the figure of a small program is that of the benchmark that started it; the peak observed while it ran
  /// is more accurate.
  private static func peakBytes(_ usage: rusage, highWater: Int) -> Int {
    #if os(Linux)
      var own = rusage()
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &own)
      let isExact = usage.ru_maxrss > own.ru_maxrss || highWater == 0
      return isExact ? Int(usage.ru_maxrss) * 1024 : highWater
    #else
      return Int(usage.ru_maxrss)
    #endif
  }
}

/// The signals that interrupt the benchmark: they are held back while a program runs, so that the program ends first.
private struct Interruption {
  private var signals = sigset_t()
  private var before = sigset_t()

  /// Holds the signals back.
  init() {
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, &before)
  }

  /// The signals that a program holds back: the benchmark's original mask.
  var usualMask: sigset_t { before }

  /// Returns whether a signal has arrived since the last call.
  mutating func hasCome() -> Bool {
    var pending = sigset_t()
    sigpending(&pending)
    guard sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1 else {
      return false
    }
    var number: Int32 = 0
    sigwait(&signals, &number)
    return true
  }

  /// Lets the signals through again.
  mutating func end() { pthread_sigmask(SIG_SETMASK, &before, nil) }
}

extension Duration {
  /// The duration in seconds.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

extension timeval {
  fileprivate var inSeconds: Double { Double(tv_sec) + Double(tv_usec) * 1e-6 }
}
