/// Possible bugs in the app: typical mistakes, one at a time.
enum Bug: String, CaseIterable, Sendable {
  // Taking away
  case forgottenCancel, cancelsTheOtherID, readKeepsBadge, readMarksIcon, readWakes
  case tapKeepsBadge, tapKeepsNotification, tapOpensTheFirst, tapOpensTwice, tapWorksInTheDark
  case tapOnNothingCrashes
  case swipeReads, swipeWorksInTheDark, swipeTakesAll
  // Showing
  case infoAlerts, infoWakes, infoObeysTheFlag, infoBesideInfo, infoStaysBesideMention
  case mentionKeepsInfos, mentionTakesAll, mentionIsNotUnread, mentionReadsOthers
  case callTakesInfos, callIsUnread, callsAndTestsSwapped
  case numbersGivenAnew, oneNumberForAll, limitOffByOne
  // Payloads
  case unknownTypeIsShown, unknownTypeWakes, unknownTypeCrashes, teamIsTrusted
  case iconIsKept, iconOfTheOtherTeam, iconOnMentions
  case badgePushIsShown, badgePushIsForgotten, badgePushMarksTwice
  // Alerts
  case wakeIsMissing, wakeToggles, doubleSound, noVibration, flashOnlyAtFirst, soundIsLate
  case screenStaysOn
  // Reentrancy
  case lostUpdate
}
