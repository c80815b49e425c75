/** The other instances with the RP ID of an instance: a browser offers the passkeys of all of them. */
import * as Cache from "effect/Cache"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Instance } from "../../instance/Instance.ts"
import { InstanceRepository } from "../../instance/InstanceRepository.ts"
import { PublicUrls } from "../../instance/PublicUrls.ts"
import type { CredentialId } from "../Credential.ts"
import { PasskeyRepository } from "../PasskeyRepository.ts"
import { rpIdOf } from "../RelyingParty.ts"

/** Each costs a query. */
const maxAsked = 10

/** Makes the function. */
export const make = Effect.gen(function* () {
  const instances = yield* InstanceRepository
  const passkeys = yield* PasskeyRepository
  const urls = yield* PublicUrls

  const idsByRpId = yield* Cache.makeWith({
    capacity: 1000,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.minutes(1) : Duration.zero),
    lookup: (rpId: string) =>
      Effect.map(instances.list, (all) => all.filter((instance) => rpIdOf(urls, instance) === rpId).map(({ id }) => id))
  })

  const has = Effect.fnUntraced(function* (instance: Instance, credentialId: CredentialId) {
    // A client that disconnects must not interrupt the lookup of others.
    const ids = yield* Effect.uninterruptible(idsByRpId.get(rpIdOf(urls, instance)))
    const others = ids.filter((id) => id !== instance.id)
    if (others.length > maxAsked) return true
    return yield* Effect.exists(others, (id) => Effect.map(passkeys.find(id, credentialId), Option.isSome))
  })

  /**
   * Returns `true` if one of them has the passkey, or may have it: more than ten are not asked, and others may be on a
   * node that is down.
   */
  return (instance: Instance, credentialId: CredentialId): Effect.Effect<boolean> =>
    Effect.orElseSucceed(has(instance, credentialId), () => true)
})
