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

/** Returns `true` for an error of one of these names. Browsers reject with a `DOMException`. */
export const isNamed = (cause: unknown, ...names: ReadonlyArray<string>): boolean =>
  names.includes((cause as { readonly name?: string } | null)?.name ?? "")

/** Returns `true` if the browser can offer passkeys in a field. */
export const hasAutofill = async (): Promise<boolean> =>
  typeof PublicKeyCredential !== "undefined" && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true

/** Waits until the user sees the page. */
export const whenVisible = async (): Promise<void> => {
  while (document.hidden) {
    await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }))
  }
}
