/** Checks which IP address rate limits count a request under, and what answers at the public origin. */
import * as IpAddress from "@latchkey/http/core/IpAddress"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Check from "../core/Check.ts"
import type { Settings } from "../core/Settings.ts"

type ProxySettings = Pick<Settings, "baseUrl" | "host" | "trustedProxies">

const timeout = "3 seconds"

const on = (host: string): string => (host === "0.0.0.0" || host === "::" ? "" : ` on ${host}`)

/** Warns if clients could choose the IP address that limits count, or if all of them would share one. */
export const judgeAddresses = ({ baseUrl, host, trustedProxies }: ProxySettings): Check.Finding => {
  const everyone = trustedProxies.filter((range) => range.endsWith("/0"))
  if (everyone.length > 0) {
    return Check.warning(
      `TRUSTED_PROXIES contains ${everyone.join(" and ")}: every client can choose the IP address that limits count, ` +
        "with X-Forwarded-For"
    )
  }
  if (trustedProxies.length > 0) {
    return Check.ok(
      `requests through ${trustedProxies.join(", ")} count under the rightmost other IP address in X-Forwarded-For, ` +
        "all others under their own"
    )
  }
  const direct = "requests count under the IP address that connects"
  if (!baseUrl.startsWith("https:") || IpAddress.isPublic(host)) return Check.ok(direct)
  return Check.warning(
    `${direct}. BASE_URL is https, but Latchkey listens${on(host)} with plain http, so there is a proxy: set ` +
      "TRUSTED_PROXIES to its address, or all users behind it share the limits of one IP address"
  )
}

const isLive = (status: number, body: string): boolean => {
  try {
    const json: unknown = JSON.parse(body)
    return status === 200 && Predicate.hasProperty(json, "ok") && json.ok === true
  } catch {
    return false
  }
}

const reasonOf = (error: unknown): string => {
  const cause = Predicate.hasProperty(error, "cause") ? error.cause : error
  return Predicate.hasProperty(cause, "code") && Predicate.isString(cause.code) ? ` (${cause.code})` : ""
}

/** Reports what answers at the public origin. Always ok: before the first start nothing does. */
const examineOrigin = (baseUrl: string): Effect.Effect<Check.Finding> =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(`${baseUrl}/health/live`, { signal, redirect: "manual" })
      return { status: response.status, body: await response.text() }
    },
    catch: reasonOf
  }).pipe(
    Effect.timeoutFail({ duration: timeout, onTimeout: () => ` within ${timeout}` }),
    Effect.match({
      onFailure: (reason) => `nothing answers at ${baseUrl} from here${reason}`,
      onSuccess: ({ body, status }) =>
        isLive(status, body)
          ? `Latchkey answers at ${baseUrl}`
          : `something other than Latchkey answers at ${baseUrl} (HTTP ${status})`
    }),
    Effect.map(Check.ok)
  )

const unverifiable = Check.ok("whether the proxy forwards Host and X-Forwarded-For cannot be checked from here")

/** Runs the check `proxies`. Requests the public origin once, for at most 3 seconds. */
export const run = (settings: ProxySettings): Effect.Effect<Check.Check> =>
  Check.run(
    "proxies",
    Effect.map(examineOrigin(settings.baseUrl), (origin) =>
      Check.combine([judgeAddresses(settings), origin, ...(settings.trustedProxies.length === 0 ? [] : [unverifiable])])
    )
  )
