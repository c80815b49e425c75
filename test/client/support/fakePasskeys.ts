import { makeAuthenticator } from "@latchkey/test-support/softwareAuthenticator"

type Ask = (options: CredentialRequestOptions) => Promise<unknown>

/**
 * Makes what a browser has for passkeys, in the place of a real one. `ask` replaces `navigator.credentials.get`; by default
 * the authenticator's passkey is chosen at once.
 */
export const makeFakePasskeys = (origin: string) => {
  const authenticator = makeAuthenticator(origin)
  let ask: Ask = async ({ publicKey }) => authenticator.get(publicKey as never)
  return {
    authenticator,
    setAsk: (next: Ask) => {
      ask = next
    },
    globals: {
      PublicKeyCredential: {
        parseRequestOptionsFromJSON: (options: unknown) => options,
        isConditionalMediationAvailable: async () => true
      },
      navigator: { credentials: { get: (options: CredentialRequestOptions) => ask(options) } },
      document: { hidden: false }
    }
  }
}

/** Rejects once the signal of the request aborts, as browsers do. */
export const untilAborted: Ask = ({ signal }) =>
  new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(new DOMException("It was aborted.", "AbortError")))
  })
