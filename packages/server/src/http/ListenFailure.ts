/**
 * Why it is not possible to listen somewhere, in words.
 *
 * @since 0.1.0
 */
import { CommandError } from "../core/CommandError.ts"

/** A place to listen, and the settings that name it. @since 0.1.0 */
export interface Place {
  readonly host: string
  readonly port: number
  readonly setting: string
  readonly hostSetting: string
}

const reasons: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ port, setting }) =>
    `Port ${port} is in use. Stop the program that uses it, or set ${setting} to another one.`,
  EACCES: ({ port, setting }) => `Port ${port} may not be used by this account. Set ${setting} to one above 1023.`,
  EADDRNOTAVAIL: ({ host, hostSetting }) => `${hostSetting}=${host} is no address of this machine.`,
  ENOTFOUND: ({ host, hostSetting }) => `${hostSetting}=${host} is no address of this machine.`
}

/** From what Node rejected with. @since 0.1.0 */
export const toCommandError =
  (place: Place) =>
  (cause: unknown): CommandError => {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown"
    const reason = reasons[code] ?? (({ host, port }) => `It is not possible to listen on ${host}:${port} (${code}).`)
    return new CommandError({ message: reason(place) })
  }
