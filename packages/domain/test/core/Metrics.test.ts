import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as MetricState from "effect/MetricState"
import * as TestClock from "effect/TestClock"
import { AttemptStatistics } from "@latchkey/domain/audit/AttemptStatistics"
import { MailerError } from "@latchkey/domain/core/Errors"
import { CleanupJob } from "@latchkey/domain/CleanupJob"
import { MagicLinkDispatcher } from "@latchkey/domain/magic-link/MagicLinkDispatcher"
import { OperatorSessions } from "@latchkey/domain/operator/OperatorSessions"
import { Sent } from "@latchkey/memory/MemoryMailer"
import { ann, limited, linkFor, newPassword, outage, outcome, rightPassword, test, wrongPassword } from "../support.ts"
import * as Browser from "../support/Browser.ts"
import { beforeNext } from "../support/Interception.ts"

const dispatch = Effect.flatMap(MagicLinkDispatcher, (dispatcher) => dispatcher.dispatch)

/** Every series of Latchkey, by name and labels; of a histogram how often it was observed. */
const series = Effect.map(Metric.snapshot, (pairs) => {
  const found = pairs
    .filter(({ metricKey }) => metricKey.name.startsWith("latchkey_"))
    .map(({ metricKey, metricState }) => {
      const labels = metricKey.tags.map(({ key, value }) => `${key}=${value}`).join(",")
      const state: unknown = metricState
      const count =
        MetricState.isCounterState(state as never) || MetricState.isHistogramState(state as never)
          ? Number((state as { readonly count: number }).count)
          : Number.NaN
      return [`${metricKey.name}{${labels}}`, count] as const
    })
  return new Map(found)
})

/** What `effect` added to the series. The registry is one for the process, so other tests have counted, too. */
const added = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = yield* series
    yield* effect
    const after = yield* series
    const grown = [...after].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const)
    return Object.fromEntries(grown.filter(([, count]) => count !== 0))
  })

describe("The metrics", () => {
  test(
    "count attempts by how they ended, and what the limits said",
    Effect.gen(function* () {
      const browser = (yield* Browser.make).at(limited({ signInPerEmail: { limit: 1, windowSeconds: 60 } }))
      const counted = yield* added(
        Effect.gen(function* () {
          yield* browser.signUp(ann, rightPassword)
          const stranger = (yield* Browser.make).at(limited({ signInPerEmail: { limit: 1, windowSeconds: 60 } }))
          yield* outcome(stranger.signIn(ann, wrongPassword))
          yield* outcome(stranger.signIn(ann, wrongPassword))
          yield* browser.signIn(ann, rightPassword)
        })
      )
      assert.deepStrictEqual(counted, {
        "latchkey_attempts_total{attempt=sign_up,outcome=ok}": 1,
        "latchkey_attempts_total{attempt=sign_in,outcome=InvalidCredentials}": 1,
        "latchkey_attempts_total{attempt=sign_in,outcome=RateLimited}": 1,
        "latchkey_attempts_total{attempt=sign_in,outcome=ok}": 1,
        "latchkey_rate_limit_total{action=sign_up,decision=admitted}": 1,
        "latchkey_rate_limit_total{action=sign_in,decision=admitted}": 2,
        "latchkey_rate_limit_total{action=sign_in,decision=refused}": 1
      })
    })
  )

  test(
    "count new passwords by how they ended, within the limits of sign-ins",
    Effect.gen(function* () {
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      const counted = yield* added(
        Effect.gen(function* () {
          yield* outcome(browser.setPassword(newPassword, wrongPassword))
          yield* browser.setPassword(newPassword, rightPassword)
        })
      )
      assert.deepStrictEqual(counted, {
        "latchkey_attempts_total{attempt=password_set,outcome=InvalidCredentials}": 1,
        "latchkey_attempts_total{attempt=password_set,outcome=ok}": 1,
        "latchkey_rate_limit_total{action=sign_in,decision=admitted}": 2
      })
    })
  )

  test(
    "do not take a link that has to be confirmed for one that signed in",
    Effect.gen(function* () {
      const token = yield* linkFor(yield* Browser.make, ann)
      const counted = yield* added((yield* Browser.make).openLink(token))
      assert.deepStrictEqual(counted, {
        "latchkey_attempts_total{attempt=magic_link_verify,outcome=ConfirmationNeeded}": 1,
        "latchkey_rate_limit_total{action=magic_link,decision=admitted}": 1
      })
    })
  )

  test(
    "count mails sent, retried and dropped, and how old they were at the end",
    Effect.gen(function* () {
      const { failNext } = yield* Sent
      const ask = Effect.flatMap(Browser.make, (browser) => browser.askForLink(ann))
      yield* Effect.all([ask, ask, ask])
      const counted = yield* added(
        Effect.gen(function* () {
          yield* failNext(1, new MailerError({ reason: "permanent", cause: new Error() }))
          yield* beforeNext("Mailer.send", new MailerError({ reason: "transient", cause: new Error() }))
          yield* dispatch
          yield* TestClock.adjust("5 minutes")
          yield* dispatch
        })
      )
      assert.deepStrictEqual(counted, {
        "latchkey_emails_total{outcome=sent,reason=ok}": 1,
        "latchkey_emails_total{outcome=retried,reason=unavailable}": 1,
        "latchkey_emails_total{outcome=dropped,reason=refused}": 1,
        "latchkey_emails_total{outcome=dropped,reason=too_old}": 1,
        "latchkey_email_age_seconds{outcome=sent}": 1,
        "latchkey_email_age_seconds{outcome=dropped}": 2
      })
    })
  )

  test(
    "count what a sweep deleted, and whether it came to its end",
    Effect.gen(function* () {
      const { run: sweep } = yield* CleanupJob
      yield* (yield* Browser.make).askForLink(ann)
      yield* TestClock.adjust("1 hour")
      const counted = yield* added(
        Effect.gen(function* () {
          yield* sweep
          yield* beforeNext("SessionRepository.deleteExpired", outage)
          yield* outcome(sweep)
        })
      )
      assert.deepStrictEqual(counted, {
        "latchkey_expired_rows_deleted_total{kind=limits}": 2,
        "latchkey_expired_rows_deleted_total{kind=requests}": 1,
        "latchkey_cleanup_runs_total{outcome=ok}": 1,
        "latchkey_cleanup_runs_total{outcome=failed}": 1
      })
    })
  )

  test(
    "count by name whatever a sweep can delete",
    Effect.gen(function* () {
      const { run: sweep } = yield* CleanupJob
      const browser = yield* Browser.make
      yield* browser.signUp(ann, rightPassword)
      yield* linkFor(browser, ann)
      yield* (yield* OperatorSessions).invite("command_line")
      yield* (yield* AttemptStatistics).flush
      // A request that nobody will mail.
      yield* browser.askForLink(ann)
      yield* TestClock.adjust("401 days")
      const kinds = Object.keys(yield* added(sweep)).filter((name) => name.includes("swept"))
      assert.deepStrictEqual(
        kinds.sort(),
        ["attempt_counts", "audit_log", "limits", "links", "mail_records", "operators", "sessions", "requests"].map(
          (kind) => `latchkey_expired_rows_deleted_total{kind=${kind}}`
        )
      )
    })
  )
})
