import Semantics

/// The conditions of forms.
extension Parser {
  /// The words before a condition or a collection.
  private static let heads: Set<String> = [
    "if", "when", "where", "while", "whenever", "is",
  ]

  /// Returns whether a condition of a form holds.
  func holds(_ condition: String, _ match: inout Habit.Match) -> Bool {
    let first = match.whole.lowerBound
    let next = tokens[min(first + 1, tokens.count - 1)]
    func part(_ name: String) -> ArraySlice<Token> { tokens[match.parts[name] ?? 0..<0] }
    func word(_ name: String) -> String { part(name).first.map { text($0) } ?? "" }
    func lacks(_ kinds: Token.Kind..., in name: String) -> Bool {
      !part(name).contains { kinds.contains($0.kind) }
    }
    let message = match.texts["message"] ?? ""
    let before = first > 0 ? text(tokens[first - 1]) : ""
    func words(_ name: String) -> String { text(Substring(name), match) ?? "" }
    let isBeforeOperand =
      next.kind == .identifier && !next.startsLine && !Self.joints.contains(text(next))
    match.texts["before"] = before
    switch condition {
    case "readsVariable":
      let variable = (match.parts["a"] ?? match.parts["v"])?.first {
        tokens[$0 - 1].kind != .dot && fits(tokens[$0], "variable")
      }
      match.parts["x"] = variable.map { $0..<$0 + 1 }
      return variable != nil
    case "isActionOfTLA": return isActionOfTLA
    case "isUnset": return lacks(.equal, in: "t")
    case "lacksBrace": return !hasBraceOnLine
    case "joinsCondition": return isCondition(at: 1)
    case "isStatement":
      return Self.statementWords.contains(word("s"))
        || part("s").contains { Self.stores.contains($0.kind) }
    case "isUnbraced": return lacks(.leftBrace, in: "r") && lacks(.leftBrace, in: "v")
    case "isOriginal": return tokens[match.whole].allSatisfy { $0.written == 0 }
    case "isSingle": return lacks(.colon, .comma, in: "p")
    case "hasBinders":
      return match.parts["b"].map { beginsBinders(at: $0.lowerBound - index) } ?? false
    case "allowsBlocks": return allowsBlocks
    case "isInCondition": return isInCondition
    case "isImplication":
      let isBrace = tokens[min(match.whole.upperBound, tokens.count - 1)].kind == .leftBrace
      return allowsBlocks || hasBraceOnLine && !isBrace
    case "isPattern":
      return part("p").contains { ["_", "let"].contains(text($0)) }
        && part("p").contains { $0.kind == .dot }
    case "isBehindNumber":
      return first < index && tokens[index - 1].kind == .integer
        && (!isInCondition || text(tokens[max(0, index - 2)]) == "in")
    case "isPlain": return part("x").last.map { text($0) } != "at"
    case "isPhrase": return part("c").allSatisfy { $0.kind == .identifier }
    case "usesNothing": return !tokens.contains { $0.startsLine && text($0) == "use" }
    case "isFree": return !isOwn(word("w"))
    case "isClosure": return closure(at: first) != nil
    case "isSet": return declared[words("left")] == "Set"
    case "isList": return declared[words("left")] == "List"
    case "lacksBlocks": return !allowsBlocks || Self.heads.contains(before)
    case "isBehindElse":
      return before == "if" && tokens[max(0, first - 2)].range.end > 0
        && text(tokens[max(0, first - 2)]) == "else"
    case "isMapVariable", "isTableVariable", "isReplacement":
      let target =
        Self.stores.contains(tokens[max(0, first - 1)].kind) ? text(tokens[max(0, first - 2)]) : ""
      match.texts["target"] = target
      let line = tokens[..<first].lastIndex(where: \.startsLine) ?? 0
      let type =
        condition == "isMapVariable" ? "Map" : condition == "isTableVariable" ? "Table" : "on"
      return declared[target] == type
        || type != "on" && tokens[line..<first].contains { text($0) == type }
    case "isSame": return word("x") == word("y")
    case "isSameKey": return words("k") == words("l")
    case "isLast":
      let next = tokens.indices[match.whole.upperBound...].first {
        ![.rightBrace, .semicolon].contains(tokens[$0].kind)
      }
      return next.map { tokens[$0].kind == .endOfFile || isUnindented($0) } ?? true
    case "isState":
      return part("p").allSatisfy {
        ![.invalid, .arrow].contains($0.kind)
          && !["eventually", "always", "leads", "leadsTo", "U"].contains(text($0))
      }
    case "beginsStatementHere":
      let start = tokens[first]
      return (start.startsLine || ["{", ";"].contains(before)) && endsValue(match.whole.upperBound)
    case "namesType":
      match.texts["t"] = type(named: word("x"))
      return match.texts["t"] != nil
    case "isRecord":
      match.texts["t"] = match.parts["p"].flatMap { structure(withFields: labels(in: $0)) }
      return match.texts["t"] != nil
    case "takesOne":
      let labels = labels(in: parameters(of: word("e")).dropFirst().dropLast())
      match.texts["l"] = labels.first
      return labels.count == 1
    case "needsEach": return message.hasPrefix("expected ':' and the condition for each")
    case "needsOther": return message.hasPrefix("expected ':' and the other value")
    case "isCount":
      let step = part("r").map { file.text($0.range) }.joined()
      return ["\(word("x"))++", "++\(word("x"))", "\(word("x"))+=1"].contains(step)
    case "isLastInCase": return isLastInCase(first)
    case "isStored": return ["=", "=="].contains(before)
    case "isValueList":
      return !part("p").contains {
        [.equal, .semicolon, .leftBrace, .plusEqual].contains($0.kind)
          || Self.statementWords.contains(text($0))
      }
    case "isChoice":
      let value = match.parts["0"]?.upperBound ?? 0
      return !isOwn(words("0")) && !["in", "is", "implies"].contains(text(tokens[value]))
        && (!["some", "one", "any"].contains(words("0")) || lacks(.colon, in: "s"))
    case "needsBody": return message.hasPrefix("expected '{'")
    case "isAlternatives":
      return lacks(.leftBrace, in: "c") && word("1") == "enum"
        || part("c").contains { file.text($0.range) == "|" || $0.kind == .invalid }
    case "isRaw":
      guard let sign = match.parts["c"]?.first(where: { tokens[$0].kind == .equal }) else {
        return false
      }
      match.fault = sign..<sign + 1
      match.parts["0"] = match.fault
      return true
    case "isBeforeDeclaring": return fits(tokens[match.whole.upperBound], "declaring")
    case "isNameList": return !lacks(.comma, in: "c")
    case "needsIn": return message.hasPrefix("expected 'in' and a collection")
    case "needsStore":
      return message.hasPrefix("expected '=' and the value")
        || message.hasPrefix("expected a new line")
    case "needsValue": return message.contains("and the value of")
    case "isOpenEvent": return message.hasPrefix("'open' belongs") && declared["on open"] != nil
    case "isBehindIn": return before == "in"
    case "isBehindCount": return first > 1 && text(tokens[first - 2]).lowercased() == "count"
    case "needsStatement": return message == "a value is not a statement"
    case "needsColon": return message.hasPrefix("expected ':' after the case")
    case "needsCase": return message.hasPrefix("expected 'case'")
    case "needsEnd": return message.hasPrefix("expected '{' and the condition that ends")
    case "afterCondition": return message.hasPrefix("expected '}' after the condition of")
    case "needsParenthesis": return message.hasPrefix("expected ')' or ','")
    case "isShortBody": return !words("b").contains("\n") && words("b").count <= 40
    case "isBare":
      let isBelow = token.startsLine && column(index) > column(lineStart)
      return at(.identifier) && !Self.clauseWords.contains(text(token))
        && (isBelow || !token.startsLine && !hasBraceOnLine)
        && !["condition", "value"].contains { message.contains("'{' and the \($0)") }
    case "beginsHere": return beginsStatement()
    case "beginsCondition": return isCondition(at: 0)
    case "isBareTest": return isCondition(at: 0) && !token.startsLine && !hasBraceOnLine
    case "isOfEvent":
      return ["on", "fair", "strongly", "rule"].contains(text(tokens[formStart]))
    case "isOwnSpread": return word("l") == word("y")
    case "lacksArrow": return lacks(.arrow, in: "p")
    case "needsParam": return message.hasPrefix("expected the name of a param")
    case "isTruth":
      let kinds: Set<Token.Kind> = [
        .equalEqual, .bangEqual, .less, .lessEqual, .greater, .greaterEqual, .andAnd, .orOr,
      ]
      return ["!", "every", "some", "no", "true", "false"].contains(word("v"))
        || part("v").contains { kinds.contains($0.kind) || ["in", "is"].contains(text($0)) }
        || part("v").count == 1 && declared[word("v")] == "Bool"
    case "isConstant":
      return tokens.indices.dropLast().count {
        text(tokens[$0]) == word("x") && Self.stores.contains(tokens[$0 + 1].kind)
          && (tokens[$0].startsLine
            || [.leftBrace, .semicolon].contains(tokens[max(0, $0 - 1)].kind))
      } == 1
    case "isBodiless":
      return message.hasPrefix("expected '{'") && token.startsLine
        && (isUnindented(index) || at(.rightBrace) || at(.endOfFile) || atRule)
    case "isValue":
      return lacks(.equal, .plusEqual, .minusEqual, in: "v")
        && (part("v").last?.kind != .rightParen || ["count", "sum"].contains(word("v")))
    case "isBareCondition":
      return isCondition(at: 0) && !part("c").contains { Self.stores.contains($0.kind) }
        && !["for", "let", "repeat"].contains(word("c"))
    case "isNamed": return part("x").first?.kind == .identifier
    case "isPower": return first > 0 && tokens[first - 1].kind == .star
    case "beginsStatement":
      return match.parts["x"].map { beginsStatement(at: $0.lowerBound - index) } ?? false
    case "isBeforeName":
      let isBeforeSign = [.leftParen, .bang].contains(next.kind) && next.hasSpaceBefore
      return first > 0 && tokens[first - 1].kind == .leftBrace && (isBeforeOperand || isBeforeSign)
    case "hasArrow": return !lacks(.arrow, in: "c")
    case "isBeforeValue":
      return isBeforeOperand
        || !next.startsLine && [.bang, .dot, .leftParen].contains(next.kind) && next.hasSpaceBefore
    default: return false
    }
  }

  /// Returns whether a token is the last statement of a case of a `switch`.
  private func isLastInCase(_ place: Int) -> Bool {
    let next = tokens[(place + 1)...].first { $0.kind != .semicolon }
    guard let next, next.kind == .rightBrace || ["case", "default"].contains(text(next)) else {
      return false
    }
    var depth = 0
    guard
      let brace = tokens[..<place].lastIndex(where: { token in
        depth += Self.isClosing(token) ? 1 : Self.isOpening(token) ? -1 : 0
        return depth < 0
      })
    else { return false }
    let head = tokens[..<brace].lastIndex {
      $0.startsLine || [.leftBrace, .rightBrace, .semicolon].contains($0.kind)
    }
    return tokens[(head ?? 0)..<brace].contains { text($0) == "switch" }
  }
}
