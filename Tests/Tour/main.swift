import TrayKit

let (small, large) = (CommandLine.arguments[1], CommandLine.arguments[2])

// Walk: what can happen, one step after the other.
let machine = try TraySpec(contentsOf: small).machine()
var state = machine.initialStates[0]
for _ in 1...3 {
  guard let step = machine.successors(of: state).steps.first else { break }
  print(step, "by", step.rule ?? "no rule")
  state = step.state
}
print(state["badge", as: Int.self] ?? 0, "on the badge")

// Check: every state of every world.
let outcome = try await Traycheck.run(CheckRequest(paths: [small]))
for world in outcome.specs.flatMap(\.worlds) {
  print(world.name, world.status, world.statistics.states, "states")
  for violation in world.violations { print(violation.name, violation.trace.steps.map(\.event)) }
}
print(try outcome.rendered(as: .sarif))

// Cancel: what takes too long ends with what is known by then.
let search = Traycheck.start(CheckRequest(paths: [large]))
for await event in search.events {
  if case .progress(let progress) = event.kind, progress.states > 100_000 { search.cancel() }
}
print(try await search.outcome.status)
