extension Refinement {
  /// Whether swapping two names leaves the state unchanged. Only cells that have one of the two in their keys or
  /// content can change.
  func areInterchangeable(_ first: Int, _ second: Int) -> Bool {
    func other(_ name: Int) -> Int { name == first ? second : name == second ? first : name }
    /// The image of a cell under the transposition, and its content there.
    func carried(_ index: Int) -> (cell: Int, content: Int) {
      let cell = cells[index]
      var place = cell.placesStart
      for key in cell.firstName..<cell.firstName + cell.nameCount {
        let name = names[key]
        place += plan.strides[key] * (other(name) - plan.groupStarts[name])
      }
      let content = contents[index]
      return (plan.places[place], cell.content < 0 || content < 0 ? content : other(content))
    }
    func isKept(_ index: Int) -> Bool {
      if cells[index].member >= 0 { return true }
      let (target, content) = carried(index)
      return contents[target] == content
    }
    /// The members may be permuted.
    func isKept(_ collection: RefinementPlan.Collection) -> Bool {
      let images = collection.members.map { $0.map(carried) }
      guard let target = images.first?.first?.cell else { return true }
      var left = plan.collections[plan.collectionOfMember[cells[target].member]].members
      for image in images {
        let match = left.firstIndex { member in
          image.allSatisfy { contents[member[plan.placesInMembers[$0.cell]]] == $0.content }
        }
        guard let match else { return false }
        left.remove(at: match)
      }
      return true
    }
    return plan.cellsOfName[first].allSatisfy(isKept)
      && plan.cellsOfName[second].allSatisfy(isKept)
      && plan.holders.allSatisfy { holder in
        (contents[holder] != first && contents[holder] != second) || isKept(holder)
      } && plan.collections.allSatisfy(isKept)
  }
}
