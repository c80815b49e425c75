/**
 * The settings of an instance, in sections. Each section is a page with a form.
 */
import type { RateLimits } from "@latchkey/domain/instance/RateLimits"
import * as Record from "effect/Record"
import type { DashboardTexts } from "../DashboardTexts.ts"
import type { Field } from "./SettingField.ts"
import type { Group } from "./SettingFieldView.ts"

type Texts = DashboardTexts["instance"]
type SectionId = keyof Texts["sections"]

/** A section of the settings. `id`: the end of its path. */
export interface Section {
  readonly id: SectionId
  readonly title: string
  readonly about: string
  readonly groups: ReadonlyArray<Group>
}

/** What the text of a field may have. */
interface FieldText {
  readonly label: string
  readonly hint?: string
  readonly options?: Readonly<Record<string, string>>
}

type Kind = Pick<Field, "kind" | "size">

const text: Kind = { kind: "text" }
const optional: Kind = { kind: "optional" }
const check: Kind = { kind: "check" }
const choice: Kind = { kind: "choice" }
const lines: Kind = { kind: "lines" }
const number: Kind = { kind: "number", size: "short" }

/** Makes a field. `name`: the path of its setting. Its options are in the order of their texts. */
const field = (name: string, kind: Kind, { hint, label, options }: FieldText): Field => ({
  name,
  ...kind,
  label,
  ...(hint === undefined ? {} : { hint }),
  ...(options === undefined ? {} : { options: Object.entries(options).map(([value, label]) => ({ value, label })) })
})

const namesOf = ({ fields }: Texts): ReadonlyArray<Field> => [
  field("name", text, fields.name),
  field("hosts", lines, fields.hosts),
  field("origins", lines, fields.origins)
]

const limitGroup =
  ({ fields, limits }: Texts) =>
  (limit: keyof RateLimits): Group => ({
    legend: limits[limit],
    fields: [
      field(`rateLimits.${limit}.limit`, number, fields.limit),
      field(`rateLimits.${limit}.windowSeconds`, number, fields.windowSeconds)
    ]
  })

const one = (...fields: ReadonlyArray<Field>): ReadonlyArray<Group> => [{ fields }]

/** The first section. */
export const general = "general"

/** The section with the form that tests a password. */
export const passwordPolicy = "password-policy"

/** Makes the groups of each section, in the order of the menu. */
const groupsOf: Readonly<Record<SectionId, (texts: Texts) => ReadonlyArray<Group>>> = {
  general: (texts) =>
    one(
      ...namesOf(texts),
      field("redirectUrl", optional, texts.fields.redirectUrl),
      field("defaultLanguage", { kind: "text", size: "short" }, texts.fields.defaultLanguage)
    ),
  appearance: ({ fields }) =>
    one(
      field("branding.logoUrl", optional, fields.logoUrl),
      field("branding.accentColor", { kind: "optional", size: "short" }, fields.accentColor),
      field("branding.corners", { kind: "choice", size: "short" }, fields.corners),
      field("branding.font", { kind: "choice", size: "short" }, fields.font),
      field("branding.termsUrl", optional, fields.termsUrl),
      field("branding.privacyUrl", optional, fields.privacyUrl),
      field("branding.supportUrl", optional, fields.supportUrl)
    ),
  "auth-methods": ({ fields }) =>
    one(
      field("authConfig.password", check, fields.password),
      field("authConfig.magic_link", check, fields.magicLink),
      field("authConfig.passkey", check, fields.passkey),
      field("passkeyConfig.rpId", optional, fields.passkeyRpId),
      field("authConfig.secondFactor", choice, fields.secondFactor),
      field("authConfig.factorRecovery", choice, fields.factorRecovery),
      field("authConfig.factorRecoveryHours", number, fields.factorRecoveryHours),
      field("emailConfig.magicLinkCodes", check, fields.magicLinkCodes),
      field("sessionConfig.requireVerifiedEmail", check, fields.requireVerifiedEmail)
    ),
  "sign-up": ({ fields }) =>
    one(
      field("signUp.mode", choice, fields.signUpMode),
      field("signUp.verification", choice, fields.signUpVerification),
      field("signUp.allowedDomains", lines, fields.allowedDomains),
      field("signUp.refusedDomains", lines, fields.refusedDomains)
    ),
  "user-details": ({ fields }) => one(field("signUp.fields", { kind: "userFields" }, fields.userFields)),
  [passwordPolicy]: ({ fields }) =>
    one(
      field("sessionConfig.passwordPolicy.minLength", number, fields.minLength),
      ...(["requireUppercase", "requireLowercase", "requireNumber", "requireSpecial"] as const).map((rule) =>
        field(`sessionConfig.passwordPolicy.${rule}`, check, fields[rule])
      )
    ),
  lifetimes: ({ fields }) =>
    one(
      field("sessionConfig.absoluteLifetimeSeconds", number, fields.absoluteLifetime),
      field("sessionConfig.idleLifetimeSeconds", number, fields.idleLifetime),
      field("sessionConfig.include", lines, fields.sessionInclude)
    ),
  limits: (texts) => Record.keys(texts.limits).map(limitGroup(texts)),
  emails: ({ fields }) => one(field("emailConfig.accountNotices", check, fields.accountNotices)),
  tokens: ({ fields }) =>
    one(
      field("tokenConfig.deviceSignIn", check, fields.deviceSignIn),
      field("tokenConfig.personalTokens", check, fields.personalTokens),
      field("tokenConfig.scopes", lines, fields.tokenScopes),
      field("tokenConfig.audiences", lines, fields.tokenAudiences),
      field("tokenConfig.claims", lines, fields.tokenClaims),
      field("tokenConfig.appLinks", lines, fields.tokenAppLinks)
    ),
  accounts: ({ fields }) => one(field("accountConfig.deletionGraceDays", number, fields.deletionGraceDays)),
  plan: ({ fields }) => one(field("plan", choice, fields.plan))
}

/** The sections, in the order of the menu. */
export const sectionIds = Record.keys(groupsOf)

/** Makes every section, by its id. */
export const sectionsIn = (texts: Texts): Readonly<Record<SectionId, Section>> =>
  Record.map(groupsOf, (groups, id) => ({ id, ...texts.sections[id], groups: groups(texts) }))

/** Returns the fields of a section. */
export const fieldsIn = ({ groups }: Pick<Section, "groups">): ReadonlyArray<Field> =>
  groups.flatMap(({ fields }) => fields)

/** Makes the fields of the form for a new instance. All other settings have defaults. */
export const newInstanceFields = (texts: Texts): ReadonlyArray<Field> => [
  ...namesOf(texts),
  field("authConfig.magic_link", check, texts.fields.magicLink),
  field("plan", choice, texts.fields.plan)
]
