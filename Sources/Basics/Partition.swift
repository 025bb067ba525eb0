extension RandomAccessCollection {
  /// Returns the first index of the second part of a collection; `endIndex` if there is none. The elements of the first
  /// part must precede those of the second.
  @inlinable
  package func partitioningIndex(where belongs: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if belongs(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
