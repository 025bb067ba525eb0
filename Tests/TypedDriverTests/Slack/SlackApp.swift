/// The kind of a push.
enum PushType: String, CaseIterable, Sendable { case mention, info, call, badge, test }

/// A push as the server sends it.
struct Push: Sendable {
  /// Newer servers send types that this app does not know.
  var type: String?
  var channel: Int
  var text: Int
  var team: String?
  var alert = false
}

/// A push without a required part.
struct MalformedPush: Error {}

/// Shows pushes, and takes them away again when they were read.
@MainActor final class SlackApp {
  private static let icons = ["acme": "acme.png"]
  private static let maximumShown = 3

  private let center: any NotificationCenter
  private let device: any Device
  private let bug: Bug?
  /// The channels with an unread mention.
  private(set) var unread: Set<Int> = []
  private var overdue: [Effect] = []
  private var lastIcon: String?

  init(center: any NotificationCenter, device: any Device, bug: Bug? = nil) {
    self.center = center
    self.device = device
    self.bug = bug
  }

  private func has(_ bug: Bug) -> Bool { self.bug == bug }

  // MARK: Pushes

  func didReceive(_ push: Push) async throws {
    for effect in overdue { device.play(effect) }
    overdue = []
    guard let type = push.type.flatMap(PushType.init(rawValue:)) else {
      return try await didReceiveUnknown(push)
    }
    switch type {
    case .badge: await didReceiveBadge(push)
    case .info: try await didReceiveInfo(push)
    case .mention:
      if has(.mentionTakesAll) {
        await center.replaceAll(with: [])
      } else if !has(.mentionKeepsInfos) {
        await removeInfos()
      }
      if has(.mentionReadsOthers) { unread = [] }
      if !has(.mentionIsNotUnread) { unread.insert(push.channel) }
      await present(push, as: .mention, alerts: true)
    case .call, .test:
      if has(.callTakesInfos) { await removeInfos() }
      if has(.callIsUnread) { unread.insert(push.channel) }
      await present(push, as: type, alerts: true)
    }
  }

  private func didReceiveUnknown(_ push: Push) async throws {
    if has(.unknownTypeCrashes) { throw MalformedPush() }
    if has(.unknownTypeWakes) { device.isScreenOn = true }
    if has(.unknownTypeIsShown) { await present(push, as: .test, alerts: true) }
  }

  private func didReceiveBadge(_ push: Push) async {
    if has(.badgePushIsShown) { await present(push, as: .badge, alerts: false) }
    if has(.badgePushIsForgotten) { return }
    device.play(.iconMark)
    if has(.badgePushMarksTwice) { device.play(.iconMark) }
  }

  private func didReceiveInfo(_ push: Push) async throws {
    if has(.teamIsTrusted), push.team == nil { throw MalformedPush() }
    let others = await center.delivered()
    let isBesideMention = others.contains { $0.content.type == .mention }
    if !has(.infoBesideInfo), !(has(.infoStaysBesideMention) && isBesideMention) {
      await removeInfos()
    }
    if has(.infoWakes) { device.isScreenOn = true }
    await present(
      push, as: .info, alerts: has(.infoAlerts) || has(.infoObeysTheFlag) && push.alert)
  }

  /// Shows a push and replaces the current one of its channel.
  private func present(_ push: Push, as type: PushType, alerts: Bool) async {
    let before = await center.delivered()
    var content = PostedNotification.Content(
      type: type, channel: push.channel, text: push.text, attachment: icon(for: push, type))
    let identifier = identifier(for: push.channel, type, before)
    if has(.callsAndTestsSwapped), type == .call { content.type = .test }
    let notification = PostedNotification(identifier: identifier, content: content)
    if has(.limitOffByOne), before.count >= Self.maximumShown - 1,
      let oldest = before.first, oldest.identifier != identifier
    {
      await center.remove(withIdentifiers: [oldest.identifier])
    }
    await center.add(notification)
    if has(.lostUpdate), before.count == 1 {
      // The notifications from before the wait are written back.
      await center.replaceAll(with: before.filter { $0.identifier != identifier } + [])
    }
    if alerts { alert(isFirst: before.isEmpty) }
  }

  private func icon(for push: Push, _ type: PushType) -> String? {
    guard type == .info || has(.iconOnMentions) && type == .mention else { return nil }
    var icon = push.team.flatMap { Self.icons[$0] }
    if has(.iconOfTheOtherTeam), push.team == "globex" { icon = "acme.png" }
    if has(.iconIsKept) { icon = icon ?? lastIcon }
    lastIcon = icon
    return icon
  }

  /// Infos have identifiers of their own, so that none replaces an unread mention.
  private func identifier(for channel: Int, _ type: PushType, _ shown: [PostedNotification])
    -> String
  {
    if has(.oneNumberForAll) { return "channel-1" }
    if has(.numbersGivenAnew) {
      let free = (1...Self.maximumShown).first { number in
        !shown.contains { $0.identifier == "channel-\(number)" }
      }
      return "channel-\(free ?? 1)"
    }
    return type == .info ? "info-\(channel)" : "channel-\(channel)"
  }

  private func alert(isFirst: Bool) {
    if has(.wakeToggles) {
      device.isScreenOn.toggle()
    } else if !has(.wakeIsMissing) {
      device.isScreenOn = true
    }
    if !has(.flashOnlyAtFirst) || isFirst { device.play(.flash) }
    if !has(.noVibration) { device.play(.vibration) }
    if has(.soundIsLate) { overdue.append(.sound) } else { device.play(.sound) }
    if has(.doubleSound) { device.play(.sound) }
  }

  // MARK: The user

  func didTap(_ identifier: String) async throws {
    let shown = await center.delivered()
    guard device.isScreenOn || has(.tapWorksInTheDark) else { return }
    guard let tapped = shown.first(where: { $0.identifier == identifier }) else {
      if has(.tapOnNothingCrashes) { throw MalformedPush() }
      return
    }
    let opened = has(.tapOpensTheFirst) ? shown.first ?? tapped : tapped
    device.play(.opened(channel: opened.content.channel))
    if has(.tapOpensTwice) { device.play(.opened(channel: opened.content.channel)) }
    if !has(.tapKeepsBadge) { unread.remove(tapped.content.channel) }
    if !has(.tapKeepsNotification) { await center.remove(withIdentifiers: [identifier]) }
  }

  func didSwipe(_ identifier: String) async {
    let shown = await center.delivered()
    guard device.isScreenOn || has(.swipeWorksInTheDark),
      let swiped = shown.first(where: { $0.identifier == identifier })
    else { return }
    if has(.swipeReads) { unread.remove(swiped.content.channel) }
    await center.remove(
      withIdentifiers: has(.swipeTakesAll) ? shown.map(\.identifier) : [identifier])
  }

  /// The channel was read, here or on another device.
  func didRead(channel: Int) async {
    if !has(.readKeepsBadge) { unread.remove(channel) }
    if has(.readMarksIcon) { device.play(.iconMark) }
    if has(.readWakes) { device.isScreenOn = true }
    if has(.forgottenCancel) { return }
    let cancelled = has(.cancelsTheOtherID) ? 3 - channel : channel
    let shown = await center.delivered()
    await center.remove(
      withIdentifiers: [PushType.mention, .info].map { identifier(for: cancelled, $0, shown) })
  }

  func didPressPowerButton() {
    device.isScreenOn = has(.screenStaysOn) ? true : !device.isScreenOn
  }

  private func removeInfos() async {
    let infos = await center.delivered().filter { $0.content.type == .info }
    await center.remove(withIdentifiers: infos.map(\.identifier))
  }
}
