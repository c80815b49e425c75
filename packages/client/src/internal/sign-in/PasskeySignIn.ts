/** Signing in with a passkey: asked for with a button, or offered in the field for the email address. */
import type { SignInResponse } from "../../Aliases.ts"
import type { SignInClient } from "../../SignIn.ts"
import * as Passkeys from "./Passkeys.ts"
import type { Outcome } from "./Machine.ts"
import type { Moves } from "./Moves.ts"
import { patiently } from "./patiently.ts"

const presentPasskey = async (client: SignInClient, credential: Credential): Promise<Outcome<SignInResponse>> => {
  const result = await client.signInWithPasskey({ credential }, patiently())
  // The text of that code is about passwords.
  const isRejected = !result.ok && result.problem.code === "invalid_credentials"
  return isRejected ? { ok: false, problem: { code: "passkey_rejected" } } : result
}

/** Asks for a passkey, and presents it. */
export const askForPasskey = async (client: SignInClient): Promise<Outcome<SignInResponse>> => {
  const options = await client.passkeyOptions(patiently())
  if (!options.ok) return options
  try {
    return await presentPasskey(client, await Passkeys.getPasskey(options.data))
  } catch (cause) {
    const code = Passkeys.isCanceled(cause) ? "passkey_canceled" : "passkey_unavailable"
    return { ok: false, problem: { code, cause } }
  }
}

/**
 * Offers passkeys until one is chosen, and then presents it. The end of a challenge interrupts the offer, and so does a
 * prompt.
 */
export const offerPasskeys = async ({ proceed, at, client, prompted }: Moves, ended: AbortSignal): Promise<void> => {
  if (!(await Passkeys.hasAutofill())) return
  while (!ended.aborted) {
    const options = await client.passkeyOptions(patiently())
    if (!options.ok || ended.aborted) return
    try {
      const credential = await Passkeys.getPasskey(options.data, ended)
      return await at("start").act(() => presentPasskey(client, credential), proceed)
    } catch (cause) {
      if (!Passkeys.isAborted(cause)) return
    }
    await prompted()
    await Passkeys.whenVisible()
  }
}
