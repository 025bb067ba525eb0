// What results are made of is plain data, the same that reports encode and the cache keeps. It is declared
// in the room where it is made, of which nothing else is public, and whoever imports TrayKit has it:
// ExitStatus, SpecVerdict, WorldVerdict, ViolationVerdict, ReplayVerdict, WalksVerdict, GateProblem,
// TrayDiagnostic, UnaskedVerdict, Allowance, LampState and CheckProgress;
@_exported import Reports

// Trace, Reason and NearMiss;
@_exported import Traces

// PropertyStatus, LimitKind, WalkPlace, ViolationKind, PropertyKeyword, UnaskedKind, NearestName and RequestVocabulary.
@_exported import Semantics
