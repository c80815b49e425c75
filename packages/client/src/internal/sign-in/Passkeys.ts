/** Asks the browser for a passkey: one request at a time, as browsers demand. */
import type { PasskeyRequestOptions } from "../../Schemas.ts"

let running: AbortController | undefined

/**
 * Asks for a passkey, in the place of the request before. With `ended` it offers passkeys in the field for the email
 * address, until that signal aborts or the challenge is about to expire. Rejects as `navigator.credentials.get` does:
 * with an `AbortError` if something has ended the request.
 */
export const getPasskey = async (options: PasskeyRequestOptions, ended?: AbortSignal): Promise<Credential> => {
  running?.abort()
  const own = new AbortController()
  running = own
  const stop = () => own.abort()
  ended?.addEventListener("abort", stop)
  const timer = ended && setTimeout(stop, options.timeout * 0.8)
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const mediation = ended ? "conditional" : "optional"
    const credential = await navigator.credentials.get({ publicKey, mediation, signal: own.signal })
    // Browsers reject where there is none.
    return credential as Credential
  } finally {
    clearTimeout(timer)
  }
}

/** Returns `true` if something has ended the request, and not the user. */
export const isAborted = (cause: unknown): boolean => nameOf(cause) === "AbortError"

/** Returns `true` if the user has not chosen a passkey. Another request that has taken its place was their choice, too. */
export const isCanceled = (cause: unknown): boolean => isAborted(cause) || nameOf(cause) === "NotAllowedError"

/** Browsers reject with a `DOMException`. */
const nameOf = (cause: unknown) => (cause as { readonly name?: string }).name

/** Returns `true` if the browser can offer passkeys in a field. */
export const hasAutofill = async (): Promise<boolean | undefined> =>
  typeof PublicKeyCredential !== "undefined" && PublicKeyCredential.isConditionalMediationAvailable?.()

/** Waits until the user sees the page. */
export const whenVisible = async (): Promise<void> => {
  while (document.hidden) {
    await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }))
  }
}
