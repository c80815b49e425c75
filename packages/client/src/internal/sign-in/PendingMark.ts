/**
 * Remembers for this tab that a sign-in waits for its second factor, so that a page that is loaded again asks Latchkey
 * for it. Without the mark a page would have to ask for every visitor, and the browser would log each "no".
 */
const key = "latchkey.pending"

/** Where the browser forbids storage, nothing is remembered. */
const attempt = <A>(run: () => A): A | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}

export const setMark = (): void => attempt(() => sessionStorage.setItem(key, ""))

export const clearMark = (): void => attempt(() => sessionStorage.removeItem(key))

export const hasMark = (): boolean => attempt(() => key in sessionStorage) === true
