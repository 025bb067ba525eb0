import Basics
import Files
import Reports
import Semantics

/// Describes the behaviour of platforms at a payload: `PayloadRun(request: request, limits: limits).run()`.
struct PayloadRun {
  /// The folder of the platform libraries.
  private static let folder = "Specs/platform"
  private static let maximumBytes = 1 << 20

  let request: PayloadRequest
  let limits: RunLimits

  func run() throws(RequestError) -> PayloadReport {
    var report = PayloadReport(path: request.path)
    let limit = try limits.during { () throws(RequestError) in try answer(&report) }
    if let limit { report.limit = Wording.reason(limits.searchLimit(limit)) }
    return report
  }

  private func answer(_ report: inout PayloadReport) throws(RequestError) {
    guard let (payload, data) = read(request.path, "payload", &report, { $0 }) else { return }
    var maps: [(map: PayloadMap, data: [UInt8])] = []
    for path in request.maps.isEmpty ? try found() : request.maps {
      let map = read(path, "map", &report) { (part) throws(JSONError) in
        try PayloadMap(part, path: path)
      }
      guard let map else { return }
      maps.append(map)
    }
    let known = maps.map(\.map.platform)
    if let name = request.platform, !known.contains(name) {
      throw RequestError(
        "no map has the platform '\(name)'"
          + (NearestName.propose(name, among: known).map { "; did you mean '\($0)'?" }
            ?? "; known: \(Wording.list(known))"))
    }
    maps = maps.filter { request.platform == nil || $0.map.platform == request.platform }
    let forms = maps.map { map, _ in
      map.forms.first { (request.platform != nil || !$0.isAsked) && $0.fits(payload) }
    }
    let count = forms.count { $0 != nil }
    if count == 0 {
      let marks = Set(maps.flatMap(\.map.forms).filter { !$0.isAsked }.flatMap(\.marks)).sorted()
      report.unreadable.append(
        .init(
          path: request.path,
          reason: "the form of this payload is not known; known forms have one of these keys: "
            + Wording.list(marks), place: (1, 1)))
    }
    if !request.conform.path.isEmpty, count > 1 {
      throw RequestError("the payload addresses several platforms, and the spec has one: name it")
    }
    for ((map, mapData), form) in zip(maps, forms) {
      guard let form, !Deadline.isOver else { continue }
      var own = request.conform
      own.path = map.spec
      if !request.conform.path.isEmpty {
        (own.world, own.settings) = (CheckedSpec.defaultWorldName, [])
      }
      guard let rules = try load(own, &report) else { continue }
      let phone = request.conform.path.isEmpty ? rules : try load(request.conform, &report)
      guard let phone else { continue }
      do throws(JSONError) {
        var answer = try PayloadAnswer(map, form, rules: rules, phone: phone, payload, data)
        report.platforms.append(try answer.platform())
        report.limit = report.limit ?? answer.limit
      } catch {
        report.unreadable.append(.init(path: map.path, error, in: mapData))
      }
    }
  }

  private func load(
    _ request: ConformRequest, _ report: inout PayloadReport
  ) throws(RequestError) -> PayloadSpec? {
    let loaded = try LoadedInterface(request, limits)
    report.broken += loaded.broken
    report.unreadable += loaded.unreadable
    guard let interface = loaded.interface, let syntax = loaded.syntax else { return nil }
    return PayloadSpec(path: request.path, interface: interface, evidence: Evidence.all(in: syntax))
  }

  /// Reads a JSON file; nil if it cannot be read, which is reported.
  private func read<Content>(
    _ path: String, _ noun: String, _ report: inout PayloadReport,
    _ content: (JSONPart) throws(JSONError) -> Content
  ) -> (Content, [UInt8])? {
    var data: [UInt8] = []
    do {
      data = try InputFile.read(path, atMost: Self.maximumBytes, noun: noun)
      if data.starts(with: [0xEF, 0xBB, 0xBF]) { data.removeFirst(3) }
      if let place = data.invalidUTF8 {
        throw JSONError(message: "this is not UTF-8", place: place)
      }
      return (try content(try JSONText.read(data)), data)
    } catch let error as JSONError {
      report.unreadable.append(.init(path: path, error, in: data))
    } catch {
      report.unreadable.append(
        .init(path: path, reason: (error as? FileError)?.reason ?? "\(error)"))
    }
    return nil
  }

  /// The maps next to the platform libraries, in the current folder or the nearest folder around it in its repository.
  private func found() throws(RequestError) -> [String] {
    let here = RealPath.of(".")
    let root = RealPath.repository(of: here) ?? here
    for (depth, around) in ([here] + RealPath.folders(of: here)).enumerated() {
      let folder = String(repeating: "../", count: depth) + Self.folder
      let maps = FolderWalk(folder, PayloadMap.suffix).files
      if !maps.isEmpty { return maps.sorted() }
      if around == root { break }
    }
    throw RequestError(
      "there is no file *\(PayloadMap.suffix) in \(Self.folder), here or in a folder around this one; copy that folder from "
        + "the repository of Traycheck, or name a map")
  }
}

/// A spec with the evidence for its rules.
struct PayloadSpec {
  var path: String
  var interface: Interface
  var evidence: [Evidence]
}
