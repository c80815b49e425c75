/** The tabs of the app: what one learns about the session, the others hear. */

/** The ids of the session that a tab had, and of the one that it has now. `null`: none. They are not secret. */
export interface Change {
  readonly was: string | null
  readonly is: string | null
}

export interface Tabs {
  readonly tell: (change: Change) => void
  readonly close: () => void
}

const alone: Tabs = { tell: () => {}, close: () => {} }

/** Listens to the other tabs of this origin. Without a `BroadcastChannel`, or where it is forbidden, there are none. */
export const openTabs = (onChange: (change: Change) => void): Tabs => {
  try {
    const channel = new BroadcastChannel("latchkey")
    channel.onmessage = ({ data }) => onChange(data)
    return { tell: (change) => channel.postMessage(change), close: () => channel.close() }
  } catch {
    return alone
  }
}
