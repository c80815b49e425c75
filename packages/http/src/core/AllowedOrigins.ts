/**
 * The origins that are allowed beside an instance's own: their pages may call Latchkey with the cookies of users, and
 * users may return to them after signing in.
 */
import { defaultId, type Instance } from "@latchkey/domain/instance/Instance"
import type { HttpOptions } from "./HttpSettings.ts"

/** The settings that allow origins. */
export type OriginSettings = Pick<HttpOptions, "allowedOrigins" | "baseUrl" | "localOrigins">

/** The origins that are allowed beside those of an instance. */
export interface AllowedOrigins {
  /** Returns `true` if the settings allow the origin: at the instance `default`. */
  readonly bySettings: (origin: string) => boolean
  /** Returns `true` if the settings or the instance allow the origin. */
  readonly isAllowed: (instance: Instance, origin: string) => boolean
  /** Returns all of them for the log. */
  readonly list: (instance: Instance) => ReadonlyArray<string>
}

const withoutPort = (origin: string): string => origin.replace(/:\d+$/, "")

/** Makes the two questions and the list. */
export const make = ({ allowedOrigins, baseUrl, localOrigins }: OriginSettings): AllowedOrigins => {
  const base = withoutPort(baseUrl)
  const isLocal = (origin: string) => localOrigins && withoutPort(origin) === base
  const bySettings = (origin: string) => allowedOrigins.includes(origin) || isLocal(origin)
  // Instances separate applications, so the origins of the settings are those of `default` only.
  const isDefault = ({ id }: Instance) => id === defaultId
  return {
    bySettings,
    isAllowed: (instance, origin) => instance.origins.includes(origin) || (isDefault(instance) && bySettings(origin)),
    list: (instance) => [
      ...(isDefault(instance) ? [...allowedOrigins, ...(localOrigins ? [`${base}:*`] : [])] : []),
      ...instance.origins
    ]
  }
}
