#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A thread with a custom stack size, for recursion over trees: `DeepThread.start(stackSize: 64 << 20) { … }`.
package enum DeepThread {
  /// Holds the closure while it passes through the pointer of pthread_create(3). The new thread releases it; if no
  /// thread starts, `start` does.
  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a detached thread.
  ///
  /// Foundation's thread does not report a refusal of the system, and then never runs.
  ///
  /// - Parameter stackSize: in bytes.
  /// - Returns: false if the system has not enough memory or processes for it.
  package static func start(stackSize: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let held = Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(
        &thread, &attributes,
        {
          Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run()
          return nil
        }, held.toOpaque())
    #else
      var thread = pthread_t()
      let code = pthread_create(
        &thread, &attributes,
        {
          if let held = $0 { Unmanaged<Body>.fromOpaque(held).takeRetainedValue().run() }
          return nil
        }, held.toOpaque())
    #endif
    if code != 0 { held.release() }
    return code == 0
  }
}
