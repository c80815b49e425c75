/** Visits to an identity provider: each is for one client, and comes back once. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as AppPart from "../../core/AppPart.ts"
import { InvalidToken } from "../../core/Errors.ts"
import { parse, type Token } from "../../core/Token.ts"
import { clientTokenOf, TokenGenerator } from "../../core/TokenGenerator.ts"
import { type IdentityProvider, IdentityProviderId } from "../../instance/IdentityProvider.ts"
import { PublicUrls } from "../../instance/PublicUrls.ts"
import * as OneTimeTokens from "../../one-time-token/OneTimeTokens.ts"
import type { TokenOwner } from "../../one-time-token/OneTimeTokenRepository.ts"
import { RateLimiter } from "../../rate-limit/RateLimiter.ts"
import { Unauthenticated } from "../../session/SessionErrors.ts"
import { type SessionRequest, Sessions } from "../../session/Sessions.ts"
import * as Connections from "../Connections.ts"
import { IdentityProviderClient, type Visit } from "../IdentityProviderClient.ts"
import { identityProviderVisitPerIp } from "../IdentityProviderLimits.ts"
import type { IdTokenSignIn, ReturnedVisit, VisitIntent, VisitRequest } from "../SignInWithIdentityProvider.ts"
import * as AppState from "../AppState.ts"
import * as Confirmations from "./Confirmations.ts"
import { counted } from "./providerMetrics.ts"

/** What a visit is for. `returnTo`: where the user goes on afterwards. */
const Purpose = Schema.Struct({
  intent: Schema.Literal("sign_in", "link", "reauthenticate"),
  provider: IdentityProviderId,
  returnTo: Schema.NullOr(Schema.String)
})
type Purpose = typeof Purpose.Type

/** A visit to begin. `owner`: finds the signed-in user; none to sign in. */
interface NewVisit<E> extends VisitRequest {
  readonly intent: VisitIntent
  readonly owner: Effect.Effect<Option.Option<TokenOwner>, E>
}

/** 10 minutes: for how long a visit can come back. */
const lifetime = Duration.minutes(10)

/** The subject is the hash of the token of the client, which may have ten tabs. The owner is the signed-in user. */
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
  const askProvider = yield* Confirmations.make
  const client = yield* AppPart.read(IdentityProviderClient)
  const { connect, find } = yield* Connections.make
  const limiter = yield* RateLimiter
  const { authenticate } = yield* Sessions
  const tokens = yield* TokenGenerator
  const urls = yield* PublicUrls
  const nonces = yield* OneTimeTokens.make(nonce)
  const visits = yield* OneTimeTokens.make(visit)

  // Both halves are needed: the provider and the address bar see the state, but never the token of the client. So the
  // store keeps neither the nonce nor the verifier.
  const derive = (clientToken: Token, state: Token, use: string) =>
    tokens.mac(Redacted.make(Redacted.value(clientToken)), `identity_provider ${use} ${Redacted.value(state)}`)

  const visitOf = (
    { instance }: SessionRequest,
    clientToken: Token,
    state: Token,
    text: string = Redacted.value(state)
  ): Visit => ({
    redirectUri: urls.identityProviderCallback(instance),
    state: text,
    nonce: derive(clientToken, state, "nonce"),
    codeVerifier: Redacted.make(derive(clientToken, state, "verifier"))
  })

  const keyOf = ({ instance }: SessionRequest, clientToken: Token, token: Token): OneTimeTokens.Key => ({
    instanceId: instance.id,
    subject: tokens.hash(clientToken),
    tokenHash: tokens.hash(token)
  })

  /** Returns the key of the caller. `None` without a token of its client, or a well-formed one. */
  const presentedKey = (request: SessionRequest, presented: string) =>
    Option.map(
      Option.all({ clientToken: request.caller.clientToken, token: parse(AppState.tokenOf(presented)) }),
      ({ clientToken, token }) => ({ clientToken, token, key: keyOf(request, clientToken, token) })
    )

  /** Limits visits and nonces of the caller, before any lookup. */
  const limit = ({ caller, instance }: SessionRequest) =>
    limiter.consume(instance, identityProviderVisitPerIp.keys(caller))

  /**
   * Begins a visit of the caller, whose client is a new one if it presents none. The limit comes before any lookup,
   * also of the owner. Returns `None` if the credentials of the owner have changed. Stores nothing while the provider
   * is out of reach.
   */
  const begin = Effect.fnUntraced(function* <E>(request: NewVisit<E>) {
    const { instance, intent, returnTo } = request
    yield* limit(request)
    const provider = yield* find(instance, request.provider)
    const owner = yield* request.owner
    const clientToken = yield* clientTokenOf(tokens, request.caller.clientToken)
    const state = yield* tokens.generate
    const connection = yield* connect(instance, provider)
    const visit = visitOf(request, clientToken, state, AppState.of(state, request))
    const url = yield* counted(provider)(client.authorizationUrl(connection, visit))
    const data = { intent, provider: provider.id, returnTo: Option.getOrNull(returnTo) }
    const isStored = yield* visits.put({ ...keyOf(request, clientToken, state), owner, data })
    return isStored ? Option.some({ url, clientToken }) : Option.none()
  })

  /** Consumes the visit that comes back with that state. Fails with `InvalidToken` if the caller has none. */
  const comeBack = Effect.fnUntraced(
    function* (request: SessionRequest, presented = "") {
      const { clientToken, key, token: state } = yield* presentedKey(request, presented)
      const { data, owner } = yield* Effect.flatten(visits.consume(key))
      return { ...data, owner, visit: visitOf(request, clientToken, state, presented) }
    },
    Effect.catchTag("NoSuchElementException", () => new InvalidToken())
  )

  /** Returns the session of the user who has begun the visit. Fails with `Unauthenticated` in any other. */
  const sessionOfOwner = Effect.fnUntraced(function* (returned: ReturnedVisit) {
    const session = yield* authenticate(returned)
    const isOwn = Option.exists(returned.owner, ({ userId }) => userId === session.userId)
    return isOwn ? session : yield* new Unauthenticated()
  })

  /** Stores a visit again that has come back: it lasts another ten minutes. */
  const restore = Effect.fnUntraced(function* (returned: ReturnedVisit) {
    const { intent, owner, provider, returnTo, visit } = returned
    const { key } = yield* presentedKey(returned, visit.state)
    yield* visits.put({ ...key, owner, data: { intent, provider: provider.id, returnTo: Option.getOrNull(returnTo) } })
  }, Effect.ignore)

  /** Asks the provider who has come back. If it cannot be asked now, the visit can come back again. */
  const confirm = (returned: ReturnedVisit) => {
    const { instance, parameters, provider, visit } = returned
    return askProvider(instance, provider, (client, connection) =>
      client.exchange(connection, { ...visit, parameters })
    ).pipe(Effect.tapError(({ _tag }) => (_tag === "IdentityRejected" ? Effect.void : restore(returned))))
  }

  /** Issues a nonce to the client, which is a new one if the caller presents none. */
  const issueNonce = Effect.fnUntraced(function* (request: SessionRequest) {
    yield* limit(request)
    const clientToken = yield* clientTokenOf(tokens, request.caller.clientToken)
    const issued = yield* tokens.generate
    yield* nonces.put({ ...keyOf(request, clientToken, issued), data: null })
    return { clientToken, nonce: issued }
  })

  /** Asks the provider whose the ID token is, and consumes its nonce. Fails with `InvalidToken` if the caller has none. */
  const confirmIdToken = Effect.fnUntraced(
    function* (request: IdTokenSignIn, provider: IdentityProvider) {
      const { idToken, instance, nonce } = request
      const provided = yield* askProvider(instance, provider, (client, connection) =>
        client.verifyIdToken(connection, { idToken, nonce })
      )
      // After it: a provider that is out of reach consumes nothing.
      const { key } = yield* presentedKey(request, nonce)
      yield* Effect.flatten(nonces.consume(key))
      return provided
    },
    Effect.catchTag("NoSuchElementException", () => new InvalidToken())
  )

  return { begin, comeBack, confirm, confirmIdToken, issueNonce, sessionOfOwner }
})
