import TestSupport
import Testing

/// The declarations of the names in our specs.
@Suite struct NamesTests {
  @Test("each word of a spec is a name or one of the language", arguments: Spec.alone)
  func everyWord(_ spec: Spec) throws {
    #expect(NamedText(try spec.text).gaps == [])
  }

  @Test("names can be others, any half of them", arguments: Spec.some(Spec.alone))
  func renamed(_ spec: Spec) throws {
    #expect(NamedText(try spec.text).losses == [])
  }
}
