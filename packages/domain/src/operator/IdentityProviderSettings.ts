/**
 * The settings of an identity provider as operators write them: what can be left out, and what goes together. Changes
 * are JSON merge patches (RFC 7396).
 */
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { RejectedField } from "../core/Outcome.ts"
import type { SealedText } from "../core/SecretKeys.ts"
import { IdentityProviderImpossible } from "../identity-provider/IdentityProviderErrors.ts"
import {
  AppleKey,
  EmailTrust,
  IdentityProvider,
  IdentityProviderId,
  IdentityProviderKind,
  type Preset,
  presets,
  shareIssuer
} from "../instance/IdentityProvider.ts"

const exact = { exact: true } as const
const { clientId, enabled, issuer, name, nativeClientIds, scopes, trustsMfa } = IdentityProvider.fields

const kind = IdentityProviderKind.annotations({
  message: () => ({ message: "must be oidc, google, microsoft, apple or github", override: true })
})
const emailTrust = EmailTrust.annotations({
  message: () => ({ message: "must be never, claim or authoritative", override: true })
})

const maxSecret = 4096

// By default, the message would show what is in the place of a secret.
const secret = Schema.NullOr(Schema.Redacted(Schema.String.pipe(Schema.maxLength(maxSecret)))).annotations({
  message: () => ({ message: `must be a text of at most ${maxSecret} characters, or null`, override: true })
})

const optionalFields = {
  clientSecret: Schema.optionalWith(secret, exact),
  scopes: Schema.optionalWith(scopes, exact),
  nativeClientIds: Schema.optionalWith(nativeClientIds, exact),
  emailTrust: Schema.optionalWith(emailTrust, exact),
  trustsMfa: Schema.optionalWith(trustsMfa, exact),
  enabled: Schema.optionalWith(enabled, exact),
  issuer: Schema.optionalWith(issuer, exact),
  name: Schema.optionalWith(name, exact)
}

/**
 * A new provider: its kind, its client, and everything that differs from the defaults of the kind.
 *
 * - `id`: by default the kind, or for `oidc` what the name makes.
 * - `name`, `issuer`: required for `oidc`.
 * - `clientSecret`: may be left out for `oidc`; the other kinds need it, or `null` if only native apps use them.
 * - `emailTrust`: `never` for `oidc`, by default; for the other kinds `authoritative`, which `EmailProof` limits.
 */
export const NewIdentityProvider = Schema.Struct({
  kind,
  id: Schema.optionalWith(IdentityProviderId, exact),
  clientId,
  apple: Schema.optionalWith(Schema.NullOr(AppleKey), exact),
  ...optionalFields
})
export type NewIdentityProvider = typeof NewIdentityProvider.Type

/**
 * A change of a provider. Without `clientSecret` the secret stays. `kind` and `issuer` may be given, but not changed:
 * identities belong to an issuer, and would be lost with it.
 */
export const IdentityProviderPatch = Schema.Struct({
  kind: Schema.optionalWith(kind, exact),
  clientId: Schema.optionalWith(clientId, exact),
  apple: Schema.optionalWith(Schema.NullOr(Schema.partialWith(AppleKey, exact)), exact),
  ...optionalFields
})
export type IdentityProviderPatch = typeof IdentityProviderPatch.Type

const slugOf = (text: string): string => {
  const slug = text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{Mark}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "")
    .slice(0, 32)
    .replace(/-+$/, "")
  return slug === "" ? "oidc" : slug
}

const https = /^https:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?(\/|$)/
const onThisMachine = /^http:\/\/(([a-z0-9-]+\.)*localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]{1,5})?(\/|$)/

const isPrivateKey = (pem: string) =>
  /^-----BEGIN PRIVATE KEY-----\r?\n[A-Za-z0-9+/=\r\n]+-----END PRIVATE KEY-----$/.test(pem)

/** A secret, without the spaces and line breaks around it that come with a copied one. */
const trimmed = (given: Redacted.Redacted): Redacted.Redacted => Redacted.make(Redacted.value(given).trim())

/** The secret that was given: `undefined` if the stored one stays. */
type Given = Redacted.Redacted | null | undefined

/** Returns the secret of the input, without the spaces around it. */
export const givenSecret = ({ clientSecret }: { readonly clientSecret?: Redacted.Redacted | null }): Given =>
  Redacted.isRedacted(clientSecret) ? trimmed(clientSecret) : clientSecret

const secretProblem = (of: IdentityProviderKind, given: Given): string | undefined => {
  if (!Redacted.isRedacted(given)) return undefined
  const text = Redacted.value(given)
  if (of !== "apple")
    return /^[ -~]+$/.test(text) ? undefined : "must be a text without line breaks, as the provider shows it"
  return isPrivateKey(text)
    ? undefined
    : "must be the private key from Apple: the whole .p8 file, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----"
}

/** The settings of which it depends, beside the secret itself. */
type Settings = Omit<IdentityProvider, "clientSecret">

/** Returns what does not go together. `hasSecret`: whether the provider will have one. */
const problemsOf = (provider: Settings, given: Given, hasSecret: boolean): ReadonlyArray<RejectedField> => {
  const found: Array<RejectedField> = []
  if (!https.test(provider.issuer) && !onThisMachine.test(provider.issuer)) {
    found.push({ field: "issuer", reason: "must be a URL with https. Only localhost may use http" })
  }
  const problem = secretProblem(provider.kind, given)
  if (problem !== undefined) found.push({ field: "clientSecret", reason: problem })
  if (provider.kind !== "apple" && provider.apple !== null) {
    found.push({ field: "apple", reason: "belongs to providers of the kind apple only" })
  }
  if (provider.kind === "apple" && provider.apple === null && hasSecret) {
    found.push({ field: "apple", reason: "is required: teamId and keyId, as Apple shows them beside the key" })
  }
  return found
}

const rejected = (errors: ReadonlyArray<RejectedField>) => Either.left(new IdentityProviderImpossible({ errors }))

const required = (field: string, reason: string): RejectedField => ({ field, reason: `is required: ${reason}` })

const missing = (input: NewIdentityProvider): ReadonlyArray<RejectedField> => [
  ...(input.kind === "oidc" && input.name === undefined ? [required("name", "what the button says")] : []),
  ...(input.kind === "oidc" && input.issuer === undefined
    ? [required("issuer", "the URL that the provider names as issuer, such as https://id.example.com")]
    : []),
  ...(input.kind !== "oidc" && input.clientSecret === undefined
    ? [required("clientSecret", "the secret of the client, or null if only native apps sign in with the provider")]
    : [])
]

/** Returns a new provider, still without its secret, or what is wrong with the input. */
export const create = (input: NewIdentityProvider): Either.Either<IdentityProvider, IdentityProviderImpossible> => {
  const preset: Preset = presets[input.kind]
  const { issuer = preset.issuer, name = preset.name } = input
  const lacking = missing(input)
  if (lacking.length > 0 || name === undefined || issuer === undefined) return rejected(lacking)
  const id = input.kind === "oidc" ? slugOf(name) : input.kind
  const provider: IdentityProvider = { id, ...preset, ...input, name, issuer, clientSecret: null }
  const given = givenSecret(input)
  const problems = problemsOf(provider, given, Redacted.isRedacted(given))
  return problems.length === 0 ? Either.right(provider) : rejected(problems)
}

const fixed = (current: IdentityProvider, patch: IdentityProviderPatch): ReadonlyArray<RejectedField> =>
  (["kind", "issuer"] as const).flatMap((field) =>
    patch[field] === undefined || patch[field] === current[field]
      ? []
      : [{ field, reason: "cannot be changed, because identities of users belong to it: add another provider" }]
  )

const appleOf = ({ apple }: IdentityProvider, patch: IdentityProviderPatch["apple"]) => {
  if (patch === undefined || patch === null) return Either.right(patch === null ? null : apple)
  const { keyId, teamId } = { ...apple, ...patch }
  return keyId === undefined || teamId === undefined
    ? Either.left({ field: "apple", reason: "must have teamId and keyId" })
    : Either.right({ keyId, teamId })
}

/** Merges a patch into a provider, or returns what is wrong with it. `sealed`: the secret of the patch, encrypted. */
export const apply = (
  current: IdentityProvider,
  patch: IdentityProviderPatch,
  sealed: SealedText | null | undefined
): Either.Either<IdentityProvider, IdentityProviderImpossible> => {
  const apple = appleOf(current, patch.apple)
  if (Either.isLeft(apple)) return rejected([...fixed(current, patch), apple.left])
  const clientSecret = sealed === undefined ? current.clientSecret : sealed
  const next: IdentityProvider = { ...current, ...patch, apple: apple.right, clientSecret }
  const problems = [...fixed(current, patch), ...problemsOf(next, givenSecret(patch), clientSecret !== null)]
  return problems.length === 0 ? Either.right(next) : rejected(problems)
}

/** Returns what a new provider and the others of the instance cannot both have. */
export const conflicts = (
  added: IdentityProvider,
  others: ReadonlyArray<IdentityProvider>
): ReadonlyArray<RejectedField> => [
  ...(others.some(({ id }) => id === added.id)
    ? [{ field: "id", reason: "belongs to another provider of the instance: choose another one" }]
    : []),
  ...(others.some((other) => shareIssuer(other, added))
    ? [{ field: "issuer", reason: "belongs to another provider of the instance: change that one" }]
    : [])
]
