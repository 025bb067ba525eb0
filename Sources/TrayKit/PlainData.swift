import Engine
import Reports
import SpecLanguage
import Traces

// What results are made of is plain data, the same that reports encode and the cache keeps. It is declared
// where it is made, and has its public names here.

/// What a gate goes by: 0 to 3 for results, 64 for a request that makes no sense, 70 for a mistake of the
/// tool.
public typealias ExitStatus = Reports.ExitStatus
/// What a check has to say of one spec.
public typealias SpecVerdict = Reports.SpecVerdict
/// What a check has to say of one world of a spec.
public typealias WorldVerdict = Reports.WorldVerdict
/// A violation: what is wrong, and how it comes about.
public typealias ViolationVerdict = Reports.ViolationVerdict
/// What became of a stored counterexample.
public typealias ReplayVerdict = Reports.ReplayVerdict
/// What walks did in a world.
public typealias WalksVerdict = Reports.WalksVerdict
/// Something besides the verdicts that keeps a run from being a success.
public typealias GateProblem = Reports.GateProblem
/// An error or warning about the text of a spec.
public typealias TrayDiagnostic = Reports.TrayDiagnostic
/// How far a check is.
public typealias CheckProgress = Reports.CheckProgress
/// A way through the states in the words of the spec's author: what happens, and what it changes.
public typealias Trace = Traces.Trace
/// One line of an explanation.
public typealias Reason = Traces.Reason
/// What almost happened.
public typealias NearMiss = Traces.NearMiss
/// What a violation is of.
public typealias ViolationKind = SpecLanguage.ViolationKind
/// The word that declares a property.
public typealias PropertyKeyword = SpecLanguage.PropertyKeyword
/// How a property turned out.
public typealias PropertyStatus = Engine.PropertyStatus
/// Finds the name that a misspelt one was probably meant to be.
public typealias NearestName = SpecLanguage.NearestName
/// What ended a search early.
public typealias LimitKind = Engine.LimitKind
