/**
 * A change to an instance, as a JSON merge patch (RFC 7396): what is absent stays; `redirectUrl: null` removes it.
 * Lists are replaced whole.
 *
 * @since 0.1.0
 */
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { Branding } from "./Branding.ts"
import type { InstanceId } from "../core/Ids.ts"
import { AuthConfig, defaults, Instance, SessionConfig } from "./Instance.ts"
import { PasswordPolicy } from "./PasswordPolicy.ts"
import { RateLimit } from "./RateLimits.ts"

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
  branding: Schema.optionalWith(Schema.partialWith(Branding, exact), exact),
  authConfig: Schema.optionalWith(Schema.partialWith(AuthConfig, exact), exact),
  sessionConfig: Schema.optionalWith(
    Schema.Struct({
      absoluteLifetimeSeconds: Schema.optionalWith(SessionConfig.fields.absoluteLifetimeSeconds, exact),
      idleLifetimeSeconds: Schema.optionalWith(SessionConfig.fields.idleLifetimeSeconds, exact),
      passwordPolicy: Schema.optionalWith(Schema.partialWith(PasswordPolicy, exact), exact)
    }),
    exact
  ),
  rateLimits: Schema.optionalWith(
    Schema.partialWith(
      Schema.Struct({
        signUpPerAddress: RateLimitPatch,
        signInPerAddress: RateLimitPatch,
        signInPerEmail: RateLimitPatch,
        signInPerKnownClient: RateLimitPatch,
        magicLinkPerAddress: RateLimitPatch,
        magicLinkPerEmail: RateLimitPatch,
        magicLinkVerifyPerAddress: RateLimitPatch
      }),
      exact
    ),
    exact
  )
})

/** The schema of a patch. Every field is optional, down to the single limits and rules of the policy. @since 0.1.0 */
export const InstancePatch = Schema.Struct({ name: Schema.optionalWith(fields.name, exact), ...SettingsPatch.fields })
/** @since 0.1.0 */
export type InstancePatch = typeof InstancePatch.Type

/** A new instance: a name, and whatever should differ from the defaults. @since 0.1.0 */
export const NewInstance = Schema.Struct({ name: fields.name, ...SettingsPatch.fields })
/** @since 0.1.0 */
export type NewInstance = typeof NewInstance.Type

/**
 * The instance with the patch merged into it. Throws a `ParseError` when the result is no instance, which no decoded
 * patch makes of one. Whether the plan allows it is another question: `Instance.isAllowedByPlan`.
 *
 * @since 0.1.0
 */
export const apply = (instance: Instance, patch: InstancePatch): Instance =>
  new Instance({
    ...instance,
    ...patch,
    branding: { ...instance.branding, ...patch.branding },
    authConfig: { ...instance.authConfig, ...patch.authConfig },
    sessionConfig: {
      ...instance.sessionConfig,
      ...patch.sessionConfig,
      passwordPolicy: { ...instance.sessionConfig.passwordPolicy, ...patch.sessionConfig?.passwordPolicy }
    },
    rateLimits: Record.map(instance.rateLimits, (rate, budget) => ({ ...rate, ...patch.rateLimits?.[budget] }))
  })

/**
 * A new instance with these settings, and `defaults` for all others. Nothing is stored: `Instances.create` does that.
 *
 * @since 0.1.0
 */
export const create = (id: InstanceId, { name, ...settings }: NewInstance): Instance =>
  apply(new Instance({ ...defaults, id, name }), settings)
