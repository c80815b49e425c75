/** Asks a provider who the user is, and checks what it says. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { IdentityKey, IdentityLabel } from "../../account/IdentityRepository.ts"
import * as AppPart from "../../core/AppPart.ts"
import { type IdentityProvider, isIssuerOf } from "../../instance/IdentityProvider.ts"
import type { Instance } from "../../instance/Instance.ts"
import { RateLimiter } from "../../rate-limit/RateLimiter.ts"
import * as Connections from "../Connections.ts"
import { type Client, type Connection, IdentityProviderClient, type ProvidedUser } from "../IdentityProviderClient.ts"
import { IdentityRejected } from "../IdentityProviderErrors.ts"
import { signInPerIdentityProvider } from "../IdentityProviderLimits.ts"
import { counted } from "./providerMetrics.ts"

const isKey = Schema.is(IdentityKey)
const isLabel = Schema.is(IdentityLabel)

type Failure = { readonly _tag: string }

/** A question to a provider. */
type Question<E> = (client: Client, connection: Connection) => Effect.Effect<ProvidedUser, E>

/**
 * Makes the function. All callers together are limited, per provider. Fails with `IdentityRejected` for a user of an
 * issuer that is not the provider's, whatever the adapter has verified: one provider must not sign in the users of
 * another.
 */
export const make = Effect.gen(function* () {
  const client = yield* AppPart.read(IdentityProviderClient)
  const { connect } = yield* Connections.make
  const limiter = yield* RateLimiter

  return Effect.fnUntraced(
    function* <E extends Failure>(instance: Instance, provider: IdentityProvider, question: Question<E>) {
      yield* limiter.consume(instance, signInPerIdentityProvider.keys(provider.id))
      const provided = yield* question(client, yield* connect(instance, provider))
      const { key, label } = provided
      if (!isKey(key) || !isIssuerOf(provider, key.issuer)) {
        return yield* new IdentityRejected({ reason: "not_verified" })
      }
      return { ...provided, label: Option.filter(label, isLabel) }
    },
    (asked, _, provider) => counted(provider)(asked)
  )
})
