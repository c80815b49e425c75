/**
 * The form of a sign-in provider: its fields by kind, and what is wrong with them.
 */
import { type IdentityProviderKind, type Preset, presets } from "@latchkey/domain/instance/IdentityProvider"
import type { ProviderDetails } from "@latchkey/domain/operator/IdentityProviderAdministration"
import type { Problem } from "@latchkey/http/core/Problem"
import type { DashboardTexts } from "../DashboardTexts.ts"
import type { DashboardLanguage } from "../core/DashboardLanguage.ts"
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

type Texts = DashboardTexts["provider"]

/** Makes the field of the secret. `isStored`: whether there is one already. */
const secretOf = (
  { pages, texts: { provider } }: DashboardLanguage,
  kind: IdentityProviderKind,
  isStored: boolean
): Field => {
  const { encrypted, keep, key, label, optional, whole } = provider.secret
  const about = kind === "apple" ? [whole] : kind === "oidc" ? [optional] : []
  const hint = [...about, isStored ? keep : encrypted].join(pages.texts.core.space)
  const field = { name: "clientSecret", kind: "secret", hint } as const
  return kind === "apple" ? { ...field, label: key, size: "long" } : { ...field, label }
}

const id = ({ fields }: Texts): Field => ({ name: "id", kind: "text", ...fields.id })

/** Makes the fields that cannot be changed later. */
const ofNew = (texts: Texts, kind: IdentityProviderKind): ReadonlyArray<Field> => {
  const issuer: Field = { name: "issuer", kind: "text", ...texts.fields.issuer }
  if (kind === "oidc") return [issuer, id(texts)]
  return kind === "microsoft" ? [{ ...issuer, hint: texts.fields.microsoftIssuerHint }, id(texts)] : []
}

const emailTrust = ({ fields }: Texts, kind: IdentityProviderKind): Field => ({
  name: "emailTrust",
  kind: "choice",
  label: fields.emailTrust.label,
  hint: kind === "oidc" ? fields.emailTrust.hint : fields.presetTrustHint,
  options: (["never", "claim", "authoritative"] as const).map((value) => ({
    value,
    label: fields.emailTrust.options[value]
  }))
})

const ofClient = (
  language: DashboardLanguage,
  kind: IdentityProviderKind,
  isSecretStored: boolean
): ReadonlyArray<Field> => {
  const { provider: texts } = language.texts
  const { fields } = texts
  return [
    { name: "clientId", kind: "text", ...fields.clientId },
    ...(kind === "apple"
      ? [
          { name: "apple.teamId", kind: "text", ...fields.teamId, size: "short" } as const,
          { name: "apple.keyId", kind: "text", ...fields.keyId, size: "short" } as const
        ]
      : []),
    secretOf(language, kind, isSecretStored),
    emailTrust(texts, kind),
    { name: "scopes", kind: "lines", ...fields.scopes },
    { name: "nativeClientIds", kind: "lines", ...fields.nativeClientIds },
    { name: "trustsMfa", kind: "check", ...fields.trustsMfa }
  ]
}

const name = ({ fields }: Texts): Field => ({ name: "name", kind: "text", ...fields.name })

/** Makes the fields of a form for a new provider. */
export const newFields = (language: DashboardLanguage, kind: IdentityProviderKind): ReadonlyArray<Field> => [
  name(language.texts.provider),
  ...ofNew(language.texts.provider, kind),
  ...ofClient(language, kind, false)
]

/** Makes the fields of a form for an existing one. */
export const editFields = (
  language: DashboardLanguage,
  { hasClientSecret, kind }: Pick<ProviderDetails, "hasClientSecret" | "kind">
): ReadonlyArray<Field> => [name(language.texts.provider), ...ofClient(language, kind, hasClientSecret)]

/** What a new form contains. */
export const defaultsOf = (kind: IdentityProviderKind): object => {
  const { emailTrust, issuer, name }: Preset = presets[kind]
  return { name, issuer, emailTrust }
}

/** Puts a problem into words, with what is wrong apart from the fields of the form. */
export const textOf =
  (language: DashboardLanguage, fields: ReadonlyArray<Field>) =>
  (problem: Problem): string => {
    const others = (problem.errors ?? []).filter((error) => !fields.some((field) => isAbout(field)(error)))
    return others.length === 0
      ? language.problem(problem)
      : others
          .map(({ field, reason }) => language.texts.provider.otherField(field, language.reason(reason)))
          .join(language.pages.texts.core.space)
  }
