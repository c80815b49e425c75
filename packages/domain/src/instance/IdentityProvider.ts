/** The identity providers of an instance, as settings. */
import * as Schema from "effect/Schema"
import { SealedText } from "../core/SecretKeys.ts"

/**
 * What a provider speaks: OpenID Connect Core 1.0, with what Google, Microsoft and Apple do in their own way, or what
 * GitHub has instead.
 */
export const IdentityProviderKind = Schema.Literal("oidc", "google", "microsoft", "apple", "github")
export type IdentityProviderKind = typeof IdentityProviderKind.Type

/**
 * What an email address is worth that the provider says is verified.
 *
 * - `never`: nothing. Users verify it by email.
 * - `claim`: it creates an account, and claims an unverified one, as the first link to it would.
 * - `authoritative`: the provider also decides whose address it is, so it links to the account that has verified it.
 *
 * Of `google`, `microsoft`, `apple` and `github` it is the most that any address is worth: see `EmailProof`.
 */
export const EmailTrust = Schema.Literal("never", "claim", "authoritative")
export type EmailTrust = typeof EmailTrust.Type

/** The id of a provider in its instance, such as `google`: in API calls, in metrics and in the audit log. */
export const IdentityProviderId = Schema.String.pipe(
  Schema.pattern(/^[a-z][a-z0-9-]{0,31}$/, {
    message: () => "must be 1 to 32 lower-case letters, digits and hyphens, starting with a letter"
  })
)
export type IdentityProviderId = typeof IdentityProviderId.Type

/** The URL that names an identity provider, as its ID tokens do: at most 500 characters. */
export const Issuer = Schema.String.pipe(
  Schema.pattern(/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/, { message: () => "must be a URL without a query" }),
  Schema.maxLength(500, { message: () => "must be at most 500 characters" })
)
export type Issuer = typeof Issuer.Type

// By default, the message would show what is in the place of a secret.
const noSecretInMessage = {
  message: () => ({ message: "must be a Redacted text, an encrypted one, or null", override: true })
}

const clientId = Schema.String.pipe(
  Schema.pattern(/^[!-~]{1,255}$/, { message: () => "must be 1 to 255 characters without spaces" })
)

/** Scopes (RFC 6749, 3.3), at most 20. */
export const Scopes = Schema.Array(
  Schema.String.pipe(Schema.pattern(/^[!#-[\]-~]{1,100}$/, { message: () => "must be a scope such as email" }))
).pipe(Schema.maxItems(20, { message: () => "must be at most 20 scopes" }))

const appleId = Schema.String.pipe(
  Schema.pattern(/^[A-Z0-9]{10}$/, { message: () => "must be 10 upper-case letters and digits" })
)

/** What Apple knows the key by that signs its client secrets. */
export const AppleKey = Schema.Struct({ teamId: appleId, keyId: appleId })
export type AppleKey = typeof AppleKey.Type

/** A secret: encrypted, as stores keep it, or in code as it is. */
export const ClientSecret = Schema.Union(Schema.typeSchema(SealedText), Schema.RedactedFromSelf(Schema.String))
export type ClientSecret = typeof ClientSecret.Type

/**
 * An identity provider of an instance.
 *
 * - `name`: 1 to 50 characters, on the button.
 * - `issuer`: what its ID tokens and its metadata name as issuer, and the root of its endpoints. One that Microsoft
 *   shares between tenants has `{tenantid}` in its place.
 * - `clientSecret`: `null` for a public client, which has PKCE only. Of `apple` it is the private key, as PEM
 *   (PKCS #8).
 * - `apple`: for `apple`; otherwise `null`.
 * - `scopes`: what it is asked for, beside what signing in needs.
 * - `nativeClientIds`: the client ids of native apps, at most 10. Only tokens that an app presents may be for them.
 * - `trustsMfa`: whether a session has level 2 if the provider says that the user was authenticated with several
 *   factors: `mfa` in `amr` (RFC 8176).
 * - `enabled`: whether users can sign in with it.
 */
export const IdentityProvider = Schema.Struct({
  id: IdentityProviderId,
  name: Schema.String.pipe(
    Schema.pattern(/^[^\p{Cc}\p{Surrogate}]{1,50}$/u, {
      message: () => "must be 1 to 50 characters, and no control characters"
    })
  ),
  kind: IdentityProviderKind,
  issuer: Issuer,
  clientId,
  clientSecret: Schema.NullOr(ClientSecret).annotations(noSecretInMessage),
  apple: Schema.NullOr(AppleKey),
  scopes: Scopes,
  nativeClientIds: Schema.Array(clientId).pipe(Schema.maxItems(10, { message: () => "must be at most 10 client ids" })),
  emailTrust: EmailTrust,
  trustsMfa: Schema.Boolean,
  enabled: Schema.Boolean
})
export type IdentityProvider = typeof IdentityProvider.Type

/** 20: the most identity providers of an instance. */
export const maxIdentityProviders = 20

const tenant = "{tenantid}"

/** Returns whether the provider issues identities with that issuer: with its own, or, for every tenant, with theirs. */
export const isIssuerOf = ({ issuer }: Pick<IdentityProvider, "issuer">, actual: Issuer): boolean => {
  const [before = "", after] = issuer.split(tenant)
  if (after === undefined) return issuer === actual
  return (
    actual.startsWith(before) &&
    actual.endsWith(after) &&
    /^[0-9a-f-]{36}$/.test(actual.slice(before.length, actual.length - after.length))
  )
}

/** Returns whether an identity could belong to both: they have one issuer, or one of them issues for the other's tenant. */
export const shareIssuer = (one: Pick<IdentityProvider, "issuer">, other: Pick<IdentityProvider, "issuer">): boolean =>
  one.issuer === other.issuer || isIssuerOf(one, other.issuer) || isIssuerOf(other, one.issuer)

const haveOwnIssuers = (all: ReadonlyArray<IdentityProvider>) =>
  all.every((provider, at) => !all.slice(at + 1).some((other) => shareIssuer(provider, other)))

/**
 * The identity providers of an instance, in the order of their buttons: at most 20, each with its own id and its own
 * issuer, which is not one of a tenant of another. With two of one issuer, an identity would belong to both.
 */
export const IdentityProviders = Schema.Array(IdentityProvider).pipe(
  Schema.maxItems(maxIdentityProviders, { message: () => `must be at most ${maxIdentityProviders} providers` }),
  Schema.filter((all) => new Set(all.map(({ id }) => id)).size === all.length, {
    message: () => "must have different ids"
  }),
  Schema.filter(haveOwnIssuers, { message: () => "must have different issuers" })
)
export type IdentityProviders = typeof IdentityProviders.Type

/** Returns whether users can sign in with one of them. */
export const hasEnabled = (all: IdentityProviders): boolean => all.some(({ enabled }) => enabled)

/** Returns whether users can sign in with an identity of that issuer. */
export const isAccepted = (all: IdentityProviders, issuer: Issuer): boolean =>
  all.some((provider) => provider.enabled && isIssuerOf(provider, issuer))

/** What a provider has if its settings say nothing else. One of the kind `oidc` names itself and its issuer. */
export interface Preset
  extends Pick<IdentityProvider, "apple" | "emailTrust" | "enabled" | "nativeClientIds" | "scopes" | "trustsMfa">,
    Partial<Pick<IdentityProvider, "issuer" | "name">> {}

const unset = { apple: null, scopes: [], nativeClientIds: [], trustsMfa: false, enabled: true }

const known = (name: string, issuer: string) => ({ ...unset, name, issuer, emailTrust: "authoritative" as const })

/** The presets of each kind. What an address is worth at most is in `EmailProof`. */
export const presets = {
  oidc: { ...unset, emailTrust: "never" },
  google: known("Google", "https://accounts.google.com"),
  microsoft: known("Microsoft", "https://login.microsoftonline.com/{tenantid}/v2.0"),
  apple: known("Apple", "https://appleid.apple.com"),
  github: known("GitHub", "https://github.com")
} satisfies Readonly<Record<IdentityProviderKind, Preset>>

/** A provider in code: its client, and everything that differs from the defaults. */
export type ProviderSettings = Pick<IdentityProvider, "clientId" | "clientSecret"> &
  Partial<Omit<IdentityProvider, "clientId" | "clientSecret" | "kind">>

const ofKind =
  (kind: Exclude<IdentityProviderKind, "oidc">) =>
  (settings: ProviderSettings): IdentityProvider => ({ id: kind, kind, ...presets[kind], ...settings })

/** Makes the settings of Google, for an instance in code. */
export const google = ofKind("google")

/** Makes the settings of Microsoft: of every tenant, unless `issuer` names one. */
export const microsoft = ofKind("microsoft")

/** Makes the settings of Apple: with the private key as `clientSecret`, and `apple`. */
export const apple = ofKind("apple")

/** Makes the settings of GitHub, or with another `issuer` of an Enterprise Server. */
export const github = ofKind("github")

/** Makes the settings of an OpenID provider. Trusts no email address of it, unless `emailTrust` says so. */
export const oidc = (
  settings: ProviderSettings & Pick<IdentityProvider, "id" | "issuer" | "name">
): IdentityProvider => ({ kind: "oidc", ...presets.oidc, ...settings })
