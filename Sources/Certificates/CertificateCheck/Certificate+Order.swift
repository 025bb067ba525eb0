extension Certificate {
  /// The same certificate with the states in another order, and the proofs updated to it.
  ///
  /// - Parameter order: the indices of all states, each once.
  func reordered(_ order: [Int]) -> Certificate {
    var places = Array(repeating: 0, count: order.count)
    for (new, old) in order.enumerated() { places[old] = new }
    let width = values.count
    var result = self
    result.rows.removeAll(keepingCapacity: true)
    for place in order { result.rows += rows[place * width..<(place + 1) * width] }
    result.claims = claims.map { claim in
      var claim = claim
      switch claim.proof {
      case .everywhere: break
      case .path(let path): claim.proof = .path(path.map { places[$0] })
      case .distances(let all):
        claim.proof = .distances(all.map { distances in order.map { distances[$0] } })
      case .ranks(let all):
        claim.proof = .ranks(
          all.map { ranking in
            Ranking(
              components: ranking.components, places: order.map { ranking.places[$0] })
          })
      }
      return claim
    }
    return result
  }
}

extension RowSet {
  /// The indices of the rows, in the order of their columns, those with the most contents first. Neighbours then have
  /// similar contents, so a reader reevaluates little.
  ///
  /// - Parameter counts: how many contents each column has.
  func sortedPlaces(_ counts: [Int]) -> [Int] {
    let columns = counts.indices.sorted { (-counts[$0], $0) < (-counts[$1], $1) }
    var contents: [UInt32] = []
    contents.reserveCapacity(count * columns.count)
    for place in 0..<count {
      let row = self[place]
      for column in columns { contents.append(row[column]) }
    }
    return contents.withUnsafeBufferPointer { contents in
      (0..<count).sorted { left, right in
        for place in columns.indices {
          let one = contents[left * columns.count + place]
          let other = contents[right * columns.count + place]
          if one != other { return one < other }
        }
        return false
      }
    }
  }
}
