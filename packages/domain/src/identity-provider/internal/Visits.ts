/** Visits to an identity provider: each is for one client, and comes back once. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { InvalidToken } from "../../core/Errors.ts"
import { parse, type Token } from "../../core/Token.ts"
import { TokenGenerator } from "../../core/TokenGenerator.ts"
import { IdentityProviderId } from "../../instance/IdentityProvider.ts"
import { PublicUrls } from "../../instance/PublicUrls.ts"
import * as OneTimeTokens from "../../one-time-token/OneTimeTokens.ts"
import type { TokenOwner } from "../../one-time-token/OneTimeTokenRepository.ts"
import type { SessionRequest } from "../../session/Sessions.ts"
import type { Visit } from "../IdentityProviderClient.ts"

/** What a visit is for. `returnTo`: where the user goes on afterwards. */
const Purpose = Schema.Struct({ provider: IdentityProviderId, returnTo: Schema.NullOr(Schema.String) })
type Purpose = typeof Purpose.Type

/** 10 minutes: for how long a visit can come back. */
export const lifetime = Duration.minutes(10)

/** The subject is the hash of the token of the client, which may have ten tabs. The owner is the user who links. */
const visit: OneTimeTokens.Kind<Purpose, typeof Purpose.Encoded> = {
  name: "identity_provider_visit",
  lifetime,
  maxPerSubject: 10,
  data: Purpose
}

/** A nonce for an ID token that an app gets by itself. */
const nonce: OneTimeTokens.Kind<null, null> = {
  name: "identity_provider_nonce",
  lifetime,
  maxPerSubject: 10,
  data: Schema.Null
}

/** Makes the functions. */
export const make = Effect.gen(function* () {
  const tokens = yield* TokenGenerator
  const urls = yield* PublicUrls
  const nonces = yield* OneTimeTokens.make(nonce)
  const visits = yield* OneTimeTokens.make(visit)

  // Both halves are needed: the provider and the address bar see the state, but never the token of the client. So the
  // store keeps neither the nonce nor the verifier.
  const derive = (clientToken: Token, state: Token, use: string) =>
    tokens.mac(Redacted.make(Redacted.value(clientToken)), `identity_provider ${use} ${Redacted.value(state)}`)

  const visitOf = ({ instance }: SessionRequest, clientToken: Token, state: Token): Visit => ({
    redirectUri: urls.identityProviderCallback(instance),
    state: Redacted.value(state),
    nonce: derive(clientToken, state, "nonce"),
    codeVerifier: Redacted.make(derive(clientToken, state, "verifier"))
  })

  const clientOf = ({ caller: { clientToken } }: SessionRequest) =>
    Option.match(clientToken, { onNone: () => tokens.generate, onSome: Effect.succeed })

  const store = Effect.fnUntraced(function* (
    request: SessionRequest,
    purpose: Purpose,
    owner: Option.Option<TokenOwner>
  ) {
    const clientToken = yield* clientOf(request)
    const state = yield* tokens.generate
    const isStored = yield* visits.put({
      instanceId: request.instance.id,
      subject: tokens.hash(clientToken),
      tokenHash: tokens.hash(state),
      owner,
      data: purpose
    })
    return { begun: { clientToken, visit: visitOf(request, clientToken, state) }, isStored }
  })

  /** Begins a visit of the caller, whose client is a new one if it presents none. */
  const begin = (request: SessionRequest, purpose: Purpose) =>
    Effect.map(store(request, purpose, Option.none()), ({ begun }) => begun)

  /** Begins a visit of a user with these credentials. Returns `None` if they have changed. */
  const beginFor = (request: SessionRequest, purpose: Purpose, owner: TokenOwner) =>
    Effect.map(store(request, purpose, Option.some(owner)), ({ begun, isStored }) =>
      isStored ? Option.some(begun) : Option.none()
    )

  /** Consumes the visit that comes back with that state. Fails with `InvalidToken` if the caller has none. */
  const comeBack = Effect.fnUntraced(
    function* (request: SessionRequest, presented: string | undefined) {
      const { clientToken, state } = yield* Option.all({
        clientToken: request.caller.clientToken,
        state: parse(presented ?? "")
      })
      const key = { instanceId: request.instance.id, subject: tokens.hash(clientToken), tokenHash: tokens.hash(state) }
      const { data, owner } = yield* Effect.flatten(visits.consume(key))
      return { ...data, owner, visit: visitOf(request, clientToken, state) }
    },
    Effect.catchTag("NoSuchElementException", () => new InvalidToken())
  )

  /** Issues a nonce to the client, which is a new one if the caller presents none. */
  const issueNonce = Effect.fnUntraced(function* (request: SessionRequest) {
    const clientToken = yield* clientOf(request)
    const issued = yield* tokens.generate
    yield* nonces.put({
      instanceId: request.instance.id,
      subject: tokens.hash(clientToken),
      tokenHash: tokens.hash(issued),
      data: null
    })
    return { clientToken, nonce: issued }
  })

  /** Consumes a nonce of the client. Fails with `InvalidToken` if the caller has none. */
  const consumeNonce = Effect.fnUntraced(
    function* (request: SessionRequest, presented: string) {
      const { clientToken, token } = yield* Option.all({
        clientToken: request.caller.clientToken,
        token: parse(presented)
      })
      const key = { instanceId: request.instance.id, subject: tokens.hash(clientToken), tokenHash: tokens.hash(token) }
      yield* Effect.flatten(nonces.consume(key))
    },
    Effect.catchTag("NoSuchElementException", () => new InvalidToken())
  )

  return { begin, beginFor, comeBack, consumeNonce, issueNonce }
})
