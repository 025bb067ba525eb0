// The results are plain data, which reports encode and the cache stores. The modules that create these types declare
// them, and their other declarations are not public. A client that imports TrayKit gets: ExitStatus, SpecVerdict,
// WorldVerdict, ViolationVerdict, ReplayVerdict, WalksVerdict, GateProblem, TrayDiagnostic, UnaskedVerdict, Allowance,
// RequestVocabulary and CheckProgress;
@_exported import Reports

// Trace, Reason and NearMiss;
@_exported import Traces

// PropertyStatus, LimitKind, WalkPlace, ViolationKind, PropertyKeyword, UnaskedKind, EngineKind, SearchEngine and
// MemoryLimitPolicy;
@_exported import Semantics

// NearestName.
@_exported import Basics
