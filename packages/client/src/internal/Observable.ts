/** A value, and who listens to it. No function needs `this`. */
export interface Observable<A> {
  readonly get: () => A
  readonly set: (next: A) => void
  /** Calls `listener` after each `set`. Returns a function that ends it. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Makes an observable. `onListening` is called when the first listener has come, and when the last one has gone. */
export const makeObservable = <A>(first: A, onListening: (isListening: boolean) => void): Observable<A> => {
  const listeners = new Set<() => void>()
  let value = first
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      // The same function may listen twice.
      const own = () => listener()
      listeners.add(own)
      if (listeners.size === 1) onListening(true)
      return () => {
        if (listeners.delete(own) && listeners.size === 0) onListening(false)
      }
    }
  }
}
