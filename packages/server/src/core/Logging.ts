/**
 * How the service writes its log.
 *
 * @since 0.1.0
 */
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import type { LogLevel as LogLevelSetting } from "./Settings.ts"

const levels: Readonly<Record<LogLevelSetting, LogLevel.LogLevel>> = {
  trace: LogLevel.Trace,
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
}

/** One JSON object a line on standard output, for programs. @since 0.1.0 */
export const layerJson = (level: LogLevelSetting): Layer.Layer<never> =>
  Layer.merge(Logger.json, Logger.minimumLogLevel(levels[level]))

/** For people: coloured where the terminal can show it. @since 0.1.0 */
export const layerPretty = (level: LogLevelSetting): Layer.Layer<never> =>
  Layer.merge(Logger.pretty, Logger.minimumLogLevel(levels[level]))

/** Nothing below a warning, and on standard error: standard output belongs to the answer of a command. @since 0.1.0 */
export const layerCommand: Layer.Layer<never> = Layer.merge(
  Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger)),
  Logger.minimumLogLevel(LogLevel.Warning)
)
