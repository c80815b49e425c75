/**
 * An application whose users sign in with Latchkey. Users, sessions, clients, magic links and limits belong to one
 * instance and are never shared. Field names are those of the specification.
 */
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Equal from "effect/Equal"
import * as Schema from "effect/Schema"
import { domainOf, Email } from "../core/Email.ts"
import { InstanceId } from "../core/Ids.ts"
import { english, Language } from "../language/Language.ts"
import { Branding, defaultBranding } from "./Branding.ts"
import { IdentityProviders } from "./IdentityProvider.ts"
import { distinct } from "./internal/distinct.ts"
import { wholeNumber } from "./internal/wholeNumber.ts"
import { defaultPolicy, PasswordPolicy } from "./PasswordPolicy.ts"
import { defaultRateLimits, RateLimits } from "./RateLimits.ts"
import { defaultTokenConfig, TokenConfig } from "./TokenConfig.ts"
import { UserFields } from "./UserField.ts"

/** On `free` the default password policy applies, on `pro` the instance's own. */
export const Plan = Schema.Literal("free", "pro")
export type Plan = typeof Plan.Type

const day = 86_400

const lifetimeSeconds = wholeNumber(60, 400 * day, "a whole number of seconds")

/**
 * Whether users have a second factor beside their password or link: with `off`, no one is asked for one, and no one can
 * set one up; with `optional`, those who want; with `required`, all, from their next sign-in on. A passkey needs none.
 */
export const SecondFactorMode = Schema.Literal("off", "optional", "required")
export type SecondFactorMode = typeof SecondFactorMode.Type

/**
 * Whether users who have lost their passkeys and their authenticator app can remove them with a link by email, after a
 * waiting time: with `off`, only an operator can.
 */
export const FactorRecoveryMode = Schema.Literal("off", "email")
export type FactorRecoveryMode = typeof FactorRecoveryMode.Type

/**
 * The sign-in methods: `password`, on by default, `magic_link`, off by default, and `passkey`, on by default. One of
 * the first two is on, or an identity provider. `secondFactor`: `off` by default; anything else requires a server key.
 *
 * `factorRecovery`: `off` by default. `email` has no effect while `secondFactor` is `required`, and without an email
 * provider. `factorRecoveryHours`: the waiting time, 24 to 720 hours (30 days), by default 72. Recoveries that were
 * requested before it changes keep theirs.
 */
export const AuthConfig = Schema.Struct({
  password: Schema.Boolean,
  magic_link: Schema.Boolean,
  passkey: Schema.Boolean,
  secondFactor: SecondFactorMode,
  factorRecovery: FactorRecoveryMode.annotations({
    description: "Has no effect while `secondFactor` is `required`, and without an email provider."
  }),
  factorRecoveryHours: wholeNumber(24, 720, "a whole number of hours")
})
export type AuthConfig = typeof AuthConfig.Type

/** The sign-in methods of a new instance that sets none: the password, and passkeys. */
export const defaultAuthConfig: AuthConfig = {
  password: true,
  magic_link: false,
  passkey: true,
  secondFactor: "off",
  factorRecovery: "off",
  factorRecoveryHours: 72
}

/** A host name without port, in lower-case IDNA ASCII, at most 253 characters; or an IP address, IPv6 in brackets. */
export const Host = Schema.String.pipe(
  Schema.pattern(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*|\[[0-9a-f:.]+\])$/, {
    message: () => "must be a host name without scheme, port or final dot, in lower case"
  }),
  Schema.maxLength(253, { message: () => "must be at most 253 characters" })
)

/**
 * Passkeys. `rpId`: the RP ID that they are bound to, which is the host of the instance or a domain that contains it;
 * `null` is the host of the public URL.
 */
export const PasskeyConfig = Schema.Struct({ rpId: Schema.NullOr(Host) })

/**
 * Who can create an account: with `open`, everyone; with `invitation`, invited addresses; with `closed`, no one.
 * Operators create users in every mode, and users with an account sign in as ever.
 */
export const SignUpMode = Schema.Literal("open", "invitation", "closed")
export type SignUpMode = typeof SignUpMode.Type

/**
 * When a new user with a password verifies the email address: with `after`, whenever they want to, and the account
 * exists and is signed in immediately; with `before`, before the account is created.
 */
export const SignUpVerification = Schema.Literal("after", "before")
export type SignUpVerification = typeof SignUpVerification.Type

/** The domain of email addresses, in lower-case IDNA ASCII. Does not stand for the domains below it. */
export const EmailDomain = Schema.String.pipe(
  Schema.filter((domain) => Schema.is(Email)(`a@${domain}`), {
    message: () => "must be a domain such as example.com, in lower-case ASCII",
    jsonSchema: { format: "hostname" }
  })
)

const EmailDomains = distinct(EmailDomain, "a domain").pipe(
  Schema.maxItems(1000, { message: () => "must be at most 1,000 domains" })
)

/**
 * How users get an account. `mode`: `open` by default. `verification`: `after` by default.
 *
 * - `allowedDomains`: the domains whose addresses may sign up; by default none is listed, and all may.
 * - `refusedDomains`: the domains whose addresses may not, also of those that are allowed; none by default.
 * - `fields`: what the pages ask users for; nothing by default.
 */
export const SignUpConfig = Schema.Struct({
  mode: SignUpMode,
  verification: SignUpVerification,
  allowedDomains: EmailDomains,
  refusedDomains: EmailDomains,
  fields: UserFields
})
export type SignUpConfig = typeof SignUpConfig.Type

/** The sign-up of an instance that has set none. */
export const defaultSignUpConfig: SignUpConfig = {
  mode: "open",
  verification: "after",
  allowedDomains: [],
  refusedDomains: [],
  fields: []
}

/**
 * The emails that an instance sends.
 *
 * - `accountNotices`: emails that tell users what happened to their accounts; on by default.
 * - `magicLinkCodes`: whether emails with magic links contain a code, too; off by default. It requires a server key.
 */
export const EmailConfig = Schema.Struct({ accountNotices: Schema.Boolean, magicLinkCodes: Schema.Boolean })

/**
 * What users can do with their accounts. `deletionGraceDays`: how many days an account is kept after its owner has
 * asked to delete it, 0 to 30, by default 7. With 0 it is deleted immediately.
 */
export const AccountConfig = Schema.Struct({ deletionGraceDays: wholeNumber(0, 30, "a whole number of days") })

/** What apps can get of a user beside the session: see `User`. */
export const SessionField = Schema.Literal("name", "metadata", "userMetadata").annotations({
  message: () => ({ message: 'must be "name", "metadata" or "userMetadata"', override: true })
})
export type SessionField = typeof SessionField.Type

/**
 * A session expires `absoluteLifetimeSeconds` after sign-in (default 30 days), or `idleLifetimeSeconds` after it was
 * last seen (default 7 days), whichever comes first. Each is from 60 to 34,560,000 seconds (400 days).
 *
 * `requireVerifiedEmail`: whether apps get sessions of users with a verified email address only; off by default. It
 * requires `magic_link`, because a link verifies the address.
 *
 * `include`: what apps get of the user with each session; nothing by default. A check of a session then reads the user,
 * too.
 */
export const SessionConfig = Schema.Struct({
  passwordPolicy: PasswordPolicy,
  absoluteLifetimeSeconds: lifetimeSeconds,
  idleLifetimeSeconds: lifetimeSeconds,
  requireVerifiedEmail: Schema.Boolean,
  include: distinct(SessionField, "a field")
})
export type SessionConfig = typeof SessionConfig.Type

/** Sessions of 30 days (7 days idle), of users with or without a verified email address. */
export const defaultSessionConfig: SessionConfig = {
  passwordPolicy: defaultPolicy,
  absoluteLifetimeSeconds: 30 * day,
  idleLifetimeSeconds: 7 * day,
  requireVerifiedEmail: false,
  include: []
}

/**
 * The groups of settings, the one list of them. A patch merges a group field by field, and a store keeps each group as
 * one value.
 */
export const SettingGroups = Schema.Struct({
  branding: Branding,
  authConfig: AuthConfig,
  passkeyConfig: PasskeyConfig,
  signUp: SignUpConfig,
  emailConfig: EmailConfig,
  accountConfig: AccountConfig,
  sessionConfig: SessionConfig,
  tokenConfig: TokenConfig,
  rateLimits: RateLimits
})
export type SettingGroups = typeof SettingGroups.Type

/** The settings of an instance that has set none. */
export const defaultGroups: SettingGroups = {
  branding: defaultBranding,
  authConfig: defaultAuthConfig,
  passkeyConfig: { rpId: null },
  signUp: defaultSignUpConfig,
  emailConfig: { accountNotices: true, magicLinkCodes: false },
  accountConfig: { deletionGraceDays: 7 },
  sessionConfig: defaultSessionConfig,
  tokenConfig: defaultTokenConfig,
  rateLimits: defaultRateLimits
}

/**
 * The settings that a stored instance has if a version that did not know a setting has stored it: `passkey` is off
 * until an operator turns it on.
 */
export const storedGroups: SettingGroups = { ...defaultGroups, authConfig: { ...defaultAuthConfig, passkey: false } }

const webOrigin = /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?$/
// Pages of these schemes have an opaque origin, or none. Browsers send `null`, or nothing.
const withoutOrigin = /^(about|blob|data|file|filesystem|ftp|https?|javascript|mailto|wss?):/
const appOrigin = /^[a-z][a-z0-9+.-]*:\/\/[A-Za-z0-9._~-]+(:[0-9]{1,5})?$/

/**
 * A browser origin (RFC 6454): scheme, host and port, as browsers send it. Pages of apps may have their own scheme,
 * such as `capacitor://localhost`.
 */
export const Origin = Schema.String.pipe(
  Schema.filter((text) => webOrigin.test(text) || (appOrigin.test(text) && !withoutOrigin.test(text)), {
    message: () => "must be an origin such as https://app.example.com",
    jsonSchema: { pattern: "^[a-z][a-z0-9+.-]*://[^/?#]+$" }
  }),
  Schema.maxLength(300, { message: () => "must be at most 300 characters" })
)

/** An absolute http or https URL, at most 2,000 characters: where a browser goes after sign-in. */
export const RedirectUrl = Schema.String.pipe(
  Schema.pattern(/^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?([/?#][!-~]*)?$/, {
    message: () => "must be an absolute http or https URL"
  }),
  Schema.maxLength(2000, { message: () => "must be at most 2000 characters" })
)

/**
 * The settings of one application. The constructor validates every field, and throws a `ParseError`.
 *
 * - `name`: 1 to 100 characters, shown on pages and in emails.
 * - `hosts`: the hosts whose requests belong to this instance, at most 100. A host belongs to one instance only.
 * - `origins`: allowed origins of pages on other sites that may call with a user's cookies, at most 100.
 * - `redirectUrl`: where a browser goes after sign-in; `null` is the root of the instance's own origin.
 * - `defaultLanguage`: what pages and emails speak to users who have chosen no language, and whose browsers prefer none
 *   that is available; by default English.
 * - the groups of settings, such as `authConfig`.
 * - `identityProviders`: where else its users can have accounts that they sign in with; none by default.
 */
export class Instance extends Schema.Class<Instance>("@latchkey/domain/Instance")({
  id: InstanceId,
  name: Schema.String.pipe(
    Schema.pattern(/^[^\p{Cc}\p{Surrogate}]{1,100}$/u, {
      message: () => "must be 1 to 100 characters, and no control characters"
    })
  ),
  plan: Plan,
  hosts: Schema.Array(Host).pipe(Schema.maxItems(100, { message: () => "must be at most 100 hosts" })),
  origins: Schema.Array(Origin).pipe(Schema.maxItems(100, { message: () => "must be at most 100 origins" })),
  redirectUrl: Schema.NullOr(RedirectUrl),
  defaultLanguage: Language,
  ...SettingGroups.fields,
  identityProviders: IdentityProviders
}) {
  /** Returns the policy that applies on the instance's plan. */
  get passwordPolicy(): PasswordPolicy {
    return this.plan === "free" ? defaultPolicy : this.sessionConfig.passwordPolicy
  }

  /** Returns how long a session lasts at most. */
  get absoluteLifetime(): Duration.Duration {
    return Duration.seconds(this.sessionConfig.absoluteLifetimeSeconds)
  }

  /** Returns how long a session lasts without being used. */
  get idleLifetime(): Duration.Duration {
    return Duration.seconds(this.sessionConfig.idleLifetimeSeconds)
  }

  /** Returns `true` if the plan includes the password policy that is set. */
  get isAllowedByPlan(): boolean {
    return (
      this.plan !== "free" || Equal.equals(Data.struct(this.sessionConfig.passwordPolicy), Data.struct(defaultPolicy))
    )
  }

  /** Returns `true` if the settings let users recover a lost factor by email. */
  get allowsFactorRecovery(): boolean {
    return this.authConfig.factorRecovery === "email" && this.authConfig.secondFactor !== "required"
  }

  /** Returns how long a requested recovery waits before it can be completed. */
  get factorRecoveryWait(): Duration.Duration {
    return Duration.hours(this.authConfig.factorRecoveryHours)
  }

  /** Returns `true` if anyone can create an account. */
  get isSignUpOpen(): boolean {
    return this.signUp.mode === "open"
  }

  /** Returns `true` if an address of that domain can sign up, as long as anyone can. */
  admits(email: Email): boolean {
    const { allowedDomains, refusedDomains } = this.signUp
    const domain = domainOf(email)
    return (allowedDomains.length === 0 || allowedDomains.includes(domain)) && !refusedDomains.includes(domain)
  }

  /** Returns `true` if a sign-up with a password creates no account before the address is verified. */
  get verifiesBeforeSignUp(): boolean {
    return this.signUp.verification === "before"
  }

  /** Returns `true` if invited addresses can create an account. */
  get isOpenToInvited(): boolean {
    return this.signUp.mode !== "closed"
  }

  /** Returns `true` if users can verify their email address, or do not have to. */
  get isVerificationPossible(): boolean {
    return this.authConfig.magic_link || !this.sessionConfig.requireVerifiedEmail
  }
}

/** `default`: the instance of every host that belongs to no other instance. */
export const defaultId = InstanceId.make("default")

/** The defaults of a new instance: the `free` plan, no hosts, and `defaultGroups`. */
export const defaults = {
  plan: "free" as Plan,
  hosts: [],
  origins: [],
  redirectUrl: null,
  defaultLanguage: english,
  ...defaultGroups,
  identityProviders: [] as IdentityProviders
}

/** The `default` instance on the first start: on `pro`, with magic links on. */
export const defaultInstance: Instance = new Instance({
  ...defaults,
  id: defaultId,
  name: "Latchkey",
  plan: "pro",
  authConfig: { ...defaultAuthConfig, magic_link: true }
})
