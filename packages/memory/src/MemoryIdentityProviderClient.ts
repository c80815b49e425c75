/** Identity providers in memory: every provider of every instance works, without a network. A test plays its users. */
import { createHash, randomBytes } from "node:crypto"
import * as Provider from "@latchkey/domain/identity-provider/IdentityProviderClient"
import {
  IdentityProviderUnavailable,
  IdentityRejected
} from "@latchkey/domain/identity-provider/IdentityProviderErrors"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/**
 * A user of a provider. Whatever is left out, the provider does not say.
 *
 * - `issuer`: by default that of the provider. One that is shared between tenants has one for each of them.
 */
export interface ProviderUser {
  readonly subject: string
  readonly issuer?: string
  readonly email?: string
  readonly emailVerified?: boolean
  readonly hostedDomain?: string
  readonly isDomainVerified?: boolean
  readonly label?: string
  readonly amr?: ReadonlyArray<string>
}

/**
 * How a provider responds: immediately; not at all; too slowly, which callers find out after two seconds; or with what
 * does not verify, such as another issuer.
 */
export type Health = "up" | "down" | "slow" | "wrong"

/** What a provider sends the browser back with, at the redirect URI. */
type Parameters = Readonly<Record<string, string>>

/** The providers, as their users see them, and a way to make one fail. */
export class Providers extends Context.Tag("@latchkey/memory/MemoryIdentityProviderClient/Providers")<
  Providers,
  {
    /**
     * Signs the user in on the page of the provider at `url`, and returns the parameters of the redirect back. The code
     * among them works once, within a minute.
     */
    readonly signIn: (url: string, user: ProviderUser) => Effect.Effect<Parameters>

    /** Does not sign in there: returns the parameters of a redirect back with an error, such as `access_denied`. */
    readonly refuse: (url: string, error?: string) => Effect.Effect<Parameters>

    /** Signs the user in to a native app, and returns an ID token, which is valid for an hour. */
    readonly idToken: (
      app: { readonly issuer: string; readonly clientId: string; readonly nonce: string },
      user: ProviderUser
    ) => Effect.Effect<Redacted.Redacted>

    /** Changes how the provider with that issuer responds from now on. */
    readonly setHealth: (issuer: string, health: Health) => Effect.Effect<void>
  }
>() {}

/** What a code or an ID token was issued for. A code is also bound to where it is sent, and to a challenge (PKCE). */
interface Grant {
  readonly issuer: string
  readonly clientId: string
  readonly nonce: string
  readonly redirectUri?: string
  readonly challenge?: string
  readonly user: ProviderUser
  readonly expiresAt: number
}

/** Where a provider asks its users to sign in, below its issuer. */
const page = "/authorize?"

const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url")

const rejected = (reason: "access_denied" | "not_verified") => new IdentityRejected({ reason })

const provided = ({ issuer, user }: Grant): Provider.ProvidedUser => ({
  key: { issuer: user.issuer ?? issuer, subject: user.subject },
  email: Option.fromNullable(user.email),
  emailVerified: user.emailVerified ?? false,
  hostedDomain: Option.fromNullable(user.hostedDomain),
  isDomainVerified: user.isDomainVerified ?? false,
  label: Option.fromNullable(user.label ?? user.email),
  amr: user.amr ?? []
})

/** Makes the grants of one kind, each known by a random text. `worksOnce`: whether one ends, whatever the outcome. */
const makeGrants = ({ lifetime, worksOnce }: { readonly lifetime: Duration.Duration; readonly worksOnce: boolean }) => {
  const issued = new Map<string, Grant>()
  return {
    issue: (grant: Omit<Grant, "expiresAt">) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const text = randomBytes(32).toString("base64url")
        issued.set(text, { ...grant, expiresAt: now + Duration.toMillis(lifetime) })
        return text
      }),
    /** Returns the user of the grant if `matches` is true of it. */
    redeem: (text: string, matches: (grant: Grant) => boolean) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const grant = issued.get(text)
        if (worksOnce) issued.delete(text)
        if (grant === undefined || now >= grant.expiresAt || !matches(grant)) return rejected("not_verified")
        return Effect.succeed(provided(grant))
      })
  }
}

/** Makes the adapter, and the providers that it speaks with. */
export const make = Effect.sync(() => {
  const codes = makeGrants({ lifetime: Duration.minutes(1), worksOnce: true })
  const idTokens = makeGrants({ lifetime: Duration.hours(1), worksOnce: false })
  const healths = new Map<string, Health>()

  const reach = Effect.fnUntraced(function* ({ issuer, name }: Provider.Connection) {
    const health = healths.get(issuer) ?? "up"
    if (health === "up") return
    if (health === "wrong") return yield* rejected("not_verified")
    if (health === "slow") yield* Effect.sleep("2 seconds")
    return yield* new IdentityProviderUnavailable({ provider: name, cause: undefined, detail: `it is ${health}` })
  })

  const authorizationUrl: Provider.Client["authorizationUrl"] = (connection, visit) => {
    const { clientId, issuer, scopes } = connection
    const query = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: visit.redirectUri,
      scope: ["openid", "email", ...scopes].join(" "),
      state: visit.state,
      nonce: visit.nonce,
      code_challenge: challengeOf(Redacted.value(visit.codeVerifier)),
      code_challenge_method: "S256"
    })
    return Effect.as(reach(connection), `${issuer}${page}${query}`)
  }

  const exchange: Provider.Client["exchange"] = Effect.fnUntraced(function* (connection, response) {
    const { code = "", error, iss, state } = response.parameters
    if (state !== response.state || iss !== connection.issuer) return yield* rejected("not_verified")
    if (error !== undefined) return yield* rejected(error === "access_denied" ? error : "not_verified")
    yield* reach(connection)
    return yield* codes.redeem(
      code,
      (grant) =>
        grant.issuer === connection.issuer &&
        grant.clientId === connection.clientId &&
        grant.nonce === response.nonce &&
        grant.redirectUri === response.redirectUri &&
        grant.challenge === challengeOf(Redacted.value(response.codeVerifier))
    )
  })

  const verifyIdToken: Provider.Client["verifyIdToken"] = Effect.fnUntraced(function* (connection, presented) {
    yield* reach(connection)
    return yield* idTokens.redeem(
      Redacted.value(presented.idToken),
      (grant) =>
        grant.issuer === connection.issuer &&
        [connection.clientId, ...connection.nativeClientIds].includes(grant.clientId) &&
        grant.nonce === presented.nonce
    )
  })

  const check: Provider.Client["check"] = (connection) =>
    Effect.match(reach(connection), {
      onSuccess: () => [{ what: "discovery", ok: true, detail: "It responds" }],
      onFailure: ({ message: detail }) => [{ what: "discovery", ok: false, detail }]
    })

  /** Returns what the page of a provider was asked for. */
  const asked = (url: string) => {
    const [issuer = "", query] = url.split(page)
    const searchParams = new URLSearchParams(query)
    const valueOf = (name: string) => searchParams.get(name) ?? ""
    return { issuer, state: valueOf("state"), valueOf }
  }

  const providers = Providers.of({
    signIn: (url, user) => {
      const { issuer, state, valueOf } = asked(url)
      const client = { issuer, clientId: valueOf("client_id"), redirectUri: valueOf("redirect_uri") }
      const grant = { ...client, nonce: valueOf("nonce"), challenge: valueOf("code_challenge"), user }
      return Effect.map(codes.issue(grant), (code) => ({ code, state, iss: issuer }))
    },
    refuse: (url, error = "access_denied") =>
      Effect.sync(() => {
        const { issuer, state } = asked(url)
        return { error, state, iss: issuer }
      }),
    idToken: (app, user) => Effect.map(idTokens.issue({ ...app, user }), (text) => Redacted.make(text)),
    setHealth: (issuer, health) => Effect.sync(() => healths.set(issuer, health))
  })

  return { client: { isConfigured: true, authorizationUrl, exchange, verifyIdToken, check }, providers }
})

/** The adapter as a layer, for tests and prototypes. Provide it to `Domain.layer`. Each build has its own providers. */
export const layer: Layer.Layer<Provider.IdentityProviderClient | Providers> = Layer.unwrapEffect(
  Effect.map(make, ({ client, providers }) =>
    Layer.merge(Provider.layer(Effect.succeed(client)), Layer.succeed(Providers, providers))
  )
)
