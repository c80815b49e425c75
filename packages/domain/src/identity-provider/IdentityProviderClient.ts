import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import type { IdentityKey } from "../account/IdentityRepository.ts"
import * as AppPart from "../core/AppPart.ts"
import type { IdentityProvider } from "../instance/IdentityProvider.ts"
import { IdentityProviderUnavailable, type IdentityRejected } from "./IdentityProviderErrors.ts"

/** A provider with its secret, decrypted. */
export interface Connection extends Omit<IdentityProvider, "clientSecret"> {
  readonly clientSecret: Option.Option<Redacted.Redacted>
}

/**
 * What belongs to one visit to the provider.
 *
 * - `redirectUri`: where the provider sends the user back to, at Latchkey.
 * - `nonce`: what the ID token has to contain.
 * - `codeVerifier`: of PKCE (RFC 7636): 43 to 128 unreserved characters.
 */
export interface Visit {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: Redacted.Redacted
}

/** What the provider has sent the user back with: the parameters of the query or of the form, each once. */
export interface AuthorizationResponse extends Visit {
  readonly parameters: Readonly<Record<string, string>>
}

/** An ID token that an app has got from the provider. */
export interface PresentedIdToken {
  readonly idToken: Redacted.Redacted
  readonly nonce: string
}

/**
 * What a provider says about a user, verified as far as its signature and its time.
 *
 * - `email`: as the provider has written it, unchecked; none if it says nothing.
 * - `emailVerified`: only for the boolean `true` of an OpenID provider, of Apple also for the text `true`, and for the
 *   primary address of a GitHub user that GitHub has verified.
 * - `hostedDomain`: Google's `hd`. `isDomainVerified`: Microsoft's `xms_edov`.
 * - `label`: what the user recognizes the account by, such as a user name.
 * - `amr`: how the provider has authenticated the user (RFC 8176); empty if it does not say.
 */
export interface ProvidedUser {
  readonly key: IdentityKey
  readonly email: Option.Option<string>
  readonly emailVerified: boolean
  readonly hostedDomain: Option.Option<string>
  readonly isDomainVerified: boolean
  readonly label: Option.Option<string>
  readonly amr: ReadonlyArray<string>
}

/** What is wrong with a provider's settings, or `ok`: for operators. `what`: `discovery`, `keys`, … */
export interface Finding {
  readonly what: string
  readonly ok: boolean
  readonly detail: string
}

/**
 * Speaks with identity providers: by OpenID Connect, and with GitHub by its own interface. It stores no token of
 * theirs. Outgoing requests go to `https` only, follow no redirect, have limits of time and size, and reach no private
 * address. Fails with `IdentityProviderUnavailable` for a provider that cannot be reached, is too slow or too busy.
 */
export interface Client {
  /** `true` if there is an adapter. */
  readonly isConfigured: boolean

  /**
   * Returns the URL of the provider where the user signs in: authorization code flow, with PKCE (S256), state and
   * nonce.
   */
  readonly authorizationUrl: (
    connection: Connection,
    visit: Visit
  ) => Effect.Effect<string, IdentityProviderUnavailable | IdentityRejected>

  /**
   * Exchanges the code for the user. Fails with `IdentityRejected` if the provider has said no, if the response is not
   * of this visit or of this provider (RFC 9207), and if the ID token does not verify: its signature, issuer, audience,
   * times or nonce.
   */
  readonly exchange: (
    connection: Connection,
    response: AuthorizationResponse
  ) => Effect.Effect<ProvidedUser, IdentityProviderUnavailable | IdentityRejected>

  /** Verifies an ID token for the client id, or one of the native ones. Fails as `exchange` does. */
  readonly verifyIdToken: (
    connection: Connection,
    presented: PresentedIdToken
  ) => Effect.Effect<ProvidedUser, IdentityProviderUnavailable | IdentityRejected>

  /** Fetches what the provider publishes, without a user, and returns what it found, in order. Never fails. */
  readonly check: (connection: Connection, redirectUri: string) => Effect.Effect<ReadonlyArray<Finding>>
}

const unavailable = ({ name }: Connection) =>
  new IdentityProviderUnavailable({ provider: name, cause: undefined, detail: "no adapter is configured" })

/** Speaks with no provider. All are turned off. */
export const none: Client = {
  isConfigured: false,
  authorizationUrl: unavailable,
  exchange: unavailable,
  verifyIdToken: unavailable,
  check: () =>
    Effect.succeed([{ what: "adapter", ok: false, detail: "No adapter for identity providers is configured" }])
}

/**
 * The port for speaking with identity providers: `none` by default. `@latchkey/oidc/OpenIdClient` is an adapter.
 * `Domain.layer` reads it when it is built.
 */
export class IdentityProviderClient extends Context.Reference<IdentityProviderClient>()(
  "@latchkey/domain/IdentityProviderClient",
  { defaultValue: () => none }
) {}

/**
 * Speaks with identity providers. Provide the layer to `Domain.layer`; elsewhere it has no effect, and logs a warning
 * when the app starts.
 */
export const layer = <E, R>(
  make: Effect.Effect<Client, E, R>
): Layer.Layer<IdentityProviderClient, E, Exclude<R, Scope.Scope>> =>
  AppPart.layer("IdentityProviderClient.layer", IdentityProviderClient, make)
