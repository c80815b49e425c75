/**
 * Whose address a request counts under, and what answers at the public origin.
 *
 * @since 0.1.0
 */
import * as IpAddress from "@latchkey/http/core/IpAddress"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Check from "../command/Check.ts"
import type { Settings } from "../core/Settings.ts"

type ProxySettings = Pick<Settings, "baseUrl" | "host" | "trustedProxies">

const patience = "3 seconds"

const listens = (host: string): string => (host === "0.0.0.0" || host === "::" ? "" : ` on ${host}`)

/** Whether the settings let a stranger choose the address that is counted, or put everybody under one. @since 0.1.0 */
export const judgeAddresses = ({ baseUrl, host, trustedProxies }: ProxySettings): Check.Finding => {
  const all = trustedProxies.filter((range) => range.endsWith("/0"))
  if (all.length > 0) {
    return Check.warning(
      `TRUSTED_PROXIES holds ${all.join(" and ")}: whoever writes X-Forwarded-For chooses the address that is counted`
    )
  }
  if (trustedProxies.length > 0) {
    return Check.ok(
      `a request through ${trustedProxies.join(", ")} counts under the last other address of its X-Forwarded-For, ` +
        "any other under its own"
    )
  }
  const direct = "a request counts under the address that connects"
  if (!baseUrl.startsWith("https:") || IpAddress.isPublic(host)) return Check.ok(direct)
  return Check.warning(
    `${direct}. BASE_URL is https, and what listens${listens(host)} speaks http, so there is a proxy: set ` +
      "TRUSTED_PROXIES to its address, or everybody behind it shares one address's limits"
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

/** What answers at the public origin. Nothing does before the first start, so whatever it is, it is no mistake. */
const whoAnswers = (baseUrl: string): Effect.Effect<Check.Finding> =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(`${baseUrl}/health/live`, { signal, redirect: "manual" })
      return { status: response.status, body: await response.text() }
    },
    catch: reasonOf
  }).pipe(
    Effect.timeoutFail({ duration: patience, onTimeout: () => ` within ${patience}` }),
    Effect.match({
      onFailure: (reason) => `from here nothing answers at ${baseUrl}${reason}`,
      onSuccess: ({ body, status }) =>
        isLive(status, body)
          ? `a Latchkey answers at ${baseUrl}`
          : `what answers at ${baseUrl} is no Latchkey (HTTP ${status})`
    }),
    Effect.map(Check.ok)
  )

const unseen = Check.ok("whether a proxy passes Host and X-Forwarded-For on cannot be seen from here")

/** The check `proxies`. It asks the public origin once, for at most 3 seconds. @since 0.1.0 */
export const run = (settings: ProxySettings): Effect.Effect<Check.Check> =>
  Check.run(
    "proxies",
    Effect.map(whoAnswers(settings.baseUrl), (answer) =>
      Check.together([judgeAddresses(settings), answer, ...(settings.trustedProxies.length === 0 ? [] : [unseen])])
    )
  )
