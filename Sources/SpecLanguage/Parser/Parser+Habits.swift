import Semantics

/// The use of habits of other languages: they are found, reported and corrected.
extension Parser {
  /// The greatest number of forms that are found in a text.
  private static let maximumForms = 400

  /// Reports a habit that matches here, and corrects its tokens.
  ///
  /// - Parameter start: the first token of the form, for a form that ends after the current token.
  /// - Returns: whether parsing continues with the corrected text, from the start of the form.
  /// - Throws: `Failure` if there is no correction.
  mutating func takeHabit(_ place: Habit.Place, from start: Int? = nil) throws(Failure) -> Bool {
    guard !sink.isFull, foundRows.count < Self.maximumForms,
      let table = Habit.table(of: place, isRight: !looksForHabits)
    else {
      return false
    }
    let isInfix = [.comparison, .condition, .member, .behindType].contains(place)
    if isInfix, token.startsLine { return false }
    let first = isInfix ? index : start ?? index
    let word = text(tokens[first])
    let kind = place == .statement ? declared[word] : place == .step ? declared["on " + word] : nil
    let isCalled =
      kind.map { place == .step || $0 == "func" || $0.first?.isLowercase != true } ?? false
    for habit in table.habits(beginningWith: word) {
      guard habit.beginnings == nil || !isCalled,
        let match = match(habit, from: first, left: isInfix ? start : nil)
      else { continue }
      // A name of the author's is not a foreign word.
      if place == .value, habit.beginnings != nil,
        isOwn(word) && !Self.reservedWords.contains(word) || tokens[first].written > 0
      {
        continue
      }
      if place == .comparison || place == .condition,
        match.parts["0"]?.contains(where: { isOwnWord($0) }) == true
      {
        continue
      }
      guard take(habit, match) else { throw Failure() }
      return true
    }
    return false
  }

  /// Reports the form of an error, and corrects it. Then the declaration, rule, statement or step is parsed again.
  ///
  /// - Parameter message: the message of the grammar, at its place.
  /// - Returns: whether there is such a form.
  mutating func takeHabitAtError(_ message: String, _ range: SourceRange) -> Bool {
    guard asksHabits, foundRows.count < Self.maximumForms else { return false }
    for (place, first) in [(Habit.Place.error, formStart), (.atError, index)] {
      guard let table = Habit.table(of: place, isRight: false) else { continue }
      for habit in table.habits(beginningWith: text(tokens[first])) {
        guard let match = match(habit, from: first, left: nil, message) else { continue }
        retryPlace = take(habit, match, message, range) ? formStart : nil
        return true
      }
    }
    return false
  }

  /// Reports a form, and corrects its tokens.
  ///
  /// - Returns: whether the corrected text can be parsed.
  private mutating func take(
    _ habit: Habit, _ match: Habit.Match, _ message: String = "", _ range: SourceRange? = nil
  ) -> Bool {
    foundRows.append(habit.row)
    let edit = correction(habit, match)
    var edits = edit?.edits ?? []
    for place in edits.indices { edits[place] = trimmed(edits[place]) }
    if habit.merges, let last = lastMerge, last.start == formStart, last.help == habit.help,
      let edit, edit.keepsParts
    {
      sink.revise { said in
        guard said.range.start == last.place else { return said }
        var said = said
        said.edits = (said.edits + edits).sorted { $0.range.precedes($1.range) }
        return said
      }
      replaceTokens(match.whole, by: edit.tokens)
      return true
    }
    lastMerge = habit.merges ? (formStart, habit.help, tokens[match.error].range.start) : lastMerge
    report(habit, match, edits, message, range)
    if let edit, edit.keepsParts {
      replaceTokens(match.whole, by: edit.tokens)
      return true
    }
    // The lexer's reports about the skipped tokens are withdrawn later.
    index = match.rest ?? (edit == nil ? max(index, match.error) : match.whole.upperBound)
    return false
  }

  /// Continues with a declaration, rule, statement or step whose tokens were corrected after an error.
  ///
  /// - Returns: whether they were.
  mutating func retries(from start: Int) -> Bool {
    guard retryPlace == start else { return false }
    retryPlace = nil
    index = start
    return true
  }

  /// Returns whether a token is a declared name, and not a word of the language.
  private func isOwnWord(_ place: Int) -> Bool {
    let word = text(tokens[place])
    return tokens[place].kind == .identifier && !["is", "in"].contains(word) && isOwn(word)
  }
}
