import type { ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { PasswordHash } from "@latchkey/domain/account/UserRepository"
import * as BreachedPasswords from "@latchkey/domain/password/BreachedPasswords"
import * as PasswordViolations from "@latchkey/domain/password/PasswordViolations"
import * as Endpoint from "@latchkey/test-support/ses/Endpoint"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as TestClock from "effect/TestClock"
import * as PwnedPasswords from "../src/PwnedPasswords.ts"
import * as BoundedFairQueue from "../src/internal/BoundedFairQueue.ts"
import { password } from "./support/password.ts"

/** SHA-1 of "password": 5BAA6 1E4C9B93F3F0682250B6CF8331B7EE68FD8. */
const listed = "1E4C9B93F3F0682250B6CF8331B7EE68FD8:9545824"
const padding = "1E4C9B93F3F0682250B6CF8331B7EE68FD8:0"
const other = "003D68EB55068C33ACE09247EE4C639306B:3"

const lines =
  (...entries: ReadonlyArray<string>): Endpoint.Respond =>
  (response) =>
    response.end(entries.join("\r\n"))

const contains = (options: PwnedPasswords.Options, text: string) =>
  Effect.flatMap(BreachedPasswords.BreachedPasswords, (blocklist) => blocklist.contains(password(text))).pipe(
    Effect.provide(PwnedPasswords.layer(options))
  )

/** Returns how many lookups had the outcome. */
const countOf = (outcome: string) =>
  Effect.map(Metric.snapshot, (pairs) => {
    const found = pairs.find(
      ({ metricKey }) =>
        metricKey.name === "latchkey_pwned_password_lookups_total" &&
        metricKey.tags.some(({ value }) => value === outcome)
    )
    return (found?.metricState as { readonly count: number } | undefined)?.count ?? 0
  })

describe("PwnedPasswords", () => {
  it.scopedLive("refuses a password of a known breach, and sends five digits of its SHA-1", () =>
    Effect.gen(function* () {
      const { requests, url } = yield* Endpoint.make(lines(other, listed))
      const before = yield* countOf("listed")
      assert.isTrue(yield* contains({ url }, "password"))
      assert.strictEqual((yield* countOf("listed")) - before, 1)
      assert.deepStrictEqual(
        requests.map(({ headers, path }) => [path, headers["add-padding"]]),
        [["/range/5BAA6", "true"]]
      )
      assert.notInclude(JSON.stringify(requests).toUpperCase(), "1E4C9")
    })
  )

  it.scopedLive("accepts a password that is not in the reply, or only pads it", () =>
    Effect.gen(function* () {
      for (const entries of [[other], [other, padding]]) {
        const { url } = yield* Endpoint.make(lines(...entries))
        assert.isFalse(yield* contains({ url: `${url}/` }, "password"))
      }
    })
  )

  const failures: ReadonlyArray<readonly [failure: string, respond: Endpoint.Respond, reason: string]> = [
    ["an error", (response) => response.writeHead(503).end(listed), "status 503"],
    ["a page", (response) => response.end("<!doctype html>"), "the reply is not a list of digests"],
    ["a redirect", (response) => response.writeHead(302, { location: "/range/5BAA6?" }).end(), "the request failed"],
    ["no reply in time", () => {}, "no reply within 100ms"],
    ["half a reply", (response: ServerResponse) => response.write(listed), "no reply within 100ms"],
    ["a closed connection", (response) => response.destroy(), "UND_ERR_SOCKET"]
  ]

  it.scopedLive.each(failures)("accepts the password after %s, counts it and warns once", ([, respond, reason]) =>
    Effect.gen(function* () {
      const { requests, url } = yield* Endpoint.make(respond)
      const warnings: Array<unknown> = []
      const logger = Logger.make(({ message }) => warnings.push(message))
      const before = yield* countOf("failed")
      const twice = Effect.flatMap(BreachedPasswords.BreachedPasswords, (blocklist) =>
        Effect.replicateEffect(blocklist.contains(password("password")), 2)
      )
      const layer = PwnedPasswords.layer({ url, timeout: "100 millis" })
      const found = yield* Effect.provide(twice, Layer.merge(layer, Logger.replace(Logger.defaultLogger, logger)))
      assert.deepStrictEqual(found, [false, false])
      assert.strictEqual((yield* countOf("failed")) - before, 2)
      assert.deepStrictEqual(warnings, [["Pwned Passwords does not work, so passwords are accepted", reason]])
      assert.lengthOf(requests, 2)
    })
  )

  it.scoped("warns once per outage, which ends when lookups have worked for five minutes", () =>
    Effect.gen(function* () {
      let works = true
      const { url } = yield* Endpoint.make((response) => response.writeHead(works ? 200 : 503).end(other))
      let warnings = 0
      const logger = Logger.make(() => void warnings++)
      const blocklist = yield* Effect.provide(BreachedPasswords.BreachedPasswords, PwnedPasswords.layer({ url }))
      const lookUp = (outcome: "fails" | "works", after: Duration.DurationInput, warned: number) =>
        Effect.gen(function* () {
          yield* TestClock.adjust(after)
          works = outcome === "works"
          yield* blocklist.contains(password("password"))
          assert.strictEqual(warnings, warned, `${outcome} after ${String(after)}`)
        }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
      yield* lookUp("works", "0 minutes", 0)
      yield* lookUp("fails", "0 minutes", 1)
      yield* lookUp("works", "1 minute", 1)
      yield* lookUp("fails", "4 minutes", 1)
      yield* lookUp("fails", "1 hour", 1)
      yield* lookUp("works", "1 minute", 1)
      yield* lookUp("works", "4 minutes", 1)
      yield* lookUp("fails", "1 minute", 2)
    })
  )

  it.scopedLive("holds no place in the hashing queue, however long a lookup takes", () =>
    Effect.gen(function* () {
      const queue = BoundedFairQueue.make({ threads: 1, tasksPerThread: 1, capacity: 0 })
      const hash = Schema.decodeSync(PasswordHash)("$argon2id$")
      const { requests, url } = yield* Endpoint.make(() => {})
      const blocklist = PwnedPasswords.layer({ url, timeout: "10 seconds" })
      const hashAllowed = yield* Effect.provide(PasswordViolations.makeHashAllowed, blocklist)
      const attempt = queue("192.0.2.1", (place) =>
        hashAllowed(
          password("a long password"),
          place.run({ run: Effect.succeed({ result: hash, milliseconds: 0 }), size: 1, kind: "any" })
        )
      )
      const fibers = yield* Effect.replicateEffect(
        Effect.zipLeft(Effect.forkScoped(attempt), Effect.sleep("20 millis")),
        3
      )
      const exits = yield* Effect.forEach(fibers, Fiber.poll)
      assert.deepStrictEqual(exits.map(Option.isNone), [true, true, true], "each waits for its lookup")
      yield* Effect.retry(
        Effect.suspend(() => (requests.length === 3 ? Effect.void : Effect.fail("Lookups are missing"))),
        { times: 100, schedule: Schedule.spaced("20 millis") }
      )
    })
  )
})
