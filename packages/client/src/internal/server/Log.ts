import type { Settings } from "./Settings.ts"

const minute = 60_000

/** At most this many different messages are remembered: some name an origin that a client has sent. */
const maxRemembered = 100

/** What the kit says, each sentence at most once a minute. */
export interface Log {
  /** Explains a mistake of the set-up. Says nothing in production. */
  readonly hint: (message: string) => void
  /** Says that Latchkey gives no usable reply, and why. */
  readonly outage: (message: string) => void
}

/** Makes the log of a kit. */
export const make = ({ isDevelopment, log }: Pick<Settings, "isDevelopment" | "log">): Log => {
  const saidAt = new Map<string, number>()
  const say = (message: string) => {
    const now = Date.now()
    const before = saidAt.get(message)
    if (before !== undefined && now - before < minute) return
    if (before === undefined && saidAt.size >= maxRemembered) saidAt.clear()
    saidAt.set(message, now)
    log(`Latchkey: ${message}`)
  }
  return { hint: isDevelopment ? say : () => undefined, outage: say }
}
