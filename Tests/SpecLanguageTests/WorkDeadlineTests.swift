import Basics
import Semantics
import SpecLanguage
import Synchronization
import Testing

@Suite("A deadline for work")
struct WorkDeadlineTests {
  @Test("belongs to its thread and what it does, and is over for good")
  func ends() {
    #expect(!Deadline.isOver && Deadline.current == nil)
    let interrupted = Mutex(false)
    let deadline = Deadline(isInterrupted: { interrupted.withLock { $0 } })
    deadline.during {
      #expect(!Deadline.isOver)
      interrupted.withLock { $0 = true }
      #expect(Deadline.isOver && deadline.limit == .interrupted)
      interrupted.withLock { $0 = false }
      #expect(Deadline.isOver)
      Deadline.during(nil) { #expect(!Deadline.isOver) }
    }
    #expect(!Deadline.isOver)
  }

  @Test("tells which limit it was")
  func limits() {
    #expect(Deadline(time: .zero).look() == .time)
    #expect(Deadline(memory: 1).look() == .memory)
    #expect(Deadline(time: .seconds(3600), memory: .max / 2).look() == nil)
  }

  @Test("leaves a little more time to tell what was found")
  func telling() {
    let deadline = Deadline(time: .seconds(100), spent: .seconds(50))
    #expect(deadline.look() == nil && deadline.elapsed >= .seconds(50))
    let afterwards = deadline.afterwards()
    #expect(afterwards.time == .milliseconds(100_500) && afterwards.look() == nil)
    #expect(Deadline(isInterrupted: { true }).afterwards().look() == nil)
  }

  @Test("ends an evaluation by a fault that is none of the spec")
  func evaluation() {
    let file = SourceFile(
      path: "a.tray", text: "spec A\nlet k = count(x in 0...5000 where x > 3)\nvar a = k > 2\n")
    let (syntax, _) = Parser.parse(file)
    #expect(Checker.check(syntax).spec != nil)
    let result = Deadline(time: .zero).during { Checker.check(syntax) }
    #expect(result.sink.diagnostics.map(\.message) == ["the evaluation was stopped"])
    #expect(Fault(.stopped, SourceRange(0, 1)).isLimit)
    #expect(!Fault(.overflow, SourceRange(0, 1)).isLimit)
  }

  @Test("ends the listing of values, and without it all are listed in their order")
  func values() {
    let type = Type.set(.range(lower: 0, upper: 11))
    #expect(type.allValues.count == 4096)
    #expect(type.allValues == type.allValues.sorted())
    Deadline(time: .zero).during {
      #expect(type.watchedValues.count < 4096)
      #expect(type.allValues.count == 4096)
    }
    let map = Type.map(.range(lower: 0, upper: 2), .bool)
    #expect(map.allValues.count == 27 && map.allValues == map.allValues.sorted())
  }
}
