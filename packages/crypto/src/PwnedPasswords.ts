/**
 * Breached passwords from [Pwned Passwords](https://haveibeenpwned.com/API/v3#PwnedPasswords). No password leaves the
 * process: a request contains the first 5 of the 40 hexadecimal digits of its SHA-1, and the reply has all that begin
 * like that, padded so that its length tells nothing.
 */
import { createHash } from "node:crypto"
import { counter } from "@latchkey/domain/core/Metrics"
import { traced } from "@latchkey/domain/core/Tracing"
import type { Password } from "@latchkey/domain/password/Password"
import * as BreachedPasswords from "@latchkey/domain/password/BreachedPasswords"
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"

/**
 * - `url`: of the service or a mirror of it, by default `https://api.pwnedpasswords.com`. `/range/` and five digits are
 *   appended.
 * - `timeout`: how long a lookup may take, by default one second.
 */
export interface Options {
  readonly url?: string | undefined
  readonly timeout?: Duration.DurationInput | undefined
}

/**
 * `latchkey_pwned_password_lookups_total`: lookups by outcome: `listed`, `unlisted` or `failed`. A password whose
 * lookup failed was accepted.
 */
const lookups = counter<"outcome">(
  "latchkey_pwned_password_lookups_total",
  "New passwords that were looked up in Pwned Passwords, by outcome"
)

class LookupFailed extends Data.TaggedError("LookupFailed")<{ readonly reason: string }> {}

const prefixLength = 5

/** How long lookups have to work until an outage ends: single ones also work during one. */
const recoveryMillis = 300_000

/** Each line is the rest of a digest, and how often its password was found: 0 for lines that only pad the reply. */
const line = /^([0-9A-F]{35}):([0-9]+)$/

const read = async (url: string, signal: AbortSignal): Promise<string> => {
  const headers = { "add-padding": "true", "user-agent": "latchkey" }
  const response = await fetch(url, { headers, redirect: "error", signal })
  const text = await response.text()
  if (response.status !== 200) throw new LookupFailed({ reason: `status ${response.status}` })
  return text
}

/** Returns what went wrong. Messages of `fetch` contain the URL, and so the digits. */
const reasonOf = (error: unknown): string => {
  if (error instanceof LookupFailed) return error.reason
  const { cause } = error as Error
  return cause instanceof Error && "code" in cause ? String(cause.code) : "the request failed"
}

const request = (url: string, timeout: Duration.DurationInput) =>
  Effect.tryPromise({
    try: (signal) => read(url, signal),
    catch: (error) => new LookupFailed({ reason: reasonOf(error) })
  }).pipe(
    Effect.timeoutFail({
      duration: timeout,
      onTimeout: () => new LookupFailed({ reason: `no reply within ${Duration.format(timeout)}` })
    })
  )

/** Returns `true` if the reply has the digest. Fails for a reply that is no list. */
const find = (reply: string, rest: string) => {
  const entries = reply.split(/\r?\n/).map((text) => line.exec(text))
  if (entries[0] === null) return new LookupFailed({ reason: "the reply is not a list of digests" })
  return Effect.succeed(entries.some((entry) => entry?.[1] === rest && Number(entry[2]) > 0))
}

const make = ({ timeout = "1 second", url = "https://api.pwnedpasswords.com" }: Options) =>
  Effect.gen(function* () {
    // The time from which a failure is a new outage. Unknown, and so infinite, until a lookup works again.
    const outageEnd = yield* Ref.make(0)

    const lookUp = (password: Password) => {
      const digest = createHash("sha1").update(Redacted.value(password)).digest("hex").toUpperCase()
      const reply = request(`${url.replace(/\/$/, "")}/range/${digest.slice(0, prefixLength)}`, timeout)
      return Effect.flatMap(reply, (text) => find(text, digest.slice(prefixLength)))
    }

    const accept = Effect.fnUntraced(function* ({ reason }: LookupFailed) {
      yield* lookups({ outcome: "failed" })
      const now = yield* Clock.currentTimeMillis
      const end = yield* Ref.getAndSet(outageEnd, Number.POSITIVE_INFINITY)
      // An outage is one line in the log: the metric has the number.
      if (now >= end) yield* Effect.logWarning("Pwned Passwords does not work, so passwords are accepted", reason)
      return false
    })

    return Effect.fnUntraced(
      function* (password: Password) {
        const isListed = yield* lookUp(password)
        const now = yield* Clock.currentTimeMillis
        yield* Ref.update(outageEnd, (end) => Math.min(end, now + recoveryMillis))
        yield* lookups({ outcome: isListed ? "listed" : "unlisted" })
        return isListed
      },
      Effect.catchTag("LookupFailed", accept),
      traced("PwnedPasswords.contains")
    )
  })

/**
 * The list as a layer. Refuses passwords that were in a known breach at least once. If the service does not reply
 * in time, or replies with anything but a list, accepts the password, and counts that in the metric
 * `latchkey_pwned_password_lookups_total`: an outage must not keep users from setting a password. Logs one warning per
 * outage, which ends when lookups have worked for five minutes.
 */
export const layer = (options: Options = {}): Layer.Layer<BreachedPasswords.BreachedPasswords> =>
  BreachedPasswords.layer(make(options))
