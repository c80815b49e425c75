/**
 * The relying party of an instance whose users can use passkeys.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as AppPart from "../../core/AppPart.ts"
import type { Instance } from "../../instance/Instance.ts"
import { PublicUrls } from "../../instance/PublicUrls.ts"
import * as RelyingParty from "../RelyingParty.ts"
import { WebAuthn } from "../WebAuthn.ts"

/** Makes the function. It returns `None` if passkeys are turned off or impossible, or no adapter verifies them. */
export const make = Effect.gen(function* () {
  const urls = yield* PublicUrls
  const { algorithms } = yield* AppPart.read(WebAuthn)

  return (instance: Instance): Option.Option<RelyingParty.RelyingParty> =>
    instance.authConfig.passkey && algorithms.length > 0 ? RelyingParty.of(urls, instance) : Option.none()
})
