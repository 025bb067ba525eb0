import TrayKit

extension RequestVocabulary {
  /// The names of the command-line options, for messages.
  ///
  /// - Parameter tool: the command with which the user calls the tool, for commands to copy.
  package static func options(of tool: String = "traycheck") -> RequestVocabulary {
    var words = RequestVocabulary()
    words.settings = "--set"
    words.worlds = "--world"
    words.properties = "--property"
    words.maximumValues = "--max values"
    words.memoryLimit = "--memory"
    words.onMemoryLimit = "--on-memory-limit"
    words.allowances = "--allow "
    words.allowedUnasked = "--allow gap-"
    words.cacheFolder = "--cache"
    words.checkpointFolder = "--checkpoint"
    words.checkpointInterval = "--checkpoint"
    words.diagrams = "--engine diagrams"
    words.fixes = "--fix"
    words.explainsSize = "--explain size"
    words.walks = "--walks"
    words.steps = "--steps"
    words.seed = "--seed"
    words.shard = "--shard"
    words.walkReport = "traycheck walk --format json"
    words.specs = "--specs-in"
    words.prunes = "\(tool) replay --prune"
    words.isVerbose = "--verbose"
    words.witnesses = "--explain witness"
    words.maximumStates = "--max states"
    words.tlcJar = "--with tlc"
    words.begins = "'traycheck new NAME'"
    words.checkCommand = "\(tool) check"
    words.replayCommand = "\(tool) replay"
    words.exploreCommand = "\(tool) explore"
    words.place = "--go"
    return words
  }
}
