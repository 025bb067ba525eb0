import AnySize
import Certificates
import Cluster
import Commands
import Comparison
import Conformance
import CrossCheck
import Editors
import Explorer
import Mutation

/// The tool with all guests. To be rid of one, delete its line here and in `Package.swift`, and its folder.
package let tool = TraycheckCommand(guests: [
  .explorer, .comparison, .mutation, .crossCheck, .conformance, .editors, .cluster, .anySize,
  .certificates,
])
