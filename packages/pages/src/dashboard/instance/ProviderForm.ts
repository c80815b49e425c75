/**
 * The form of a sign-in provider: its fields by kind, where to find their values, and what is wrong with them.
 */
import { type IdentityProviderKind, type Preset, presets } from "@latchkey/domain/instance/IdentityProvider"
import type { ProviderDetails } from "@latchkey/domain/operator/IdentityProviderAdministration"
import type { Problem } from "@latchkey/http/core/Problem"
import { userTextOf } from "@latchkey/http/core/Problem"
import type { Field } from "./SettingField.ts"
import { isAbout } from "./SettingFieldView.ts"

/** How pages name the kinds. */
export const kindNames: Readonly<Record<IdentityProviderKind, string>> = {
  google: "Google",
  microsoft: "Microsoft",
  apple: "Apple",
  github: "GitHub",
  oidc: "OpenID Connect"
}

/** The kinds, in the order of their buttons. */
export const kinds: ReadonlyArray<IdentityProviderKind> = ["google", "microsoft", "apple", "github", "oidc"]

/** Where an administrator finds what the form asks for. */
export const whereToFind: Readonly<Record<IdentityProviderKind, string>> = {
  google:
    "In the Google Cloud console, under “APIs & Services” and “Credentials”, create an OAuth client ID of the type “Web application” with this redirect URI. Google then shows the client ID and the client secret.",
  microsoft:
    "In the Microsoft Entra admin center, under “App registrations”, register an app with this redirect URI for the platform “Web”. Its overview shows the application (client) ID. Create the client secret under “Certificates & secrets”, and copy its value.",
  apple:
    "In your Apple Developer account, create a Services ID for “Sign in with Apple” with this redirect URI: its identifier is the client ID. Under “Keys”, create a key for “Sign in with Apple”, and download its .p8 file.",
  github:
    "On GitHub, under “Developer settings” and “OAuth Apps”, register an app with this redirect URI as its callback URL. GitHub then shows the client ID, and creates a client secret for you.",
  oidc: "At the provider, register a confidential client for the authorization code flow with this redirect URI. The provider then shows the client ID and the client secret."
}

const name: Field = {
  name: "name",
  kind: "text",
  label: "Name",
  hint: "The button says it, as in “Continue with Google”."
}
const issuer: Field = {
  name: "issuer",
  kind: "text",
  label: "Issuer",
  hint: "The URL that the provider names as its issuer, such as https://id.example.com. It can't be changed later."
}
const microsoftIssuer: Field = {
  ...issuer,
  hint: "As it is, it stands for the accounts of every organization. For those of one, replace {tenantid} with its tenant ID. It can't be changed later."
}
const id: Field = {
  name: "id",
  kind: "text",
  label: "ID",
  hint: "Optional: what programs and the audit log call it. It can't be changed later."
}
const clientId: Field = { name: "clientId", kind: "text", label: "Client ID" }
const teamId: Field = {
  name: "apple.teamId",
  kind: "text",
  label: "Team ID",
  hint: "Ten letters and digits, at the top right of your Apple Developer account.",
  size: "short"
}
const keyId: Field = {
  name: "apple.keyId",
  kind: "text",
  label: "Key ID",
  hint: "Ten letters and digits, beside the key.",
  size: "short"
}
const emailTrust: Field = {
  name: "emailTrust",
  kind: "choice",
  label: "Verified email addresses of this provider",
  hint: "Choose anything but the first only for a provider that verifies every address itself. Otherwise, a user there could enter the address of someone else, and take over their account here.",
  options: [
    { value: "never", label: "Prove nothing: users verify them by email" },
    { value: "claim", label: "Are verified here, too, but open no account that someone has verified" },
    { value: "authoritative", label: "Are verified here, too, and open the account that has them" }
  ]
}
const presetTrust: Field = {
  ...emailTrust,
  hint: "The last choice is right for most. Latchkey accepts only addresses that this provider is responsible for."
}
const scopes: Field = {
  name: "scopes",
  kind: "lines",
  label: "More scopes",
  hint: "Optional, one per line: what the provider is asked for, in addition to what signing in needs."
}
const nativeClientIds: Field = {
  name: "nativeClientIds",
  kind: "lines",
  label: "Client IDs of native apps",
  hint: "Optional, one per line: apps that sign in with an ID token."
}
const trustsMfa: Field = {
  name: "trustsMfa",
  kind: "check",
  label: "Multi-factor sign-ins there count here",
  hint: "If the provider says that a user signed in with several factors, no second factor is asked for here."
}

/** Makes the field of the secret. `isStored`: whether there is one already. */
const secretOf = (kind: IdentityProviderKind, isStored: boolean): Field => {
  const about = kind === "apple" ? "The whole .p8 file. " : kind === "oidc" ? "Optional for a public client. " : ""
  const hint = `${about}${isStored ? "Leave it empty to keep the stored one." : "It is stored encrypted, and never shown."}`
  const field = { name: "clientSecret", kind: "secret", hint } as const
  return kind === "apple" ? { ...field, label: "Private key", size: "long" } : { ...field, label: "Client secret" }
}

/** The fields that cannot be changed later. */
const ofNew: Readonly<Record<IdentityProviderKind, ReadonlyArray<Field>>> = {
  google: [],
  microsoft: [microsoftIssuer, id],
  apple: [],
  github: [],
  oidc: [issuer, id]
}

const ofClient = (kind: IdentityProviderKind, isSecretStored: boolean): ReadonlyArray<Field> => [
  clientId,
  ...(kind === "apple" ? [teamId, keyId] : []),
  secretOf(kind, isSecretStored),
  kind === "oidc" ? emailTrust : presetTrust,
  scopes,
  nativeClientIds,
  trustsMfa
]

/** The fields of a form for a new provider. */
export const newFields = (kind: IdentityProviderKind): ReadonlyArray<Field> => [
  name,
  ...ofNew[kind],
  ...ofClient(kind, false)
]

/** The fields of a form for an existing one. */
export const editFields = ({
  hasClientSecret,
  kind
}: Pick<ProviderDetails, "hasClientSecret" | "kind">): ReadonlyArray<Field> => [
  name,
  ...ofClient(kind, hasClientSecret)
]

/** What a new form contains. */
export const defaultsOf = (kind: IdentityProviderKind): object => {
  const { emailTrust, issuer, name }: Preset = presets[kind]
  return { name, issuer, emailTrust }
}

/** Puts a problem into words, with what is wrong apart from the fields of the form. */
export const textOf =
  (fields: ReadonlyArray<Field>) =>
  (problem: Problem): string => {
    const others = (problem.errors ?? []).filter((error) => !fields.some((field) => isAbout(field)(error)))
    return others.length === 0
      ? userTextOf(problem)
      : others.map(({ field, reason }) => `“${field}” ${reason}.`).join(" ")
  }
