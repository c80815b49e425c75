/**
 * The settings of an instance, in sections. Each is a form of its own.
 *
 * @since 0.1.0
 */
import type { LimitName } from "@latchkey/domain/instance/RateLimits"
import type { Field } from "./SettingField.ts"

/** A part of a section. With a legend its fields belong together. @since 0.1.0 */
export interface Group {
  readonly legend?: string
  readonly fields: ReadonlyArray<Field>
}

/** A section of the settings. `id` is its place on the page and its path. @since 0.1.0 */
export interface Section {
  readonly id: "general" | "appearance" | "auth-methods" | "plan" | "password-policy" | "limits" | "lifetimes"
  readonly title: string
  readonly about: string
  readonly groups: ReadonlyArray<Group>
}

const name: Field = { name: "name", kind: "text", label: "Name", hint: "People see it in mails and on the pages." }
const hosts: Field = {
  name: "hosts",
  kind: "lines",
  label: "Hosts",
  hint: "One host name a line, without scheme and port, such as auth.example.com. Requests for them are for this instance."
}
const origins: Field = {
  name: "origins",
  kind: "lines",
  label: "Origins",
  hint: "One a line, such as https://app.example.com. Pages there may call the API with a person's cookies."
}
const magicLink: Field = {
  name: "authConfig.magic_link",
  kind: "check",
  label: "Magic link",
  hint: "People get a one-time link by mail and sign in by it."
}
const plan: Field = {
  name: "plan",
  kind: "choice",
  label: "Plan",
  options: [
    { value: "free", label: "free: the default password policy" },
    { value: "pro", label: "pro: a password policy of its own" }
  ]
}

const rule = (setting: string, label: string): Field => ({
  name: `sessionConfig.passwordPolicy.${setting}`,
  kind: "check",
  label
})

const budgets: Readonly<Record<LimitName, string>> = {
  signUpPerIp: "Sign-ups from one network address",
  signInPerIp: "Sign-ins from one network address",
  signInPerEmail: "Sign-ins to one account, from browsers it does not know",
  signInPerKnownClient: "Sign-ins to one account, from one browser it knows",
  magicLinkPerIp: "Links asked for from one network address",
  magicLinkPerEmail: "Links asked for to one email address",
  magicLinkVerifyPerIp: "Links used from one network address"
}

const budgetGroup = ([budget, legend]: [string, string]): Group => ({
  legend,
  fields: [
    { name: `rateLimits.${budget}.limit`, kind: "number", size: "short", label: "How often" },
    { name: `rateLimits.${budget}.windowSeconds`, kind: "number", size: "short", label: "In how many seconds" }
  ]
})

const seconds = (setting: string, label: string, hint: string): Field => ({
  name: `sessionConfig.${setting}`,
  kind: "number",
  size: "short",
  label,
  hint
})

/** All of them, in the order of the page. @since 0.1.0 */
export const sections: ReadonlyArray<Section> = [
  {
    id: "general",
    title: "General",
    about: "What the instance is called, where it is, and where people go.",
    groups: [
      {
        fields: [
          name,
          hosts,
          origins,
          {
            name: "redirectUrl",
            kind: "optional",
            label: "Redirect URL",
            hint: "Where people go after signing in on a page or by a link. Empty: the root of the instance's own address."
          }
        ]
      }
    ]
  },
  {
    id: "appearance",
    title: "Appearance",
    about: "How its pages look to the people who sign in.",
    groups: [
      {
        fields: [
          {
            name: "branding.logoUrl",
            kind: "optional",
            label: "Logo",
            hint: "The https URL of a picture. Empty: the name alone."
          },
          {
            name: "branding.accentColor",
            kind: "optional",
            size: "short",
            label: "Colour of buttons",
            hint: "Such as #1f5eff. Empty: Latchkey's own."
          }
        ]
      }
    ]
  },
  {
    id: "auth-methods",
    title: "Auth methods",
    about: "Email and password is always on.",
    groups: [{ fields: [magicLink] }]
  },
  { id: "plan", title: "Plan", about: "What the instance may set.", groups: [{ fields: [plan] }] },
  {
    id: "password-policy",
    title: "Password policy",
    about: "What a new password needs. Passwords that are in use stay good.",
    groups: [
      {
        fields: [
          { name: "sessionConfig.passwordPolicy.minLength", kind: "number", size: "short", label: "Shortest length" },
          rule("requireUppercase", "An uppercase letter"),
          rule("requireLowercase", "A lowercase letter"),
          rule("requireNumber", "A digit"),
          rule("requireSpecial", "A special character")
        ]
      }
    ]
  },
  {
    id: "limits",
    title: "Limits",
    about: "How often something may be tried in any stretch of so many seconds. More is refused.",
    groups: Object.entries(budgets).map(budgetGroup)
  },
  {
    id: "lifetimes",
    title: "Lifetimes",
    about:
      "When a session ends by itself. The first holds for sessions that begin from now on, the second for all at once.",
    groups: [
      {
        fields: [
          seconds("absoluteLifetimeSeconds", "Longest life, in seconds", "2592000 are 30 days, 86400 is a day."),
          seconds("idleLifetimeSeconds", "Life without use, in seconds", "604800 are 7 days.")
        ]
      }
    ]
  }
]

/** The fields of a section. @since 0.1.0 */
export const fieldsIn = ({ groups }: Pick<Section, "groups">): ReadonlyArray<Field> =>
  groups.flatMap(({ fields }) => fields)

/** What is asked for when an instance is made. The rest is set afterwards. @since 0.1.0 */
export const newInstanceFields: ReadonlyArray<Field> = [name, hosts, origins, magicLink, plan]
