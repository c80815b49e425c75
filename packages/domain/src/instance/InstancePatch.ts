/**
 * Changes to an instance, as a JSON merge patch (RFC 7396): absent fields stay, `redirectUrl: null` removes the value,
 * and lists are replaced as a whole.
 */
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import type { InstanceId } from "../core/Ids.ts"
import { LanguageInput } from "../language/Language.ts"
import { Branding } from "./Branding.ts"
import {
  AccountConfig,
  AuthConfig,
  defaults,
  EmailConfig,
  Instance,
  PasskeyConfig,
  SessionConfig,
  SignUpConfig
} from "./Instance.ts"
import { PasswordPolicy } from "./PasswordPolicy.ts"
import { RateLimit, RateLimits } from "./RateLimits.ts"

const exact = { exact: true } as const
const fields = Instance.fields
const { limit, windowSeconds } = RateLimit.fields

const RateLimitPatch = Schema.Struct({
  limit: Schema.optionalWith(limit, exact),
  windowSeconds: Schema.optionalWith(windowSeconds, exact)
})

const SettingsPatch = Schema.Struct({
  plan: Schema.optionalWith(fields.plan, exact),
  hosts: Schema.optionalWith(fields.hosts, exact),
  origins: Schema.optionalWith(fields.origins, exact),
  redirectUrl: Schema.optionalWith(fields.redirectUrl, exact),
  defaultLanguage: Schema.optionalWith(LanguageInput, exact),
  branding: Schema.optionalWith(Schema.partialWith(Branding, exact), exact),
  authConfig: Schema.optionalWith(Schema.partialWith(AuthConfig, exact), exact),
  passkeyConfig: Schema.optionalWith(Schema.partialWith(PasskeyConfig, exact), exact),
  signUp: Schema.optionalWith(Schema.partialWith(SignUpConfig, exact), exact),
  emailConfig: Schema.optionalWith(Schema.partialWith(EmailConfig, exact), exact),
  accountConfig: Schema.optionalWith(Schema.partialWith(AccountConfig, exact), exact),
  sessionConfig: Schema.optionalWith(
    Schema.Struct({
      absoluteLifetimeSeconds: Schema.optionalWith(SessionConfig.fields.absoluteLifetimeSeconds, exact),
      idleLifetimeSeconds: Schema.optionalWith(SessionConfig.fields.idleLifetimeSeconds, exact),
      requireVerifiedEmail: Schema.optionalWith(SessionConfig.fields.requireVerifiedEmail, exact),
      include: Schema.optionalWith(SessionConfig.fields.include, exact),
      passwordPolicy: Schema.optionalWith(Schema.partialWith(PasswordPolicy, exact), exact)
    }),
    exact
  ),
  rateLimits: Schema.optionalWith(
    Schema.partialWith(Schema.Struct(Record.map(RateLimits.fields, () => RateLimitPatch)), exact),
    exact
  )
})

/** A patch. Every field is optional, down to single limits and policy rules. */
export const InstancePatch = Schema.Struct({ name: Schema.optionalWith(fields.name, exact), ...SettingsPatch.fields })
export type InstancePatch = typeof InstancePatch.Type

/** The settings of a new instance: a name, and everything that differs from the defaults. */
export const NewInstance = Schema.Struct({ name: fields.name, ...SettingsPatch.fields })
export type NewInstance = typeof NewInstance.Type

/**
 * Merges a patch into an instance. Throws a `ParseError` if the result is invalid, which a decoded patch never makes
 * it. Does not check the plan, and whether users can sign in and verify their address: see
 * `Instance.isAllowedByPlan`, `AuthenticationMethods.isSignInPossible` and `Instance.isVerificationPossible`.
 */
export const apply = (instance: Instance, patch: InstancePatch): Instance =>
  new Instance({
    ...instance,
    ...patch,
    branding: { ...instance.branding, ...patch.branding },
    authConfig: { ...instance.authConfig, ...patch.authConfig },
    passkeyConfig: { ...instance.passkeyConfig, ...patch.passkeyConfig },
    signUp: { ...instance.signUp, ...patch.signUp },
    emailConfig: { ...instance.emailConfig, ...patch.emailConfig },
    accountConfig: { ...instance.accountConfig, ...patch.accountConfig },
    sessionConfig: {
      ...instance.sessionConfig,
      ...patch.sessionConfig,
      passwordPolicy: { ...instance.sessionConfig.passwordPolicy, ...patch.sessionConfig?.passwordPolicy }
    },
    rateLimits: Record.map(instance.rateLimits, (rate, limit) => ({ ...rate, ...patch.rateLimits?.[limit] }))
  })

/**
 * Makes an instance with these settings, and `defaults` for all others. Stores nothing: see `InstanceDirectory.create`.
 */
export const create = (id: InstanceId, { name, ...settings }: NewInstance): Instance =>
  apply(new Instance({ ...defaults, id, name }), settings)
