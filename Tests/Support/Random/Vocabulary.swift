/// The words and signs of the language, for texts that are made by chance.
public enum Vocabulary {
  /// The distinct words.
  public static let words =
    (declarations + statements + expressions + names).split(separator: " ").map(String.init)

  /// Tokens that hide the text after them from the lexer.
  public static let comments = ["//", "///", "/*", "*/", "\"", "`", "'"]

  private static let declarations = """
    spec param let enum struct type symmetric var signal func on fair strongly rule otherwise when \
    invariant transition after eventually whenever assuming reachable possible terminal scenario \
    world walks steps violates without group ghost any except \

    """
  private static let statements = """
    insert into remove from append to choose emit assert start for stop if else switch case default \
    expect refuse given repeat \

    """
  private static let expressions = """
    every some no distinct in where count min max sum set table list old unchanged emitted enabled implies is \
    true false nil ( ) { } [ ] , : ; . -> # ? ?? ! = += -= == != < <= > >= + - * / % && || ... ..< \

    """
  private static let names = "Bool Int Set Map Table List Timer a b c A B tick 0 1 3 1_000 0x1F _ é"
}
