/**
 * The settings of an instance, in sections. Each section is a page with a form.
 */
import type { RateLimits } from "@latchkey/domain/instance/RateLimits"
import type { Field } from "./SettingField.ts"
import type { Group } from "./SettingFieldView.ts"

/** A section of the settings. `id`: the end of its path. */
export interface Section {
  readonly id:
    | "general"
    | "appearance"
    | "auth-methods"
    | "sign-up"
    | "emails"
    | "accounts"
    | "plan"
    | "password-policy"
    | "limits"
    | "lifetimes"
  readonly title: string
  readonly about: string
  readonly groups: ReadonlyArray<Group>
}

const name: Field = { name: "name", kind: "text", label: "Name", hint: "Shown on pages and in emails." }
const hosts: Field = {
  name: "hosts",
  kind: "lines",
  label: "Hosts",
  hint: "One host name per line, without scheme or port, such as auth.example.com. Requests to these hosts belong to this instance."
}
const origins: Field = {
  name: "origins",
  kind: "lines",
  label: "Allowed origins",
  hint: "One origin per line, such as https://app.example.com. Pages there can call the API with a user's cookies."
}
const password: Field = {
  name: "authConfig.password",
  kind: "check",
  label: "Passwords",
  hint: "Users can sign up and sign in with an email address and a password."
}
const magicLink: Field = {
  name: "authConfig.magic_link",
  kind: "check",
  label: "Magic links",
  hint: "Users can sign in with a one-time link that they receive by email."
}
const passkey: Field = {
  name: "authConfig.passkey",
  kind: "check",
  label: "Passkeys",
  hint: "Users can add passkeys to their account, and sign in with them."
}
const passkeyRpId: Field = {
  name: "passkeyConfig.rpId",
  kind: "optional",
  label: "Domain of passkeys (RP ID)",
  hint: "The host of the instance, or a domain that contains it, such as example.com for auth.example.com. Then pages on other hosts of the domain can ask for the same passkeys. If it is empty, it is the host of the instance. It can't change while users have passkeys."
}
const secondFactor: Field = {
  name: "authConfig.secondFactor",
  kind: "choice",
  label: "Second factor",
  options: [
    { value: "off", label: "Off: a password or a link is enough" },
    { value: "optional", label: "Optional: users can add an authenticator app" },
    { value: "required", label: "Required: from their next sign-in on, users need an authenticator app or a passkey" }
  ],
  hint: "Optional and required work only if the service has a secret key."
}
const factorRecovery: Field = {
  name: "authConfig.factorRecovery",
  kind: "choice",
  label: "Lost passkeys and authenticator apps",
  options: [
    { value: "off", label: "Off: only you can reset them" },
    { value: "email", label: "Email: users can remove them with a link, after a waiting time" }
  ],
  hint: "Has no effect while the second factor is required, and without an email provider. Someone who can sign in with the first factor and reads the emails of a user for the whole waiting time can then remove the others."
}
const factorRecoveryHours: Field = {
  name: "authConfig.factorRecoveryHours",
  kind: "number",
  size: "short",
  label: "Waiting time in hours",
  hint: "From the request until the link works: 24 to 720 hours. Requests that are open keep theirs."
}
const magicLinkCodes: Field = {
  name: "emailConfig.magicLinkCodes",
  kind: "check",
  label: "Code beside the magic link",
  hint: "The email also has a six-digit code, which users type on the device where they asked for the link. Attackers can ask people for a code, which is harder with a link."
}
const requireVerifiedEmail: Field = {
  name: "sessionConfig.requireVerifiedEmail",
  kind: "check",
  label: "Email verification",
  hint: "Apps get a session only after the user has verified their email address with a link."
}
const signUpMode: Field = {
  name: "signUp.mode",
  kind: "choice",
  label: "New accounts",
  options: [
    { value: "open", label: "Open: anyone can create an account" },
    { value: "invitation", label: "Invitation: only people you invite" },
    { value: "closed", label: "Closed: only administrators create accounts" }
  ]
}
const signUpVerification: Field = {
  name: "signUp.verification",
  kind: "choice",
  label: "Email verification of new accounts with a password",
  options: [
    { value: "after", label: "After: the account exists and is signed in immediately" },
    { value: "before", label: "Before: a link in an email creates the account" }
  ],
  hint: "With before, a sign-up never shows whether an email address has an account. It needs an email provider."
}
const plan: Field = {
  name: "plan",
  kind: "choice",
  label: "Plan",
  options: [
    { value: "free", label: "Free: default password policy" },
    { value: "pro", label: "Pro: custom password policy" }
  ],
  hint: "Both are part of Latchkey, and neither costs anything. If you run instances for customers, free keeps their password policy at the default."
}

const rule = (setting: string, label: string): Field => ({
  name: `sessionConfig.passwordPolicy.${setting}`,
  kind: "check",
  label
})

const limits: Readonly<Record<keyof RateLimits, string>> = {
  signUpPerIp: "Sign-ups per IP address",
  signInPerIp: "Sign-ins per IP address",
  signInPerEmail: "Sign-ins per account, from unrecognized devices",
  signInPerKnownClient: "Sign-ins per account, from one recognized device",
  magicLinkPerIp: "Link requests per IP address",
  magicLinkPerEmail: "Link requests per email address",
  magicLinkPerEmailPerDay: "Link requests per email address, over a longer time",
  magicLinkVerifyPerIp: "Opened links per IP address",
  magicLinkToUnknownPerInstance: "Links to email addresses that were never verified, in total",
  magicLinkCodePerInstance: "Wrong codes, in total",
  signUpPerInstance: "Sign-ups with a password, in total"
}

const limitGroup = ([limit, legend]: [string, string]): Group => ({
  legend,
  fields: [
    { name: `rateLimits.${limit}.limit`, kind: "number", size: "short", label: "Limit" },
    { name: `rateLimits.${limit}.windowSeconds`, kind: "number", size: "short", label: "Window in seconds" }
  ]
})

const seconds = (setting: string, label: string, hint: string): Field => ({
  name: `sessionConfig.${setting}`,
  kind: "number",
  size: "short",
  label,
  hint
})

const link = (name: string, label: string, hint: string): Field => ({ name, kind: "optional", label, hint })

/** The first section. */
export const general: Section = {
  id: "general",
  title: "General",
  about: "The name, hosts and language of the instance, and where users go after signing in.",
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
          hint: "Where users go after signing in on a page or with a link. If empty, to the root of the instance's own origin."
        },
        {
          name: "defaultLanguage",
          kind: "text",
          size: "short",
          label: "Default language",
          hint: "A language tag: en, de, fr, es, pt-BR, ja or ar. For users who have chosen no language, and whose browser prefers none of these."
        }
      ]
    }
  ]
}

/** The section with the form that tests a password. */
export const passwordPolicy: Section = {
  id: "password-policy",
  title: "Password policy",
  about: "What new passwords must include. Existing passwords keep working.",
  groups: [
    {
      fields: [
        { name: "sessionConfig.passwordPolicy.minLength", kind: "number", size: "short", label: "Minimum length" },
        rule("requireUppercase", "Require an uppercase letter"),
        rule("requireLowercase", "Require a lowercase letter"),
        rule("requireNumber", "Require a number"),
        rule("requireSpecial", "Require a symbol")
      ]
    }
  ]
}

/** Every section, in the order of the menu. */
export const sections: ReadonlyArray<Section> = [
  general,
  {
    id: "appearance",
    title: "Pages and brand",
    about: "How the pages and emails of the instance look to users, and what the pages link to.",
    groups: [
      {
        fields: [
          {
            name: "branding.logoUrl",
            kind: "optional",
            label: "Logo URL",
            hint: "The https URL of an image, 40 pixels high. PNG: Gmail shows no SVG. If empty, pages and emails show the name."
          },
          {
            name: "branding.accentColor",
            kind: "optional",
            size: "short",
            label: "Button color",
            hint: "Such as #1f5eff. If empty, buttons have Latchkey's own color."
          },
          {
            name: "branding.corners",
            kind: "choice",
            size: "short",
            label: "Corners",
            options: [
              { value: "square", label: "Square" },
              { value: "rounded", label: "Rounded" },
              { value: "pill", label: "Pill" }
            ]
          },
          {
            name: "branding.font",
            kind: "choice",
            size: "short",
            label: "Font",
            hint: "A font that readers already have. Nothing is loaded.",
            options: [
              { value: "system", label: "Font of the system" },
              { value: "humanist", label: "Humanist" },
              { value: "geometric", label: "Geometric" },
              { value: "rounded", label: "Rounded" },
              { value: "serif", label: "Serif" }
            ]
          },
          link("branding.termsUrl", "Terms URL", "An https URL. If empty, pages have no link to terms."),
          link("branding.privacyUrl", "Privacy URL", "An https URL. If empty, pages have no link to a privacy policy."),
          link(
            "branding.supportUrl",
            "Support URL",
            "An https URL, or mailto:help@example.com. If empty, pages have no link."
          )
        ]
      }
    ]
  },
  {
    id: "auth-methods",
    title: "Ways to sign in",
    about: "How users sign in. At least one method stays on.",
    groups: [
      {
        fields: [
          password,
          magicLink,
          passkey,
          passkeyRpId,
          secondFactor,
          factorRecovery,
          factorRecoveryHours,
          magicLinkCodes,
          requireVerifiedEmail
        ]
      }
    ]
  },
  {
    id: "sign-up",
    title: "Sign-up",
    about: "Who can create an account. Users with an account can always sign in.",
    groups: [{ fields: [signUpMode, signUpVerification] }]
  },
  passwordPolicy,
  {
    id: "lifetimes",
    title: "Sessions",
    about:
      "When sessions expire. The absolute lifetime applies to new sessions, the idle timeout to all sessions immediately.",
    groups: [
      {
        fields: [
          seconds("absoluteLifetimeSeconds", "Absolute lifetime in seconds", "30 days are 2592000 seconds."),
          seconds("idleLifetimeSeconds", "Idle timeout in seconds", "7 days are 604800 seconds.")
        ]
      }
    ]
  },
  {
    id: "limits",
    title: "Rate limits",
    about: "How many attempts are allowed within a sliding window. Further attempts are rejected.",
    groups: Object.entries(limits).map(limitGroup)
  },
  {
    id: "emails",
    title: "Account emails",
    about: "What users receive in addition to sign-in links.",
    groups: [
      {
        fields: [
          {
            name: "emailConfig.accountNotices",
            kind: "check",
            label: "Account notices",
            hint: "Users learn by email when their password, passkeys or second factor change, and when you sign them out of every device."
          }
        ]
      }
    ]
  },
  {
    id: "accounts",
    title: "Account deletion",
    about: "What users can do with their own accounts.",
    groups: [
      {
        fields: [
          {
            name: "accountConfig.deletionGraceDays",
            kind: "number",
            size: "short",
            label: "Days until an account is deleted",
            hint: "After users have asked to delete their account, they can still keep it for this long: 0 to 30 days. With 0 it is deleted immediately."
          }
        ]
      }
    ]
  },
  {
    id: "plan",
    title: "Plan",
    about: "Whether the instance can have its own password policy.",
    groups: [{ fields: [plan] }]
  }
]

/** Returns the fields of a section. */
export const fieldsIn = ({ groups }: Pick<Section, "groups">): ReadonlyArray<Field> =>
  groups.flatMap(({ fields }) => fields)

/** The fields of the form for a new instance. All other settings have defaults. */
export const newInstanceFields: ReadonlyArray<Field> = [name, hosts, origins, magicLink, plan]
