/** Explains why the process cannot listen on a port. */
import { CommandError } from "../core/CommandError.ts"

/** Where to listen, and the settings that say so. */
export interface Place {
  readonly host: string
  readonly port: number
  readonly setting: string
  readonly hostSetting: string
}

const notLocal = ({ host, hostSetting }: Place) => `${hostSetting}=${host} is not an address of this machine.`

const reasons: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ port, setting }) =>
    `Port ${port} is in use. Stop the program that uses it, or set ${setting} to another port.`,
  EACCES: ({ port, setting }) => `Port ${port} requires more privileges. Set ${setting} to a port above 1023.`,
  EADDRNOTAVAIL: notLocal,
  ENOTFOUND: notLocal
}

/** Turns what Node rejected with into an error for the operator. */
export const toCommandError =
  (place: Place) =>
  (cause: unknown): CommandError => {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error"
    const reason = reasons[code] ?? (({ host, port }) => `Cannot listen on ${host}:${port} (${code}).`)
    return new CommandError({ message: reason(place) })
  }
