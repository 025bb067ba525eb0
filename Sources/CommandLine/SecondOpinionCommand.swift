import Platform
import Synchronization
import TrayKit

/// `traycheck certify --with`: checks specs with other model checkers.
enum SecondOpinionCommand {
  /// Runs the other checkers; returns the exit status.
  static func run(
    _ arguments: ParsedArguments, paths: [String], _ checkers: [CheckerNames],
    timeLimit: Duration?, format: CertifyOutcome.Format
  ) async -> Int32 {
    var request = SecondOpinionRequest(
      paths: paths.isEmpty ? arguments.settings?.specs ?? ["Specs"] : paths)
    if !checkers.contains(where: \.isAll) {
      request.checkers = checkers.reduce(into: []) { $0.formUnion($1.names) }
    }
    request.tlcJar = checkers.last { $0.tlcJar != nil }?.tlcJar
    request.worlds = arguments.all(SpecOptions.world)
    request.settings = arguments.all(SpecOptions.set)
    if let timeLimit {
      request.timeLimit = timeLimit
      request.checkTimeLimit = timeLimit
    }
    if let most = arguments.maximum(.states) { request.maximumStates = most }
    request.memoryLimit = arguments[SpecOptions.memory]?.bytes
    request.vocabulary = .options()
    let wanted = request
    var style = ReportStyle()
    style.isQuiet = arguments[SpecOptions.quiet]
    style.width = Terminal.width(on: .standardOutput)
    let text = Mutex(SecondOpinionText(style))
    let run = Task {
      () async -> Result<SecondOpinionOutcome, RequestError> in
      do throws(RequestError) {
        return .success(
          try await Traycheck.secondOpinion(wanted) { event in
            guard format == .text else { return }
            _ = Terminal.write(text.withLock { $0.lines(of: event) }, to: .standardOutput)
          })
      } catch {
        return .failure(error)
      }
    }
    do throws(RequestError) {
      let outcome = try await Interruption.watch(run).get()
      for problem in outcome.problems { Terminal.write("\(problem)\n", to: .standardError) }
      // Opinions contain only values that JSON can represent.
      let rest = format == .text ? outcome.summary(style) : (try? outcome.rendered(as: .json)) ?? ""
      return Terminal.write(rest, to: .standardOutput) ? outcome.status : 2
    } catch {
      return SpecOptions.refuse(error)
    }
  }
}
