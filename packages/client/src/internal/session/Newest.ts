/** Requests of which only the newest counts. */
export interface Newest<A> {
  /** Makes a request. The promise resolves, with `current`, once the newest request has been received. */
  readonly ask: () => Promise<A>
  /** Ignores the reply to every request so far. */
  readonly overtake: () => void
  /** Returns `true` if none is on its way, and the last one was made so many milliseconds ago. */
  readonly isOlderThan: (milliseconds: number) => boolean
}

/** Makes it of a request, and of what happens with its reply. `since`: when the current value was made. */
export const makeNewest = <Reply, A>(
  request: () => Promise<Reply>,
  receive: (reply: Reply) => void,
  current: () => A,
  since: number
): Newest<A> => {
  let turn = 0
  let newest: Promise<A> | undefined
  const run = async (own: number) => {
    const reply = await request()
    if (own !== turn) return newest ?? current()
    newest = undefined
    receive(reply)
    return current()
  }
  return {
    ask: () => {
      since = Date.now()
      newest = run(++turn)
      return newest
    },
    overtake: () => {
      turn++
      newest = undefined
    },
    isOlderThan: (milliseconds) => newest === undefined && Date.now() - since >= milliseconds
  }
}
