import Conformance
import Files
import Semantics
import Traces

/// The lines of one log, or of several in the order of their times: `while let line = try input.next() { … }`.
struct LogInput {
  private var files: [LogFile] = []
  /// The next line of each file.
  private var heads: [LogFile.Line?] = []
  private var isBegun = false
  private var processes: [String: Int] = [:]
  /// The file that cannot be read.
  private(set) var failing: String?

  /// - Throws: `FileError` for the file that is `failing` then.
  init(_ files: [LogFile]) { self.files = files }

  /// How many lines were read of all files.
  var count: Int { files.reduce(0) { $0 + $1.lines } }

  /// The next line, with the file that it is of.
  mutating func next() throws(FileError) -> (file: String, line: LogFile.Line)? {
    if files.count == 1 {
      return try read(0).map { (files[0].path, $0) }
    }
    if !isBegun {
      isBegun = true
      for index in files.indices { heads.append(try read(index)) }
    }
    var first: (file: Int, time: Int64)?
    for (index, head) in heads.enumerated() {
      guard let head else { continue }
      // What has no time or is none comes at once.
      var time = Int64.min
      if case .success(let line?) = head.said { time = line.time ?? .min }
      if first.map({ time < $0.time }) ?? true { first = (index, time) }
    }
    guard let file = first?.file, let line = heads[file] else { return nil }
    heads[file] = try read(file)
    return (files[file].path, line)
  }

  private mutating func read(_ index: Int) throws(FileError) -> LogFile.Line? {
    failing = files[index].path
    guard var line = try files[index].next() else { return nil }
    failing = nil
    if case .success(var said?) = line.said, said.time != nil {
      let key = "\(index) \(line.process ?? "")"
      let process = processes[key] ?? processes.count
      processes[key] = process
      said.process = process
      line.said = .success(said)
    }
    return line
  }
}
