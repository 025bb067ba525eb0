import Files
import Reports

extension JSONMembers {
  /// The members of every report. The name, the version and the status also have the keys of version 0.1.0.
  static func head(
    _ schema: String, _ version: Int, _ status: ExitStatus, _ next: [NextCommand]
  ) -> JSONMembers {
    [
      "schema": schema, "schemaVersion": version, "exitStatus": status.rawValue, "next": next,
      "format": schema, "version": version, "status": status.rawValue,
    ]
  }
}
