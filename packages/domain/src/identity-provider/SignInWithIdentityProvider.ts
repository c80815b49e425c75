/** Signing in with an account at an identity provider. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Attempt from "../audit/Attempt.ts"
import type { Email } from "../core/Email.ts"
import type { SignUpRefused } from "../account/AccountErrors.ts"
import type { InvalidToken, PersistenceError, SignUpClosed } from "../core/Errors.ts"
import { violated } from "../core/Invariant.ts"
import type { Token } from "../core/Token.ts"
import { traced } from "../core/Tracing.ts"
import type { IdentityProvider } from "../instance/IdentityProvider.ts"
import type { Instance } from "../instance/Instance.ts"
import type { LinkSignInResult } from "../magic-link/SignInWithMagicLink.ts"
import type { TokenOwner } from "../one-time-token/OneTimeTokenRepository.ts"
import type { RateLimited } from "../rate-limit/RateLimited.ts"
import { RateLimiter } from "../rate-limit/RateLimiter.ts"
import { outcomeOf } from "../session/SessionIssuer.ts"
import type { SessionRequest } from "../session/Sessions.ts"
import { signInPerIp } from "../session/SignInLimits.ts"
import * as Connections from "./Connections.ts"
import type { Visit } from "./IdentityProviderClient.ts"
import type {
  ClientSecretKeyMissing,
  IdentityProviderDisabled,
  IdentityProviderUnavailable,
  IdentityRejected,
  ProofRequired,
  TooManyIdentities
} from "./IdentityProviderErrors.ts"
import { attempts } from "./IdentityProviderRecords.ts"
import * as AccountOfIdentity from "./internal/AccountOfIdentity.ts"
import * as Visits from "./internal/Visits.ts"

/** What a visit is for. Only `sign_in` has no owner. */
export type VisitIntent = "sign_in" | "link" | "reauthenticate"

/** A visit to begin. `provider`: its id. `returnTo`: where the user goes on afterwards, which the caller has checked. */
export interface VisitRequest extends SessionRequest {
  readonly provider: string
  readonly returnTo: Option.Option<string>
}

/** A visit that has begun. `url`: of the provider. `clientToken`: the value of the cookie of the client. */
export interface BegunVisit {
  readonly url: string
  readonly clientToken: Token
}

/** What the provider has sent the user back with: the parameters of the query or of the form, each once. */
export interface VisitResponse extends SessionRequest {
  readonly parameters: Readonly<Record<string, string>>
}

/**
 * A visit that came back. It is consumed, unless its provider turns out to be out of reach.
 *
 * - `owner`: the signed-in user who has begun it; none to sign in.
 * - `returnTo`: where the user goes on.
 */
export interface ReturnedVisit extends VisitResponse {
  readonly intent: VisitIntent
  readonly provider: IdentityProvider
  readonly owner: Option.Option<TokenOwner>
  readonly returnTo: Option.Option<string>
  readonly visit: Visit
}

/** A nonce for an ID token. `clientToken`: the value of the cookie of the client, which alone can use it. */
export interface IssuedNonce {
  readonly nonce: Token
  readonly clientToken: Token
}

/** An ID token that an app has got from the provider, with the nonce that was issued for it. `provider`: its id. */
export interface IdTokenSignIn extends SessionRequest {
  readonly provider: string
  readonly idToken: Redacted.Redacted
  readonly nonce: string
}

/**
 * How the sign-in ends.
 *
 * - `VerificationNeeded`: the provider does not prove the address that it has named, so an email was queued, in the
 *   same way for every address. The link in it creates the account, and recognizes the client by `clientToken`, the
 *   value of its `__client` cookie.
 */
export type ProviderSignIn =
  | LinkSignInResult
  | { readonly _tag: "VerificationNeeded"; readonly email: Email; readonly clientToken: Token }

/** Why the provider cannot be asked now. */
type Unreachable = ClientSecretKeyMissing | IdentityProviderUnavailable

/** Why the sign-in does not succeed. */
export type ProviderSignInError =
  | RateLimited<"sign_in">
  | RateLimited<"sign_up">
  | IdentityRejected
  | ProofRequired
  | SignUpClosed
  | SignUpRefused
  | TooManyIdentities
  | Unreachable
  | PersistenceError

/** The use case of signing in with an account at an identity provider. Fails with `RateLimited` before any lookup. */
export class SignInWithIdentityProvider extends Context.Tag("@latchkey/domain/SignInWithIdentityProvider")<
  SignInWithIdentityProvider,
  {
    /** Returns the providers that users of the instance can sign in with, in the order of their buttons. */
    readonly providersOf: (instance: Instance) => ReadonlyArray<IdentityProvider>

    /**
     * Begins a visit to the provider, which comes back within ten minutes, once, to the same client. Fails with
     * `IdentityProviderDisabled` for an unknown provider, and one that is turned off. Stores nothing while the provider
     * is out of reach.
     */
    readonly begin: (
      request: VisitRequest
    ) => Effect.Effect<
      BegunVisit,
      RateLimited<"sign_in"> | IdentityProviderDisabled | IdentityRejected | Unreachable | PersistenceError
    >

    /**
     * Finds the visit that the response belongs to, and consumes it. Fails with `InvalidToken` alike for a state that
     * is unknown, used, expired, or of another client or instance.
     */
    readonly comeBack: (
      response: VisitResponse
    ) => Effect.Effect<
      ReturnedVisit,
      RateLimited<"sign_in"> | IdentityProviderDisabled | InvalidToken | PersistenceError
    >

    /**
     * Signs in the user that the provider has confirmed: the one whose identity it is, by issuer and subject. For a new
     * identity, an address that the provider proves creates an account if sign-up is open, claims an unverified one as
     * `EmailVerification` does, and links to a verified one if the provider is authoritative for the address. Fails
     * with `ProofRequired` if it is not. An address that is not proved gets an email. All of it is one transaction,
     * which a disconnecting client does not interrupt. Call it with a visit to sign in. While the provider is
     * out of reach, the visit is not consumed, and can come back again.
     */
    readonly signIn: (visit: ReturnedVisit) => Effect.Effect<ProviderSignIn, ProviderSignInError>

    /** Issues a nonce to the client: it lasts ten minutes, and can be used once. */
    readonly issueNonce: (
      request: SessionRequest
    ) => Effect.Effect<IssuedNonce, RateLimited<"sign_in"> | PersistenceError>

    /**
     * Signs in as `signIn` does, with an ID token that an app has got. A token that verifies consumes its nonce,
     * whatever becomes of the sign-in.
     */
    readonly signInWithIdToken: (
      request: IdTokenSignIn
    ) => Effect.Effect<ProviderSignIn, ProviderSignInError | IdentityProviderDisabled | InvalidToken>
  }
>() {}

const outcome = (result: ProviderSignIn): string =>
  result._tag === "VerificationNeeded" ? result._tag : outcomeOf(result)

/** Makes the use case. */
export const make = Effect.gen(function* () {
  const accounts = yield* AccountOfIdentity.make
  const { enabled, find } = yield* Connections.make
  const limiter = yield* RateLimiter
  const record = yield* Attempt.makeRecorder(attempts)
  const visits = yield* Visits.make

  const begin: (typeof SignInWithIdentityProvider.Service)["begin"] = Effect.fnUntraced(function* (request) {
    const begun = yield* visits.begin({ ...request, intent: "sign_in", owner: Effect.succeedNone })
    return yield* Effect.catchAll(begun, violated("A visit without an owner is always stored"))
  }, traced("SignInWithIdentityProvider.begin"))

  const comeBack: (typeof SignInWithIdentityProvider.Service)["comeBack"] = Effect.fnUntraced(
    function* (response) {
      const { caller, instance, parameters } = response
      yield* limiter.consume(instance, signInPerIp.keys(caller))
      const { provider: id, returnTo, ...returned } = yield* visits.comeBack(response, parameters["state"])
      return { ...response, ...returned, provider: yield* find(instance, id), returnTo: Option.fromNullable(returnTo) }
    },
    (attempt, response) =>
      Effect.tapError(attempt, (error) =>
        Effect.ignore(record("identity_provider_sign_in", response)(Effect.fail(error)))
      ),
    traced("SignInWithIdentityProvider.comeBack")
  )

  const signIn: (typeof SignInWithIdentityProvider.Service)["signIn"] = Effect.fnUntraced(
    function* (returned) {
      const { caller, instance, intent, provider } = returned
      if (intent !== "sign_in") return yield* violated("A visit of a signed-in user does not sign in")()
      const provided = yield* visits.confirm(returned)
      return yield* accounts.signIn({ instance, caller, provider, provided })
    },
    (attempt, returned) => record("identity_provider_sign_in", returned, outcome)(attempt),
    traced("SignInWithIdentityProvider.signIn")
  )

  const signInWithIdToken: (typeof SignInWithIdentityProvider.Service)["signInWithIdToken"] = Effect.fnUntraced(
    function* (request) {
      const { caller, instance } = request
      yield* limiter.consume(instance, signInPerIp.keys(caller))
      const provider = yield* find(instance, request.provider)
      const provided = yield* visits.confirmIdToken(request, provider)
      return yield* accounts.signIn({ instance, caller, provider, provided })
    },
    (attempt, request) => record("identity_provider_sign_in", request, outcome)(attempt),
    traced("SignInWithIdentityProvider.signInWithIdToken")
  )

  return SignInWithIdentityProvider.of({
    providersOf: enabled,
    begin,
    comeBack,
    signIn,
    issueNonce: (request) => traced("SignInWithIdentityProvider.issueNonce")(visits.issueNonce(request)),
    signInWithIdToken
  })
})

/** The use case as a layer. `Domain.layer` includes it. */
export const layer = Layer.effect(SignInWithIdentityProvider, make)
