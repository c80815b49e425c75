/** Where and how the program logs. */
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import type { LogLevel as LogLevelSetting } from "../core/Settings.ts"

const levels: Readonly<Record<LogLevelSetting, LogLevel.LogLevel>> = {
  trace: LogLevel.Trace,
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
}

/** Writes one JSON object per line to standard output. */
export const layerJson = (level: LogLevelSetting): Layer.Layer<never> =>
  Layer.merge(Logger.json, Logger.minimumLogLevel(levels[level]))

/** Writes text for developers, with colors if the terminal supports them. */
export const layerPretty = (level: LogLevelSetting): Layer.Layer<never> =>
  Layer.merge(Logger.pretty, Logger.minimumLogLevel(levels[level]))

/** Writes warnings and errors to standard error, which leaves standard output to the result of a command. */
export const layerCommand: Layer.Layer<never> = Layer.merge(
  Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger)),
  Logger.minimumLogLevel(LogLevel.Warning)
)
