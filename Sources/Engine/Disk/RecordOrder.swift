/// The order of records of equal length: by the first word in which they differ.
struct RecordOrder {
  /// The number of words in a record.
  let wordCount: Int

  /// Whether a record precedes another.
  @inline(__always)
  func isLess(_ left: UnsafePointer<UInt64>, _ right: UnsafePointer<UInt64>) -> Bool {
    for word in 0..<wordCount where left[word] != right[word] { return left[word] < right[word] }
    return false
  }

  @inline(__always)
  func areEqual(_ left: UnsafePointer<UInt64>, _ right: UnsafePointer<UInt64>) -> Bool {
    for word in 0..<wordCount where left[word] != right[word] { return false }
    return true
  }

  /// The number of records, of some in ascending order, that precede one.
  func count(
    _ records: UnsafePointer<UInt64>, _ count: Int, before record: UnsafePointer<UInt64>
  ) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if isLess(records + middle * wordCount, record) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Sorts records in place, with the memory of one record: quicksort with the median of three (Hoare, "Quicksort",
  /// 1962), and insertion sort for small parts.
  func sort(_ records: UnsafeMutablePointer<UInt64>, count: Int) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: wordCount) { spare in
      guard let pivot = spare.baseAddress else { return }
      sort(records, 0, count, pivot)
    }
  }

  private func sort(
    _ records: UnsafeMutablePointer<UInt64>, _ start: Int, _ end: Int,
    _ pivot: UnsafeMutablePointer<UInt64>
  ) {
    var (low, high) = (start, end)
    while high - low > 16 {
      let middle = partition(records, low, high, pivot)
      // The shorter part is sorted recursively, so the depth is logarithmic.
      if middle - low < high - middle {
        sort(records, low, middle, pivot)
        low = middle
      } else {
        sort(records, middle, high, pivot)
        high = middle
      }
    }
    for place in low..<high {
      var hole = place
      pivot.update(from: records + place * wordCount, count: wordCount)
      while hole > low, isLess(pivot, records + (hole - 1) * wordCount) {
        (records + hole * wordCount).update(
          from: records + (hole - 1) * wordCount, count: wordCount)
        hole -= 1
      }
      (records + hole * wordCount).update(from: pivot, count: wordCount)
    }
  }

  /// Partitions records so that none after the returned index is less than one before it.
  private func partition(
    _ records: UnsafeMutablePointer<UInt64>, _ low: Int, _ high: Int,
    _ pivot: UnsafeMutablePointer<UInt64>
  ) -> Int {
    let median = median(records, low, low + (high - low) / 2, high - 1)
    pivot.update(from: records + median * wordCount, count: wordCount)
    var (left, right) = (low - 1, high)
    while true {
      repeat { left += 1 } while isLess(records + left * wordCount, pivot)
      repeat { right -= 1 } while isLess(pivot, records + right * wordCount)
      if left >= right { return min(right + 1, high - 1) }
      for word in 0..<wordCount {
        let other = records[left * wordCount + word]
        records[left * wordCount + word] = records[right * wordCount + word]
        records[right * wordCount + word] = other
      }
    }
  }

  private func median(
    _ records: UnsafePointer<UInt64>, _ first: Int, _ second: Int, _ third: Int
  ) -> Int {
    func isLess(_ left: Int, _ right: Int) -> Bool {
      self.isLess(records + left * wordCount, records + right * wordCount)
    }
    if isLess(first, second) {
      return isLess(second, third) ? second : isLess(first, third) ? third : first
    }
    return isLess(first, third) ? first : isLess(second, third) ? third : second
  }
}
